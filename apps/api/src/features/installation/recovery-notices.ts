import { notifyOfAdministration, notifyOfCredential } from '../notifications/index.ts'
import { everyOrganization, type HostTransaction, publish } from './host-transaction.ts'
import type { KeyHolder } from './key-holders.ts'
import type { RecoveredOrganization } from './recovered-organization.ts'

interface Done {
  readonly organization: RecoveredOrganization
  readonly made: readonly { readonly credentialId: string; readonly accountName: string }[]
  readonly revoked: readonly KeyHolder[]
  /** Whether the platform was suspended and is active now. */
  readonly isActivated: boolean
}

/**
 * Notifies the organization of its recovered credentials. An operator acts on every organization,
 * so all are notified of a recovered operator.
 */
export function notifyOfRecovery(
  host: HostTransaction,
  { organization: { id: own, role }, made, revoked, isActivated }: Done,
): Promise<void> {
  return publish(host, own, async (tx) => {
    for (const { credentialId: id, accountName } of revoked) {
      const effect = 'Its key is refused from now on.'
      const credential = { id, organization_id: own, role }
      await notifyOfCredential(tx, 'revoke', credential, { accountName, effect })
    }
    const all = role === 'operator' ? await everyOrganization(host) : [own]
    for (const { credentialId, accountName } of made) {
      const what = `The credential ${credentialId} of ${accountName} with the role ${role} was created`
      const activated = isActivated ? ' The organization was suspended and is active again.' : ''
      await notifyOfAdministration(tx, {
        resource: 'credential',
        resourceId: credentialId,
        action: 'recover',
        readers: all.map((organizationId) => ({
          organizationId,
          severity: 'critical',
          ...(organizationId === own
            ? {
                title: `Credential recovered: ${accountName} (${role})`,
                body: `${what}, because this organization had too few valid credentials to create one itself. Its key is valid until it is revoked.${activated}`,
              }
            : {
                title: 'An operator of the platform was recovered',
                body: `${what} for the platform, which had too few operators to create one itself.`,
              }),
        })),
      })
    }
  })
}
