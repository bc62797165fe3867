import { Decimal, roundDown } from '@vadium/margin'
import type { ProviderState } from '@vadium/schema'
import { minute } from '../calendar.ts'
import type { Random } from '../random.ts'
import { smallestUnit } from '../reference/assets.ts'
import type { Movement } from '../transfers/movement.ts'
import type { OrderHistory } from './order-history.ts'
import type { OrderPlan } from './order-plan.ts'

/** Everything goes back; after a liquidation, what the lender's claim leaves of the collateral. */
export function addClosing(
  history: OrderHistory,
  order: OrderPlan,
  closedAt: number,
  random: Random,
): void {
  const collateral = new Decimal(order.collateralQuantity)
  if (order.liquidated === true) {
    const share = new Decimal(random.integer(5, 60)).div(1000)
    const left = roundDown(collateral.times(share), smallestUnit(order.collateralAsset))
    addMovements(history, closedAt, random, 'completed', [
      { category: 'liquidation', leg: 'collateral', path: 'toBorrower', quantity: left },
    ])
    return
  }
  addMovements(history, closedAt, random, 'completed', [
    {
      category: 'close',
      leg: 'asset',
      path: 'toLender',
      quantity: new Decimal(order.assetQuantity),
    },
    { category: 'close', leg: 'collateral', path: 'toBorrower', quantity: collateral },
  ])
}

/** The asset is on its way back; the collateral waits for it. */
export function addClosingInProgress(
  history: OrderHistory,
  order: OrderPlan,
  at: number,
  random: Random,
): void {
  addMovements(history, at, random, 'pending_provider_signature', [
    {
      category: 'close',
      leg: 'asset',
      path: 'toLender',
      quantity: new Decimal(order.assetQuantity),
    },
  ])
  addMovements(history, at, random, 'pending_submission', [
    {
      category: 'close',
      leg: 'collateral',
      path: 'toBorrower',
      quantity: new Decimal(order.collateralQuantity),
    },
  ])
}

type Part = Pick<Movement, 'category' | 'leg' | 'path' | 'quantity'>

function addMovements(
  history: OrderHistory,
  createdAt: number,
  random: Random,
  state: ProviderState,
  parts: readonly Part[],
): void {
  for (const part of parts) {
    const updatedAt = createdAt + random.integer(8, 90) * minute + random.integer(0, 59_999)
    history.movements.push({ ...part, state, createdAt, updatedAt })
  }
}
