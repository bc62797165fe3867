import { Decimal } from '@vadium/margin'
import type { ProviderState } from '@vadium/schema'
import { minute } from '../calendar.ts'
import type { Random } from '../random.ts'
import { type Movement, settledCollateral } from '../transfers/movement.ts'
import type { OrderHistory } from './order-history.ts'
import type { OrderPlan } from './order-plan.ts'

/** The two transfers of an opening, in such quantities that all that came after them leads to the plan. */
export function addOpening(history: OrderHistory, order: OrderPlan, random: Random): void {
  const later = Decimal.sum(0, ...history.movements.map(settledCollateral))
  const repaid = history.movements
    .filter(({ leg, state }) => leg === 'asset' && state === 'completed')
    .map(({ quantity }) => quantity)
  addLegs(history, order, random, ['completed', 'completed'], {
    asset: Decimal.sum(order.assetQuantity, ...repaid),
    collateral: new Decimal(order.collateralQuantity).minus(later),
  })
}

/** An opening of which one leg or both are under way, or have failed. */
export function addUnfinishedOpening(
  history: OrderHistory,
  order: OrderPlan,
  random: Random,
  states: readonly [asset: ProviderState, collateral: ProviderState],
): void {
  addLegs(history, order, random, states, {
    asset: new Decimal(order.assetQuantity),
    collateral: new Decimal(order.collateralQuantity),
  })
}

function addLegs(
  history: OrderHistory,
  order: OrderPlan,
  random: Random,
  states: readonly [asset: ProviderState, collateral: ProviderState],
  quantities: { readonly asset: Decimal; readonly collateral: Decimal },
): void {
  const leg = (of: 'asset' | 'collateral', state: ProviderState): Movement => ({
    category: 'open',
    leg: of,
    quantity: quantities[of],
    path: of === 'asset' ? 'toBorrower' : 'toLender',
    state,
    createdAt: order.openedAt,
    updatedAt: order.openedAt + random.integer(5, 80) * minute + random.integer(0, 59_999),
  })
  history.movements.push(leg('asset', states[0]), leg('collateral', states[1]))
}
