import { Decimal, formatDecimal, proRataRelease } from '@vadium/margin'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { OrderService } from '../orders/orders.service.ts'
import { readPledge, releasableQuantity } from '../positions/position-book.ts'
import { smallestUnit } from '../positions/valued-position.ts'
import {
  hasFailed,
  isUnderWay,
  newestAttempts,
  unreplacedFailedTransfers,
} from '../transfers/attempts.ts'
import type { TransferCancellation } from '../transfers/transfer-cancellation.service.ts'
import { recordReturnedCollateral } from './order-request.repository.ts'
import type { OrderRequestRecord } from './order-request-record.ts'

/**
 * The return of a part: the asset first, then its share of the collateral, so that the rest stays
 * equally secured. The deal must be locked.
 */
export class OrderRequestReturns {
  readonly #orders: OrderService
  readonly #cancellations: TransferCancellation

  constructor(orders: OrderService, cancellations: TransferCancellation) {
    this.#orders = orders
    this.#cancellations = cancellations
  }

  async begin(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
    const { id, orderId, quantity } = request
    if (quantity === null) throw new Error(`order request ${id} has no quantity to return`)
    await this.#orders.instruct(tx, orderId, [
      { category: 'return', leg: 'asset', sender: 'borrower', quantity, orderRequestId: id },
    ])
  }

  /**
   * Sends back the collateral for a part that has just arrived. False if there is none to send, or
   * while a default of the borrower is declared: the share is then excess, like any other. Sent
   * back, it would take from the deal what the part has just cured.
   */
  async release(tx: WriteTransaction, request: OrderRequestRecord): Promise<boolean> {
    const { id, orderId, quantity } = request
    if (quantity === null) throw new Error(`order request ${id} has no quantity to return`)
    if (request.keepsShare) return this.#send(tx, request, new Decimal(0))
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
   * Instructs the failed transfers again. Collateral is limited to what may be sent back now; false
   * if that is none.
   */
  async retry(tx: WriteTransaction, request: OrderRequestRecord): Promise<boolean> {
    const [failed] = unreplacedFailedTransfers(request.transfers)
    if (failed === undefined) throw new Error(`order request ${request.id} has no failed transfer`)
    const { id: replaces, leg, quantity, isCalledOff } = failed
    if (leg === 'collateral') {
      const releasable = await releasableQuantity(tx, request.positionId)
      const left = Decimal.max(0, Decimal.min(quantity, releasable))
      // One that was called off was not owed, so the time of the next one begins again.
      const isSame = left.equals(quantity) && !isCalledOff
      return this.#send(tx, request, left, isSame ? replaces : undefined)
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

  /**
   * Keeps the share of a part in the deal that was to be sent back when a default of the borrower
   * was declared, so that it is not in the way of what the borrower returns. Returns whether
   * nothing of it is under way any more: the request is then carried out.
   */
  async keepShare(tx: WriteTransaction, request: OrderRequestRecord): Promise<boolean> {
    if (!request.keepsShare || request.whole === true) return false
    const share = newestAttempts(request.transfers).find(({ leg }) => leg === 'collateral')
    if (share === undefined) return false
    if (hasFailed(share)) return !(await this.#send(tx, request, new Decimal(0)))
    if (isUnderWay(share)) await this.#cancellations.askByService(tx, share.id)
    return false
  }

  /** A full return closes the order. */
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
