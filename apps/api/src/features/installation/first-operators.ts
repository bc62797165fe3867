import type { ClientBase } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { readPeopleNeeded } from '../../platform/db/people-needed.ts'
import type { Ids } from '../../platform/ids.ts'
import { StartError } from '../../platform/start-error.ts'
import { notifyOfAdministration, notifyOfCredential } from '../notifications/index.ts'
import {
  audit,
  everyOrganization,
  type HostTransaction,
  inHostTransaction,
  makeMember,
  publish,
  refuseBadKeys,
} from './host-transaction.ts'
import { hasHad, holdersOf, type KeyHolder, keyHolders } from './key-holders.ts'

/** The first operators of a new installation. */
export interface FirstOperators {
  /** The organization of the platform itself. */
  readonly slug: string
  readonly name: string
  /**
   * base64url. The private keys never reach the service. One key: one person suffices for every
   * act. Two: each dangerous act needs two people.
   */
  readonly publicKeys: readonly [string] | readonly [string, string]
}

export interface Bootstrapped {
  readonly organizationId: string
  /** In the order of the keys. */
  readonly credentialIds: readonly string[]
  /**
   * `unchanged`: the operators exist already. `raised`: they exist already, and from now on each
   * dangerous act needs both.
   */
  readonly outcome: 'created' | 'unchanged' | 'raised'
}

/**
 * Creates the first operators, who set up everything else over the API. Repeating the same command
 * is not an error. With the keys of two operators who exist already, it makes an installation of
 * one person one of two. Nothing makes it one of one person again.
 *
 * @throws StartError that says why no operator was created.
 */
export async function bootstrapOperators(
  client: ClientBase,
  operators: FirstOperators,
  parts: { readonly clock: Clock; readonly ids: Ids },
): Promise<Bootstrapped> {
  refuseBadKeys(operators.publicKeys)
  return inHostTransaction(client, 'bootstrap', parts, async (host) => {
    const existing = await keyHolders(host, 'operator')
    if (existing.length > 0) return keepOperators(host, operators, existing)
    if (await hasHad(host, 'operator')) {
      throw new StartError(
        'No operator has a valid credential any more. `vadium-api recover` creates one.',
      )
    }
    return makeOperators(host, operators)
  })
}

async function keepOperators(
  host: HostTransaction,
  { slug, publicKeys }: FirstOperators,
  existing: readonly KeyHolder[],
): Promise<Bootstrapped> {
  const holders = holdersOf(
    existing.filter((holder) => holder.slug === slug),
    publicKeys,
  )
  const [first] = holders ?? []
  if (holders === undefined || first === undefined) {
    throw new StartError(
      `An operator of the organization ${existing[0]?.slug} exists already. Operators create further operators ` +
        'over the API.',
    )
  }
  const { organizationId } = first
  const credentialIds = holders.map(({ credentialId }) => credentialId)
  const people = await readPeopleNeeded(host.client)
  if (people === publicKeys.length) return { organizationId, credentialIds, outcome: 'unchanged' }
  if (people === 2) {
    throw new StartError(
      'Each dangerous act needs two people here. That is not taken back: give the keys of two operators.',
    )
  }
  if (new Set(holders.map(({ accountId }) => accountId)).size < holders.length) {
    throw new StartError(
      `Both keys belong to the account ${first.accountName}: two people have two accounts.`,
    )
  }
  await raise(host, organizationId, credentialIds)
  return { organizationId, credentialIds, outcome: 'raised' }
}

async function makeOperators(
  host: HostTransaction,
  { slug, name, publicKeys }: FirstOperators,
): Promise<Bootstrapped> {
  const organizationId = await makePlatform(host, { slug, name })
  const members = publicKeys.map((publicKey, index) => ({
    organizationId,
    accountName: accountName(publicKeys.length, index),
    role: 'operator' as const,
    publicKey,
  }))
  const made: { credentialId: string; accountName: string }[] = []
  for (const member of members) {
    const credentialId = await makeMember(host, member, 'credential.created')
    made.push({ credentialId, accountName: member.accountName })
  }
  await setPeopleNeeded(host, publicKeys.length)
  await publish(host, organizationId, async (tx) => {
    for (const { credentialId: id, accountName } of made) {
      const credential = { id, organization_id: organizationId, role: 'operator' } as const
      const effect = 'Its key is valid until it is revoked.'
      await notifyOfCredential(tx, 'create', credential, { accountName, effect })
    }
  })
  const credentialIds = made.map(({ credentialId }) => credentialId)
  return { organizationId, credentialIds, outcome: 'created' }
}

function accountName(count: number, index: number): string {
  if (count === 1) return 'Operations'
  return index === 0 ? 'First operator' : 'Second operator'
}

async function makePlatform(
  { client, now, ids }: HostTransaction,
  { slug, name }: Pick<FirstOperators, 'slug' | 'name'>,
): Promise<string> {
  const id = ids.next()
  const { rowCount } = await client.query(
    `INSERT INTO organizations (id, slug, name, status, created_at)
     VALUES ($1, $2, $3, 'active', $4) ON CONFLICT (slug) DO NOTHING`,
    [id, slug, name, now],
  )
  if (rowCount === 1) return id
  throw new StartError(`${slug} is an organization that lends or borrows, not the platform.`)
}

/** From now on each dangerous act needs two people. Every organization is notified. */
async function raise(
  host: HostTransaction,
  platformId: string,
  credentialIds: readonly string[],
): Promise<void> {
  await setPeopleNeeded(host, 2)
  for (const subjectId of credentialIds) {
    const event = 'credential.needs_second_person'
    await audit(host, { organizationId: platformId, event, subjectId })
  }
  const organizations = await everyOrganization(host)
  await publish(host, platformId, async (tx) => {
    for (const organizationId of organizations) {
      await notifyOfAdministration(tx, {
        resource: 'approval_policy',
        resourceId: organizationId,
        action: 'amend',
        readers: [
          {
            organizationId,
            severity: 'warning',
            title: 'Each dangerous act needs two people from now on',
            body: 'The default approval policy of the installation asks for two people from now on. It applies to this organization unless it has set a policy of its own.',
          },
        ],
      })
    }
  })
}

async function setPeopleNeeded({ client }: HostTransaction, people: number): Promise<void> {
  await client.query('UPDATE installation SET people_needed = $1', [people])
}
