import type { ClientBase } from 'pg'
import { ScenarioError } from './scenario-error.ts'

/**
 * Refuses a new scenario on a database that holds a row of anybody else: its credentials would act
 * in a book that people rely on, and none of them is notified of what a scenario adds. Every write
 * of a person or a command is in the audit trail, `bootstrap` and `recover` included, and no write
 * of a scenario is.
 * @throws ScenarioError
 */
export async function refuseLiveBook(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ isLive: boolean; hasBook: boolean }>(
    `SELECT EXISTS (SELECT FROM audit_changes WHERE outcome = 'ok')
         OR EXISTS (SELECT FROM detached_months WHERE parent = 'audit_changes') AS "isLive",
       EXISTS (SELECT FROM organizations) AND NOT EXISTS (SELECT FROM scenario_loads) AS "hasBook"`,
  )
  const [found] = rows
  if (found?.isLive !== true && found?.hasBook !== true) return
  throw new ScenarioError(
    '',
    'was not loaded before, and this database holds a book that others write. Use an empty database.',
  )
}
