import { type Event, type EventStream, VadiumClient } from '@vadium/client'
import { listCredentials, revokeCredential } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { succeed } from '../../harness/call.ts'
import type { Key } from '../../harness/book.ts'
import { World } from '../../harness/world/world.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const world = new World()
const operator = world.book.party('platform').credential('operator')
const admin = world.lender.credential('admin')

/**
 * The same service as a process that streams the events of other processes and watches its
 * credentials.
 */
let service: RunningService
beforeAll(async () => {
  await world.start()
  service = await startService({ database: world.service.database, streaming: true })
})
afterAll(async () => {
  await service.close()
  await world.close()
})

const clientOf = ({ privateKey }: Key) =>
  new VadiumClient({ baseUrl: service.url, privateKey, now: () => service.clock.now() })

async function take(stream: EventStream<Event>, count: number): Promise<Event[]> {
  const events: Event[] = []
  while (events.length < count) {
    const step: IteratorResult<Event, unknown> = await stream.next()
    if (step.done === true) throw new Error(`The stream ended after ${events.length} events.`)
    events.push(step.value)
  }
  return events
}

describe('a stream of the SDK', () => {
  it('misses no event written after it was opened', async () => {
    const client = clientOf(world.lenderKey)
    const stream = client.events.stream({ type: 'order.updated' })
    const position = await stream.opened()
    const { id } = await world.orders.create()
    const { orders } = await client.orders.list()
    expect(orders.map((order) => order.id)).toContain(id)
    const [event] = await take(stream, 1)
    expect(event?.data.change).toMatchObject({ resource_id: id, action: 'create' })
    // It equals the answer of polling, byte for byte.
    const { events } = await client.events.list({ after: position, type: 'order.updated' })
    expect(events).toEqual([event])
    await stream.return()
    await client.close()
  })

  it('continues where another stream ended', async () => {
    const client = clientOf(world.borrowerKey)
    const first = client.events.stream()
    await first.opened()
    await world.orders.accepted()
    const [one, two] = await take(first, 2)
    await first.return()
    const second = client.events.stream({ after: one?.id })
    const rest = await take(second, 4)
    await second.return()
    expect(rest[0]).toEqual(two)
    expect(new Set(rest.map(({ id }) => id)).size).toBe(4)
    await client.close()
  })

  it('is reset when the events after its cursor are deleted, and continues', async () => {
    const client = clientOf(world.lenderKey)
    const old = client.events.stream()
    const position = await old.opened()
    await old.return()
    await world.orders.create()
    // Its events have their numbers now: an event that just gets one is locked, and not deleted.
    await client.events.list()
    await world.service.database.query(`SELECT forget_events(100000, interval '0')`)

    const careless = client.events.stream({ after: position })
    await expect(careless.next()).rejects.toMatchObject({ reason: 'STREAM_RESET' })
    const resets: string[] = []
    const stream = client.events.stream(
      { after: position, type: 'order.updated' },
      { onReset: (at) => void resets.push(at) },
    )
    const next = take(stream, 1)
    await expect.poll(() => resets.length).toBe(1)
    const { id } = await world.orders.create()
    expect((await next)[0]?.data.change?.resource_id).toBe(id)
    expect(resets).toHaveLength(1)
    await stream.return()
    await client.close()
  })

  it('ends when its credential is revoked, with that reason', async () => {
    const client = clientOf(world.strangerKey)
    const stream = client.events.stream()
    await stream.opened()
    const waiting = (async () => {
      while (!(await stream.next()).done);
    })()
    const { credentials } = await succeed(service, listCredentials, { key: operator })
    const own = credentials.find(({ public_key }) => public_key === world.strangerKey.publicKey)
    await succeed(service, revokeCredential, {
      key: operator,
      params: { credential_id: own?.id ?? '' },
    })
    await expect(waiting).rejects.toMatchObject({ reason: 'UNAUTHENTICATED', status: 401 })
    await client.close()
  })

  it('is refused the event cursor of another organization', async () => {
    const [ours, theirs] = [clientOf(world.lenderKey), clientOf(world.borrowerKey)]
    const stream = ours.events.stream()
    const position = await stream.opened()
    await expect(theirs.events.stream({ after: position }).next()).rejects.toMatchObject({
      reason: 'EVENT_POSITION_INVALID',
    })
    await stream.return()
    await Promise.all([ours.close(), theirs.close()])
  })

  it('does not delay a stop, whether or not it is read', async () => {
    const stopping = await startService({ database: world.service.database, streaming: true })
    const client = new VadiumClient({
      baseUrl: stopping.url,
      privateKey: admin.privateKey,
      now: () => stopping.clock.now(),
      retries: false,
    })
    const [read, unread] = [client.events.stream(), client.events.stream()]
    await Promise.all([read.opened(), unread.opened()])
    const waiting = expect(read.next()).rejects.toMatchObject({ reason: 'REPLY_MALFORMED' })
    await stopping.close()
    await waiting
    await unread.return()
    await client.close()
  })

  it('also gives the creator of a change the events of that change', async () => {
    const client = clientOf(admin)
    const [events, chats] = [client.events.stream({ type: 'chat.updated' }), client.chats.stream()]
    await Promise.all([events.opened(), chats.opened()])
    await world.orders.create()
    const [[event], [entry]] = await Promise.all([take(events, 1), take(chats, 1)])
    expect(entry).toEqual(event)
    expect(entry?.data.entry?.kind).toBe('action')
    await Promise.all([events.return(), chats.return()])
    await client.close()
  })
})
