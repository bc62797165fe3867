import type { TransferCategory } from '@vadium/schema'
import type { PriceBook } from '../../prices/index.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { dealWallets, type TransferDesk } from '../transfers/transfer-desk.service.ts'
import { bookedWorth } from '../transfers/transfer-worth.ts'
import type { OrderLeg, OrderRow } from './order-row.ts'
import { walletsOf } from './order-wallets.ts'
import { together } from '../../../platform/writes/together.ts'

/** A transfer of an opening, a closing, a return or a close-out. */
export interface PlannedTransfer {
  readonly category: TransferCategory
  readonly leg: 'asset' | 'collateral' | 'interest'
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

/** Instructs the transfers of orders, between the wallets that the sides have named. */
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
    const tokens = [order.asset, order.collateralAsset]
    const [prices, wallets] = await together([
      this.#prices.lastKnownWithin(tx, tokens, tx.nowMs),
      dealWallets(tx, order.id),
    ])
    const wanted = transfers.map((transfer) => {
      const { sender, ...planned } = transfer
      const { leg, quantity } = planned
      const [from, to] = sender === 'lender' ? [lender, borrower] : [borrower, lender]
      const wallet = leg === 'collateral' ? 'collateral' : 'asset'
      const token = leg === 'collateral' ? order.collateralAsset : order.asset
      return {
        ...planned,
        token,
        notionalUsd: worthUsd(quantity, prices.get(token)),
        senderWalletId: from[wallet],
        receiverWalletId: to[wallet],
      }
    })
    await this.#desk.instructAll(tx, order, wanted, wallets)
  }
}

/** For display only: a due transfer does not wait for a price. */
function worthUsd(quantity: string, priceUsd: string | undefined): string {
  return priceUsd === undefined ? '0.00' : bookedWorth(quantity, priceUsd)
}
