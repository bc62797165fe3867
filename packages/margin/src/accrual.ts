import { readDay } from './calendar-day.ts'
import { readDecimal, readNonNegative } from './decimal-input.ts'
import { Decimal, HUNDRED, type DecimalInput } from './decimal.ts'
import { multiply, subtract } from './exact-arithmetic.ts'
import { MarginInputError } from './margin-input-error.ts'
import { roundQuotient } from './rounding.ts'

/** How a year is counted: actual days over 360 or over 365. */
export type DayCount = 'ACT/360' | 'ACT/365'

/** Simple interest on a notional over the days from `from` up to, not including, `to`. */
export interface AccrualInputs {
  /** In any unit, not below zero. The interest is in the same unit. */
  notional: DecimalInput
  /** Percent a year; below zero for a rebate. */
  ratePercent: DecimalInput
  /** Calendar day, `YYYY-MM-DD`: the first that bears interest. */
  from: string
  /** Calendar day, `YYYY-MM-DD`: the first that bears none. Not before `from`. */
  to: string
  /** Default ACT/360. */
  dayCount?: DayCount | undefined
}

const DAYS_A_YEAR = { 'ACT/360': new Decimal(360), 'ACT/365': new Decimal(365) } as const
/** Fine enough not to matter, and coarse enough that accruals below 10^20 add up within the 60 digits of a Decimal. */
const ACCRUAL_INCREMENT = new Decimal('1e-40')

/**
 * Interest of the half-open range [from, to): notional · rate/100 · days / 360 (or 365), to 40 decimals.
 *
 * It is the difference of two interests counted from one fixed day, each cut to 40 decimals. So the parts
 * of a split period sum to the whole to the last digit, and an interest that ends within 40 decimals is exact.
 *
 * @throws {MarginInputError} when a decimal is malformed, the notional is below zero, a day does not exist, or `to` is before `from`.
 */
export function accrue(inputs: AccrualInputs): Decimal {
  const notional = readNonNegative(inputs.notional, 'notional')
  const ratePercent = readDecimal(inputs.ratePercent, 'ratePercent')
  const from = readDay(inputs.from, 'from')
  const to = readDay(inputs.to, 'to')
  if (to < from) throw new MarginInputError('to', 'must not be before from')

  const yearly = multiply(notional, ratePercent)
  const basis = yearBasis(inputs.dayCount)
  const accruedUntil = (day: number): Decimal =>
    roundQuotient(multiply(yearly, new Decimal(day)), basis, ACCRUAL_INCREMENT, 'down')
  return subtract(accruedUntil(to), accruedUntil(from))
}

/** What notional · percent · days is divided by: 36,000 or 36,500. */
export function yearBasis(dayCount: DayCount = 'ACT/360'): Decimal {
  return multiply(DAYS_A_YEAR[dayCount], HUNDRED)
}
