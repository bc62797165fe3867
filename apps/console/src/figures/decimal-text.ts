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
export const isBelowColumn = (text: string): boolean => /^-?0?\.0{7}(?=\d*[1-9])\d{2,}$/.test(text)

export const isZero = (text: string): boolean => /^-?0*(?:\.0*)?$/.test(text)

/** Whether a text is a decimal of the API. */
export const isDecimalText = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text)

/** Whether a decimal that is not below zero is larger than another. */
export function isLarger(one: string, other: string): boolean {
  const [units = '', fraction = ''] = one.split('.')
  const [otherUnits = '', otherFraction = ''] = other.split('.')
  if (units.length !== otherUnits.length) return units.length > otherUnits.length
  const places = Math.max(fraction.length, otherFraction.length)
  return units + fraction.padEnd(places, '0') > otherUnits + otherFraction.padEnd(places, '0')
}
