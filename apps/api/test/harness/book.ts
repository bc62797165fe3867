import { randomUUID } from 'node:crypto'
import {
  Book as MadeBook,
  bookTime,
  type Deal,
  type Party,
} from '../../../../packages/book/src/index.ts'
import type { InsertedTransfer } from './inserted-transfers.ts'

export { bookTime }
export type {
  Colleague,
  Deal,
  DealRequest,
  KeyPair as Key,
  Party,
  Terms,
} from '../../../../packages/book/src/index.ts'

/** The book of a test, with rows that no history writes. */
export class Book extends MadeBook {
  /** A test inserts them after the load. */
  readonly transfers: InsertedTransfer[] = []

  /**
   * A transfer of collateral from the first party to the second, completed unless said otherwise.
   */
  transfer(
    deal: Deal,
    sender: Party,
    receiver: Party,
    changes: Partial<InsertedTransfer> = {},
  ): InsertedTransfer {
    const token = changes.token ?? 'ETH'
    const seconds = 1 + this.transfers.length
    const time = new Date(Date.parse(bookTime) + 1000 * seconds).toISOString()
    const transfer: InsertedTransfer = {
      id: randomUUID(),
      external_transfer_id: `test-${randomUUID()}`,
      category: 'm2m',
      status: 'COMPLETED',
      leg: 'collateral',
      token,
      quantity: '1.5',
      notional_usd: '4500',
      order_id: deal.orderId,
      sender_wallet_id: sender.wallet(token),
      receiver_wallet_id: receiver.wallet(token),
      provider_state: 'completed',
      provider_request_state: 'COMPLETED',
      label: 'Completed.',
      create_time: time,
      update_time: changes.create_time ?? time,
      ...changes,
    }
    this.transfers.push(transfer)
    return transfer
  }
}
