import { Decimal, ONE } from './decimal.ts'

/**
 * Wide enough that no sum or product of bounded inputs is ever rounded: four factors of 200 digits
 * (the bound of decimal-input.ts), and the quotient counts of rounding.ts, stay below 2,000 digits.
 */
const Wide = Decimal.clone({ precision: 2_000 })

// Constructing a Decimal copies every digit; only its operations round. So these return exact values.

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
 * The quotient with 60 significant digits, for showing only: what is rounded or decided is rounded
 * or decided on numerator and denominator (see rounding.ts).
 */
export function divide(numerator: Decimal, denominator: Decimal): Decimal {
  return new Decimal(numerator).div(denominator)
}

/** The whole number of times that a divisor above zero fits, towards negative infinity, and the rest. */
export function divideWithRemainder(
  numerator: Decimal,
  divisor: Decimal,
): { count: Decimal; remainder: Decimal } {
  const truncated = new Decimal(new Wide(numerator).divToInt(divisor))
  const remainder = subtract(numerator, multiply(truncated, divisor))
  if (!remainder.lessThan(0)) return { count: truncated, remainder }
  return { count: subtract(truncated, ONE), remainder: add(remainder, divisor) }
}
