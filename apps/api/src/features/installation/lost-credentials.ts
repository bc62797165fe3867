import { StartError } from '../../platform/start-error.ts'
import { audit, type HostTransaction } from './host-transaction.ts'
import type { KeyHolder } from './key-holders.ts'
import type { RecoveredOrganization } from './recovered-organization.ts'

/**
 * Revokes the credentials whose private keys are lost. Each must be one of the valid credentials of
 * the role.
 */
export async function revokeLost(
  host: HostTransaction,
  { id: organizationId, slug, role }: RecoveredOrganization,
  holders: readonly KeyHolder[],
  lostCredentialIds: readonly string[],
): Promise<KeyHolder[]> {
  const revoked = lostCredentialIds.map((id) => {
    const holder = holders.find(({ credentialId }) => credentialId === id)
    if (holder !== undefined) return holder
    throw new StartError(`${id} is not a valid credential of the role ${role} in ${slug}.`)
  })
  for (const { credentialId } of revoked) {
    await host.client.query('UPDATE credentials SET revoked_at = $2 WHERE id = $1', [
      credentialId,
      host.now,
    ])
    const event = 'credential.revoked'
    await audit(host, { organizationId, event, subjectId: credentialId })
  }
  return revoked
}
