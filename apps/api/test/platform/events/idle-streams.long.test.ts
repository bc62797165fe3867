import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Event, type EventStream, VadiumClient, VadiumError } from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendEvents } from '../../harness/appended-events.ts'
import { Book } from '../../harness/book.ts'
import {
  type BuiltService,
  buildService,
  type RunningProcess,
} from '../../harness/built-service.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { freePort } from '@vadium/local-postgres'
import { served } from '../../harness/served-process.ts'

const book = new Book()
const reader = book.party('harbor')
const key = reader.credential('viewer')

const streamsAtOnce = 5_000
/** How many streams are opened at once: more would only wait in the queue of the socket. */
const openers = 100
/** Far more than a stream costs, and far less than a buffer for each. */
const bytesOfAStreamMax = 128 * 1024

let service: BuiltService
let database: TestDatabase
let folder: string
let port: number
let running: RunningProcess
beforeAll(async () => {
  service = await buildService()
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vadium-idle-'))
  await writeFile(join(folder, 'scenario.json'), JSON.stringify(book.scenario))
  port = await freePort()
  running = await served(service, port, {
    DATABASE_URL: database.url,
    SCENARIO: join(folder, 'scenario.json'),
    RATE_LIMIT_CREDENTIAL: '1000000',
    CONNECTIONS_MAX: '6000',
    CONNECTIONS_PER_ADDRESS_MAX: '6000',
    STREAMS_MAX: '6000',
    STREAMS_PER_CREDENTIAL_MAX: '6000',
    STREAMS_PER_ORGANIZATION_MAX: '6000',
    LOG_LEVEL: 'error',
    // Longer than a stop without open connections takes on a busy machine.
    SHUTDOWN_TIMEOUT_S: '60',
  })
}, 120_000)
afterAll(async () => {
  running.child.kill('SIGKILL')
  await running.ended
  await database.drop()
  await rm(folder, { recursive: true })
})

/** The memory of the process, in bytes. */
async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${running.child.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

/** An event that all streams wait for, in the log of their organization. */
async function append(type: string): Promise<void> {
  await appendEvents(database, [{ organizationId: reader.id, type }])
}

/** Opens this many streams, some at a time. */
async function opened(client: VadiumClient, count: number): Promise<EventStream<Event>[]> {
  const streams: EventStream<Event>[] = []
  const opener = async () => {
    while (streams.length < count) {
      const stream = client.events.stream()
      streams.push(stream)
      await stream.opened()
    }
  }
  await Promise.all(Array.from({ length: openers }, opener))
  return streams
}

describe(`${streamsAtOnce} idle streams of one process`, () => {
  it('use little memory, receive an event at once, and end when the process stops', async () => {
    const client = new VadiumClient({
      baseUrl: `http://127.0.0.1:${port}`,
      privateKey: key.privateKey,
      // A stream that ends must be noticed.
      retries: false,
      timeoutMs: 60_000,
    })
    // What the first stream compiles and caches is not part of the cost of each.
    const first = await opened(client, openers)
    const before = await residentBytes()
    const streams = [...first, ...(await opened(client, streamsAtOnce - first.length))]
    const cost = ((await residentBytes()) - before) / (streams.length - first.length)

    const events = streams.map((stream) => stream.next())
    const appendedAt = performance.now()
    await append('chat.updated')
    const types = (await Promise.all(events)).map(({ value }) => value?.type)
    const reachedMs = performance.now() - appendedAt
    expect(types).toEqual(streams.map(() => 'chat.updated'))

    const ends = streams.map((stream) =>
      stream.next().then(
        () => 'another event',
        (error: unknown) => (error instanceof VadiumError ? error.reason : String(error)),
      ),
    )
    const stoppedAt = performance.now()
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    const stopMs = performance.now() - stoppedAt
    // Each answer is complete: it was ended, not cut off.
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['REPLY_MALFORMED']))
    await client.close()

    process.stdout.write(
      `${streams.length} idle streams: ${(cost / 1024).toFixed(1)} KiB of memory each; ` +
        `an event reached all in ${reachedMs.toFixed(0)} ms; a stop ended all in ${stopMs.toFixed(0)} ms\n`,
    )
    expect(cost).toBeLessThan(bytesOfAStreamMax)
    expect(stopMs).toBeLessThan(30_000)
  }, 240_000)
})
