// Numbers of the service have at most 40 digits on either side of the point. The limit keeps a
// short text such as 1e999999999 from becoming a very long one.
const EXPONENT_MAX = 100

// A string, with the colon and the number behind it if it is the name of a member, or a brace. As
// strings are matched whole, nothing in them is taken for a name. One that does not end is matched as
// well: otherwise the search would begin again at each quote in it.
const token =
  /("[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$))(?:(\s*:\s*)(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*[,}]))?)?|[{}]/g

/**
 * Parses JSON. Numbers of the given members become strings with exactly the digits of the text; all
 * others become JavaScript numbers.
 *
 * @throws SyntaxError when the text is not JSON, or has a member twice.
 */
export function parseJson(text: string, exactMembers: ReadonlySet<string>): unknown {
  if (exactMembers.size === 0) return JSON.parse(text)
  const objects: Set<unknown>[] = []
  const quoted = text.replace(token, (whole, name?: string, colon?: string, digits?: string) => {
    if (whole === '{') objects.push(new Set())
    else if (whole === '}') objects.pop()
    if (name === undefined || colon === undefined) return whole
    const member: unknown = name.includes('\\') ? JSON.parse(name) : name.slice(1, -1)
    const members = objects.at(-1)
    if (members?.has(member) === true) throw new SyntaxError('A member comes twice')
    members?.add(member)
    const isExact = typeof member === 'string' && exactMembers.has(member)
    return isExact && digits !== undefined ? `${name}${colon}"${plainDigits(digits)}"` : whole
  })
  return JSON.parse(quoted)
}

/** Removes the exponent of a number. Vadium writes none; a proxy that rewrites JSON may. */
function plainDigits(number: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(number)
  if (parts === null) return number
  const [, sign = '', whole = '', fraction = '', exponentText] = parts
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > EXPONENT_MAX) throw new SyntaxError('The exponent is too large')
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  const rest = padded.slice(at)
  return `${sign}${integer}${rest === '' ? '' : `.${rest}`}`
}
