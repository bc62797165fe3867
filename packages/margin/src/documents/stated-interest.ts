import type { DayCount } from '../accrual.ts'
import { formatDecimal, type DecimalInput } from '../decimal.ts'
import { payableInterest } from '../interest-periods.ts'
import { MarginInputError } from '../margin-input-error.ts'

/** Days with one quantity and one rate, as a document states them. */
export interface StatedPeriod {
  from: string
  /** Not included. */
  to: string
  quantity: DecimalInput
  rate_percent: DecimalInput
}

/** The interest of a position as a document states it. */
export interface StatedInterest {
  day_count: DayCount
  /** The smallest unit of the asset. */
  unit: DecimalInput
  /** Oldest first, without gaps. */
  periods: readonly StatedPeriod[]
}

/**
 * The interest of all periods, rounded up once to the smallest unit.
 *
 * @throws {MarginInputError} if the periods leave days out or overlap, or a value is malformed.
 */
export function statedInterest({ day_count: dayCount, unit, periods }: StatedInterest): string {
  const [first, ...others] = periods
  const last = periods.at(-1)
  if (first === undefined || last === undefined) return '0'
  for (const [index, period] of others.entries()) {
    if (period.from === periods[index]?.to) continue
    throw new MarginInputError(`periods.${index + 1}.from`, 'must be the end of the period before')
  }
  const changes = others.map(({ from, quantity, rate_percent }) => ({
    from,
    notional: quantity,
    ratePercent: rate_percent,
  }))
  const { from, quantity: notional, rate_percent: ratePercent } = first
  return formatDecimal(
    payableInterest({ notional, ratePercent, from, to: last.to, dayCount, changes }, unit),
  )
}
