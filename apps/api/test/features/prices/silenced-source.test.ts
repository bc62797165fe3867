import {
  type Credential,
  dismissPrice,
  listCredentials,
  listPrices,
  listPriceSources,
  type Price,
  revokeCredential,
  revokePriceSource,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Colleague, Key } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { HeldPrices } from '../../harness/held-prices.ts'
import { isLongRun } from '../../harness/long-run.ts'

const world = new HeldPrices()
const { book, platform, operator, secondOperator } = world

/** Each test has a source of its own that is silenced. */
let honest: Colleague & { readonly source: string }
const spare = Array.from({ length: 24 }, (_, i) => {
  const colleague = platform.colleague('operator')
  const source = `honest-${i}`
  book.scenario.price_sources.push({ source, account_id: colleague.accountId })
  return { ...colleague, source }
})
const thief = { source: 'thief', key: operator }
book.scenario.price_sources.push({ source: thief.source, account_id: operator.accountId })
const third = { source: 'third', key: secondOperator }
book.scenario.price_sources.push({ source: third.source, account_id: secondOperator.accountId })

beforeAll(() => world.open())
beforeEach(async () => {
  await world.forget()
  const [next] = spare.splice(0, 1)
  if (next === undefined) throw new Error('make more sources')
  honest = next
  expect(await world.push('100', honest.source, honest)).toBe('accepted')
})
afterAll(() => world.close())

async function revokeSource(key: Key, source = honest.source): Promise<void> {
  const { price_sources } = await succeed(world.service, listPriceSources, {
    key: operator,
    query: { page_size: 1000 },
  })
  const id = price_sources.find((one) => one.source === source)?.id ?? ''
  await succeed(world.service, revokePriceSource, { key, params: { price_source_id: id } })
}

/** The valid credentials of the honest account, that of its first key first. */
async function credentialsOfHonest(): Promise<string[]> {
  const { credentials } = await succeed(world.service, listCredentials, {
    key: operator,
    query: { page_size: 1000 },
  })
  return credentials
    .filter(({ account_id, revoke_time }) => account_id === honest.accountId && !revoke_time)
    .toSorted((a, b) => +isFirst(b) - +isFirst(a))
    .map(({ id }) => id)
}

const isFirst = ({ public_key }: Credential) => public_key === honest.publicKey

async function revokeCredentials(key: Key): Promise<void> {
  for (const id of await credentialsOfHonest()) await revokeCredentialOf(id, key)
}

async function revokeCredentialOf(credential_id: string, key: Key = operator): Promise<void> {
  await succeed(world.service, revokeCredential, { key, params: { credential_id } })
}

/** A second credential of the honest account. */
function secondCredential(): Promise<Key> {
  const { accountId } = honest
  const member = { organizationId: platform.id, accountId, role: 'operator' } as const
  return world.newKey(operator, member)
}

/** The first credential of the honest account expires, though nobody has changed it. */
async function expireFirst(): Promise<void> {
  const [first] = await credentialsOfHonest()
  const { database } = world.service
  const at = new Date(world.service.clock.now()).toISOString()
  await database.query('ALTER TABLE credentials DISABLE TRIGGER record_silence_of_account')
  await database.query('UPDATE credentials SET expires_at = $2 WHERE id = $1', [first, at])
  await database.query('ALTER TABLE credentials ENABLE TRIGGER record_silence_of_account')
}

/** What the thief pushes for 12 minutes. The last outcome. */
async function persist(price_usd: string): Promise<string | undefined> {
  let outcome: string | undefined
  for (let minute = 0; minute < 12; minute += 4) {
    world.advance(240)
    outcome = await world.push(price_usd, thief.source, thief.key)
  }
  return outcome
}

/** Whether a case is followed for as long as it takes; every case shows what it leads to. */
const isFollowed = (why: string) =>
  isLongRun || ['another account revoked it', 'its own account revoked it'].includes(why)

async function quoteOf(source: string): Promise<Price['sources'][number] | undefined> {
  const query = { asset: 'BTC' }
  const { prices } = await succeed(world.service, listPrices, { key: operator, query })
  return prices[0]?.sources.find((one) => one.source === source)
}

const dismissal = (changes: object = {}, key: Key = operator) => {
  const body = { asset: 'BTC', source: honest.source, price_usd: '100', ...changes }
  return callOf(dismissPrice, { key, body })
}

describe('the last quote of a source', () => {
  it.each<[string, () => Promise<void>]>([
    ['another account revoked it', () => revokeSource(operator)],
    [
      'another account revoked the only credential of its account',
      () => revokeCredentials(operator),
    ],
    [
      'another account revoked the credentials of its account one by one',
      async () => {
        await secondCredential()
        await revokeCredentials(operator)
      },
    ],
    [
      'another account revoked the credential that lasts, and the other has expired',
      async () => {
        await secondCredential()
        const [, added = ''] = await credentialsOfHonest()
        await revokeCredentialOf(added)
        await expireFirst()
      },
    ],
    [
      'another account revoked one of two credentials, and nobody uses the other',
      async () => {
        await secondCredential()
        const [used = ''] = await credentialsOfHonest()
        await revokeCredentialOf(used)
      },
    ],
    [
      'another account revoked it long after it had revoked the credential of its account',
      async () => {
        await revokeCredentials(operator)
        world.advance(361)
        await revokeSource(operator)
      },
    ],
    [
      'another account revoked an expired credential long after the last valid one',
      async () => {
        await secondCredential()
        await expireFirst()
        const [expired = '', valid = ''] = await credentialsOfHonest()
        await revokeCredentialOf(valid)
        world.advance(361)
        await revokeCredentialOf(expired)
      },
    ],
    [
      'a command on the host of the database revoked the credential of its account',
      async () => {
        const at = new Date(world.service.clock.now()).toISOString()
        await world.service.database.query(
          'UPDATE credentials SET revoked_at = $2 WHERE id = ANY ($1)',
          [await credentialsOfHonest(), at],
        )
      },
    ],
  ])('goes on contradicting without an end if %s', async (why, silence) => {
    await silence()
    expect(await quoteOf(honest.source)).toMatchObject({ silenced: true })
    if (!isFollowed(why)) return
    expect(await persist('10')).toBe('held')
    expect(await world.price()).toBe('stale')
    expect(await persist('85')).toBe('accepted')
  })

  it.each<[string, () => Promise<void>]>([
    ['its own account revoked it', () => revokeSource(honest)],
    ['its own account revoked its credential', () => revokeCredentials(honest)],
    ['the credential of its account has expired', expireFirst],
    [
      'its own account revoked it after another had revoked one of two credentials',
      async () => {
        await secondCredential()
        const [, added = ''] = await credentialsOfHonest()
        await revokeCredentialOf(added)
        await revokeSource(honest)
      },
    ],
    [
      'it quoted again after another account had revoked one of two credentials',
      async () => {
        const key = await secondCredential()
        const [used = ''] = await credentialsOfHonest()
        await revokeCredentialOf(used)
        world.advance(1)
        expect(await world.push('100', honest.source, key)).toBe('accepted')
      },
    ],
    [
      'another account revoked the credential of its account after it had expired',
      async () => {
        await expireFirst()
        world.advance(1)
        await revokeCredentials(operator)
      },
    ],
    [
      'it had contradicted nobody for long when another account revoked it',
      async () => {
        world.advance(361)
        await revokeSource(operator)
      },
    ],
  ])('contradicts for twice the maximum age only if %s', async (why, silence) => {
    await silence()
    expect(await quoteOf(honest.source)).toMatchObject({ silenced: false })
    if (!isFollowed(why)) return
    expect(await persist('10')).toBe('accepted')
    expect(await world.price()).toBe('10')
  })

  it('contradicts nobody any more once a third account agrees with the new price', async () => {
    await revokeSource(operator)
    world.advance(600)
    expect(await world.push('10', thief.source, thief.key)).toBe('held')
    expect(await world.push('10.1', third.source, third.key)).toBe('accepted')
    expect(await world.price()).toBe('10.05')
    expect(await quoteOf(honest.source)).toMatchObject({ silenced: false })
    world.advance(600)
    expect(await persist('50')).toBe('accepted')
  })
})

describe('the dismissal of that quote', () => {
  beforeEach(() => revokeSource(operator))

  it('waits for a second person where no policy asks for one, and has no effect before', async () => {
    const approval = await world.requested(dismissal())
    expect(approval).toMatchObject({ operation: 'dismissPrice', approvals_needed: 1 })
    const own = world.callOnApproval('approve', approval, operator)
    expect((await refused(world.service, 403, own)).reason).toBe('APPROVER_NOT_PERMITTED')
    expect(await persist('10')).toBe('held')

    await world.decide('approve', approval, secondOperator)
    expect(await world.carriedOut(approval, operator)).toMatchObject({ state: 'CARRIED_OUT' })
    expect(await quoteOf(honest.source)).toMatchObject({ silenced: false })
    world.advance(60)
    expect(await world.push('10', thief.source, thief.key)).toBe('accepted')
  })

  it('is of one asset', async () => {
    const approval = await world.requested(dismissal())
    await world.decide('approve', approval, secondOperator)
    await world.carriedOut(approval, operator)
    const { reason } = await refused(world.service, 409, dismissal({ asset: 'ETH' }))
    expect(reason).toBe('INVALID_STATE')
  })

  it('returns 409 with the last price if it is another, and if the source was not silenced', async () => {
    const other = await refused(world.service, 409, dismissal({ price_usd: '99' }))
    expect(other.body.error.details).toEqual([
      { field: 'price_usd', issue: 'is not the price of the last quote', value: '100' },
    ])
    await world.push('100', third.source, third.key)
    const { body } = await refused(world.service, 409, dismissal({ source: third.source }))
    expect(body.error.details?.[0]?.issue).toContain('goes on contradicting')
  })

  it('returns 422 for an unknown asset or source, and 403 to all but operators', async () => {
    for (const changes of [{ asset: 'NONE' }, { source: 'none' }]) {
      const { reason } = await refused(world.service, 422, dismissal(changes))
      expect(reason).toBe('REFERENCE_UNKNOWN')
    }
    expect((await call(world.service, dismissal({}, world.borrowerAdmin))).status).toBe(403)
  })
})
