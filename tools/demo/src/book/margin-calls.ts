import { Decimal, formatDecimal, roundDown, roundUp } from '@vadium/margin'
import { day, hour, marketCutOf, minute, startOfDay, timestamp } from '../calendar.ts'
import type { Random } from '../random.ts'
import { termsAt } from '../reference/agreements.ts'
import { smallestUnit } from '../reference/assets.ts'
import { priceAt } from '../reference/prices.ts'
import type { Movement } from '../transfers/movement.ts'
import type { OrderHistory } from './order-history.ts'
import type { OrderPlan } from './order-plan.ts'

interface Call {
  readonly direction: 'TopUp' | 'Release'
  readonly amount: Decimal
  readonly notional: Decimal
  readonly at: number
}

/** The mark-to-market requests of an order's life, all of them over. */
export function addMarginCalls(
  history: OrderHistory,
  order: OrderPlan,
  until: number,
  random: Random,
): void {
  const quiet = 2 * day
  for (
    let time = startOfDay(order.openedAt) + 3 * day;
    time < until - quiet;
    time += random.integer(2, 8) * day
  ) {
    // Calls follow the market cut, so those of all orders are made in the same millisecond.
    const call = sizedCall(order, marketCutOf(time) + 5 * minute, random)
    if (call.amount.isPositive() && !call.amount.isZero()) addOutcome(history, call, random)
  }
}

/** Between 0.2 and 2.4 percent of the collateral. */
function sizedCall(order: OrderPlan, at: number, random: Random): Call {
  const { collateralAsset, collateralQuantity } = order
  const terms = termsAt(order.agreement, order.openedAt)
  const price = priceAt(collateralAsset, at)
  const share = new Decimal(random.integer(20_000, 240_000)).div(10_000_000)
  const notional = roundDown(price.times(collateralQuantity).times(share), '0.01')
  const counted = price.times(new Decimal(1).minus(terms.haircut ?? '0'))
  const direction = random.chance(55) ? 'TopUp' : 'Release'
  const unit = smallestUnit(collateralAsset)
  const amount =
    direction === 'TopUp'
      ? roundUp(cut(notional.div(counted)), terms.lot_top_up ?? unit)
      : roundDown(cut(notional.div(counted)), terms.lot_release ?? unit)
  return { direction, amount, notional, at }
}

/** Quotients have 60 digits, and nothing here needs more than 40 behind the point. */
function cut(quotient: Decimal): Decimal {
  return quotient.toDecimalPlaces(40, Decimal.ROUND_DOWN)
}

function addOutcome(history: OrderHistory, call: Call, random: Random): void {
  const { at } = call
  const took = random.integer(6, 95) * minute + random.integer(0, 59_999)
  const outcome = random.integer(1, 100)
  if (outcome <= 3) addCall(history, call, 'REJECTED', at + took)
  else if (outcome <= 5) addCall(history, call, 'EXPIRED', at + 4 * hour)
  else if (outcome <= 8) {
    addCall(history, call, 'CANCELLED', at + took)
    addMovement(history, call, 'cancelled', at, at + took)
  } else if (outcome <= 16) {
    // The first attempt comes to nothing; the second one settles.
    addMovement(history, call, outcome <= 12 ? 'failed' : 'rejected', at, at + took)
    settle(history, call, at + took + random.integer(2, 40) * minute, took)
  } else settle(history, call, at, took)
}

function settle(history: OrderHistory, call: Call, sentAt: number, took: number): void {
  const settledAt = sentAt + took
  addMovement(history, call, 'completed', sentAt, settledAt)
  addCall(history, call, 'COMPLETED', settledAt)
  history.lastMarkedAt = settledAt
}

function addCall(
  history: OrderHistory,
  { direction, amount, notional, at }: Call,
  status: OrderHistory['calls'][number]['status'],
  updatedAt: number,
): void {
  history.calls.push({
    status,
    direction,
    collateral_amount: formatDecimal(amount),
    notional_usd: formatDecimal(notional, 2),
    created_at: timestamp(at),
    updated_at: timestamp(updatedAt),
  })
}

function addMovement(
  history: OrderHistory,
  { direction, amount }: Call,
  state: Movement['state'],
  createdAt: number,
  updatedAt: number,
): void {
  history.movements.push({
    category: 'm2m',
    leg: 'collateral',
    quantity: amount,
    path: direction === 'TopUp' ? 'toLender' : 'toBorrower',
    state,
    createdAt,
    updatedAt,
  })
}
