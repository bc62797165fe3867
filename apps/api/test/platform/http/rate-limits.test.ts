import { generateKeyPair } from '@vadium/client'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, refused, type Reply } from '../../harness/call.ts'
import { openFrames } from '../../harness/frames.ts'
import { sendRaw } from '../../harness/raw.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const party = book.party('harbor')
const [first, second] = [party.credential('viewer'), party.credential('viewer')]

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
const header = (reply: Reply, name: string) => Number(reply.headers[name])

describe('a credential', () => {
  it('has its own budget, which every answer shows', async () => {
    await start({ RATE_LIMIT_CREDENTIAL: '3', RATE_LIMIT_ADDRESS: '1' })
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

  it('spends it on operations and on refused requests alike', async () => {
    await start({ RATE_LIMIT_CREDENTIAL: '2' })
    await refused(service, 400, { target: '/transfers?unknown=1', key: first })
    await refused(service, 400, {
      method: 'POST',
      target: '/mark-to-market-requests:preview',
      body: '{}',
      key: first,
    })
    await refused(service, 429, { ...listing, key: first })
    const reply = await refused(service, 429, {
      method: 'POST',
      target: '/mark-to-market-requests:preview',
      body: '{}',
      key: first,
    })
    expect(reply.headers).toHaveProperty('retry-after')
  })

  it('never exceeds its budget, however many requests arrive at once', async () => {
    await start({ RATE_LIMIT_CREDENTIAL: '10' })
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => call(service, { ...listing, key: first })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30)
  })

  it('has a new budget in the next window', async () => {
    await start({ RATE_LIMIT_CREDENTIAL: '1', RATE_LIMIT_WINDOW_S: '1' })
    await call(service, { ...listing, key: first })
    await expect
      .poll(async () => (await call(service, { ...listing, key: first })).status)
      .toBe(200)
  })
})

describe('an address', () => {
  it('may fail a number of times, and is then refused before a signature is verified', async () => {
    await start({ RATE_LIMIT_ADDRESS: '3' })
    for (const remaining of [2, 1, 0]) {
      const reply = await refused(service, 401, { ...listing, key: generateKeyPair() })
      expect(header(reply, 'x-ratelimit-limit')).toBe(3)
      expect(header(reply, 'x-ratelimit-remaining')).toBe(remaining)
    }
    const reply = await refused(service, 429, { ...listing, key: generateKeyPair() })
    expect(reply.reason).toBe('RATE_LIMITED')
    expect(reply.headers['retry-after']).toBe(reply.headers['x-ratelimit-reset'])
    await refused(service, 429, { ...listing, key: first })
  })

  it('is not charged for what a known credential signs', async () => {
    await start({ RATE_LIMIT_ADDRESS: '1' })
    for (let i = 0; i < 5; i += 1) {
      expect((await call(service, { ...listing, key: first })).status).toBe(200)
    }
  })

  it('is charged for unknown paths and malformed HTTP, but not for health and documents', async () => {
    await start({ RATE_LIMIT_ADDRESS: '3' })
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

describe('an address behind proxies', () => {
  const from = (forwarded: string) =>
    call(service, { target: '/nowhere', headers: { 'X-Forwarded-For': forwarded } })

  it('is not the one that the caller claims', async () => {
    await start({ RATE_LIMIT_ADDRESS: '2' })
    const statuses = []
    for (let i = 1; i <= 4; i += 1) statuses.push((await from(`10.0.0.${i}`)).status)
    expect(statuses).toEqual([404, 404, 429, 429])
  })

  it.each(['1', '127.0.0.1', '10.0.0.0/8,127.0.0.0/8'])(
    'is the one that the proxy reports, with TRUST_PROXY=%s',
    async (setting) => {
      await start({ RATE_LIMIT_ADDRESS: '2', TRUST_PROXY: setting })
      const statuses = []
      // The caller may have written everything to the left of the proxy's own entry.
      for (let i = 1; i <= 3; i += 1) {
        statuses.push((await from(`198.51.100.${i}, 203.0.113.7`)).status)
      }
      expect(statuses).toEqual([404, 404, 429])
      expect((await from('198.51.100.9, 203.0.113.8')).status).toBe(404)
      expect((await from('2001:db8:1:2:3::1')).status).toBe(404)
      expect((await from('2001:db8:1:2:4::1')).status).toBe(404)
      expect((await from('2001:db8:1:2:5::1')).status).toBe(429)
      expect((await from('not an address')).status).toBe(404)
    },
  )

  it.each(['1', '127.0.0.1'])('has no port, with TRUST_PROXY=%s', async (setting) => {
    await start({ RATE_LIMIT_ADDRESS: '2', TRUST_PROXY: setting })
    const statusesOf = async (...addresses: string[]) => {
      const statuses = []
      for (const address of addresses) statuses.push((await from(address)).status)
      return statuses
    }
    expect(
      await statusesOf('203.0.113.7:51234', '203.0.113.7:51235', '198.51.100.1:80, 203.0.113.7'),
    ).toEqual([404, 404, 429])
    expect(
      await statusesOf('[2001:db8::1]:443', '[2001:db8::1]:444', '[2001:db8::1]', '2001:db8::1'),
    ).toEqual([404, 404, 429, 429])
  })

  it('is not that of a trusted proxy that is reported with its port', async () => {
    await start({ RATE_LIMIT_ADDRESS: '2', TRUST_PROXY: '127.0.0.1,10.0.0.0/8' })
    const statuses = []
    for (let i = 1; i <= 3; i += 1) {
      statuses.push((await from(`203.0.113.${i}, 10.0.0.1:4000${i}`)).status)
    }
    expect(statuses).toEqual([404, 404, 404])
  })
})

describe('excessive load', () => {
  it('is shed with 429 and is not an error', async () => {
    await start({ REQUESTS_IN_FLIGHT_MAX: '1' })
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => call(service, { ...listing, key: first })),
    )
    const shed = replies.filter(({ status }) => status === 429)
    expect(shed.length).toBeGreaterThan(0)
    expect(replies.filter(({ status }) => status === 200).length + shed.length).toBe(30)
    for (const reply of shed) {
      expect(reply.text).toContain('OVERLOADED')
      expect(reply.headers['retry-after']).toBe(reply.headers['x-ratelimit-reset'])
    }
  })

  it('does not include open streams, which have limits of their own', async () => {
    await start({ REQUESTS_IN_FLIGHT_MAX: '1', STREAMS_MAX: '3' })
    await using one = await openFrames(service, first)
    await using two = await openFrames(service, first)
    await using three = await openFrames(service, second)
    expect([one, two, three].map(({ ready }) => ready.event)).toEqual(['ready', 'ready', 'ready'])
    expect((await call(service, { ...listing, key: first })).status).toBe(200)
    const shed = await refused(service, 429, { target: '/events:stream', key: first })
    expect(shed.body.error.reason).toBe('OVERLOADED')
  })

  it('is also shed while every connection to the database is busy, and the service stays ready', async () => {
    await start({})
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
