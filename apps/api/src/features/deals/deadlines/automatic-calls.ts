import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

// The calls that automations may create now. Each is a deadline that is due at once, so it is
// decided after the commit of what caused it, in a transaction of its own, once, and by any
// process.

/** How many positions of an automation are due at once, so that those of others are due between. */
const dueAtOnce = 250
const before = '00000000-0000-0000-0000-000000000000'

/** A position whose coverage has fallen to its margin call level. */
interface CallablePosition {
  readonly positionId: string
  readonly borrowerId: string
}

/**
 * Makes calls due for the active positions with a counterparty, in the order of their ids after
 * one.
 * @returns the last of them if there are more.
 */
export async function callPositions(
  tx: WriteTransaction,
  counterpartyId: string,
  after: string | null,
): Promise<string | undefined> {
  const side = (kind: string, own: string, other: string) => `(
    SELECT '${kind}' AS kind, id FROM positions
    WHERE ${own} = $1 AND ${other} = $2 AND status = 'ACTIVE' AND id > $3::uuid
    ORDER BY id LIMIT ${dueAtOnce})`
  const row = await tx.row<{ last: string }>(
    `WITH next AS MATERIALIZED (
       SELECT kind, id FROM (
         ${side('automatic_call_of_lender', 'lender_id', 'borrower_id')}
         UNION ALL ${side('automatic_call_of_borrower', 'borrower_id', 'lender_id')}) AS both_sides
       ORDER BY id LIMIT ${dueAtOnce}
     ), made AS (
       INSERT INTO deadlines (kind, resource_id, lender_id, borrower_id, due_at)
       SELECT kind, id, $1, $1, $4 FROM next ORDER BY id ON CONFLICT DO NOTHING
     )
     SELECT id AS last FROM next ORDER BY id OFFSET ${dueAtOnce - 1}`,
    [tx.organizationId, counterpartyId, after ?? before, tx.now],
  )
  return row?.last
}

/**
 * Makes calls due for positions of a lender whose alerts have begun, where it has an automation for
 * that. Nobody waits for it.
 */
export function callAtMarginCall(
  tx: WriteTransaction,
  positions: readonly CallablePosition[],
): Promise<void> {
  if (positions.length === 0) return Promise.resolve()
  return tx.write(
    `INSERT INTO deadlines (kind, resource_id, lender_id, borrower_id, due_at)
     SELECT 'automatic_call_of_lender', p.id, $1, $1, $4
     FROM unnest($2::uuid[], $3::uuid[]) AS p (id, borrower_id)
     JOIN automations a ON a.organization_id = $1 AND a.counterparty_id = p.borrower_id
     JOIN automation_versions v ON v.organization_id = $1 AND v.counterparty_id = p.borrower_id
       AND v.version = a.version
     WHERE v.calls = 'margin_call'
     ORDER BY p.id ON CONFLICT DO NOTHING`,
    [
      tx.organizationId,
      positions.map(({ positionId }) => positionId),
      positions.map(({ borrowerId }) => borrowerId),
      tx.now,
    ],
  )
}

/** Deletes the calls of a counterparty that are due and not decided: none is created by them. */
export function clearCalls(tx: WriteTransaction, counterpartyId: string): Promise<void> {
  return tx.write(
    `DELETE FROM deadlines d USING positions p
     WHERE d.kind IN ('automatic_call_of_lender', 'automatic_call_of_borrower')
       AND d.lender_id = $1 AND p.id = d.resource_id AND $2 IN (p.lender_id, p.borrower_id)`,
    [tx.organizationId, counterpartyId],
  )
}
