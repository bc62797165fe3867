/**
 * The canonical text of a value, as RFC 8785 has it: members sorted by the code units of their
 * names, and no spaces. Its bytes are those in UTF-8.
 *
 * @param value JSON of objects, lists, texts, integers, booleans and nulls. Decimals are texts.
 * @throws TypeError for anything else, such as a fraction, an absent member or half of a character.
 * @example
 * canonicalJson({ quantity: '2.5', kind: 'confirmation' })
 * // {"kind":"confirmation","quantity":"2.5"}
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return textOf(value)
  if (value === null || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number') return integerOf(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} has no canonical form`)
  const members = Object.entries(value).sort(byName)
  return `{${members.map(([name, of]) => `${textOf(name)}:${canonicalJson(of)}`).join(',')}}`
}

/** `<` compares code units. No two names are equal. */
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1

const halfCharacter = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

function textOf(text: string): string {
  if (halfCharacter.test(text)) throw new TypeError('half of a character has no canonical form')
  return JSON.stringify(text)
}

function integerOf(value: number): string {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
    throw new TypeError(`${value} is no integer that all programs read alike`)
  }
  return String(value)
}
