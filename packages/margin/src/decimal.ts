import { Decimal as DecimalBase } from 'decimal.js'
import { MarginInputError } from './margin-input-error.ts'

/**
 * The decimal type of this package: 60 significant digits for quotients, ties to even, printed
 * without
 * exponents. Sums and products inside the package are exact; see docs/money.md.
 */
export const Decimal: DecimalBase.Constructor = DecimalBase.clone({
  precision: 60,
  rounding: DecimalBase.ROUND_HALF_EVEN,
  toExpNeg: -9e15,
  toExpPos: 9e15,
})
/** An instance of {@link Decimal}. */
export type Decimal = DecimalBase

export const ZERO = new Decimal(0)
export const ONE = new Decimal(1)
export const HUNDRED = new Decimal(100)
export const HUNDREDTH = new Decimal('0.01')

/** A decimal argument: a string in plain notation, such as `1250.5`, or a Decimal. */
export type DecimalInput = string | Decimal

/** The most digits of a decimal string before its point. */
export const INTEGER_DIGITS_MAX = 30
/** The most digits of a decimal string after its point. */
export const FRACTION_DIGITS_MAX = 20

const TEXT_LENGTH_MAX = '-'.length + INTEGER_DIGITS_MAX + '.'.length + FRACTION_DIGITS_MAX
const PLAIN_NOTATION = new RegExp(
  `^-?(?:0|[1-9][0-9]{0,${INTEGER_DIGITS_MAX - 1}})(?:\\.[0-9]{1,${FRACTION_DIGITS_MAX}})?$`,
)

/**
 * Whether a text is a decimal in plain notation, like {@link parseDecimal} reads it, or a negative
 * zero. A
 * text longer than any such decimal is refused without reading it.
 */
export function isPlainNotation(text: string): boolean {
  return PLAIN_NOTATION.test(text)
}

/**
 * Reads a decimal in plain notation: ASCII digits with at most one point and a leading minus; no
 * plus, no exponent, no leading zeros, no negative zero; at most 30 digits before the point and 20
 * after it.
 *
 * @param member names the input in the error.
 * @throws {MarginInputError} if the text is anything else. The length is checked first.
 */
export function parseDecimal(text: string, member: string): Decimal {
  if (typeof text !== 'string') throw new MarginInputError(member, 'must be a decimal string')
  if (text.length > TEXT_LENGTH_MAX) {
    throw new MarginInputError(member, `must have at most ${TEXT_LENGTH_MAX} characters`)
  }
  if (!isPlainNotation(text)) {
    throw new MarginInputError(
      member,
      `must be a decimal in plain notation, with at most ${INTEGER_DIGITS_MAX} digits before its point and ${FRACTION_DIGITS_MAX} after it`,
    )
  }
  const value = new Decimal(text)
  if (value.isZero() && value.isNegative()) {
    throw new MarginInputError(member, 'must not be a negative zero')
  }
  return value
}

/**
 * Prints a decimal with all its digits in plain notation: no exponent, no plus, no negative zero,
 * and
 * padding only up to `decimalsMin` digits after the point. It never rounds.
 *
 * @throws {MarginInputError} if the value is NaN or infinite.
 */
export function formatDecimal(value: Decimal, decimalsMin = 0): string {
  if (!value.isFinite()) throw new MarginInputError('value', 'must be finite')
  return value.toFixed(Math.max(decimalsMin, value.decimalPlaces()))
}
