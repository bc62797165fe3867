import { Decimal, formatDecimal } from '@vadium/margin'
import { bookTime, minute, timestamp } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { LatestEvent } from './latest-event.ts'
import type { OrderHistory } from './order-history.ts'
import type { OrderPlan } from './order-plan.ts'
import { addRecallInProgress } from './returns.ts'

/** What has begun after the last market cut and is not over at the end of the book. */
export function addLatest(
  history: OrderHistory,
  order: OrderPlan,
  latest: LatestEvent,
  random: Random,
): void {
  if (latest.kind === 'recallInProgress') {
    addRecallInProgress(history, order, latest.assetQuantity, random)
    return
  }
  // Late enough that the price of now is the price it was made at.
  const createdAt = bookTime - 10 * minute
  const updatedAt = createdAt + random.integer(1, 9) * minute
  const direction = latest.kind === 'collateralInTransit' ? latest.direction : 'TopUp'
  const statuses = {
    callAwaitingAnswer: 'PENDING_ACCEPTANCE',
    callFailed: 'FAILED',
    collateralInTransit: 'IN_PROGRESS',
    callDisputed: 'DISPUTED',
  } as const
  history.calls.push({
    status: statuses[latest.kind],
    direction,
    collateral_amount: latest.amount,
    notional_usd: formatDecimal(new Decimal(latest.notionalUsd), 2),
    created_at: timestamp(createdAt),
    updated_at: timestamp(updatedAt),
  })
  const state =
    latest.kind === 'collateralInTransit'
      ? latest.state
      : latest.kind === 'callFailed'
        ? 'failed'
        : undefined
  if (state === undefined) return
  history.movements.push({
    category: 'm2m',
    leg: 'collateral',
    quantity: new Decimal(latest.amount),
    path: direction === 'TopUp' ? 'toLender' : 'toBorrower',
    state,
    createdAt,
    updatedAt,
  })
}
