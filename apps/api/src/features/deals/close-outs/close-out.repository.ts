import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { RequestTable } from '../deal-requests/request-table.ts'
import type { CloseOutRecord } from './close-out-record.ts'
import { earliestTerminateAt } from './earliest-termination.ts'
import { defaultedColumns, defaultedTables } from './defaulted-deal.ts'

export type CloseOutFilter = 'status' | 'cause' | 'position_id' | 'creator_id'

const transfers = `(
  SELECT coalesce(json_agg(json_build_object('id', t.id, 'leg', t.leg, 'token', t.token, 'status', t.status,
      'quantity', trim_scale(t.quantity)::text, 'lateAt', t.late_at,
      'isReplaced', EXISTS (SELECT FROM transfers n WHERE n.replaces = t.id),
      'sendsBack', t.sends_back) ORDER BY i.sequence), '[]')
  FROM transfers t JOIN instructions i ON i.transfer_id = t.id WHERE t.close_out_id = r.id)`

/**
 * The records of close-outs `r`. The LIMIT makes PostgreSQL look up the deal of each instead of
 * reading all deals.
 */
const selectRecords = (closeOuts: string) => `
  SELECT deal.*, r.id, r.status, r.cause, r.creator_id AS "creatorId", r.note, r.occasion,
    r.fact_resource AS "factResource", coalesce(r.fact_resource_id, r.position_id) AS "factResourceId",
    r.fact_due_on::text AS "factDueOn", r.fact_since AS "factSince",
    ${earliestTerminateAt('r')} AS "earliestTerminateAt",
    r.terminated_at AS "terminatedAt", r.counted_until AS "countedUntil", r.statement, r.excess_late AS "excessLate",
    ${transfers} AS transfers, r.created_at AS "createdAt", r.updated_at AS "updatedAt"
  FROM ${closeOuts} r CROSS JOIN LATERAL (
    SELECT ${defaultedColumns} FROM ${defaultedTables} WHERE p.id = r.position_id LIMIT 1) deal`

export const closeOutTable = new RequestTable<CloseOutRecord, CloseOutFilter>({
  name: 'close-out',
  table: 'close_outs',
  filters: ['status', 'cause', 'position_id', 'creator_id'],
  selectRecords,
})

/** Records the figures with which a close-out is booked, in place of the provisional ones. */
export function recordBooking(
  tx: WriteTransaction,
  id: string,
  statement: NonNullable<CloseOutRecord['statement']>,
): Promise<void> {
  return tx.writeOne(
    `UPDATE close_outs SET statement = $2, booked_at = $3, updated_at = greatest(updated_at, $3)
     WHERE id = $1 AND booked_at IS NULL`,
    [id, JSON.stringify(statement), tx.now],
    `close-out ${id} is booked twice`,
  )
}

/** The open notices of the position of an order, oldest first. The deal must be locked. */
export async function noticesOfOrder(
  tx: WriteTransaction,
  orderId: string,
): Promise<readonly CloseOutRecord[]> {
  const { rows } = await tx.query<CloseOutRecord>(
    `${closeOutTable.records}
     WHERE r.position_id = (SELECT id FROM positions WHERE order_id = $1) AND r.status = 'NOTICE'
     ORDER BY r.created_at, r.id`,
    [orderId],
  )
  return rows
}

/** Records that what goes back is late. */
export async function recordLateExcess(tx: WriteTransaction, id: string): Promise<void> {
  await tx.write(
    'UPDATE close_outs SET excess_late = true, updated_at = greatest(updated_at, $2) WHERE id = $1',
    [id, tx.now],
  )
}

/**
 * When the caller last withdrew a notice of this cause, or ended one by a close of its own: a close
 * that it can cancel again. RFC 3339.
 */
export async function lastWithdrawal(
  tx: WriteTransaction,
  of: { readonly positionId: string; readonly cause: string },
): Promise<string | undefined> {
  const row = await tx.row<{ readonly at: string | null }>(
    `SELECT max(ended.changed_at) AS at
     FROM close_outs w JOIN positions p ON p.id = w.position_id
     JOIN state_changes ended ON ended.resource_id = w.id
     WHERE w.position_id = $1 AND w.cause = $2 AND w.creator_id = $3
       AND (ended.action = 'withdraw' OR ended.action = 'cure' AND EXISTS (
         SELECT FROM state_changes closed WHERE closed.resource_id = p.order_id
           AND closed.action = 'close' AND closed.actor_id = w.creator_id
           AND closed.changed_at BETWEEN w.created_at AND ended.changed_at))`,
    [of.positionId, of.cause, tx.organizationId],
  )
  return row?.at ?? undefined
}
