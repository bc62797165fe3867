import { generateKeyPair } from '@vadium/client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, refused, type Reply } from '../../harness/call.ts'
import { openFrames } from '../../harness/frames.ts'
import { sendRaw } from '../../harness/raw.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const party = book.party('harbor')
const key = () => party.credential('viewer')
const [first, second, third, fourth, fifth, sixth] = [key(), key(), key(), key(), key(), key()]

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

let service: RunningService

/** A service for the tests of a group. Each spends the budget of a key or an address of its own. */
function startForAll(settings: Record<string, string>): void {
  beforeAll(async () => {
    service = await startService({ scenario: book.scenario, settings, database })
  })
  afterAll(() => service.close())
}

const listing = { target: '/transfers' }
const header = (reply: Reply, name: string) => Number(reply.headers[name])
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })

async function statusesFrom(...addresses: string[]): Promise<number[]> {
  const statuses = []
  for (const address of addresses) {
    statuses.push((await call(service, { target: '/nowhere', ...from(address) })).status)
  }
  return statuses
}

describe('a budget', () => {
  startForAll({ RATE_LIMIT_CREDENTIAL: '3', RATE_LIMIT_ADDRESS: '2', TRUST_PROXY: '127.0.0.1' })

  it('is that of a credential, and every answer shows it', async () => {
    for (const remaining of [2, 1, 0]) {
      const reply = await call(service, { ...listing, key: first })
      expect(reply.status).toBe(200)
      expect(header(reply, 'x-ratelimit-limit')).toBe(3)
      expect(header(reply, 'x-ratelimit-remaining')).toBe(remaining)
      expect(header(reply, 'x-ratelimit-reset')).toBeLessThanOrEqual(60)
    }
    const reply = await refused(service, 429, { ...listing, key: first })
    expect(reply.body.error).toMatchObject({ code: 'RESOURCE_EXHAUSTED', reason: 'RATE_LIMITED' })
    expect(header(reply, 'x-ratelimit-remaining')).toBe(0)
    expect(reply.headers['retry-after']).toBe(reply.headers['x-ratelimit-reset'])
    expect((await call(service, { ...listing, key: second })).status).toBe(200)
  })

  it('is spent by a credential on operations and on refused requests alike', async () => {
    const key = third
    const method = 'POST'
    const preview = { method, target: '/mark-to-market-requests:preview', body: '{}', key }
    await refused(service, 400, { target: '/transfers?unknown=1', key })
    await refused(service, 400, preview)
    expect((await call(service, { ...listing, key })).status).toBe(200)
    await refused(service, 429, { ...listing, key })
    const reply = await refused(service, 429, preview)
    expect(reply.headers).toHaveProperty('retry-after')
  })

  it('allows an address some failures, then refuses before a signature is verified', async () => {
    const asked = { ...listing, ...from('203.0.113.1') }
    for (const remaining of [1, 0]) {
      const reply = await refused(service, 401, { ...asked, key: generateKeyPair() })
      expect(header(reply, 'x-ratelimit-limit')).toBe(2)
      expect(header(reply, 'x-ratelimit-remaining')).toBe(remaining)
    }
    const reply = await refused(service, 429, { ...asked, key: generateKeyPair() })
    expect(reply.reason).toBe('RATE_LIMITED')
    expect(reply.headers['retry-after']).toBe(reply.headers['x-ratelimit-reset'])
    await refused(service, 429, { ...asked, key: fifth })
  })
})

describe('a budget of many requests', () => {
  startForAll({ RATE_LIMIT_CREDENTIAL: '10', RATE_LIMIT_ADDRESS: '1' })

  it('is never exceeded by a credential, however many requests arrive at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => call(service, { ...listing, key: fourth })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30)
  })

  it('is not charged to an address for what a known credential signs', async () => {
    for (let i = 0; i < 5; i += 1) {
      expect((await call(service, { ...listing, key: sixth })).status).toBe(200)
    }
  })
})

describe('a budget in the next window', () => {
  startForAll({ RATE_LIMIT_CREDENTIAL: '1', RATE_LIMIT_WINDOW_S: '1' })

  it('is a new one', async () => {
    await call(service, { ...listing, key: first })
    await expect
      .poll(async () => (await call(service, { ...listing, key: first })).status)
      .toBe(200)
  })
})

describe('a budget of an address', () => {
  startForAll({ RATE_LIMIT_ADDRESS: '3' })

  it('is charged for unknown paths and malformed HTTP, but not for health and documents', async () => {
    for (let i = 0; i < 5; i += 1) {
      expect((await call(service, { target: '/healthz' })).status).toBe(200)
      expect((await call(service, { target: '/openapi.json' })).status).toBe(200)
    }
    await refused(service, 404, { target: '/nowhere' })
    await sendRaw(service, 'nonsense\r\n\r\n')
    await refused(service, 404, { target: '/nowhere' })
    await refused(service, 429, { target: '/nowhere' })
    expect((await call(service, { target: '/healthz' })).status).toBe(200)
  })
})

describe('an address that the caller claims', () => {
  startForAll({ RATE_LIMIT_ADDRESS: '2' })

  it('has no budget: the connection has one', async () => {
    const claimed = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']
    expect(await statusesFrom(...claimed)).toEqual([404, 404, 429, 429])
  })
})

describe.each(['1', '127.0.0.1', '10.0.0.0/8,127.0.0.0/8'])(
  'an address behind proxies, with TRUST_PROXY=%s',
  (setting) => {
    startForAll({ RATE_LIMIT_ADDRESS: '2', TRUST_PROXY: setting })

    it('is the one that the proxy reports', async () => {
      // The caller may have written everything to the left of the proxy's own entry.
      const reported = [1, 2, 3].map((i) => `198.51.100.${i}, 203.0.113.7`)
      expect(await statusesFrom(...reported)).toEqual([404, 404, 429])
      const ofOneNetwork = ['2001:db8:1:2:3::1', '2001:db8:1:2:4::1', '2001:db8:1:2:5::1']
      expect(
        await statusesFrom('198.51.100.9, 203.0.113.8', ...ofOneNetwork, 'not an address'),
      ).toEqual([404, 404, 404, 429, 404])
    })

    it('has no port', async () => {
      const four = ['203.0.113.9:51234', '203.0.113.9:51235', '198.51.100.1:80, 203.0.113.9']
      expect(await statusesFrom(...four)).toEqual([404, 404, 429])
      const six = ['[2001:db8::1]:443', '[2001:db8::1]:444', '[2001:db8::1]', '2001:db8::1']
      expect(await statusesFrom(...six)).toEqual([404, 404, 429, 429])
    })

    it.runIf(setting.includes('10.0.0.0/8'))(
      'is not that of a trusted proxy that is reported with its port',
      async () => {
        const reported = [1, 2, 3].map((i) => `192.0.2.${i}, 10.0.0.1:4000${i}`)
        expect(await statusesFrom(...reported)).toEqual([404, 404, 404])
      },
    )
  },
)

describe('excessive load', () => {
  startForAll({ REQUESTS_IN_FLIGHT_MAX: '1', STREAMS_MAX: '3', OVERLOAD_WAIT_MS: '10' })

  it('is shed with 429 and is not an error', async () => {
    const { load } = service.services
    load.enter()
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => call(service, { ...listing, key: first })),
    )
    load.leave()
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(429))
    expect((await call(service, { ...listing, key: first })).status).toBe(200)
    for (const reply of replies) {
      expect(reply.text).toContain('OVERLOADED')
      expect(reply.headers['retry-after']).toBe(reply.headers['x-ratelimit-reset'])
    }
  })

  it('does not include open streams, which have limits of their own', async () => {
    await using one = await openFrames(service, first)
    await using two = await openFrames(service, first)
    await using three = await openFrames(service, second)
    expect([one, two, three].map(({ ready }) => ready.event)).toEqual(['ready', 'ready', 'ready'])
    expect((await call(service, { ...listing, key: first })).status).toBe(200)
    const shed = await refused(service, 429, { target: '/events:stream', key: first })
    expect(shed.body.error.reason).toBe('OVERLOADED')
    // Others may have taken the places of the process.
    const text = await service.services.metrics.text()
    expect(text).not.toContain(`organization_refusals_total{organization="${party.id}"}`)
  })
})

describe('a database whose every connection is busy', () => {
  startForAll({ LIST_MS_MAX: '500' })

  it('causes load to be shed, and the service stays ready', async () => {
    const holder = new pg.Client({ connectionString: service.database.url })
    await holder.connect()
    await holder.query('BEGIN; LOCK transfers IN ACCESS EXCLUSIVE MODE')
    const replies = Array.from({ length: 12 }, () => call(service, { ...listing, key: first }))
    expect((await call(service, { target: '/readyz' })).status).toBe(200)
    const statuses = (await Promise.all(replies)).map(({ status, text }) =>
      text.includes('OVERLOADED') ? 'shed' : status,
    )
    await holder.end()
    // Some had a connection and reached the time limit of a list; the others waited for one.
    expect(statuses).toEqual(Array(12).fill('shed'))
    await expect
      .poll(async () => (await call(service, { ...listing, key: first })).status)
      .toBe(200)
  })
})
