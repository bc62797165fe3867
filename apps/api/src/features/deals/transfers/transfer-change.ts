import type { TransferStatus } from '@vadium/schema'
import type { JournaledTransfer } from '../journal/journal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** A transfer that has just moved from one status to another, its journal included. */
export interface TransferChange {
  readonly transfer: JournaledTransfer
  readonly markToMarketRequestId: string | null
  readonly orderRequestId: string | null
  readonly from: TransferStatus
  readonly to: TransferStatus
}

/** Who must act on what became of transfers: orders, and requests of either kind. Called under the deal's lock. */
export interface TransferListener {
  transferChanged(tx: WriteTransaction, change: TransferChange): Promise<void>
}
