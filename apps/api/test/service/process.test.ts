import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VadiumClient } from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../harness/book.ts'
import { type BuiltService, buildService, type RunningProcess } from '../harness/built-service.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { freePort } from '@vadium/local-postgres'
import { isLongRun } from '../harness/long-run.ts'
import { startKrakenStandIn } from '../harness/kraken-stand-in.ts'

const book = new Book()
const key = book.party('harbor').credential('viewer')
book.scenario.prices.push({ asset: 'BTC', source: 'live', price_usd: '60000', live: true })

let service: BuiltService
let database: TestDatabase
let folder: string
let scenario: string
beforeAll(async () => {
  service = await buildService()
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vadium-process-'))
  scenario = join(folder, 'scenario.json')
  await writeFile(scenario, JSON.stringify(book.scenario))
}, 120_000)
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function started(environment: Record<string, string> = {}) {
  const port = await freePort()
  const settings = { DATABASE_URL: database.url, PORT: String(port), SCENARIO: scenario }
  const running = service.start({ ...settings, ...environment }, true)
  expect(await once(running.child, 'message')).toContain('ready')
  const url = `http://127.0.0.1:${port}`
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  return { running, port, url }
}

const records = ({ output }: RunningProcess) =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const refusing: [change: object, why: string][] = [
  [{ password: 'wrong' }, 'password authentication failed'],
  [{ pathname: '/nowhere' }, 'database "nowhere" does not exist'],
]

const unusable: [environment: Record<string, string>, why: string][] = [
  [{ PORT: 'x' }, 'PORT'],
  [{ DATABASE_URL: '' }, 'DATABASE_URL'],
  [{ SCENARIO: '/nowhere.json' }, 'cannot be read'],
  [{ PRICE_FEED: 'kraken' }, 'PRICE_FEED_PAIRS'],
  [{ PRICE_FEED: 'kraken', PRICE_FEED_PAIRS: 'BTC:XBTUSD,BTC:XBTUSDC' }, 'an asset twice'],
]

describe('a running process', () => {
  let process: Awaited<ReturnType<typeof started>>
  beforeAll(async () => {
    process = await started()
  })

  it('serves, and logs a line for each request', async () => {
    const client = new VadiumClient({ baseUrl: process.url, privateKey: key.privateKey })
    expect((await client.transfers.list()).transfers).toEqual([])
    await client.close()
    await expect
      .poll(() => records(process.running).map(({ msg }) => msg))
      .toEqual(expect.arrayContaining(['scenario loaded', 'answered']))
  })

  it('keeps its port: another exits with 1 and a message', async () => {
    const port = String(process.port)
    const second = service.start({ DATABASE_URL: database.url, PORT: port })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('EADDRINUSE')
  })

  it('answers requests under way at the signal to stop, closes idle connections, and exits with 0', async () => {
    const { running, port } = process
    const idle = connect(port, '127.0.0.1')
    await once(idle, 'connect')
    const idleIsClosed = once(idle, 'close')
    const slow = connect(port, '127.0.0.1')
    await once(slow, 'connect')
    slow.setEncoding('utf8')
    const answer: string[] = []
    slow.on('data', (chunk: string) => answer.push(chunk))
    slow.write(
      'POST /mark-to-market-requests:preview HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{',
    )
    // The service has received the request once it has answered a later connection: connections
    // are accepted in their order.
    await once(get({ port, path: '/healthz', agent: false }), 'response')
    running.child.kill('SIGTERM')
    // It has received the signal once it accepts no new connection.
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    // Before the request under way has ended.
    await idleIsClosed
    slow.write('}')
    await once(slow, 'close')
    expect(answer.join('')).toMatch(/^HTTP\/1\.1 403 /)
    expect(answer.join('')).toMatch(/connection: close/i)
    expect(await running.ended).toBe(0)
    expect(records(running).map(({ msg }) => msg)).toContain('stopped')
  })
})

describe('a process', () => {
  it.runIf(isLongRun)('quotes live prices and polls the feed by itself', async () => {
    const kraken = await startKrakenStandIn()
    kraken.behave('XBTUSD', { lastTrade: '60000.10000' })
    const { running } = await started({
      PRICE_FEED: 'kraken',
      PRICE_FEED_URL: kraken.origin,
      PRICE_FEED_PAIRS: 'BTC:XBTUSD',
      PRICE_FEED_EVERY_S: '1',
    })
    const quotes = async (source: string) =>
      (await database.query('SELECT price_usd FROM prices WHERE source = $1', [source])).rows
    await expect.poll(async () => (await quotes('kraken')).length).toBeGreaterThan(1)
    expect(await quotes('kraken')).toContainEqual({ price_usd: '60000.10000' })
    expect(await quotes('live')).toContainEqual({ price_usd: '60000' })
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    await kraken.stop()
  })

  it.runIf(isLongRun)(
    'disconnects callers that would delay its stop, and still exits with 0',
    async () => {
      const { running, port } = await started({ SHUTDOWN_TIMEOUT_S: '1' })
      const stuck = connect(port, '127.0.0.1')
      stuck.on('error', () => undefined)
      stuck.write(
        'POST /mark-to-market-requests:preview HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
      )
      await fetch(`http://127.0.0.1:${port}/healthz`)
      running.child.kill('SIGTERM')
      expect(await running.ended).toBe(0)
    },
  )

  it.each(isLongRun ? refusing : refusing.slice(0, 1))(
    'does not wait for a database with %o, and says why in one line',
    async (change, why) => {
      const url = Object.assign(new URL(database.url), change)
      const running = service.start({ DATABASE_URL: url.toString(), PORT: '0' })
      expect(await running.ended).toBe(1)
      const said = running.output().split('\n')
      expect(said.filter((line) => !line.startsWith('{') && line.includes(why))).toHaveLength(1)
      expect(running.output()).not.toMatch(/^\s+at /m)
    },
    30_000,
  )

  it.each(isLongRun ? unusable : [])(
    'does not start with %o, and says why',
    async (environment, why) => {
      const running = service.start({
        DATABASE_URL: database.url,
        PORT: '0',
        ...environment,
      })
      expect(await running.ended).toBe(1)
      expect(running.output()).toContain(why)
      expect(running.output()).not.toMatch(/^\s+at /m)
    },
    30_000,
  )

  it.runIf(isLongRun)(
    'does not start on a database that may lose commits',
    async () => {
      const { rows } = await database.query('SHOW fsync')
      const running = service.start({
        DATABASE_URL: `${database.url}${database.url.includes('?') ? '&' : '?'}options=-c%20synchronous_commit%3Doff`,
        PORT: '0',
        ALLOW_UNDURABLE_DATABASE: '0',
      })
      expect(await running.ended).toBe(1)
      expect(running.output()).toContain('synchronous_commit = off')
      if (rows[0]?.['fsync'] === 'off') expect(running.output()).toContain('fsync = off')
    },
    30_000,
  )
})
