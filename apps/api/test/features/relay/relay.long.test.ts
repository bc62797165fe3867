import { setTimeout as pause } from 'node:timers/promises'
import { listEvents } from '@vadium/schema'
import { freePort } from '@vadium/local-postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  buildProgram,
  type BuiltService,
  type RunningProcess,
} from '../../harness/built-service.ts'
import { succeed } from '../../harness/call.ts'
import { seedFrom } from '../../harness/long-run.ts'
import { TestNats } from '../../harness/nats.ts'
import { Random } from '../../harness/random.ts'
import { natsProgram } from '../../harness/wanted-programs.ts'
import { WebhookWorld } from '../../harness/webhook-world.ts'

const world = new WebhookWorld()
const { harbor, quay } = world
const harborStream = ['harbor', harbor.id] as const
const quayStream = ['quay', quay.id] as const

let program: BuiltService
let nats: TestNats
const running = new Set<RunningProcess>()

beforeAll(async () => {
  if (natsProgram === undefined) return
  program = await buildProgram('relay')
  await world.start()
  nats = await TestNats.start([harbor.id, quay.id])
}, 120_000)
afterEach(async () => {
  for (const relay of running) await killed(relay)
  await nats.deleteStream(...harborStream)
  await nats.deleteStream(...quayStream)
})
afterAll(async () => {
  if (natsProgram === undefined) return
  await nats.stop()
  await world.close()
})

function startRelay(settings: Record<string, string> = {}): RunningProcess {
  const relay = program.start({
    DATABASE_URL: world.service.database.url,
    RELAY_ORGANIZATIONS: 'harbor',
    ...nats.settings,
    ...settings,
  })
  running.add(relay)
  return relay
}

async function killed(relay: RunningProcess): Promise<void> {
  running.delete(relay)
  relay.child.kill('SIGKILL')
  await relay.ended
}

/** Writes events into the logs of both organizations as the service does, without numbering them. */
async function write(count: number): Promise<void> {
  await world.service.database.query('SELECT record_events(now(), $1, $2, $3)', [
    Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? harbor.id : quay.id)),
    Array.from({ length: 2 * count }, (_, i) => (i % 3 === 0 ? 'order.updated' : 'chat.updated')),
    Array.from({ length: 2 * count }, (_, i) => JSON.stringify({ n: i })),
  ])
}

/** Every event of an organization as it reads them itself. */
async function read(key = world.admin) {
  const events = []
  for (let after: string | undefined; ;) {
    const query = { limit: 1000, ...(after !== undefined && { after }) }
    const page = await succeed(world.service, listEvents, { key, query })
    if (page.events.length === 0) return events
    events.push(...page.events)
    after = page.next
  }
}

/** Waits until a stream has as many messages as the log has events, and compares all of them. */
async function expectAll([user, id]: readonly [string, string], key = world.admin): Promise<void> {
  const events = await read(key)
  const last = events.at(-1)?.id
  const ends = async () => (await nats.messages(user, id)).at(-1)?.id === last
  await vi.waitUntil(ends, { timeout: 60_000, interval: 200 })
  const messages = await nats.messages(user, id)
  expect(messages.map(({ body }) => body)).toEqual(events)
  expect(messages.map(({ subject }) => subject)).toEqual(
    events.map(({ type }) => `vadium.${id}.${type}`),
  )
  expect(messages.every((message) => message.id === events[message.sequence - 1]?.id)).toBe(true)
}

describe.skipIf(natsProgram === undefined)('vadium-api relay', () => {
  it('hands over what the host names, and nothing else', async () => {
    await nats.createStream(...harborStream)
    await nats.createStream(...quayStream)
    await write(300)
    startRelay()
    await expectAll(harborStream)
    await write(20)
    await expectAll(harborStream)
    expect(await nats.messages(...quayStream)).toEqual([])
  })

  const seed = seedFrom('RELAY_SEED', 28)
  it(`loses, repeats and mixes nothing while everything is killed (seed ${seed})`, async () => {
    const random = new Random(seed)
    // The broker remembers ids for a tenth of a second, so it refuses no duplicate for us.
    const forgetful = { duplicate_window: 100_000_000 }
    await nats.createStream(...harborStream, forgetful)
    await nats.createStream(...quayStream, forgetful)
    const both = { RELAY_ORGANIZATIONS: `harbor,${quay.id}` }
    let relays = [startRelay(both), startRelay(both)]
    const endLocks = () =>
      world.service.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'vadium-relay'`,
      )
    const kills = [
      // It goes on in the middle of what it did, when another one has long had its log.
      async () => {
        const relay = relays[random.below(2)]
        await write(400)
        await pause(random.below(60))
        relay?.child.kill('SIGSTOP')
        await endLocks()
        await pause(1500)
        relay?.child.kill('SIGCONT')
      },
      async () => {
        const relay = relays[random.below(2)]
        if (relay !== undefined) await killed(relay)
      },
      async () => {
        await nats.kill()
        await pause(random.below(500))
        await nats.run()
      },
      endLocks,
    ]
    for (let round = 0; round < 60; round += 1) {
      await write(1 + random.below(40))
      await random.pick(kills)?.()
      await pause(random.below(700))
      relays = relays.map((relay) =>
        running.has(relay) && relay.child.exitCode === null ? relay : startRelay(both),
      )
    }
    await expectAll(harborStream)
    await expectAll(quayStream, world.otherAdmin)
  }, 300_000)

  it('gives a log to the second one when the first one stops, which finishes first', async () => {
    await nats.createStream(...harborStream)
    const first = startRelay()
    await expect.poll(first.output).toContain('this process relays')
    const second = startRelay()
    await expect.poll(second.output).toContain('another process relays the events')
    await write(2000)
    first.child.kill('SIGTERM')
    expect(await first.ended, first.output()).toBe(0)
    running.delete(first)
    await expect.poll(second.output).toContain('this process relays')
    await expectAll(harborStream)
    expect(first.output() + second.output()).not.toContain('failed')
  })

  it('marks what a restored book made of the same positions, and leaves nothing out', async () => {
    const { database } = world.service
    await nats.createStream(...harborStream)
    await write(10)
    await killed(await untilRelayed(startRelay()))
    await database.query('CREATE TABLE dumped AS TABLE events')
    await database.query('CREATE TABLE dumped_heads AS TABLE event_heads')
    await write(5)
    const before = (await read()).length
    await killed(await untilRelayed(startRelay()))
    for (const statement of [
      'DELETE FROM events',
      'DELETE FROM event_heads',
      'INSERT INTO event_heads SELECT * FROM dumped_heads',
      'INSERT INTO events SELECT * FROM dumped',
      'DROP TABLE dumped, dumped_heads',
    ]) {
      await database.query(statement)
    }
    await write(7)
    const relay = await untilRelayed(startRelay())
    const messages = await nats.messages(...harborStream)
    const events = await read()
    expect(messages.slice(before).map(({ id }) => id)).toEqual(events.slice(-7).map(({ id }) => id))
    expect(
      messages.filter(({ gap }) => gap !== '').map(({ gap, sequence }) => [gap, sequence]),
    ).toEqual([['restored', before + 1]])
    expect(relay.output()).toContain('event log was restored')
  })

  it('reports its lag and its health', async () => {
    await nats.createStream(...harborStream)
    const port = await freePort()
    const relay = await untilRelayed(startRelay({ RELAY_PORT: String(port) }))
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
    const value = async (name: string) =>
      Number(
        new RegExp(`^vadium_relay_${name}\\{[^}]*${harbor.id}[^}]*\\} (.*)$`, 'm').exec(
          await get('/metrics'),
        )?.[1],
      )
    await expect.poll(() => get('/readyz').catch(String)).toBe('{"status":"ready"}')
    await expect.poll(() => value('working')).toBe(1)
    expect(await value('events_behind')).toBe(0)
    expect(await value('published_total')).toBe((await read()).length)
    await nats.kill()
    await write(4)
    await expect.poll(() => value('failures_total')).toBeGreaterThan(0)
    expect(await value('events_behind')).toBe(4)
    expect(await get('/readyz')).toContain('1 of 1 organizations are not relayed')
    expect(await value('working')).toBe(0)
    await nats.run()
    await expect.poll(() => value('events_behind')).toBe(0)
    expect(relay.output()).not.toContain('of-a-test')
  })
})

describe.skipIf(natsProgram === undefined)('the broker', () => {
  it('keeps organizations apart, and lets nobody but the relay add events', async () => {
    await nats.createStream(...harborStream)
    await nats.createStream(...quayStream)
    await write(1)
    await untilRelayed(startRelay({ RELAY_ORGANIZATIONS: 'harbor,quay' }))
    const stored = await nats.messages(...harborStream)
    const connection = await nats.connect('quay')
    const refused = async (subject: string, body = '{}') => {
      const asked = connection.request(subject, body, { timeout: 500 })
      return asked.then((message) => message.string(), String)
    }
    const [own, other] = [`vadium-${quay.id}`, `vadium-${harbor.id}`]
    expect(await refused(`vadium.${quay.id}.order.updated`)).toContain('Permissions Violation')
    expect(await refused(`vadium.${harbor.id}.order.updated`)).toContain('Permissions Violation')
    expect(await refused(`$JS.API.STREAM.DELETE.${own}`)).toContain('Permissions Violation')
    expect(await refused(`$JS.API.STREAM.INFO.${other}`)).toContain('stream not found')
    const next = await refused(`$JS.API.CONSUMER.CREATE.${other}`, `{"stream_name":"${other}"}`)
    expect(next).toContain('stream not found')
    await connection.close()
    expect(await nats.messages(...harborStream)).toEqual(stored)

    const relay = await nats.connect('relay')
    for (const subject of ['DELETE', 'PURGE', 'MSG.DELETE', 'UPDATE']) {
      const asked = relay.request(`vadium-api.STREAM.${subject}.${other}`, '{}', { timeout: 500 })
      await expect(asked, subject).rejects.toThrow()
    }
    await relay.close()
  })
})

describe.skipIf(natsProgram === undefined)('a relay that cannot work', () => {
  it('says what is wrong with its streams, and relays once it is mended', async () => {
    const relay = startRelay()
    await expect.poll(relay.output).toContain(`There is no stream vadium-${harbor.id}`)
    await nats.createStream(...harborStream, { max_age: 1_000_000_000_000 })
    await expect.poll(relay.output).toContain('drops messages by their age')
    await nats.deleteStream(...harborStream)
    await nats.createStream(...harborStream)
    await write(1)
    await untilRelayed(relay)
  })

  it.each([
    [
      { RELAY_ORGANIZATIONS: 'harbor,nobody' },
      'RELAY_ORGANIZATIONS names no organization by nobody',
    ],
    [{ RELAY_ORGANIZATIONS: '' }, 'RELAY_ORGANIZATIONS is required'],
    [{ NATS_URL: 'nats://127.0.0.1:1' }, 'The server of NATS_URL accepted no connection'],
    [{ NATS_URL: 'tls' }, 'The server of NATS_URL accepted no connection'],
    [{ NATS_URL: 'tls://127.0.0.1' }, 'NATS_URL with tls:// needs names of hosts'],
    [{ NATS_CA_FILE: '/dev/null' }, 'NATS_CA_FILE is for tls://'],
    [{ NATS_PASSWORD_FILE: '/nowhere' }, 'The file of NATS_PASSWORD_FILE cannot be read'],
    [{ NATS_NKEY_FILE: '/nowhere' }, 'Set only one of NATS_NKEY_FILE and NATS_USER'],
    [{ NATS_USER: 'nobody' }, 'The server of NATS_URL accepted no connection'],
    [{ NATS_URL: 'nats://relay:secret@127.0.0.1' }, 'NATS_URL: Expected string to match'],
  ])('ends at its start with %j', async (given, why) => {
    const settings: Record<string, string> = { ...given }
    // The server offers no TLS.
    if (settings['NATS_URL'] === 'tls') settings['NATS_URL'] = `tls://localhost:${nats.port}`
    const relay = startRelay(settings)
    expect(await relay.ended).toBe(1)
    expect(relay.output()).toContain(why)
    expect(relay.output()).not.toContain('secret')
  })
})

/** Waits until the newest event of the log is in the stream. */
async function untilRelayed(relay: RunningProcess): Promise<RunningProcess> {
  await expect
    .poll(async () => (await nats.messages(...harborStream)).at(-1)?.id)
    .toBe((await read()).at(-1)?.id)
  return relay
}
