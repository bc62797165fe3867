/** The digits of a decimal as people read them: the integer part in groups of three. */
export function digitGroups(text: string): { sign: string; groups: string[]; fraction: string } {
  const [, sign = '', integer = '', fraction = ''] = /^(-?)(\d*)(\.\d+)?$/.exec(text) ?? []
  return { sign, groups: integer === '' ? [] : grouped(integer), fraction }
}

function grouped(integer: string): string[] {
  const first = integer.length % 3
  const groups = first === 0 ? [] : [integer.slice(0, first)]
  for (let at = first; at < integer.length; at += 3) groups.push(integer.slice(at, at + 3))
  return groups
}

/**
 * Whether the decimals that a column has room for, which are eight with the sign that more follow,
 * would all be 0 though the figure is not.
 */
export const isBelowColumn = (text: string): boolean =>
  /^-?0?\.0{7}\d\d/.test(text) && !isZero(text)

export const isZero = (text: string): boolean => /^-?0*(?:\.0*)?$/.test(text)

/** Whether a text is a decimal of the API. */
export const isDecimalText = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text)

/** Whether a decimal is larger than another. */
export const isLarger = (one: string, other: string): boolean => compareDecimals(one, other) > 0

/**
 * Below zero if the first of two decimals is the smaller one, above zero if it is the larger one.
 */
export function compareDecimals(one: string, other: string): number {
  const isBelowZero = one.startsWith('-') && !isZero(one)
  const isOtherBelowZero = other.startsWith('-') && !isZero(other)
  if (isBelowZero !== isOtherBelowZero) return isBelowZero ? -1 : 1
  const size = compareSizes(one, other)
  return isBelowZero ? -size : size
}

/** Compares two decimals without their signs. */
function compareSizes(one: string, other: string): number {
  const [units = '', fraction = ''] = one.replace(/^-?0*/, '').split('.')
  const [otherUnits = '', otherFraction = ''] = other.replace(/^-?0*/, '').split('.')
  if (units.length !== otherUnits.length) return units.length - otherUnits.length
  const places = Math.max(fraction.length, otherFraction.length)
  const digits = units + fraction.padEnd(places, '0')
  const otherDigits = otherUnits + otherFraction.padEnd(places, '0')
  return digits === otherDigits ? 0 : digits > otherDigits ? 1 : -1
}
