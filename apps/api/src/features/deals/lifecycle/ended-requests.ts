import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** Requests of one kind, which end with their deal. */
export interface EndedRequests {
  /** Ends those of a position that is closed out. The deal must be locked. */
  closedOut(tx: WriteTransaction, positionId: string): Promise<void>
}
