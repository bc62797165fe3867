import { accrue, type AccrualInputs, yearBasis } from './accrual.ts'
import { readDay } from './calendar-day.ts'
import { readDecimal, readNonNegative, readPositive } from './decimal-input.ts'
import { Decimal, type DecimalInput } from './decimal.ts'
import { add, multiply } from './exact-arithmetic.ts'
import { roundQuotient } from './rounding.ts'

/** From a day on another notional bears interest, or another rate holds. What is absent stays as it was. */
export interface InterestChange {
  /** Calendar day, `YYYY-MM-DD`: the first for which it counts. */
  from: string
  /** In the unit of the notional, not below zero. */
  notional?: DecimalInput | undefined
  /** Percent a year. */
  ratePercent?: DecimalInput | undefined
}

/** An accrual whose notional and rate are those of the beginning, and what has become of them since. */
export interface InterestInputs extends AccrualInputs {
  /** In any order of their days; of those of one day the last given holds. */
  changes: readonly InterestChange[]
}

/** Days [from, to) under one notional and one rate, and their interest, to 40 decimals. */
export interface InterestPeriod {
  readonly from: string
  readonly to: string
  readonly notional: Decimal
  readonly ratePercent: Decimal
  readonly interest: Decimal
}

/**
 * The half-open periods of [from, to) under one notional and one rate each, the oldest first: they join without a
 * gap, none is empty, and each bears what {@link accrue} says. So what was frozen with a change stays as it is,
 * whatever comes after, and a change to what held already moves no digit.
 *
 * @throws {MarginInputError} as {@link accrue} does, and likewise for each change.
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
  // Refuses an end before the beginning.
  if (periods.length === 0) accrue({ notional, ratePercent, from, to, dayCount })
  return periods
}

/**
 * What is paid for all periods together: the smallest multiple of `unit` that is not below
 * Σ notional · rate/100 · days / 360 (or 365). The sum is rounded this once, and no quotient on the way is cut.
 *
 * @throws {MarginInputError} as {@link interestPeriods}, and when `unit` is not above zero.
 */
export function payableInterest(inputs: InterestInputs, unit: DecimalInput): Decimal {
  const days = ({ from, to }: InterestPeriod) => readDay(to, 'to') - readDay(from, 'from')
  const numerators = interestPeriods(inputs).map((period) =>
    multiply(period.notional, period.ratePercent, new Decimal(days(period))),
  )
  const sum = add(new Decimal(0), ...numerators)
  return roundQuotient(sum, yearBasis(inputs.dayCount), readPositive(unit, 'unit'), 'up')
}

/**
 * The interest of all periods, exactly the sum of what {@link interestPeriods} gives, each to 40 decimals. What is
 * paid is {@link payableInterest}.
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

/** By their days, and those of one day as they were given. */
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
