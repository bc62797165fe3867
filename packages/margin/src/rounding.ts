import { readDecimal, readPositive } from './decimal-input.ts'
import { HUNDREDTH, ONE, type Decimal, type DecimalInput } from './decimal.ts'
import { add, divideWithRemainder, multiply } from './exact-arithmetic.ts'

/**
 * `up` is never below the value, `down` never above it; `half_even` is the nearest, for ties the
 * even multiple.
 */
export type RoundingMode = 'up' | 'down' | 'half_even'

/** USD figures have 2 decimals. */
export const CENT = HUNDREDTH
/** Percentages have 2 decimals. */
export const PERCENT_INCREMENT = HUNDREDTH

/**
 * Rounds numerator ÷ denominator to a multiple of the increment. The quotient itself is not
 * computed: with
 * 60 digits, it can equal a multiple that the true quotient just misses.
 * Denominator and increment must be above zero.
 */
export function roundQuotient(
  numerator: Decimal,
  denominator: Decimal,
  increment: Decimal,
  mode: RoundingMode,
): Decimal {
  const divisor = multiply(denominator, increment)
  const { count, remainder } = divideWithRemainder(numerator, divisor)
  const takesNext = !remainder.isZero() && TAKES_NEXT[mode](count, remainder, divisor)
  return multiply(takesNext ? add(count, ONE) : count, increment)
}

/**
 * Whether a value between two multiples is rounded to the higher one. The remainder is its excess
 * over the lower one.
 */
const TAKES_NEXT: Record<
  RoundingMode,
  (count: Decimal, remainder: Decimal, divisor: Decimal) => boolean
> = {
  up: () => true,
  down: () => false,
  half_even: (count, remainder, divisor) => {
    const double = add(remainder, remainder)
    return double.equals(divisor) ? !count.modulo(2).isZero() : double.greaterThan(divisor)
  },
}

/**
 * Rounds a value of any length, such as an exact product, to a multiple of the increment, which is
 * above zero.
 */
export function roundTo(value: Decimal, increment: Decimal, mode: RoundingMode): Decimal {
  return roundQuotient(value, ONE, increment, mode)
}

/**
 * The smallest multiple of the increment that is not below the value.
 * @throws {MarginInputError} if the increment is not above zero, or either has more than 100 digits
 *   a side.
 */
export function roundUp(value: DecimalInput, increment: DecimalInput): Decimal {
  return round(value, increment, 'up')
}

/**
 * The largest multiple of the increment that is not above the value.
 * @throws {MarginInputError} if the increment is not above zero, or either has more than 100 digits
 *   a side.
 */
export function roundDown(value: DecimalInput, increment: DecimalInput): Decimal {
  return round(value, increment, 'down')
}

/**
 * The multiple of the increment nearest to the value; for a tie, the even one.
 * @throws {MarginInputError} if the increment is not above zero, or either has more than 100 digits
 *   a side.
 */
export function roundHalfEven(value: DecimalInput, increment: DecimalInput): Decimal {
  return round(value, increment, 'half_even')
}

function round(value: DecimalInput, increment: DecimalInput, mode: RoundingMode): Decimal {
  return roundTo(readDecimal(value, 'value'), readPositive(increment, 'increment'), mode)
}
