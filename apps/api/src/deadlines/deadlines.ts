import type { WriteTransaction } from '../writes/write-transaction.ts'

/** What ends by itself when its time has come. */
export type DeadlineKind = 'order' | 'mark_to_market_request'

interface Deadline {
  readonly kind: DeadlineKind
  readonly resourceId: string
  /** In whose name it is ended. */
  readonly lenderId: string
  /** RFC 3339, by the clock of the book. */
  readonly dueAt: string
}

/** Sets the deadline of a resource, in the place of any that it had. */
export async function setDeadline(tx: WriteTransaction, deadline: Deadline): Promise<void> {
  await tx.query(
    `INSERT INTO deadlines (kind, resource_id, lender_id, due_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (kind, resource_id) DO UPDATE SET due_at = excluded.due_at`,
    [deadline.kind, deadline.resourceId, deadline.lenderId, deadline.dueAt],
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
