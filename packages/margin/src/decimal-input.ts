import { Decimal, parseDecimal, type DecimalInput } from './decimal.ts'
import { MarginInputError } from './margin-input-error.ts'

/**
 * The most digits of a Decimal argument on either side of the point: enough for results of earlier
 * steps.
 */
const DECIMAL_DIGITS_MAX = 100

/**
 * Reads an argument: a string like {@link parseDecimal}, or a finite Decimal of at most 100 digits
 * a side.
 */
export function readDecimal(value: DecimalInput, member: string): Decimal {
  if (!Decimal.isDecimal(value)) return parseDecimal(value, member)
  if (!value.isFinite()) throw new MarginInputError(member, 'must be finite')
  if (value.e >= DECIMAL_DIGITS_MAX || value.decimalPlaces() > DECIMAL_DIGITS_MAX) {
    throw new MarginInputError(member, 'must have at most 100 digits on either side of the point')
  }
  return new Decimal(value)
}

const PRINTED = new RegExp(
  `^-?(?:0|[1-9][0-9]{0,${DECIMAL_DIGITS_MAX - 1}})(?:\\.[0-9]{1,${DECIMAL_DIGITS_MAX}})?$`,
)

/**
 * Reads a result that was printed: in plain notation, with at most 100 digits a side. A result may
 * be longer than each of its inputs.
 */
export function readPrinted(text: string, member: string): Decimal {
  if (isPrinted(text)) return new Decimal(text)
  throw new MarginInputError(
    member,
    'must be a decimal in plain notation, with at most 100 digits on either side of the point',
  )
}

/** Whether {@link readPrinted} reads a text. */
export const isPrinted = (text: string): boolean => PRINTED.test(text)

/** Reads an argument that must not be below zero. */
export function readNonNegative(value: DecimalInput, member: string): Decimal {
  const decimal = readDecimal(value, member)
  if (decimal.lessThan(0)) throw new MarginInputError(member, 'must not be below zero')
  return decimal
}

/** Reads an argument that must be above zero. */
export function readPositive(value: DecimalInput, member: string): Decimal {
  const decimal = readDecimal(value, member)
  if (!decimal.greaterThan(0)) throw new MarginInputError(member, 'must be above zero')
  return decimal
}

/** Reads a fraction: at least zero and below one. */
export function readFraction(value: DecimalInput, member: string): Decimal {
  const decimal = readNonNegative(value, member)
  if (!decimal.lessThan(1)) throw new MarginInputError(member, 'must be below one')
  return decimal
}
