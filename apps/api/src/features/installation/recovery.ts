import type { ClientBase } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { StartError } from '../../platform/start-error.ts'
import { holdersNeeded } from './holders-needed.ts'
import { inHostTransaction, makeMember, refuseBadKeys } from './host-transaction.ts'
import { holdersOf, type KeyHolder, keyHolders } from './key-holders.ts'
import { revokeLost } from './lost-credentials.ts'
import {
  activatePlatform,
  findOrganization,
  type RecoveredOrganization,
  type RecoveredRole,
} from './recovered-organization.ts'
import { notifyOfRecovery } from './recovery-notices.ts'

export interface Recovery {
  readonly slug: string
  /** Operator if none is given and the organization is that of the platform. Otherwise admin. */
  readonly role?: RecoveredRole | undefined
  /** base64url. Each becomes the key of an account of its own. */
  readonly publicKeys: readonly string[]
  /** Valid credentials of the role whose private keys are lost. They are revoked. */
  readonly lostCredentialIds: readonly string[]
}

export interface Recovered {
  readonly organizationId: string
  readonly role: RecoveredRole
  /** In the order of the keys. */
  readonly credentialIds: readonly string[]
  /** How many further people can be recovered until these can act without the command. */
  readonly stillMissing: number
  /** False if the keys were recovered already, and nothing was changed. */
  readonly isNew: boolean
}

/**
 * Creates credentials for an organization that has lost those who could create them over the API:
 * the operators of the platform, or the admins of another organization. Every organization that
 * this concerns is notified. The organization stays suspended if it is, except for the platform,
 * which nobody could activate.
 *
 * @throws StartError that says why nothing was recovered.
 */
export async function recoverAccess(
  client: ClientBase,
  recovery: Recovery,
  parts: { readonly clock: Clock; readonly ids: Ids },
): Promise<Recovered> {
  refuseBadKeys(recovery.publicKeys)
  return inHostTransaction(client, 'recover', parts, async (host) => {
    const organization = await findOrganization(host, recovery)
    const before = await keyHolders(host, organization.role, organization.id)
    const { publicKeys } = recovery
    const already = holdersOf(before, publicKeys)
    if (already !== undefined) return unchanged(organization, already)
    const revoked = await revokeLost(host, organization, before, recovery.lostCredentialIds)
    const holders = before.filter((holder) => !revoked.includes(holder))
    const needed = await holdersNeeded(host, organization)
    const missing = needed.inAll - countAccounts(holders)
    if (countAccounts(holders) >= needed.toAct) throw notLost(organization, holders)
    if (publicKeys.length > missing) {
      throw new StartError(
        `Give at most ${missing} public keys: ${organization.slug} needs no more people with the role ${organization.role}.`,
      )
    }
    const members = publicKeys.map((publicKey, index) => ({
      organizationId: organization.id,
      accountName: publicKeys.length === 1 ? 'Recovery' : `Recovery ${index + 1}`,
      role: organization.role,
      publicKey,
    }))
    const made: { credentialId: string; accountName: string }[] = []
    for (const member of members) {
      const credentialId = await makeMember(host, member, 'credential.recovered')
      made.push({ credentialId, accountName: member.accountName })
    }
    const isActivated = await activatePlatform(host, organization)
    await notifyOfRecovery(host, { organization, made, revoked, isActivated })
    return {
      organizationId: organization.id,
      role: organization.role,
      credentialIds: made.map(({ credentialId }) => credentialId),
      stillMissing: Math.max(0, needed.toAct - countAccounts(holders) - publicKeys.length),
      isNew: true,
    }
  })
}

function unchanged({ id, role }: RecoveredOrganization, holders: readonly KeyHolder[]): Recovered {
  const credentialIds = holders.map(({ credentialId }) => credentialId)
  return { organizationId: id, role, credentialIds, stillMissing: 0, isNew: false }
}

function countAccounts(holders: readonly KeyHolder[]): number {
  return new Set(holders.map(({ accountId }) => accountId)).size
}

function notLost({ slug, role }: RecoveredOrganization, holders: readonly KeyHolder[]): StartError {
  const named = holders.map(
    ({ accountName, credentialId }) => `${accountName} (credential ${credentialId})`,
  )
  return new StartError(
    `${slug} has not lost its last ${role}. Valid credentials: ${named.join(', ')}. ` +
      'They create others over the API. If the private key of one is lost, revoke it with --revoke <credential>.',
  )
}
