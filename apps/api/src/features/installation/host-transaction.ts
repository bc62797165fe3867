import type { Role } from '@vadium/schema'
import type { ClientBase } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { lockInstallation } from '../../platform/db/installation-lock.ts'
import { inTransactionOn } from '../../platform/db/transaction.ts'
import type { Ids } from '../../platform/ids.ts'
import { publicKeyFault } from '../../platform/signing/public-key.ts'
import { StartError } from '../../platform/start-error.ts'
import { type AuditEntry, auditStatement } from '../../platform/writes/audit-trail.ts'
import { WriteTransaction } from '../../platform/writes/write-transaction.ts'

/** A transaction of a command on the host of the database, on the connection of the owner. */
export interface HostTransaction {
  readonly client: ClientBase
  /** The command of `vadium-api`. It is the request id in the audit trail. */
  readonly command: 'bootstrap' | 'recover'
  /** RFC 3339, by the clock of the machine. */
  readonly now: string
  readonly ids: Ids
}

/** Runs a command in one transaction. Commands on one database wait for one another. */
export function inHostTransaction<T>(
  client: ClientBase,
  command: HostTransaction['command'],
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  work: (host: HostTransaction) => Promise<T>,
): Promise<T> {
  return inTransactionOn(client, async () => {
    await lockInstallation(client)
    return work({ client, command, now: new Date(clock.now()).toISOString(), ids })
  })
}

/** @throws StartError if a key must not be enrolled, or is given twice. */
export function refuseBadKeys(publicKeys: readonly string[]): void {
  for (const key of publicKeys) {
    const fault = publicKeyFault(key)
    if (fault !== undefined) throw new StartError(`The public key is not accepted: ${fault}.`)
  }
  if (new Set(publicKeys).size < publicKeys.length) {
    throw new StartError('The public keys are the same: two people have two keys.')
  }
}

/** A credential of an account that has no other. */
export interface NewMember {
  readonly organizationId: string
  readonly accountName: string
  readonly role: Role
  readonly publicKey: string
}

/**
 * Creates an account with a credential, and writes the audit entry. The tables record that nobody
 * created it.
 */
export async function makeMember(
  host: HostTransaction,
  { organizationId, accountName, role, publicKey }: NewMember,
  event: string,
): Promise<string> {
  const { client, now, ids } = host
  const accountId = ids.next()
  await client.query(
    "INSERT INTO accounts (id, organization_id, name, kind) VALUES ($1, $2, $3, 'person')",
    [accountId, organizationId, accountName],
  )
  const credentialId = ids.next()
  const { rowCount } = await client.query(
    `INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (public_key) DO NOTHING`,
    [credentialId, organizationId, accountId, role, Buffer.from(publicKey, 'base64url'), now],
  )
  if (rowCount !== 1) {
    throw new StartError('The public key belongs or belonged to a credential: create another.')
  }
  await audit(host, { organizationId, event, subjectId: credentialId })
  return credentialId
}

/** Writes what happened to a credential to the audit trail of its organization. */
export async function audit(
  { client, command, now, ids }: HostTransaction,
  entry: Pick<AuditEntry, 'organizationId' | 'event' | 'subjectId'>,
): Promise<void> {
  const line = {
    ...entry,
    id: ids.next(),
    time: now,
    kind: 'credential',
    credentialId: null,
    outcome: 'ok',
    requestId: command,
  } as const
  await client.query(auditStatement([line]))
}

/** Writes notifications and their events. A command calls it once, as its last step. */
export async function publish(
  { client, now, ids }: HostTransaction,
  organizationId: string,
  notifyAll: (tx: WriteTransaction) => Promise<void>,
): Promise<void> {
  const tx = new WriteTransaction(client, { organizationId }, Date.parse(now), ids, () => undefined)
  await notifyAll(tx)
  await tx.finish()
  await tx.settled()
}

export async function everyOrganization({ client }: HostTransaction): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM organizations ORDER BY id')
  return rows.map(({ id }) => id)
}
