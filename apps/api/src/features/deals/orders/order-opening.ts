import { orderStates, type TransferStatus } from '@vadium/schema'
import type { PriceBook } from '../../prices/index.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import { change } from '../lifecycle/change.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { activatePosition, beginClosing, endPosition } from '../positions/position-life.ts'
import { unreplacedFailedTransfers } from '../transfers/attempts.ts'
import { awaitMaturity } from './awaited-maturity.ts'
import { awaitInterest } from './monthly-interest.ts'
import { orderLifecycle, withoutPrices } from './order-lifecycle.ts'
import { arrivedLegs, type OrderRow, positionOf } from './order-row.ts'
import { type OrderTransfers, type PlannedTransfer, replacementOf } from './order-transfers.ts'

/** How an order becomes active, or its opening is cancelled. The deal must be locked. */
export class OrderOpening {
  readonly #transfers: OrderTransfers
  readonly #prices: PriceBook

  constructor(transfers: OrderTransfers, prices: PriceBook) {
    this.#transfers = transfers
    this.#prices = prices
  }

  /**
   * Follows a transfer of the opening: the order is OPENING after the first, and ACTIVE after both.
   */
  async transferChanged(
    tx: WriteTransaction,
    order: OrderRow,
    reached: TransferStatus,
  ): Promise<void> {
    const opening =
      order.status === 'ACCEPTED'
        ? { ...order, status: await mustMove(tx, orderStates, order, 'open') }
        : order
    if (opening.status !== 'OPENING' || reached !== 'COMPLETED') return
    const arrived = new Set(arrivedLegs(opening).map(({ leg }) => leg))
    if (!arrived.has('asset') || !arrived.has('collateral')) return
    await mustMove(tx, orderStates, opening, 'activate')
    const price = await this.#freshPrice(tx, opening.asset)
    await activatePosition(tx, positionOf(opening), opening.assetQuantity, price)
    await awaitInterest(tx, opening, opening.terms)
    await awaitMaturity(tx, opening)
  }

  /** Instructs the failed transfers again. */
  async retry(tx: WriteTransaction, order: OrderRow): Promise<void> {
    const failed = unreplacedFailedTransfers(order.legs).map((leg) => replacementOf(leg, order))
    await this.#transfers.instruct(tx, order, failed)
  }

  /**
   * Cancels an opening in which a transfer failed and none is under way. What has arrived is sent
   * back; if nothing has, the order ends.
   */
  abandon(tx: WriteTransaction, order: OrderRow): Promise<Refusal | undefined> {
    const back = sentBackByAbandoning(order)
    const as = back.length === 0 ? 'abandon' : 'unwind'
    const asked = { action: 'abandon', as, facts: withoutPrices(tx) } as const
    return change(tx, orderLifecycle, order, asked, async () => {
      const mover = { organizationId: tx.organizationId }
      if (as === 'abandon') {
        await endPosition(tx, positionOf(order), 'abandon', mover)
        return undefined
      }
      const lent = back.find(({ leg }) => leg === 'asset')?.quantity ?? '0'
      await beginClosing(tx, positionOf(order), lent, mover)
      await this.#transfers.instruct(tx, order, back)
      return undefined
    })
  }

  async #freshPrice(tx: WriteTransaction, asset: string): Promise<string | undefined> {
    const readings = await this.#prices.readWithin(tx, [asset], tx.nowMs)
    const reading = readings.get(asset)
    return reading?.kind === 'current' ? reading.priceUsd : undefined
  }
}

/** What has arrived in an opening, and is sent back if it is cancelled. */
export function sentBackByAbandoning(order: OrderRow): PlannedTransfer[] {
  return arrivedLegs(order).map(({ leg, quantity }) => ({
    category: 'close',
    leg,
    sender: leg === 'asset' ? 'borrower' : 'lender',
    quantity,
  }))
}
