import type { Credential } from '@vadium/schema'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { notifyOfAdministration } from './administrative-changes.ts'

const done = { create: 'created', rotate: 'rotated', revoke: 'revoked' } as const

/**
 * Notifies an organization of a change of one of its credentials. The text does not contain the
 * key.
 */
export function notifyOfCredential(
  tx: WriteTransaction,
  action: keyof typeof done,
  credential: Pick<Credential, 'id' | 'organization_id' | 'role'>,
  { accountName, effect }: { readonly accountName: string; readonly effect: string },
): Promise<void> {
  const { id, organization_id: organizationId, role } = credential
  return notifyOfAdministration(tx, {
    resource: 'credential',
    resourceId: id,
    action,
    readers: [
      {
        organizationId,
        severity: 'warning',
        title: `Credential ${done[action]}: ${accountName} (${role})`,
        body: `The credential ${id} of ${accountName} with the role ${role} was ${done[action]}. ${effect}`,
      },
    ],
  })
}
