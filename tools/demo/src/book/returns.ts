import { Decimal, formatDecimal, roundDown } from '@vadium/margin'
import type { ProviderState } from '@vadium/schema'
import { bookTime, day, hour, minute, startOfDay, timestamp } from '../calendar.ts'
import type { Random } from '../random.ts'
import { smallestUnit } from '../reference/assets.ts'
import type { OrderHistory } from './order-history.ts'
import type { OrderPlan } from './order-plan.ts'

/** A part of the loan that came back in the middle of its life, with its share of the collateral. */
export function addPartialReturn(
  history: OrderHistory,
  order: OrderPlan,
  until: number,
  random: Random,
): void {
  const days = Math.floor((until - order.openedAt) / day)
  if (days < 20 || !random.chance(35)) return
  const at =
    startOfDay(order.openedAt) +
    random.integer(8, days - 8) * day +
    random.integer(9 * 60, 15 * 60) * minute
  const percent = random.integer(4, 22)
  const returned = shareOf(order, percent)
  history.requests.push({
    kind: random.chance(40) ? 'recall' : 'return',
    status: 'COMPLETED',
    quantity: formatDecimal(returned.asset),
    created_at: timestamp(at - 5 * hour),
    updated_at: timestamp(at + 2 * hour),
  })
  addReturn(history, returned, at, ['completed', 'completed'], random)
}

/** A recall that the borrower has accepted and whose transfers are under way. */
export function addRecallInProgress(
  history: OrderHistory,
  order: OrderPlan,
  assetQuantity: string,
  random: Random,
): void {
  const at = bookTime - 3 * hour
  const percent = new Decimal(assetQuantity).times(100).div(order.assetQuantity)
  history.requests.push({
    kind: 'recall',
    status: 'IN_PROGRESS',
    quantity: assetQuantity,
    created_at: timestamp(at - 20 * hour),
    updated_at: timestamp(at),
  })
  const returned = { ...shareOf(order, percent), asset: new Decimal(assetQuantity) }
  addReturn(history, returned, at, ['confirming', 'pending_submission'], random)
}

/** Requests that moved nothing: a new rate, or a return that was declined. */
export function addIdleRequests(
  history: OrderHistory,
  order: OrderPlan,
  until: number,
  random: Random,
): void {
  if (!random.chance(30)) return
  const days = Math.max(1, Math.floor((until - order.openedAt) / day) - 1)
  const at = order.openedAt + random.integer(1, days) * day
  const times = { created_at: timestamp(at), updated_at: timestamp(at + 90 * minute) }
  if (random.chance(60)) {
    const status = random.pick(['COMPLETED', 'REJECTED', 'EXPIRED'] as const)
    history.requests.push({ kind: 'rerate', status, quantity: null, ...times })
    return
  }
  const status = random.pick(['REJECTED', 'CANCELLED', 'EXPIRED'] as const)
  const kind = random.pick(['recall', 'return'] as const)
  const quantity = formatDecimal(shareOf(order, random.integer(10, 50)).asset)
  history.requests.push({ kind, status, quantity, ...times })
}

interface Returned {
  readonly asset: Decimal
  readonly collateral: Decimal
}

function shareOf(order: OrderPlan, percent: number | Decimal): Returned {
  const share = (quantity: string, unit: Decimal) =>
    roundDown(new Decimal(quantity).times(percent).div(100), unit)
  return {
    asset: share(order.assetQuantity, smallestUnit(order.asset)),
    collateral: share(order.collateralQuantity, smallestUnit(order.collateralAsset)),
  }
}

function addReturn(
  history: OrderHistory,
  returned: Returned,
  createdAt: number,
  states: readonly [asset: ProviderState, collateral: ProviderState],
  random: Random,
): void {
  const updatedAt = createdAt + random.integer(10, 120) * minute
  const same = { category: 'return', createdAt, updatedAt } as const
  history.movements.push(
    { ...same, leg: 'asset', quantity: returned.asset, path: 'toLender', state: states[0] },
    {
      ...same,
      leg: 'collateral',
      quantity: returned.collateral,
      path: 'toBorrower',
      state: states[1],
    },
  )
}
