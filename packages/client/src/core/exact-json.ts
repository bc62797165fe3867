import { isLosslessNumber, parse } from 'lossless-json'

// The contract has at most 40 digits on either side of the point; this is where a short text would
// begin to stand for a very long one.
const EXPONENT_MAX = 100

/**
 * Reads JSON. Numbers under the given member names become the strings of their digits, exactly as
 * they were written; all others become JavaScript numbers.
 *
 * @throws SyntaxError when the text is no JSON.
 */
export function parseJson(text: string, exactMembers: ReadonlySet<string>): unknown {
  if (exactMembers.size === 0) return JSON.parse(text)
  return parse(text, (name, value) => {
    if (!isLosslessNumber(value)) return value
    return exactMembers.has(name) ? plainDigits(value.value) : Number(value.value)
  })
}

/** A JSON number in plain notation. Vadium writes no other; a proxy that rewrites JSON may. */
function plainDigits(number: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(number)
  if (parts === null) return number
  const [, sign = '', whole = '', fraction = '', exponentText] = parts
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > EXPONENT_MAX) throw new SyntaxError('A number has too large an exponent')
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  const rest = padded.slice(at)
  return `${sign}${integer}${rest === '' ? '' : `.${rest}`}`
}
