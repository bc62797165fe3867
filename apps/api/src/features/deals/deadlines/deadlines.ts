import { insertedRows } from '../../../platform/db/inserted-rows.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/**
 * What happens when a deadline passes: an order, a request or a proposed agreement version ends,
 * accepted terms take effect, a transfer is late, a close-out is checked, an order pays interest or
 * has reached its maturity, a calendar will end, limits are compared at a market cut, an automation
 * looks at its positions at one, or at one of them. The id of a version is that of its terms, and
 * that of a call is the id of the position.
 */
export type DeadlineKind =
  | 'order'
  | 'mark_to_market_request'
  | 'order_request'
  | 'agreement_proposal'
  | 'agreement_start'
  | 'transfer'
  | 'interest'
  | 'maturity'
  | 'close_out'
  | 'automation'
  | 'calendar'
  | 'counterparty_limits'
  | AutomaticCallKind

/** An automation of one of its sides looks whether a position needs a call now. */
export type AutomaticCallKind = 'automatic_call_of_lender' | 'automatic_call_of_borrower'

interface Deadline {
  readonly kind: DeadlineKind
  readonly resourceId: string
  /** The organization in whose name the resource is ended. */
  readonly lenderId: string
  readonly borrowerId: string
  /** RFC 3339, by the clock of the book. */
  readonly dueAt: string
  /**
   * When both sides are warned, RFC 3339. Null: they are not. Default: an hour before, or when a
   * quarter of the time is left if that is later.
   */
  readonly warnAt?: string | null
}

const warningMsMax = 3_600_000
/** The warning comes when this fraction of the time to answer is left, at the latest. */
const warningPart = 4

/** Sets or replaces the deadline of a resource. */
export function setDeadline(tx: WriteTransaction, deadline: Deadline): Promise<void> {
  return setDeadlines(tx, [deadline])
}

/** The same for several resources. */
export async function setDeadlines(
  tx: WriteTransaction,
  deadlines: readonly Deadline[],
): Promise<void> {
  if (deadlines.length === 0) return
  const { text, values } = insertedRows(
    deadlines.map((deadline) => {
      const { kind, resourceId, lenderId, borrowerId, dueAt } = deadline
      const { warnAt = warningTime(deadline, tx.nowMs) } = deadline
      tx.becomesDue(warnAt ?? dueAt)
      return [kind, resourceId, lenderId, borrowerId, dueAt, warnAt]
    }),
  )
  await tx.write(
    `INSERT INTO deadlines (kind, resource_id, lender_id, borrower_id, due_at, warn_at)
     VALUES ${text}
     ON CONFLICT (kind, resource_id) DO UPDATE
     SET due_at = excluded.due_at, warn_at = excluded.warn_at`,
    values,
  )
}

function warningTime({ dueAt }: Deadline, nowMs: number): string {
  const dueMs = Date.parse(dueAt)
  const warningMs = Math.min(warningMsMax, Math.floor(Math.max(0, dueMs - nowMs) / warningPart))
  return new Date(dueMs - warningMs).toISOString()
}

const deleteDeadline = 'DELETE FROM deadlines WHERE kind = $1 AND resource_id = $2'

/** When a resource is due, RFC 3339, or undefined. */
export async function dueTime(
  tx: WriteTransaction,
  kind: DeadlineKind,
  resourceId: string,
): Promise<string | undefined> {
  const row = await tx.row<{ dueAt: string }>(
    'SELECT due_at AS "dueAt" FROM deadlines WHERE kind = $1 AND resource_id = $2',
    [kind, resourceId],
  )
  return row?.dueAt
}

/** Deletes the deadline of a resource that has been answered, if there is one. */
export function clearDeadline(
  tx: WriteTransaction,
  kind: DeadlineKind,
  resourceId: string,
): Promise<void> {
  return tx.write(deleteDeadline, [kind, resourceId])
}

/** Deletes the deadline of a resource that has passed. False if there was none. */
export async function closeDeadline(
  tx: WriteTransaction,
  kind: DeadlineKind,
  resourceId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(deleteDeadline, [kind, resourceId])
  return rowCount === 1
}
