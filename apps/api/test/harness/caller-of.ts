import type { Caller } from '../../src/platform/signing/caller.ts'
import type { Party } from './book.ts'
import type { RunningService } from './service.ts'

/** A caller with a credential of a party in a role, for what is called without a request. */
export async function callerOf(
  { database }: RunningService,
  { id }: Pick<Party, 'id'>,
  role: 'viewer' | 'reporting' | 'execution' | 'admin',
): Promise<Caller> {
  const { rows } = await database.query<{ id: string; account: string }>(
    `SELECT id, account_id AS account FROM credentials
     WHERE organization_id = $1 AND role = $2 AND revoked_at IS NULL AND expires_at IS NULL`,
    [id, role],
  )
  return {
    credentialId: rows[0]?.id ?? '',
    accountId: rows[0]?.account ?? '',
    organizationId: id,
    organizationStatus: 'active',
    role,
    verified: false,
  }
}
