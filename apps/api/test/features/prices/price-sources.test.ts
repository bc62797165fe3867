import { randomUUID } from 'node:crypto'
import { generateKeyPair, proveKey } from '@vadium/client'
import {
  createPriceSource,
  listEvents,
  listNotifications,
  listPriceSources,
  livePriceSourcesMax,
  pushPrices,
  revokePriceSource,
  rotateCredential,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Book, type Key } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const platform = book.party('platform')
const operator = platform.credential('operator')
const twin = platform.credential('operator')
const [platformAccount] = book.scenario.accounts
const secondAccount = randomUUID()
const second = generateKeyPair()
book.scenario.accounts.push({
  id: secondAccount,
  organization_id: platform.id,
  name: 'feed',
  kind: 'program',
})
book.scenario.credentials.push({
  id: randomUUID(),
  account_id: secondAccount,
  role: 'operator',
  public_key: second.publicKey,
  created_at: '2026-03-01T09:00:00.000Z',
})
const harbor = book.party('harbor')
const viewer = harbor.credential('viewer')
const suspended = book.party('gone', 'fireblocks', { status: 'suspended' })
book.price('ETH', '2500', '2026-03-02T11:59:00.000Z')

// Each test has an hour of its own: the clock never moves back.
let hour = -1
const at = (time: string) => `2026-03-03T${String(hour).padStart(2, '0')}:${time}.000Z`

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
beforeEach(async () => {
  await service.database.query('TRUNCATE prices, latest_prices, held_prices, price_bases')
  hour += 1
  service.clock.set(at('00:00'))
})
afterAll(() => service.close())

const name = () => `desk-${randomUUID().slice(0, 8)}`
const register = (body: object = {}, key: Key = operator) =>
  succeed(service, createPriceSource, { key, body: { source: name(), ...body } })
const revoke = (price_source_id: string) =>
  succeed(service, revokePriceSource, { key: operator, params: { price_source_id } })

interface Quote {
  readonly source: string
  readonly price_usd: string
  readonly observe_time?: string
}

const ofBitcoin = (quotes: readonly Quote[]) => ({
  quotes: quotes.map((quote) => ({ asset: 'BTC', ...quote })),
})
async function push(key: Key, ...quotes: Quote[]): Promise<string[]> {
  const answer = await succeed(service, pushPrices, { key, body: ofBitcoin(quotes) })
  return answer.quotes.map(({ outcome }) => outcome)
}
const pushRefused = async (key: Key, quote: Quote) =>
  (await refused(service, 422, { ...callOf(pushPrices, { body: ofBitcoin([quote]) }), key })).reason

async function price(): Promise<string | null> {
  const nowMs = service.clock.now()
  const [asset] = await service.services.prices.list({ asset: 'BTC', limit: 1 }, nowMs)
  return asset?.reading.kind === 'current' ? asset.reading.priceUsd : null
}

describe('a price source', () => {
  it('is registered for the account of the caller, or another of its organization', async () => {
    const source = name()
    const registered = await register({ source })
    expect(registered).toMatchObject({
      source,
      account_id: platformAccount?.id,
      create_time: at('00:00'),
      revoke_time: null,
    })
    expect(await register({ account_id: secondAccount })).toMatchObject({
      account_id: secondAccount,
    })
    const { price_sources } = await succeed(service, listPriceSources, { key: operator })
    expect(price_sources).toContainEqual(registered)
    expect(price_sources).toContainEqual(
      expect.objectContaining({ source: 'test', account_id: null }),
    )
  })

  it('is refused under a name that is in use, or that belongs to the service itself', async () => {
    const { id, source } = await register()
    await revoke(id)
    for (const taken of [source, 'test', 'kraken']) {
      const call = callOf(createPriceSource, { body: { source: taken } })
      const reply = await refused(service, 409, { ...call, key: operator })
      expect(reply.reason).toBe('ALREADY_EXISTS')
    }
  })

  it('is refused for an account of another organization', async () => {
    const [account] = book.scenario.accounts.filter((one) => one.organization_id === harbor.id)
    for (const account_id of [account?.id, randomUUID()]) {
      const call = callOf(createPriceSource, { body: { source: name(), account_id } })
      const reply = await refused(service, 422, { ...call, key: operator })
      expect(reply.reason).toBe('REFERENCE_UNKNOWN')
    }
  })

  it('is refused after its revocation, and its account keeps the others', async () => {
    const [kept, ended] = [await register(), await register()]
    expect((await revoke(ended.id)).revoke_time).toBe(at('00:00'))
    expect(await pushRefused(operator, { source: ended.source, price_usd: '1' })).toBe(
      'REFERENCE_UNKNOWN',
    )
    expect(await push(operator, { source: kept.source, price_usd: '1' })).toEqual(['accepted'])
    const again = callOf(revokePriceSource, { params: { price_source_id: ended.id } })
    expect((await refused(service, 409, { ...again, key: operator })).reason).toBe('INVALID_STATE')
    const none = callOf(revokePriceSource, { params: { price_source_id: randomUUID() } })
    expect((await refused(service, 404, { ...none, key: operator })).reason).toBe(
      'PRICE_SOURCE_NOT_FOUND',
    )
  })

  it('is notified to every active organization, as is its revocation', async () => {
    const { id, source } = await register()
    await revoke(id)
    const { notifications } = await succeed(service, listNotifications, {
      key: viewer,
      query: { category: 'price_source_changed' },
    })
    const received = notifications.filter(({ link }) => link.id === id)
    expect(received.map(({ title }) => title).sort()).toEqual([
      `Price source registered: ${source}`,
      `Price source revoked: ${source}`,
    ])
    const { events } = await succeed(service, listEvents, {
      key: viewer,
      query: { type: 'price_source.updated', limit: 1000 },
    })
    const changes = events.map(({ data }) => data.administrative_change)
    for (const action of ['create', 'revoke']) {
      expect(changes).toContainEqual(
        expect.objectContaining({ resource: 'price_source', resource_id: id, action }),
      )
    }
    const { rows } = await service.database.query(
      `SELECT DISTINCT organization_id FROM notifications WHERE link_id = '${id}'`,
    )
    const readers = rows.map(({ organization_id }) => organization_id)
    expect(readers).toContain(platform.id)
    expect(readers).not.toContain(suspended.id)
  })

  it('is refused beyond the maximum number, even when all are registered at once', async () => {
    const { rows } = await service.database.query(
      `SELECT count(*)::int AS count FROM price_sources
       WHERE account_id IS NOT NULL AND revoked_at IS NULL`,
    )
    const room = livePriceSourcesMax - Number(rows[0]?.['count'])
    await service.database.query(
      `INSERT INTO price_sources (id, source, account_id, created_at)
       SELECT gen_random_uuid(), 'filler-' || n, '${secondAccount}', now()
       FROM generate_series(1, ${room - 3}) AS n`,
    )
    const asked = await Promise.allSettled(Array.from({ length: 10 }, () => register()))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await service.database.query(
      `UPDATE price_sources SET revoked_at = now() WHERE source LIKE 'filler-%'`,
    )
  })
})

describe('one operator key', () => {
  let sources: readonly string[]
  let honest: string
  beforeEach(async () => {
    sources = (await Promise.all([register(), register(), register()])).map(({ source }) => source)
    honest = (await register({ account_id: secondAccount })).source
  })
  const quotes = (price_usd: string): Quote[] => sources.map((source) => ({ source, price_usd }))

  it('pushes no source of another account', async () => {
    for (const source of [honest, 'test', 'kraken', name()]) {
      expect(await pushRefused(operator, { source, price_usd: '1' })).toBe('REFERENCE_UNKNOWN')
    }
  })

  it('does not move a price beyond the deviation in one request', async () => {
    await push(operator, ...quotes('184.13'))
    service.clock.set(at('00:01'))
    expect(await push(operator, ...quotes('92.06'))).toEqual(['held', 'held', 'held'])
    expect(await price()).toBe('184.13')
  })

  it.runIf(isLongRun)('does not do so in small steps, whatever times they have', async () => {
    const [source = ''] = sources
    await push(operator, { source, price_usd: '100' })
    for (let step = 1; step <= 6; step += 1) {
      service.clock.set(at(`00:0${step}`))
      await push(operator, { source, price_usd: (100 * 0.81 ** step).toFixed(2) })
    }
    expect(await price()).toBe('81')

    // A price is known for longer than it is current, and then backdated quotes pretend that it had
    // been another.
    for (const minute of ['10', '11', '12', '13', '14', '15']) {
      service.clock.set(at(`${minute}:00`))
      await push(second, { source: honest, price_usd: '100' })
    }
    const other = sources[1] ?? ''
    for (let i = 1; i <= 8; i += 1) {
      const observe_time = at(`12:0${i}`)
      await push(operator, { source: other, price_usd: String(100 - 4 * i), observe_time })
    }
    for (let step = 1; step <= 9; step += 1) {
      service.clock.set(at(`15:0${step}`))
      await push(operator, { source, price_usd: (81 * 0.9 ** step).toFixed(2) })
    }
    expect(Number(await price())).toBeGreaterThanOrEqual(80)
  })

  it('does not do so with a second credential of its account, nor by rotation', async () => {
    const [first = '', other = ''] = sources
    const calm = (price_usd: string) => push(second, { source: honest, price_usd })
    await calm('100')
    expect(await push(operator, { source: first, price_usd: '50' })).toEqual(['held'])
    expect(await push(twin, { source: other, price_usd: '50' })).toEqual(['held'])
    const { credentials } = book.scenario
    const credential = credentials.find(({ public_key }) => public_key === twin.publicKey)
    const next = generateKeyPair()
    const enrolment = {
      installationId: service.services.installationId,
      organizationId: platform.id,
      accountId: credential?.account_id ?? '',
    }
    await succeed(service, rotateCredential, {
      key: operator,
      params: { credential_id: credential?.id ?? '' },
      body: { proof: proveKey(next.privateKey, enrolment, service.clock.now()) },
    })
    service.clock.set(at('00:01'))
    expect(await push(next, { source: other, price_usd: '50' })).toEqual(['held'])
    expect(await price()).toBe('100')
  })

  it('has one vote in the median, however many sources it has', async () => {
    const third = await register({ account_id: secondAccount })
    await push(
      second,
      { source: honest, price_usd: '100' },
      { source: third.source, price_usd: '100' },
    )
    await push(operator, ...quotes('90'))
    expect(await price()).toBe('95')
  })
})

describe('a real crash', () => {
  it('counts at once when two accounts quote it, in any order', async () => {
    const own = await register()
    const other = await register({ account_id: secondAccount })
    await push(operator, { source: own.source, price_usd: '100' })
    await push(second, { source: other.source, price_usd: '101' })
    service.clock.set(at('00:01'))
    expect(await push(operator, { source: own.source, price_usd: '40' })).toEqual(['held'])
    expect(await push(second, { source: other.source, price_usd: '41' })).toEqual(['accepted'])
    expect(await price()).toBe('40.5')
    service.clock.set(at('00:02'))
    expect(await push(operator, { source: own.source, price_usd: '35' })).toEqual(['accepted'])
  })
})
