import { type Decimal, formatDecimal } from '@vadium/margin'
import type { PriceBook } from '../../prices/index.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { releasableQuantity } from '../positions/position-book.ts'
import type { TransferDesk } from '../transfers/transfer-desk.service.ts'
import { bookedWorth } from '../transfers/transfer-worth.ts'
import type { AgreedTerms } from './agreed-terms.ts'
import { quantityUnavailable } from './request-blockers.ts'
import type { RequestRecord } from './request-record.ts'

export class RequestTransfers {
  readonly #desk: TransferDesk
  readonly #prices: PriceBook

  constructor(desk: TransferDesk, prices: PriceBook) {
    this.#desk = desk
    this.#prices = prices
  }

  /**
   * Instructs an amount above zero of collateral: from the borrower for a TopUp, from the lender
   * for a Release. Refuses to send back more than is available.
   */
  async instruct(
    tx: WriteTransaction,
    request: RequestRecord,
    quantity: Decimal,
    { borrowerWalletId, lenderWalletId }: AgreedTerms,
    replaces?: string,
  ): Promise<Refusal | undefined> {
    const isTopUp = request.direction === 'TopUp'
    if (!isTopUp) {
      const releasable = await releasableQuantity(tx, request.positionId)
      if (quantity.greaterThan(releasable)) return quantityUnavailable(quantity, releasable)
    }
    const order = {
      id: request.orderId,
      number: request.orderNumber,
      lenderId: request.lenderId,
      borrowerId: request.borrowerId,
    }
    await this.#desk.instruct(tx, order, {
      category: 'm2m',
      leg: 'collateral',
      token: request.collateralAsset,
      quantity: formatDecimal(quantity),
      notionalUsd: await this.#worth(tx, request, quantity),
      senderWalletId: isTopUp ? borrowerWalletId : lenderWalletId,
      receiverWalletId: isTopUp ? lenderWalletId : borrowerWalletId,
      markToMarketRequestId: request.id,
      ...(replaces !== undefined && { replaces }),
    })
    return undefined
  }

  /** The value at the current or last known price in USD, for display only. */
  async #worth(tx: WriteTransaction, request: RequestRecord, quantity: Decimal): Promise<string> {
    const { collateralAsset, collateralPriceUsd } = request
    const known = await this.#prices.lastKnownWithin(tx, [collateralAsset], tx.nowMs)
    return bookedWorth(quantity, known.get(collateralAsset) ?? collateralPriceUsd)
  }
}
