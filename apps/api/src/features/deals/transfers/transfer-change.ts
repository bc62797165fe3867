import type { TransferStatus } from '@vadium/schema'
import type { JournaledTransfer } from '../journal/journal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** A transfer whose status has just changed, with its journal entries. */
export interface TransferChange {
  readonly transfer: JournaledTransfer
  readonly markToMarketRequestId: string | null
  readonly orderRequestId: string | null
  readonly closeOutId: string | null
  /** The close-out that was terminated and ends, or has ended, its deal. */
  readonly endedBy: string | null
  readonly from: TransferStatus
  readonly to: TransferStatus
}

/**
 * Handles status changes of transfers: orders, both kinds of requests and close-outs. The deal is
 * locked.
 */
export interface TransferListener {
  transferChanged(tx: WriteTransaction, change: TransferChange): Promise<void>
}
