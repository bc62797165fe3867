import { randomUUID } from 'node:crypto'
import {
  exportPositions,
  getNotificationPreferences,
  listPrices,
  listTransfers,
  listWallets,
  streamEvents,
} from '@vadium/schema'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/platform/refusal.ts'
import { Book, type Key } from '../../harness/book.ts'
import { call, callOf, refused, type Reply } from '../../harness/call.ts'
import { openFrames } from '../../harness/frames.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { Scrape } from '../../harness/scrape.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const [harbor, quay] = [book.party('harbor'), book.party('quay')]
const [first, second] = [harbor.credential('viewer'), harbor.credential('viewer')]
const other = quay.credential('viewer')

// Each test has a service with settings of its own, on one database.
let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

let service: RunningService
afterEach(() => service.close())

const start = async (settings: Record<string, string>) => {
  service = await startService({ scenario: book.scenario, settings, database })
}
const listing = { target: '/transfers' }
const lists = (key: Key, count: number) =>
  Array.from({ length: count }, () => call(service, { ...listing, key }))
const isShed = ({ status, text }: Reply) => status === 429 && text.includes('"OVERLOADED"')
const header = (reply: Reply, name: string) => Number(reply.headers[name])

const history = (key: Key) => callOf(listPrices, { key, query: { asset: 'BTC', history_hours: 1 } })

const refusals = async () =>
  new Scrape(await service.services.metrics.text()).of('vadium_organization_refusals_total')

/** A read that waits for a connection of harbor. Its credential is looked up only after that. */
function waitForConnection() {
  const caller = { organizationId: harbor.id, credentialId: randomUUID(), role: 'viewer' }
  const tenant = { ...caller, verified: false }
  return service.services.tenantDatabase.within(tenant, () => Promise.resolve())
}

const lockTransfers = () => lock('transfers')

/** Blocks every read of a table until it is released. */
async function lock(table: 'transfers' | 'prices') {
  const holder = new pg.Client({ connectionString: service.database.url })
  await holder.connect()
  await holder.query(`BEGIN; LOCK ${table} IN ACCESS EXCLUSIVE MODE`)
  return holder
}

/** How many statements are waiting for the lock now. */
async function waitingForLock(): Promise<number> {
  const { rows } = await service.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

describe('the requests of an organization', () => {
  it('have one budget, however many credentials it has', async () => {
    await start({ RATE_LIMIT_CREDENTIAL: '3', RATE_LIMIT_ORGANIZATION: '4' })
    const remaining = []
    for (const key of [first, first, second, second]) {
      const reply = await call(service, { ...listing, key })
      expect(reply.status).toBe(200)
      remaining.push([header(reply, 'x-ratelimit-limit'), header(reply, 'x-ratelimit-remaining')])
    }
    // Of the two budgets, the headers show the one that ends first.
    expect(remaining).toEqual([
      [3, 2],
      [3, 1],
      [4, 1],
      [4, 0],
    ])
    const reply = await refused(service, 429, { ...listing, key: second })
    expect(reply.reason).toBe('RATE_LIMITED')
    expect(header(reply, 'x-ratelimit-limit')).toBe(4)
    expect(reply.headers['retry-after']).toBe(reply.headers['x-ratelimit-reset'])
    expect((await call(service, { ...listing, key: other })).status).toBe(200)
  })

  it('do not count against it when the budget of the credential is spent, or nobody has signed', async () => {
    await start({ RATE_LIMIT_CREDENTIAL: '2', RATE_LIMIT_ORGANIZATION: '4' })
    for (const status of [200, 200, 429, 429, 429]) {
      expect((await call(service, { ...listing, key: first })).status).toBe(status)
    }
    const headers = { 'X-API-Key': first.publicKey }
    for (let i = 0; i < 5; i += 1) {
      await refused(service, 401, { ...listing, key: other, headers })
    }
    for (const status of [200, 200, 429]) {
      expect((await call(service, { ...listing, key: second })).status).toBe(status)
    }
  })

  it('are limited to its share at once, and those of other organizations are not shed', async () => {
    await start({
      REQUESTS_IN_FLIGHT_PER_ORGANIZATION_MAX: '2',
      LIST_MS_MAX: '5000',
      OVERLOAD_WAIT_MS: '10',
    })
    const holder = await lockTransfers()
    const statuses: unknown[] = []
    const replies = lists(first, 6).map(async (reply) => {
      statuses.push(isShed(await reply) ? 'shed' : (await reply).status)
    })
    await expect.poll(() => statuses).toEqual(['shed', 'shed', 'shed', 'shed'])
    await expect.poll(waitingForLock).toBe(2)
    const elsewhere = await call(service, callOf(listWallets, { key: other }))
    expect(elsewhere.status).toBe(200)
    await holder.end()
    await Promise.all(replies)
    expect(statuses.slice(4)).toEqual([200, 200])
  })
})

describe('the connections to the database', () => {
  it('are shared, so that one organization cannot use all of them', async () => {
    await start({ LISTS_PER_ORGANIZATION_MAX: '10', LIST_MS_MAX: '5000' })
    const holder = await lockTransfers()
    let answered = 0
    const replies = lists(first, 12).map(async (reply) => {
      await reply
      answered += 1
    })
    // Half of the four connections of a test's service.
    await expect.poll(waitingForLock).toBe(2)
    for (let i = 0; i < 5; i += 1) {
      expect((await call(service, callOf(listWallets, { key: other }))).status).toBe(200)
    }
    expect(answered).toBe(0)
    expect(await waitingForLock()).toBe(2)
    const waiting = Array.from({ length: 246 }, waitForConnection)
    await refused(service, 429, { ...listing, key: first })
    expect(await refusals()).toEqual({ [`{organization="${harbor.id}"}`]: 1 })
    await holder.end()
    await Promise.all(waiting)
    await Promise.all(replies)
    expect(answered).toBe(12)
  })

  it('are shared by the histories of prices, so that one organization cannot use all of them', async () => {
    await start({ LIST_MS_MAX: '5000' })
    const holder = await lock('prices')
    const replies = Array.from({ length: 6 }, () => call(service, history(first)))
    await expect.poll(waitingForLock).toBe(2)
    for (let i = 0; i < 3; i += 1) {
      expect((await call(service, callOf(listWallets, { key: other }))).status).toBe(200)
    }
    expect(await waitingForLock()).toBe(2)
    await holder.end()
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(Array(6).fill(200))
  })

  it('are used by at most the allowed number of lists of an organization', async () => {
    await start({
      DATABASE_SHARE_PERCENT: '100',
      LISTS_PER_ORGANIZATION_MAX: '3',
      LIST_MS_MAX: '5000',
    })
    const holder = await lockTransfers()
    const replies = lists(first, 8)
    await expect.poll(waitingForLock).toBe(3)
    // A request of the same organization that is not a list has the fourth.
    const preferences = callOf(getNotificationPreferences, { key: first })
    expect((await call(service, preferences)).status).toBe(200)
    expect(await waitingForLock()).toBe(3)
    await holder.end()
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(Array(8).fill(200))
  })
})

describe('requests that wait for a connection', () => {
  it('are refused when more were admitted than an overloaded service can answer in time', async () => {
    await start({ OVERLOAD_WAIT_MS: '10', LIST_MS_MAX: '5000' })
    const holder = await lockTransfers()
    const replies = lists(first, 4)
    await expect.poll(waitingForLock).toBe(2)
    const { load } = service.services
    for (let i = 0; i < load.max + 2; i += 1) load.enter()
    let answered = 0
    for (const reply of replies) void reply.then(() => (answered += 1))
    const refusal = await Promise.any(replies)
    expect(isShed(refusal)).toBe(true)
    await expect.poll(() => answered).toBe(2)
    expect(refusal.headers['retry-after']).toBe('1')
    await holder.end()
    const statuses = (await Promise.all(replies)).map(({ status }) => status)
    // What had begun is answered.
    expect(statuses.toSorted()).toEqual([200, 200, 429, 429])
    // A line is written once the client has received its reply.
    const causes = () =>
      service.log.filter((line) => line.includes('waited too long under overload')).length
    await expect.poll(causes, { timeout: 15_000 }).toBe(2)
  })
})

describe('a list', () => {
  it('is shed when it takes too long, and other requests have the usual time-out', async () => {
    await start({ LIST_MS_MAX: '300' })
    const holder = await lockTransfers()
    const reply = await refused(service, 429, callOf(listTransfers, { key: first }))
    expect(reply.reason).toBe('OVERLOADED')
    expect(reply.headers['retry-after']).toBe('1')
    expect(service.log.some((line) => line.includes('a list took more than 300 ms'))).toBe(true)

    const id = '00000000-0000-4000-8000-000000000001'
    const found = call(service, { target: `/transfers/${id}`, key: first })
    await expect.poll(waitingForLock).toBe(1)
    const shedMeanwhile = await refused(service, 429, callOf(listTransfers, { key: first }))
    expect(shedMeanwhile.reason).toBe('OVERLOADED')
    expect(await waitingForLock()).toBe(1)
    await holder.end()
    expect((await found).status).toBe(404)
    // The cancelled connection is replaced.
    expect((await call(service, callOf(listTransfers, { key: first }))).status).toBe(200)
  })
})

describe('the history of a price', () => {
  it('is shed when it takes too long', async () => {
    await start({ LIST_MS_MAX: '300' })
    const holder = await lock('prices')
    const reply = await refused(service, 429, history(first))
    expect(reply.reason).toBe('OVERLOADED')
    expect(await waitingForLock()).toBe(0)
    await holder.end()
    expect((await call(service, history(first))).status).toBe(200)
  })
})

describe('the streams of an organization', () => {
  it('have their own limit, whatever its credentials are', async () => {
    await start({ STREAMS_PER_ORGANIZATION_MAX: '2' })
    {
      await using one = await openFrames(service, first)
      await using two = await openFrames(service, second)
      expect([one.ready.event, two.ready.event]).toEqual(['ready', 'ready'])
      const reply = await refused(service, 429, callOf(streamEvents, { key: second }))
      expect(reply.reason).toBe('STREAMS_EXHAUSTED')
      expect(await refusals()).toEqual({ [`{organization="${harbor.id}"}`]: 1 })
      await using three = await openFrames(service, other)
      expect(three.ready.event).toBe('ready')
    }
    await expect.poll(() => service.services.openStreams.count).toBe(0)
    await using again = await openFrames(service, first)
    expect(again.ready.event).toBe('ready')
  })
})

describe('the exports of an organization', () => {
  it('have their own limit', async () => {
    await start({ EXPORTS_MAX: '3', EXPORTS_PER_ORGANIZATION_MAX: '1' })
    const { exports } = service.services
    const read = () => Promise.resolve({ items: [], end: undefined })
    const open = (organizationId: string) =>
      exports.answer(
        exportPositions,
        { caller: { organizationId }, query: {}, requestId: '' },
        read,
      )
    const held = await open(harbor.id)
    expect(held).not.toBeInstanceOf(Refusal)
    expect(await open(harbor.id)).toMatchObject({ reason: 'OVERLOADED' })
    expect(await open(quay.id)).not.toBeInstanceOf(Refusal)
    expect(exports.open).toBe(2)
  })
})
