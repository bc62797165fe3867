import { Decimal, ONE } from './decimal.ts'

/**
 * Enough digits that no sum or product of bounded inputs is rounded: four factors of 200 digits
 * (the bound
 * of decimal-input.ts), and the quotient counts of rounding.ts, stay below 2,000 digits.
 */
const Wide = Decimal.clone({ precision: 2_000 })

// Constructing a Decimal copies all digits; only operations round. So these functions are exact.

/** The exact sum. */
export function add(first: Decimal, ...others: Decimal[]): Decimal {
  return new Decimal(others.reduce((sum, other) => sum.plus(other), new Wide(first)))
}

/** The exact difference. */
export function subtract(minuend: Decimal, subtrahend: Decimal): Decimal {
  return new Decimal(new Wide(minuend).minus(subtrahend))
}

/** The exact product. */
export function multiply(first: Decimal, ...others: Decimal[]): Decimal {
  return new Decimal(others.reduce((product, other) => product.times(other), new Wide(first)))
}

/**
 * The quotient with 60 significant digits, for display only. Rounding and decisions use the
 * numerator and
 * the denominator (see rounding.ts).
 */
export function divide(numerator: Decimal, denominator: Decimal): Decimal {
  return new Decimal(numerator).div(denominator)
}

/**
 * The quotient, rounded towards negative infinity, and the remainder. The divisor is above zero.
 */
export function divideWithRemainder(
  numerator: Decimal,
  divisor: Decimal,
): { count: Decimal; remainder: Decimal } {
  const truncated = new Decimal(new Wide(numerator).divToInt(divisor))
  const remainder = subtract(numerator, multiply(truncated, divisor))
  if (!remainder.lessThan(0)) return { count: truncated, remainder }
  return { count: subtract(truncated, ONE), remainder: add(remainder, divisor) }
}
