const LINE_LENGTH_MAX = 100

const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except' +
    ' finally for from global if import in is lambda nonlocal not or pass raise return try while' +
    ' with yield'
  ).split(' '),
)

/** Whether it is a word of Python, which no name can be. */
export const isKeyword = (name: string): boolean => keywords.has(name)

/** A name of the API as Python writes it: `orderRequests` as `order_requests`, `from` as `from_`. */
export function pythonName(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const plain = snake.replaceAll('-', '_')
  return isKeyword(plain) ? `${plain}_` : plain
}

/** A value of JSON as Python writes it. */
export function pythonValue(value: unknown, indent = ''): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return JSON.stringify(value)
  if (typeof value !== 'object') throw new Error(`${typeof value} is no value of JSON.`)
  const further = `${indent}    `
  if (Array.isArray(value)) {
    return enclosed(
      '[',
      value.map((item) => pythonValue(item, further)),
      ']',
      indent,
    )
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${quoted(name)}: ${pythonValue(member, further)}`,
  )
  return enclosed('{', members, '}', indent)
}

/** Python reads what JSON writes in a text, but for characters beyond the first plane. */
export const quoted = (text: string): string => JSON.stringify(text)

/**
 * The parts between two brackets: on one line, or on a line each if they are too long.
 *
 * @param open The bracket, with what stands before it on its line.
 */
export function enclosed(
  open: string,
  parts: readonly string[],
  close: string,
  indent: string,
  lengthMax = LINE_LENGTH_MAX,
): string {
  const line = `${open}${parts.join(', ')}${close}`
  // A comma may follow.
  const fits = indent.length + line.length < lengthMax && !line.includes('\n')
  if (parts.length === 0 || fits) return line
  return `${open}\n${parts.map((part) => `${indent}    ${part},\n`).join('')}${indent}${close}`
}

/** A docstring. A paragraph is wrapped, with its further lines indented by four more. */
export function docstring(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs.flatMap((paragraph) => wrapped(paragraph, indent.length))
  const [only = '', ...more] = lines
  const isShort = more.length === 0 && indent.length + only.length + 6 <= LINE_LENGTH_MAX
  if (isShort) return `${indent}"""${only}"""`
  const body = lines.map((line, at) => (at === 0 ? `"""${line}` : line))
  return [...body, '"""'].map((line) => (line === '' ? '' : indent + line)).join('\n')
}

function wrapped(paragraph: string, indent: number): string[] {
  const text = paragraph.replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  const isItem = /^\w+(?: \(optional\))?: /.test(text)
  // The first line has the three quotes before it.
  const lengthMax = LINE_LENGTH_MAX - indent - 3
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= lengthMax || line === '') line = longer
    else {
      lines.push(line)
      line = isItem ? `    ${word}` : word
    }
  }
  return [...lines, line]
}
