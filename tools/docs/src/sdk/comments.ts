const LINE_LENGTH_MAX = 100

/**
 * A doc comment. A paragraph is wrapped, with its further lines indented as its first one is; what
 * stands in a fence of code stays as it is.
 */
export function docComment(paragraphs: readonly string[], indent = ''): string {
  const lines = paragraphs.flatMap((paragraph) => wrapped(paragraph, indent.length))
  const [only, ...more] = lines
  const single = `${indent}/** ${only ?? ''} */`
  if (more.length === 0 && single.length <= LINE_LENGTH_MAX) return single
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd())
  return [`${indent}/**`, ...body, `${indent} */`].join('\n')
}

function wrapped(paragraph: string, indent: number): string[] {
  // A comment cannot have its own end in it.
  const text = paragraph.replaceAll('*/', '*\\/')
  if (text.includes('```')) return text.split('\n')
  const [, start = ''] = /^(\s*(?:- )?)/.exec(text) ?? []
  const further = text.startsWith('@') ? '  ' : ' '.repeat(start.length)
  const widthMax = LINE_LENGTH_MAX - indent - ' * '.length
  const lines: string[] = []
  let line = start
  for (const word of text.slice(start.length).split(/\s+/)) {
    const longer = line.trim() === '' || line.trim() === '-' ? `${line}${word}` : `${line} ${word}`
    if (longer.length > widthMax && line.trim() !== '') {
      lines.push(line)
      line = further + word
    } else {
      line = longer
    }
  }
  return [...lines, line]
}
