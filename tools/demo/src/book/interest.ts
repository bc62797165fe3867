import { accrue, Decimal, roundHalfEven } from '@vadium/margin'
import type { ProviderState } from '@vadium/schema'
import { bookTime, calendarDay, minute, monthStartsBetween, startOfDay } from '../calendar.ts'
import type { Random } from '../random.ts'
import { termsAt } from '../reference/agreements.ts'
import { smallestUnit } from '../reference/assets.ts'
import type { OrderHistory } from './order-history.ts'
import type { OrderPlan } from './order-plan.ts'

/** What was lent for the days until `until`, in units of the asset. */
interface Stretch {
  readonly until: number
  readonly lent: Decimal
}

/** Interest is paid on the first of each month for the month before it, and when an order closes. */
export function addInterest(
  history: OrderHistory,
  order: OrderPlan,
  until: number,
  random: Random,
): void {
  const lent = lentOver(history, order)
  let paidUntil = startOfDay(order.openedAt)
  const runs = monthStartsBetween(order.openedAt, until)
  if (order.closedAt !== undefined) runs.push(startOfDay(order.closedAt))
  for (const run of runs) {
    const amount = interest(order, lent, paidUntil, run)
    paidUntil = run
    if (amount.isZero()) continue
    const createdAt =
      run === startOfDay(order.closedAt ?? 0) ? (order.closedAt ?? run) : run + 5 * minute
    history.movements.push({
      category: 'interest',
      leg: 'interest',
      quantity: amount,
      path: 'toLender',
      state: run === startOfDay(bookTime) ? stateOfTodaysRun(random) : 'completed',
      createdAt,
      updatedAt: createdAt + random.integer(3, 180) * minute + random.integer(0, 59_999),
    })
  }
}

/** Repayments shorten what bears interest from the day on which they were made. */
function lentOver(history: OrderHistory, order: OrderPlan): Stretch[] {
  const repayments = history.movements
    .filter(
      ({ leg, category, state }) =>
        leg === 'asset' && category === 'return' && state === 'completed',
    )
    .toSorted((a, b) => b.createdAt - a.createdAt)
  const stretches: Stretch[] = [
    { until: Number.POSITIVE_INFINITY, lent: new Decimal(order.assetQuantity) },
  ]
  for (const { createdAt, quantity } of repayments) {
    const lent = (stretches[0]?.lent ?? new Decimal(0)).plus(quantity)
    stretches.unshift({ until: startOfDay(createdAt), lent })
  }
  return stretches
}

function interest(order: OrderPlan, lent: readonly Stretch[], from: number, to: number): Decimal {
  let sum = new Decimal(0)
  let start = from
  for (const { until, lent: notional } of lent) {
    const end = Math.min(until, to)
    if (end <= start) continue
    sum = sum.plus(
      accrue({
        notional,
        ratePercent: order.ratePercent,
        from: calendarDay(start),
        to: calendarDay(end),
        dayCount: termsAt(order.agreement, order.openedAt).day_count,
      }),
    )
    start = end
  }
  return roundHalfEven(sum, smallestUnit(order.asset))
}

/** The run of the last day is not through yet. */
function stateOfTodaysRun(random: Random): ProviderState {
  if (random.chance(40)) return 'completed'
  return random.pick([
    'pending_submission',
    'pending_provider_approval',
    'pending_provider_approval',
    'pending_provider_signature',
    'broadcasting',
    'confirming',
  ])
}
