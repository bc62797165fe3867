import { readDay } from './calendar-day.ts'
import { readDecimal, readNonNegative } from './decimal-input.ts'
import { Decimal, HUNDRED, type DecimalInput } from './decimal.ts'
import { multiply, subtract } from './exact-arithmetic.ts'
import { MarginInputError } from './margin-input-error.ts'
import { roundQuotient } from './rounding.ts'

/** The day count convention: actual days over 360 or over 365. */
export type DayCount = 'ACT/360' | 'ACT/365'

/** Simple interest on a notional over the days from `from` (included) to `to` (excluded). */
export interface AccrualInputs {
  /** Not below zero, in any unit, such as `1250.5`. The interest is in the same unit. */
  notional: DecimalInput
  /** In percent a year, such as `4.25`; below zero for a rebate. */
  ratePercent: DecimalInput
  /** The first day that bears interest, `YYYY-MM-DD`. */
  from: string
  /** The day after the last day that bears interest, `YYYY-MM-DD`. Not before `from`. */
  to: string
  /** Default ACT/360. */
  dayCount?: DayCount | undefined
}

const DAYS_A_YEAR = { 'ACT/360': new Decimal(360), 'ACT/365': new Decimal(365) } as const
/**
 * Fine enough not to matter, and coarse enough that accruals below 10^20 sum within the 60 digits
 * of a Decimal.
 */
const ACCRUAL_INCREMENT = new Decimal('1e-40')

/**
 * Interest of the half-open range [from, to): notional · rate/100 · days / 360 (or 365), to 40
 * decimals.
 *
 * It is the difference of two interests counted from one fixed day, each truncated to 40 decimals.
 * So the
 * parts of a split period sum exactly to the whole, and an interest of at most 40 decimals is
 * exact.
 *
 * @throws {MarginInputError} if a decimal is malformed, the notional is below zero, a day does not
 *   exist,
 *   or `to` is before `from`.
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

/** The divisor of notional · percent · days: 36,000 or 36,500. */
export function yearBasis(dayCount: DayCount = 'ACT/360'): Decimal {
  return multiply(DAYS_A_YEAR[dayCount], HUNDRED)
}
