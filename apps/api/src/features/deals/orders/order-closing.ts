import { Decimal } from '@vadium/margin'
import { orderStates, type TransferStatus } from '@vadium/schema'
import type { Refusal } from '../../../platform/refusal.ts'
import { change } from '../lifecycle/change.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { dayOf } from '../positions/interest-changes.ts'
import { beginClosing, endPosition } from '../positions/position-life.ts'
import { unreplacedFailedTransfers } from '../transfers/attempts.ts'
import { interestDue } from './interest-due.ts'
import { orderLifecycle, withoutPrices } from './order-lifecycle.ts'
import { legsUnderWay, type OrderRow, positionOf } from './order-row.ts'
import { type OrderTransfers, type PlannedTransfer, replacementOf } from './order-transfers.ts'

/** Who knows what is argued about. */
export interface Disputes {
  concludeDisputes(tx: WriteTransaction, positionId: string): Promise<void>
}

/** Who knows what else was asked for. */
export interface OpenRequests {
  /** The order closes: what nobody has answered has no object any more. */
  closingBegan(tx: WriteTransaction, positionId: string): Promise<void>
  /** Nothing is lent any more since a day, `YYYY-MM-DD`: a rate whose own has not come by then never holds. */
  assetIsBack(tx: WriteTransaction, positionId: string, day: string): Promise<void>
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

  /** Begins the close in the name of an organization: the caller's, where none is given. */
  close(
    tx: WriteTransaction,
    order: OrderRow,
    organizationId = tx.organizationId,
  ): Promise<Refusal | undefined> {
    const prepare = async () => {
      const { id } = positionOf(order)
      await this.#disputes.concludeDisputes(tx, id)
      await this.#requests.closingBegan(tx, id)
      return undefined
    }
    const asked = { action: 'close', facts: withoutPrices(tx), organizationId, prepare } as const
    return change(tx, orderLifecycle, order, asked, async (status) => {
      const position = positionOf(order)
      await beginClosing(tx, position, position.assetQuantity, { organizationId })
      await this.#goOn(tx, { ...order, status, position: { ...position, status: 'CLOSING' } })
      return undefined
    })
  }

  /** Something has become of a closing transfer: the next goes out, or the order is closed with the last. */
  async transferChanged(
    tx: WriteTransaction,
    order: OrderRow,
    reached: TransferStatus,
  ): Promise<void> {
    if (order.status !== 'CLOSING' || reached !== 'COMPLETED') return
    if (legsUnderWay(order).length + unreplacedFailedTransfers(order.legs).length === 0)
      await this.#goOn(tx, order)
  }

  /**
   * Instructs what is missing: of a loan that was active one step after the other, of an opening that was given up
   * all transfers that failed.
   */
  async retry(tx: WriteTransaction, order: OrderRow): Promise<void> {
    const lost = unreplacedFailedTransfers(order.legs)
    if (lost.length === 0 || positionOf(order).activeAt !== null) return this.#goOn(tx, order)
    await this.#transfers.instruct(
      tx,
      order,
      lost.map((leg) => replacementOf(leg, order)),
    )
  }

  async #goOn(tx: WriteTransaction, order: OrderRow): Promise<void> {
    const position = positionOf(order)
    const next = await this.#next(tx, order)
    if (next !== undefined) {
      await this.#transfers.instruct(tx, order, [next])
    } else {
      await mustMove(tx, orderStates, order, 'settle')
      await endPosition(tx, position, 'settle')
    }
  }

  async #next(tx: WriteTransaction, order: OrderRow): Promise<PlannedTransfer | undefined> {
    const { id, assetQuantity, collateralQuantity, assetBackAt } = positionOf(order)
    if (isSome(assetQuantity)) {
      return step(order, {
        category: 'close',
        leg: 'asset',
        sender: 'borrower',
        quantity: assetQuantity,
      })
    }
    await this.#requests.assetIsBack(tx, id, dayOf(assetBackAt ?? tx.now))
    const interest = await interestLeft(tx, order)
    if (isSome(interest)) {
      return step(order, {
        category: 'interest',
        leg: 'interest',
        sender: 'borrower',
        quantity: interest,
      })
    }
    return isSome(collateralQuantity)
      ? step(order, {
          category: 'close',
          leg: 'collateral',
          sender: 'lender',
          quantity: collateralQuantity,
        })
      : undefined
  }
}

/** Interest is asked for once: a part whose transfer failed is still owed. */
async function interestLeft(tx: WriteTransaction, order: OrderRow): Promise<string> {
  const lost = unreplacedFailedTransfers(order.legs).find(({ leg }) => leg === 'interest')
  if (lost !== undefined) return lost.quantity
  const isAskedFor = order.legs.some(({ leg }) => leg === 'interest')
  return isAskedFor ? '0' : interestDue(tx, order)
}

/** A step that replaces its last attempt, where that failed. */
function step(order: OrderRow, planned: PlannedTransfer): PlannedTransfer {
  const lost = unreplacedFailedTransfers(order.legs).find(({ leg }) => leg === planned.leg)
  return lost?.quantity === planned.quantity ? { ...planned, replaces: lost.id } : planned
}

const isSome = (quantity: string) => !new Decimal(quantity).isZero()
