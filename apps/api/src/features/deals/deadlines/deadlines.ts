import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** What ends by itself when its time has come. */
export type DeadlineKind = 'order' | 'mark_to_market_request' | 'order_request'

interface Deadline {
  readonly kind: DeadlineKind
  readonly resourceId: string
  /** In whose name it is ended. */
  readonly lenderId: string
  readonly borrowerId: string
  /** RFC 3339, by the clock of the book. */
  readonly dueAt: string
}

const warningMsMax = 3_600_000
/** Of the time that there is for an answer, this part at the most is left when both sides are warned. */
const warningPart = 4

/**
 * Sets the deadline of a resource, in the place of any that it had. Both sides are told an hour before; where there is
 * little time from the beginning, when a quarter of it is left.
 */
export async function setDeadline(tx: WriteTransaction, deadline: Deadline): Promise<void> {
  const dueMs = Date.parse(deadline.dueAt)
  const warningMs = Math.min(warningMsMax, Math.floor(Math.max(0, dueMs - tx.nowMs) / warningPart))
  await tx.query(
    `INSERT INTO deadlines (kind, resource_id, lender_id, borrower_id, due_at, warn_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (kind, resource_id) DO UPDATE
     SET due_at = excluded.due_at, warn_at = excluded.warn_at`,
    [
      deadline.kind,
      deadline.resourceId,
      deadline.lenderId,
      deadline.borrowerId,
      deadline.dueAt,
      new Date(dueMs - warningMs).toISOString(),
    ],
  )
}

/** What has been answered ends no longer by itself. False where no deadline was left. */
export async function clearDeadline(
  tx: WriteTransaction,
  kind: DeadlineKind,
  resourceId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'DELETE FROM deadlines WHERE kind = $1 AND resource_id = $2',
    [kind, resourceId],
  )
  return rowCount === 1
}
