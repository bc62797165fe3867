import { accrue, type AccrualInputs, yearBasis } from './accrual.ts'
import { readDay } from './calendar-day.ts'
import { readDecimal, readNonNegative, readPositive } from './decimal-input.ts'
import { Decimal, type DecimalInput } from './decimal.ts'
import { add, multiply } from './exact-arithmetic.ts'
import { roundQuotient } from './rounding.ts'

/** A change of the notional or the rate from a day on. Absent members do not change. */
export interface InterestChange {
  /** The first day of the change, `YYYY-MM-DD`. */
  from: string
  /** In the unit of the first notional, not below zero. */
  notional?: DecimalInput | undefined
  /** In percent a year, such as `4.25`. */
  ratePercent?: DecimalInput | undefined
}

/** An accrual with the first notional and rate, and their later changes. */
export interface InterestInputs extends AccrualInputs {
  /** In any order. If several have the same day, the last one applies. */
  changes: readonly InterestChange[]
}

/** The days [from, to) with one notional and one rate, and their interest, to 40 decimals. */
export interface InterestPeriod {
  readonly from: string
  readonly to: string
  readonly notional: Decimal
  readonly ratePercent: Decimal
  readonly interest: Decimal
}

/**
 * Splits [from, to) into half-open periods with one notional and one rate each, oldest first. They
 * have no
 * gaps, none is empty, and the interest of each is that of {@link accrue}. So a later change does
 * not alter
 * the interest of earlier periods, and a change to the same values alters no digit.
 *
 * @throws {MarginInputError} as {@link accrue} does, also for each change.
 */
export function interestPeriods(inputs: InterestInputs): InterestPeriod[] {
  const { dayCount, to, changes } = inputs
  const end = readDay(to, 'to')
  let from = inputs.from
  let notional = readNonNegative(inputs.notional, 'notional')
  let ratePercent = readDecimal(inputs.ratePercent, 'ratePercent')

  const periods: InterestPeriod[] = []
  const closeAt = (day: string): void => {
    if (readDay(day, 'from') <= readDay(from, 'from')) return
    const interest = accrue({ notional, ratePercent, from, to: day, dayCount })
    periods.push({ from, to: day, notional, ratePercent, interest })
    from = day
  }
  for (const change of inOrder(changes)) {
    if (change.day >= end) break
    closeAt(change.from)
    notional = change.notional ?? notional
    ratePercent = change.ratePercent ?? ratePercent
  }
  closeAt(to)
  // Refuses an end before the start.
  if (periods.length === 0) accrue({ notional, ratePercent, from, to, dayCount })
  return periods
}

/**
 * The interest to pay for all periods: the smallest multiple of `unit` that is not below
 * Σ notional · rate/100 · days / 360 (or 365). Only the sum is rounded, once.
 *
 * @throws {MarginInputError} as {@link interestPeriods}, and if `unit` is not above zero.
 */
export function payableInterest(inputs: InterestInputs, unit: DecimalInput): Decimal {
  const rated = interestPeriods(inputs).map(({ from, to, notional, ratePercent }) => {
    return { notional, ratePercent, days: readDay(to, 'to') - readDay(from, 'from') }
  })
  const numerator = interestNumerator(rated)
  return roundQuotient(numerator, yearBasis(inputs.dayCount), readPositive(unit, 'unit'), 'up')
}

/** A number of days with one notional and one rate. */
export interface RatedPeriod {
  readonly notional: Decimal
  readonly ratePercent: Decimal
  readonly days: number
}

/** Σ notional · percent · days, which {@link yearBasis} divides. Exact. */
export function interestNumerator(periods: readonly RatedPeriod[]): Decimal {
  const numerators = periods.map(({ notional, ratePercent, days }) =>
    multiply(notional, ratePercent, new Decimal(days)),
  )
  return add(new Decimal(0), ...numerators)
}

/**
 * The interest of all periods: the exact sum of the periods of {@link interestPeriods}, each to 40
 * decimals.
 * {@link payableInterest} gives the interest to pay.
 * @throws as {@link interestPeriods}.
 */
export function totalInterest(inputs: InterestInputs): Decimal {
  return add(new Decimal(0), ...interestPeriods(inputs).map(({ interest }) => interest))
}

interface ReadChange {
  readonly day: number
  readonly from: string
  readonly notional: Decimal | undefined
  readonly ratePercent: Decimal | undefined
}

/** Sorted by day; changes of the same day keep their order. */
function inOrder(changes: readonly InterestChange[]): ReadChange[] {
  return changes
    .map(({ from, notional, ratePercent }) => ({
      day: readDay(from, 'changes.from'),
      from,
      notional: notional === undefined ? undefined : readNonNegative(notional, 'changes.notional'),
      ratePercent:
        ratePercent === undefined ? undefined : readDecimal(ratePercent, 'changes.ratePercent'),
    }))
    .sort((first, second) => first.day - second.day)
}
