import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { TransferChange } from '../transfers/transfer-change.ts'

/** Requests of one kind, which end with their deal or with a part of it. */
export interface EndedRequests {
  /**
   * Ends those of a position that is closed out, but for those with a transfer under way, which end
   * with it. The deal must be locked.
   */
  closedOut(tx: WriteTransaction, positionId: string): Promise<void>
  /**
   * Ends those that a close-out in part has made void: what was computed for more than is left, and
   * has no transfer under way. It is booked, and the deal is locked.
   */
  closedOutInPart(tx: WriteTransaction, positionId: string): Promise<void>
  /**
   * Follows a transfer of a deal that is closed out: once no transfer of its request is under way,
   * the request is completed if all has arrived, and otherwise ends. Nothing is instructed. The
   * deal must be locked.
   */
  transferOfClosedOut(
    tx: WriteTransaction,
    change: TransferChange,
    /** Whether what has arrived has moved the position: the close-out is not booked yet. */
    how: { readonly movesPosition: boolean },
  ): Promise<void>
}

/** Exchanges of collateral that end with their deal. */
export interface EndedExchanges {
  /**
   * What a transfer has brought without counting is back with its sender: both sides are notified
   * if it was the new collateral of an exchange. The deal must be locked.
   */
  newCollateralIsBack(tx: WriteTransaction, transferId: string): Promise<void>
}
