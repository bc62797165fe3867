import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/**
 * Whether the cancellation of an instruction was requested before and is still pursued. It is not
 * while the instruction is stalled. Locks the instruction until the transaction ends.
 */
export async function isCancellationRequested(
  tx: WriteTransaction,
  transferId: string,
): Promise<boolean> {
  const known = await tx.row<{ isRequested: boolean }>(
    `SELECT cancel_asked_at IS NOT NULL AND NOT stalled AS "isRequested" FROM instructions
     WHERE transfer_id = $1 FOR UPDATE`,
    [transferId],
  )
  return known?.isRequested === true
}

/**
 * Requests the cancellation of an instruction at the next attempt, which becomes due at once. The
 * deal must be locked.
 */
export async function requestCancellation(tx: WriteTransaction, transferId: string): Promise<void> {
  await tx.write(
    `UPDATE instructions SET cancel_asked_at = coalesce(cancel_asked_at, $2),
       due_at = least(due_at, $2), stalled = false, attempts = 0 WHERE transfer_id = $1`,
    [transferId, tx.now],
  )
}

const requested = ' (cancellation requested)'

/** The label of a transfer under way whose cancellation was requested. */
export function cancellationRequestedLabel(label: string): string {
  return label.endsWith(requested) ? label : label.replace(/\.$/, '') + requested
}
