import { Decimal } from '@vadium/margin'
import { orderStates, type TransferStatus } from '@vadium/schema'
import { Refusal } from '../../refusal.ts'
import { allowedMove, type Mover, mustMove } from '../../writes/state-moves.ts'
import type { WriteTransaction } from '../../writes/write-transaction.ts'
import { beginClosing, endPosition } from '../positions/position-life.ts'
import { interestDue } from './interest-due.ts'
import { closingObstacle } from './order-obstacles.ts'
import { arrivedLegs, type OrderRow, positionOf, statefulOrder } from './order-row.ts'
import type { OrderTransfers, PlannedTransfer } from './order-transfers.ts'

/** Who knows what is argued about. */
export interface Disputes {
  concludeDisputes(tx: WriteTransaction, positionId: string): Promise<void>
}

/** Who knows what else was asked for. */
export interface OpenRequests {
  /** The order closes: what nobody has answered has no object any more. */
  closingBegan(tx: WriteTransaction, positionId: string): Promise<void>
  /** Nothing is lent any more: a rate whose day has not come never holds. */
  assetIsBack(tx: WriteTransaction, positionId: string): Promise<void>
}

interface Parts {
  readonly transfers: OrderTransfers
  readonly disputes: Disputes
  readonly requests: OpenRequests
}

/**
 * How everything goes back, one after the other: the asset, its interest until the day on which it arrived, and
 * then the collateral, which secures both until they are there. The deal is locked.
 */
export class OrderClosing {
  readonly #transfers: OrderTransfers
  readonly #disputes: Disputes
  readonly #requests: OpenRequests

  constructor({ transfers, disputes, requests }: Parts) {
    this.#transfers = transfers
    this.#disputes = disputes
    this.#requests = requests
  }

  async close(
    tx: WriteTransaction,
    order: OrderRow,
    mover: Mover = { organizationId: tx.organizationId },
  ): Promise<Refusal | undefined> {
    const move = allowedMove(orderStates, statefulOrder(order), 'close', mover)
    if (move instanceof Refusal) return move
    const obstacle = closingObstacle(order)
    if (obstacle !== undefined) return obstacle

    const position = positionOf(order)
    await this.#disputes.concludeDisputes(tx, position.id)
    await this.#requests.closingBegan(tx, position.id)
    const status = await mustMove(tx, orderStates, statefulOrder(order), 'close', mover)
    await beginClosing(tx, position, position.assetQuantity, mover)
    await this.#goOn(tx, { ...order, status, position: { ...position, status: 'CLOSING' } })
    return undefined
  }

  /** Something has become of a closing transfer: the next goes out, or the order is closed with the last. */
  async transferChanged(
    tx: WriteTransaction,
    order: OrderRow,
    reached: TransferStatus,
  ): Promise<void> {
    if (order.status !== 'CLOSING' || reached !== 'COMPLETED') return
    if (arrivedLegs(order).length === order.legs.length) await this.#goOn(tx, order)
  }

  /** Nothing of the closing is under way or lost. */
  async #goOn(tx: WriteTransaction, order: OrderRow): Promise<void> {
    const position = positionOf(order)
    const next = await this.#next(tx, order)
    if (next !== undefined) {
      await this.#transfers.instruct(tx, order, [next])
    } else {
      await mustMove(tx, orderStates, statefulOrder(order), 'settle')
      await endPosition(tx, position, 'settle')
    }
  }

  async #next(tx: WriteTransaction, order: OrderRow): Promise<PlannedTransfer | undefined> {
    const { id, assetQuantity, collateralQuantity, activeAt } = positionOf(order)
    if (isSome(assetQuantity)) {
      return { category: 'close', leg: 'asset', sender: 'borrower', quantity: assetQuantity }
    }
    if (activeAt !== null && !order.legs.some(({ leg }) => leg === 'interest')) {
      await this.#requests.assetIsBack(tx, id)
      const interest = await interestDue(tx, order, activeAt)
      if (isSome(interest)) {
        return { category: 'interest', leg: 'interest', sender: 'borrower', quantity: interest }
      }
    }
    return isSome(collateralQuantity)
      ? { category: 'close', leg: 'collateral', sender: 'lender', quantity: collateralQuantity }
      : undefined
  }
}

const isSome = (quantity: string) => !new Decimal(quantity).isZero()
