import type { ClientBase } from 'pg'
import { inTransactionOn } from '../../platform/db/transaction.ts'
import { insertAuditEntries } from '../../platform/writes/audit-trail.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { publicKeyFault } from '../../platform/signing/public-key.ts'
import { notifyOfCredential } from '../notifications/index.ts'
import { StartError } from '../../platform/start-error.ts'
import { WriteTransaction } from '../../platform/writes/write-transaction.ts'

/** The first operator of a new installation. */
export interface FirstOperator {
  /** The organization of the platform itself. */
  readonly slug: string
  readonly name: string
  /** base64url. The private key never reaches the service. */
  readonly publicKey: string
}

export interface Bootstrapped {
  readonly organizationId: string
  readonly credentialId: string
  /** False if the operator existed already and nothing was changed. */
  readonly isNew: boolean
}

/** An arbitrary number for the advisory lock that no other lock uses. */
const bootstrapLock = 8_314_072_029

/**
 * Creates the first operator, who sets up everything else over the API. If an operator with a valid
 * credential exists, it creates none, because operators create operators. Repeating the same
 * command is not an error. If no operator has a valid credential any more, it creates one in the
 * organization of the former operators.
 *
 * @throws StartError that says why no operator was created.
 */
export async function bootstrapOperator(
  client: ClientBase,
  { slug, name, publicKey }: FirstOperator,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
): Promise<Bootstrapped> {
  const fault = publicKeyFault(publicKey)
  if (fault !== undefined) throw new StartError(`The public key is not accepted: ${fault}.`)
  const now = new Date(clock.now()).toISOString()
  return inTransactionOn(client, async () => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [bootstrapLock])
    const before = await existingOperator(client, { slug, publicKey }, now)
    return before ?? makeOperator(client, { slug, name, publicKey }, now, ids)
  })
}

interface OperatorRow {
  readonly credentialId: string
  readonly organizationId: string
  readonly slug: string
  readonly isSame: boolean
}

/**
 * The operator of an earlier run of the same command. Undefined if no operator has a valid
 * credential.
 */
async function existingOperator(
  client: ClientBase,
  { slug, publicKey }: Pick<FirstOperator, 'slug' | 'publicKey'>,
  now: string,
): Promise<Bootstrapped | undefined> {
  const { rows } = await client.query<OperatorRow>(
    `SELECT c.id AS "credentialId", o.id AS "organizationId", o.slug, c.public_key = $1 AS "isSame"
     FROM credentials c JOIN organizations o ON o.id = c.organization_id
     WHERE c.role = 'operator' AND credential_is_valid(c.revoked_at, c.expires_at, $2)
       AND o.status = 'active'
     ORDER BY c.public_key = $1 DESC LIMIT 1`,
    [Buffer.from(publicKey, 'base64url'), now],
  )
  const [operator] = rows
  if (operator === undefined) return undefined
  const { organizationId, credentialId } = operator
  if (operator.isSame && operator.slug === slug)
    return { organizationId, credentialId, isNew: false }
  throw new StartError(
    `An operator of the organization ${operator.slug} exists already. Operators create further operators ` +
      'over the API.',
  )
}

async function makeOperator(
  client: ClientBase,
  { slug, name, publicKey }: FirstOperator,
  now: string,
  ids: Ids,
): Promise<Bootstrapped> {
  const organizationId = await platformOrganization(client, { slug, name }, now, ids)
  const accountId = ids.next()
  await client.query(
    "INSERT INTO accounts (id, organization_id, name, kind) VALUES ($1, $2, 'Operations', 'person')",
    [accountId, organizationId],
  )
  const credentialId = ids.next()
  const { rowCount } = await client.query(
    `INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at)
     VALUES ($1, $2, $3, 'operator', $4, $5) ON CONFLICT (public_key) DO NOTHING`,
    [credentialId, organizationId, accountId, Buffer.from(publicKey, 'base64url'), now],
  )
  if (rowCount !== 1) {
    throw new StartError('The public key belongs or belonged to a credential: create another.')
  }
  await insertAuditEntries(client, [
    {
      id: ids.next(),
      time: now,
      kind: 'credential',
      organizationId,
      credentialId: null,
      event: 'credential.created',
      outcome: 'ok',
      requestId: 'bootstrap',
      subjectId: credentialId,
    },
  ])
  await notifyPlatform(client, { organizationId, credentialId }, now, ids)
  return { organizationId, credentialId, isNew: true }
}

/** Notifies the operators of the platform who still have a valid credential. */
async function notifyPlatform(
  client: ClientBase,
  { organizationId, credentialId }: Pick<Bootstrapped, 'organizationId' | 'credentialId'>,
  now: string,
  ids: Ids,
): Promise<void> {
  const tx = new WriteTransaction(client, { organizationId }, Date.parse(now), ids, () => undefined)
  const credential = {
    id: credentialId,
    organization_id: organizationId,
    role: 'operator',
  } as const
  const effect = 'Its key is valid until it is revoked.'
  await notifyOfCredential(tx, 'create', credential, { accountName: 'Operations', effect })
  await tx.appendEvents()
}

/**
 * The organization of the platform: a new one, or the one whose operators have no valid credential.
 */
async function platformOrganization(
  client: ClientBase,
  { slug, name }: Pick<FirstOperator, 'slug' | 'name'>,
  now: string,
  ids: Ids,
): Promise<string> {
  const { rows } = await client.query<{ id: string; operated: boolean }>(
    `SELECT o.id, EXISTS (
       SELECT FROM credentials c WHERE c.organization_id = o.id AND c.role = 'operator') AS operated
     FROM organizations o WHERE o.slug = $1`,
    [slug],
  )
  const [known] = rows
  if (known?.operated === false) {
    throw new StartError(`${slug} is an organization that lends or borrows, not the platform.`)
  }
  if (known !== undefined) {
    await client.query("UPDATE organizations SET status = 'active' WHERE id = $1", [known.id])
    return known.id
  }
  const id = ids.next()
  await client.query(
    `INSERT INTO organizations (id, slug, name, status, created_at) VALUES ($1, $2, $3, 'active', $4)`,
    [id, slug, name, now],
  )
  return id
}
