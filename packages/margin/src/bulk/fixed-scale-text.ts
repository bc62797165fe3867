/** Prints hundredths, not below zero, with 2 decimals. */
export function hundredthsText(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Prints units of a scale, not below zero, with all digits. It pads only up to `decimalsMin` digits
 * after the point.
 */
export function unitsText(units: bigint, scale: number, decimalsMin = 0): string {
  const digits = units.toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  let end = digits.length
  while (end > point && digits.charCodeAt(end - 1) === ZERO_CODE) end -= 1
  const integer = digits.slice(0, point)
  const fraction = digits.slice(point, end).padEnd(decimalsMin, '0')
  return fraction === '' ? integer : `${integer}.${fraction}`
}

const ZERO_CODE = '0'.charCodeAt(0)
