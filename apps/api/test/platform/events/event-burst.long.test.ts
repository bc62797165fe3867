import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Event, VadiumClient } from '@vadium/client'
import { createOrder, type Operation } from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BuiltService,
  buildService,
  type RunningProcess,
} from '../../harness/built-service.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { freePort } from '@vadium/local-postgres'
import { World } from '../../harness/world/world.ts'
import { served } from '../../harness/served-process.ts'

const world = new World()
// The settings that the world passes to its process.
const create: Operation = createOrder
const readers = [world.borrower.id, world.lender.id]

let service: BuiltService
let database: TestDatabase
let folder: string
let port: number
let running: RunningProcess
beforeAll(async () => {
  service = await buildService()
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vadium-burst-'))
  await writeFile(join(folder, 'scenario.json'), JSON.stringify(world.book.scenario))
  port = await freePort()
  running = await start()
}, 120_000)
afterAll(async () => {
  running.child.kill('SIGKILL')
  await running.ended
  await database.drop()
  await rm(folder, { recursive: true })
})

const start = () =>
  served(service, port, {
    DATABASE_URL: database.url,
    SCENARIO: join(folder, 'scenario.json'),
    RATE_LIMIT_CREDENTIAL: '1000000',
    COUNTERPARTY_ORDERS_MAX: '10000',
    COUNTERPARTY_PENDING_ORDERS_MAX: '10000',
    LOG_LEVEL: 'error',
  })

/** As when a machine fails: no process is informed. */
async function killAndStart(): Promise<void> {
  running.child.kill('SIGKILL')
  await running.ended
  running = await start()
}

/** Events of a writer in batches of uneven size, each a transaction on its own connection. */
async function* appended(writer: number, count: number): AsyncGenerator<number> {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    for (let done = 0; done < count;) {
      const size = Math.min(1 + ((done * 7 + writer) % 23), count - done)
      const lines = Array.from({ length: size }, (_, i) => ({ writer, n: done + i })).flatMap(
        (data) => readers.map((reader) => ({ reader, data: JSON.stringify(data) })),
      )
      await client.query(`SELECT record_events(now(), $1::uuid[], $2::text[], $3::jsonb[])`, [
        lines.map(({ reader }) => reader),
        lines.map(() => 'chat.updated'),
        lines.map(({ data }) => data),
      ])
      done += size
      yield size
    }
  } finally {
    await client.end()
  }
}

const writersOfABurst = 4
const eventsOfAWriter = 1_240
const ordersOfABurst = 60
const eventsOfABurst = writersOfABurst * eventsOfAWriter + ordersOfABurst

/**
 * Writes on all connections at once, and orders through the API; `inTheMiddle` starts when half of
 * the events are written.
 */
async function burst(client: VadiumClient, inTheMiddle: () => Promise<void>): Promise<void> {
  let written = 0
  let interruption: Promise<void> | undefined
  const count = (events: number) => {
    written += events
    if (written >= eventsOfABurst / 2) interruption ??= inTheMiddle()
  }
  const writers = Array.from({ length: writersOfABurst }, async (_, writer) => {
    for await (const size of appended(writer, eventsOfAWriter)) count(size)
  })
  const orderers = Array.from({ length: 4 }, async () => {
    for (let n = 0; n < ordersOfABurst / 4; n += 1) {
      await client.request(create, { body: world.orders.body() })
      count(1)
    }
  })
  await Promise.all([...writers, ...orderers])
  expect(interruption).toBeDefined()
  await interruption
}

async function unnumbered() {
  const { rows } = await database.query('SELECT FROM unnumbered_events')
  return rows.length
}

/** The log of the borrower, in its order. */
async function log() {
  await expect.poll(unnumbered).toBe(0)
  const { rows } = await database.query<{ type: string; data: object }>(
    'SELECT type, data FROM events WHERE organization_id = $1 ORDER BY position',
    [world.borrower.id],
  )
  return rows
}

const eventsInAll = 10_000

describe(`a service that is killed in the middle of ${eventsInAll} events, twice`, () => {
  it('yields each event once, in the order of the log, after its restart', async () => {
    const retries = { attemptsMax: 100, backOffMsMax: 500, totalMsMax: 120_000 }
    const client = new VadiumClient({
      baseUrl: `http://127.0.0.1:${port}`,
      privateKey: world.borrowerKey.privateKey,
      retries,
    })
    const { next } = await client.events.list()
    const losses: string[] = []
    const stream = client.events.stream(
      { after: next },
      { onInterruption: ({ error }) => void losses.push(error.reason) },
    )
    const events: Event[] = []
    const reading = (async () => {
      for await (const event of stream) events.push(event)
    })()

    const received = (count: number) =>
      expect.poll(() => events.length, { timeout: 60_000 }).toBeGreaterThan(count)
    for (let kills = 0; kills < 2; kills += 1) {
      const before = events.length
      await burst(client, async () => {
        await received(before)
        await killAndStart()
      })
      await received((await log()).length - 1)
    }
    const rows = await log()
    expect(rows.length).toBeGreaterThanOrEqual(eventsInAll)
    await stream.return()
    await reading
    await client.close()

    expect(losses.length).toBeGreaterThanOrEqual(2)
    const organization_id = world.borrower.id
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual(
      rows.map(({ type, data }) => ({ type, data: { organization_id, ...data } })),
    )
    expect(new Set(events.map(({ id }) => id)).size).toBe(rows.length)
    // Each order once too, although some answers were lost with the process.
    const orders = new Set(events.flatMap(({ data }) => data.change?.resource_id ?? []))
    expect(orders.size).toBe(2 * ordersOfABurst)
  }, 240_000)
})
