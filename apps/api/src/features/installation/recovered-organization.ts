import { changingStatusAt } from '../../platform/db/changing-status.ts'
import { StartError } from '../../platform/start-error.ts'
import type { HostTransaction } from './host-transaction.ts'
import { hasHad } from './key-holders.ts'

export type RecoveredRole = 'admin' | 'operator'

/** The organization that is recovered, and the role that it has lost. */
export interface RecoveredOrganization {
  readonly id: string
  readonly slug: string
  readonly role: RecoveredRole
}

/** Finds the organization of a recovery, and locks it. */
export async function findOrganization(
  host: HostTransaction,
  { slug, role: given }: { readonly slug: string; readonly role?: RecoveredRole | undefined },
): Promise<RecoveredOrganization> {
  const { rows } = await host.client.query<{ id: string }>(
    'SELECT id FROM organizations WHERE slug = $1 FOR UPDATE',
    [slug],
  )
  const [row] = rows
  if (row === undefined) throw new StartError(`There is no organization ${slug}.`)
  const isPlatform = await hasHad(host, 'operator', row.id)
  const role = given ?? (isPlatform ? 'operator' : 'admin')
  if (role === 'operator' && !isPlatform) {
    throw new StartError(`${slug} lends or borrows: it has admins and no operator.`)
  }
  if (!(await hasHad(host, role, row.id))) {
    throw new StartError(`${slug} has never had an admin: an operator creates the first.`)
  }
  return { id: row.id, slug, role }
}

/** True if the platform was suspended and is active now. */
export async function activatePlatform(
  { client, now }: HostTransaction,
  { id, role }: RecoveredOrganization,
): Promise<boolean> {
  if (role !== 'operator') return false
  await changingStatusAt(client, now)
  const { rowCount } = await client.query(
    "UPDATE organizations SET status = 'active' WHERE id = $1 AND status = 'suspended'",
    [id],
  )
  return rowCount === 1
}
