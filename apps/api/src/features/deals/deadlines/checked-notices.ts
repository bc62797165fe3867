import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/**
 * Makes the checks of the notices of a position due: a request of it has ended that may have been
 * in the way of a cure, or its close has begun. The deal must be locked.
 */
export async function checkNoticesOf(tx: WriteTransaction, positionId: string): Promise<void> {
  await tx.write(
    `UPDATE deadlines d SET due_at = least(d.due_at, $2)
     WHERE d.kind = 'close_out' AND d.resource_id IN (
       SELECT n.id FROM close_outs n WHERE n.position_id = $1 AND n.status = 'NOTICE')`,
    [positionId, tx.now],
  )
  tx.becomesDue(tx.now)
}

/**
 * Makes the check of notices due whose alert has ended, of rows of a table expression with a
 * position and a level: that of the liquidation level, and that of the margin call level for a
 * notice of an unmet call. A revaluation locks no deal, so it ends no notice by itself: a
 * deadline worker does, under the lock of the deal. Who holds a deadline now has the deal, and
 * decides about the notice or checks it within an hour: nobody waits for it here.
 */
export const checkNotices = (ended: string, now: string) => `
    UPDATE deadlines d SET due_at = ${now}::timestamptz
    FROM (
      SELECT at.resource_id FROM ${ended} e
      JOIN close_outs n ON n.position_id = e.position_id
      JOIN deadlines at ON at.kind = 'close_out' AND at.resource_id = n.id
      WHERE n.status = 'NOTICE' AND (e.level, n.cause) IN (
          ('liquidation', 'LIQUIDATION_LEVEL'), ('margin_call', 'UNMET_CALL'))
        AND at.due_at > ${now}::timestamptz
      FOR UPDATE OF at SKIP LOCKED) open
    WHERE d.kind = 'close_out' AND d.resource_id = open.resource_id`
