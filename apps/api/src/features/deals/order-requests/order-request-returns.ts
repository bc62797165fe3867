import { Decimal, formatDecimal, proRataRelease } from '@vadium/margin'
import type { JournaledTransfer } from '../journal/journal.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { OrderService } from '../orders/orders.service.ts'
import { recordReturn } from '../positions/interest-changes.ts'
import { readPledge, releasableQuantity } from '../positions/position-book.ts'
import { smallestUnit } from '../positions/valued-position.ts'
import { unreplacedFailedTransfers } from '../transfers/attempts.ts'
import { recordReturnedCollateral } from './order-request.repository.ts'
import type { OrderRequestRecord } from './order-request-record.ts'

/**
 * How a part goes back: the asset first, and when it has arrived the collateral pro rata, so that what is still
 * lent stays as well secured as it was. The deal is locked.
 */
export class OrderRequestReturns {
  readonly #orders: OrderService

  constructor(orders: OrderService) {
    this.#orders = orders
  }

  async begin(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
    const { id, orderId, quantity } = request
    if (quantity === null) throw new Error(`order request ${id} gives nothing back`)
    await this.#orders.instruct(tx, orderId, [
      { category: 'return', leg: 'asset', sender: 'borrower', quantity, orderRequestId: id },
    ])
  }

  /**
   * A part of the asset has come back, and no longer counts as lent: its interest is frozen. What was imported
   * with a book belongs to no request.
   */
  async assetHasArrived(
    tx: WriteTransaction,
    { orderId, lenderId, borrowerId, quantity }: JournaledTransfer,
    orderRequestId: string | null,
  ): Promise<void> {
    const { positionId, lentQuantity } = await readPledge(tx, orderId)
    const before = formatDecimal(new Decimal(lentQuantity).plus(quantity))
    const position = { id: positionId, lenderId, borrowerId, orderRequestId }
    await recordReturn(tx, position, { before, now: lentQuantity })
  }

  /** Sends the collateral of a part back that has just arrived. False where there is none to send. */
  async release(tx: WriteTransaction, request: OrderRequestRecord): Promise<boolean> {
    const { id, orderId, quantity } = request
    if (quantity === null) throw new Error(`order request ${id} gives nothing back`)
    const pledge = await readPledge(tx, orderId)
    const released = proRataRelease({
      settled: pledge.collateralQuantity,
      returnsInTransit: pledge.returnsInTransit,
      disputed: pledge.collateralDisputedQuantity,
      lent: new Decimal(pledge.lentQuantity).plus(quantity),
      returned: quantity,
      smallestUnit: smallestUnit(pledge.collateralDecimals),
    })
    return this.#send(tx, request, released)
  }

  /**
   * Instructs the failed transfers again. Of the collateral no more than may be sent back by now; false where none
   * may be any more.
   */
  async retry(tx: WriteTransaction, request: OrderRequestRecord): Promise<boolean> {
    const [lost] = unreplacedFailedTransfers(request.transfers)
    if (lost === undefined) throw new Error(`nothing of order request ${request.id} was lost`)
    const { id: replaces, leg, quantity } = lost
    if (leg === 'collateral') {
      const releasable = await releasableQuantity(tx, request.positionId)
      const left = Decimal.max(0, Decimal.min(quantity, releasable))
      return this.#send(tx, request, left, left.equals(quantity) ? replaces : undefined)
    }
    await this.#orders.instruct(tx, request.orderId, [
      {
        category: 'return',
        leg: 'asset',
        sender: 'borrower',
        quantity,
        orderRequestId: request.id,
        replaces,
      },
    ])
    return true
  }

  /** All that is lent goes back: that is a close. */
  close(tx: WriteTransaction, request: OrderRequestRecord): Promise<Refusal | undefined> {
    return this.#orders.closeAgreed(tx, request.orderId, request.id)
  }

  retryClose(tx: WriteTransaction, { orderId }: OrderRequestRecord) {
    return this.#orders.retryAgreed(tx, orderId)
  }

  isClosed(tx: WriteTransaction, { orderId }: OrderRequestRecord): Promise<boolean> {
    return this.#orders.isClosed(tx, orderId)
  }

  async #send(
    tx: WriteTransaction,
    { id, orderId }: OrderRequestRecord,
    quantity: Decimal,
    replaces?: string,
  ): Promise<boolean> {
    await recordReturnedCollateral(tx, id, formatDecimal(quantity))
    if (quantity.isZero()) return false
    await this.#orders.instruct(tx, orderId, [
      {
        category: 'return',
        leg: 'collateral',
        sender: 'lender',
        quantity: formatDecimal(quantity),
        orderRequestId: id,
        ...(replaces !== undefined && { replaces }),
      },
    ])
    return true
  }
}
