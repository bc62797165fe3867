import type { ApprovalRule } from '@vadium/schema'
import { readPeopleNeeded } from '../../platform/db/people-needed.ts'
import { defaultRules } from '../approvals/index.ts'
import type { HostTransaction } from './host-transaction.ts'
import type { RecoveredOrganization, RecoveredRole } from './recovered-organization.ts'

export interface HoldersNeeded {
  /** With fewer, nobody can create a credential of the role over the API. */
  readonly toAct: number
  /** So many may be there after a recovery. */
  readonly inAll: number
}

/**
 * How many accounts with the role are needed, by the policies in force. An operator needs as many
 * others as must approve. An admin is created by an operator with the approval of admins, or by the
 * operator alone, if nobody's approval is needed.
 */
export async function holdersNeeded(
  host: HostTransaction,
  { id, role }: RecoveredOrganization,
): Promise<HoldersNeeded> {
  const people = await readPeopleNeeded(host.client)
  const { rows } = await host.client.query<{ role: RecoveredRole; rules: ApprovalRule[] | null }>(
    `SELECT CASE WHEN operates THEN 'operator' ELSE 'admin' END AS role,
       (SELECT p.rules FROM approval_policies p WHERE p.organization_id = o.id
        ORDER BY p.version DESC LIMIT 1) AS rules
     FROM (SELECT id, EXISTS (SELECT FROM credentials c
       WHERE c.organization_id = organizations.id AND c.role = 'operator') AS operates
       FROM organizations) AS o
     WHERE o.id = $1 OR operates`,
    [id],
  )
  const approvals = rows
    .flatMap(({ role: asked, rules }) => rules ?? defaultRules(people, asked))
    .filter(({ operation }) => operation === 'createCredential')
    .map((rule) => rule.approvals)
  const most = Math.max(0, ...approvals)
  const toAct = role === 'operator' ? most + 1 : Math.max(1, most)
  return { toAct, inAll: Math.max(toAct, people) }
}
