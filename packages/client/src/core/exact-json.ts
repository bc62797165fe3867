import { isLosslessNumber, parse } from 'lossless-json'

// Numbers of the service have at most 40 digits on either side of the point. The limit keeps a
// short text such as 1e999999999 from becoming a very long one.
const EXPONENT_MAX = 100

/**
 * Parses JSON. Numbers of the given members become strings with exactly the digits of the text; all
 * others become JavaScript numbers.
 *
 * @throws SyntaxError when the text is not JSON, or gives a member two values.
 */
export function parseJson(text: string, exactMembers: ReadonlySet<string>): unknown {
  if (exactMembers.size === 0) return JSON.parse(text)
  return parse(text, (name, value) => {
    if (!isLosslessNumber(value)) return value
    return exactMembers.has(name) ? plainDigits(value.value) : Number(value.value)
  })
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
