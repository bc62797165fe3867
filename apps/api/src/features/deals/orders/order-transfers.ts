import type { TransferCategory } from '@vadium/schema'
import type { PriceBook } from '../../prices/index.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { dealWallets, type TransferDesk } from '../transfers/transfer-desk.service.ts'
import { exchangeOf } from '../transfers/substitution-wallets.ts'
import { bookedWorth } from '../transfers/transfer-worth.ts'
import type { OrderLeg, OrderRow } from './order-row.ts'
import { walletsOf } from './order-wallets.ts'
import { together } from '../../../platform/writes/together.ts'

/** A transfer of an opening, a closing, a return or a close-out. */
export interface PlannedTransfer {
  readonly category: TransferCategory
  readonly leg: 'asset' | 'collateral' | 'interest'
  /** Default: what the order names for its leg now. Another collateral is one of an exchange. */
  readonly token?: string
  readonly sender: 'lender' | 'borrower'
  /** Decimal string, above zero. */
  readonly quantity: string
  /** The failed transfer that this one replaces. */
  readonly replaces?: string
  /** The order request that it belongs to. Undefined for an opening, a closing or a close-out. */
  readonly orderRequestId?: string
  /** The day up to which it pays interest, `YYYY-MM-DD`. */
  readonly dueOn?: string
  /** When it is late, if an earlier payment was for the same day. RFC 3339. */
  readonly lateAt?: string
  /** The close-out that it belongs to. */
  readonly closeOutId?: string
  /** The transfer that arrived without counting, whose quantity it sends back. */
  readonly sendsBack?: string
}

/** The transfer that replaces a failed one. */
export function replacementOf(
  { id, category, leg, quantity, senderId }: OrderLeg,
  { lenderId }: OrderRow,
): PlannedTransfer {
  const sender = senderId === lenderId ? 'lender' : 'borrower'
  return { category, leg, quantity, sender, replaces: id }
}

/**
 * Instructs the transfers of orders, between the wallets that the sides have named: for another
 * collateral than that of the order, in the substitution that has exchanged it.
 */
export class OrderTransfers {
  readonly #desk: TransferDesk
  readonly #prices: PriceBook

  constructor(desk: TransferDesk, prices: PriceBook) {
    this.#desk = desk
    this.#prices = prices
  }

  /**
   * The notional uses the newest price, even if it is stale, because a due transfer must not wait
   * for a fresh one.
   */
  async instruct(
    tx: WriteTransaction,
    order: OrderRow,
    transfers: readonly PlannedTransfer[],
  ): Promise<void> {
    const { lender, borrower } = walletsOf(order)
    const named = [order.asset, order.collateralAsset]
    const others = transfers.flatMap(({ token = order.asset }) =>
      named.includes(token) ? [] : [token],
    )
    const [prices, wallets, ...exchanges] = await together([
      this.#prices.lastKnownWithin(tx, [...named, ...others], tx.nowMs),
      dealWallets(tx, order.id),
      ...others.map((token) => exchangeOf(tx, order.id, token)),
    ])
    const wanted = transfers.map((transfer) => {
      const { sender, ...planned } = transfer
      const { leg, quantity } = planned
      const wallet = leg === 'collateral' ? 'collateral' : 'asset'
      const { token = leg === 'collateral' ? order.collateralAsset : order.asset } = planned
      const exchange = exchanges.find((one) => one.token === token)
      const ofLender = exchange?.lenderWalletId ?? lender[wallet]
      const ofBorrower = exchange?.borrowerWalletId ?? borrower[wallet]
      const [from, to] = sender === 'lender' ? [ofLender, ofBorrower] : [ofBorrower, ofLender]
      return {
        ...planned,
        token,
        notionalUsd: worthUsd(quantity, prices.get(token)),
        senderWalletId: from,
        receiverWalletId: to,
      }
    })
    const all = [...wallets, ...exchanges.flatMap((exchange) => exchange.wallets)]
    await this.#desk.instructAll(tx, order, wanted, all)
  }
}

/** For display only: a due transfer does not wait for a price. */
function worthUsd(quantity: string, priceUsd: string | undefined): string {
  return priceUsd === undefined ? '0.00' : bookedWorth(quantity, priceUsd)
}
