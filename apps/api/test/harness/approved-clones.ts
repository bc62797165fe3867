import type { Approval } from '@vadium/schema'
import { withOwnerClient } from '../../src/platform/db/pool.ts'
import { inTransactionOn } from '../../src/platform/db/transaction.ts'
import type { RunningService } from './service.ts'

/** Adds approved requests like one that has an approval, without the limits of the service. */
export function addApproved(
  { database }: RunningService,
  { id }: Approval,
  count: number,
): Promise<void> {
  const clones = `SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
      'state', 'APPROVED', 'ended_at', NULL, 'answer', NULL, 'failure', NULL, 'tries', 0,
      'try_at', NULL, 'refusal', NULL))).*
    FROM approvals a, generate_series(1, $2) WHERE a.id = $1`
  return withOwnerClient(database.url, (client) =>
    inTransactionOn(client, async () => {
      for (const table of ['approvals', 'approval_decisions']) {
        await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      }
      await client.query(
        `WITH clone AS (INSERT INTO approvals ${clones} RETURNING id)
         INSERT INTO approval_decisions
         SELECT (jsonb_populate_record(d, jsonb_build_object('approval_id', clone.id))).*
         FROM clone, approval_decisions d WHERE d.approval_id = $1`,
        [id, count],
      )
      for (const table of ['approvals', 'approval_decisions']) {
        await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
      }
    }),
  )
}
