import { powerOfTen } from './fixed-scale.ts'

// Numerators are not below zero and divisors are above zero, so the truncating division of bigint
// rounds down.

/** The quotient, rounded down to a whole number. */
export function divideDown(numerator: bigint, divisor: bigint): bigint {
  return numerator / divisor
}

/** The quotient, rounded up to a whole number. */
export function divideUp(numerator: bigint, divisor: bigint): bigint {
  return (numerator + divisor - 1n) / divisor
}

/**
 * numerator ÷ 10^exponent, rounded to the nearest whole number, for a tie to the even one. The
 * exponent is above zero.
 */
export function shiftHalfEven(numerator: bigint, exponent: number): bigint {
  const divisor = powerOfTen(exponent)
  const raised = numerator + 5n * powerOfTen(exponent - 1)
  const nearest = raised / divisor
  // Half a unit was added, so a remainder of zero means a tie.
  const isTie = nearest * divisor === raised
  return isTie && nearest % 2n === 1n ? nearest - 1n : nearest
}
