import { type Event, listEvents } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBook } from '../../../src/features/check/check-book.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { succeed } from '../../harness/call.ts'
import { DeliveryWorld } from '../../harness/delivery-world.ts'
import { openFrames } from '../../harness/frames.ts'

const world = new DeliveryWorld()

beforeAll(() => world.start())
afterAll(() => world.close())

const list = (after?: string) =>
  succeed(world.service, listEvents, {
    key: world.admin,
    query: { limit: 1000, ...(after !== undefined && { after }) },
  })

async function inOrder(statements: readonly string[]): Promise<void> {
  for (const statement of statements) await world.service.database.query(statement)
}

const dumpLog = () =>
  inOrder([
    'DROP TABLE IF EXISTS dumped_events, dumped_heads',
    'CREATE TABLE dumped_events AS TABLE events',
    'CREATE TABLE dumped_heads AS TABLE event_heads',
  ])

const restoreLog = () =>
  inOrder([
    'DELETE FROM events',
    'DELETE FROM event_heads',
    'INSERT INTO event_heads SELECT * FROM dumped_heads',
    'INSERT INTO events SELECT * FROM dumped_events',
  ])

/** A log of five events, and the ids of nine, the last four of which were undone by a restore. */
async function restoredLog(): Promise<readonly string[]> {
  const begin = (await list()).next
  await world.happen(5)
  await dumpLog()
  await world.happen(4)
  const { events } = await list(begin)
  await restoreLog()
  return events.map(({ id }) => id)
}

const idsOf = (events: readonly Event[]) => events.map(({ id }) => id)

describe('a reader of events that a restore has undone', () => {
  it.each([
    ['has not reached its position', 2],
    ['has another event at its position', 4],
    ['has grown past its position', 10],
  ])('is reset when the log %s, and misses nothing after that', async (_what, grown) => {
    const ids = await restoredLog()
    const undone = ids.at(-1) ?? ''
    await world.happen(grown)
    const page = await list(undone)
    expect(page).toMatchObject({ events: [], reset: true })
    const target = `/events:stream?after=${undone}`
    await using stream = await openFrames(world.service, world.admin, target)
    expect(await stream.next()).toMatchObject({ event: 'reset', id: page.next })
    await world.happen(1)
    const after = await list(page.next)
    expect(after).toMatchObject({ reset: false, events: [{ data: { n: 1 } }] })
  })
})

describe('a reader of events that the restored log still has', () => {
  it('continues without a reset, and gets the new events', async () => {
    const ids = await restoredLog()
    const lastKept = ids[4] ?? ''
    expect(await list(lastKept)).toEqual({ events: [], next: lastKept, reset: false })
    await world.happen(10)
    const { events, reset } = await list(lastKept)
    expect(reset).toBe(false)
    expect(events).toHaveLength(10)
    // They have the same positions as the undone events, and other ids.
    expect(ids.filter((id) => idsOf(events).includes(id))).toEqual([])
    const earlier = await list(ids[2])
    expect(idsOf(earlier.events)).toEqual([ids[3], lastKept, ...idsOf(events)])
    const target = `/events:stream?after=${lastKept}`
    await using stream = await openFrames(world.service, world.admin, target)
    expect((await stream.take(10)).map(({ id }) => id)).toEqual(idsOf(events))
  })

  it('is not reset when the events it has read are deleted later', async () => {
    await world.happen(3)
    const { next } = await list()
    await world.service.database.query(`SELECT forget_events(100000, interval '0')`)
    expect(await list(next)).toEqual({ events: [], next, reset: false })
    await world.happen(2)
    expect(await list(next)).toMatchObject({ reset: false, events: [{}, {}] })
  })

  it('is not reset when it began at an empty log, or at the beginning of one', async () => {
    const { organizationId, events, next } = await emptyLog()
    expect(events).toEqual([])
    await world.happen(2, 'order.updated', world.quay)
    const page = await succeed(world.service, listEvents, {
      key: world.otherAdmin,
      query: { after: next },
    })
    expect(page).toMatchObject({ reset: false, events: [{}, {}] })
    expect(page.events[0]?.data.organization_id).toBe(organizationId)
  })
})

async function emptyLog() {
  await inOrder([
    `DELETE FROM events WHERE organization_id = '${world.quay.id}'`,
    `DELETE FROM event_heads WHERE organization_id = '${world.quay.id}'`,
  ])
  const page = await succeed(world.service, listEvents, { key: world.otherAdmin })
  return { ...page, organizationId: world.quay.id }
}

describe('webhooks', () => {
  const numbersAt = (path: string) =>
    world.receiver.at(path).map(({ body }) => (JSON.parse(body) as Event).id)

  it('continue after the newest event that the log still has, and miss none', async () => {
    const path = world.newPath()
    const { id } = await world.endpointAt(path)
    await world.happen(5)
    await dumpLog()
    await world.happen(4)
    await world.work()
    await restoreLog()
    await world.happen(10)
    await world.work()
    const { events } = await list()
    const received = numbersAt(path)
    expect(received).toHaveLength(5 + 4 + 10)
    expect(new Set(received).size).toBe(received.length)
    expect(received).toEqual(expect.arrayContaining(idsOf(events).slice(-15)))
    expect(world.service.log.join('')).toContain('event log was restored')
    expect(await world.get(id)).toMatchObject({ status: 'enabled' })
    const broken = await withOwnerClient(world.service.database.url, checkBook)
    expect(broken.flatMap(({ shown }) => shown)).toEqual([])
  })

  it('continue before the oldest event when none was sent yet', async () => {
    const path = world.newPath()
    await world.endpointAt(path, ['chat.updated'])
    await world.happen(2)
    await dumpLog()
    await world.happen(9)
    await world.work()
    await restoreLog()
    await world.happen(3, 'chat.updated')
    await world.happen(20)
    await world.work()
    expect(numbersAt(path)).toHaveLength(3)
  })

  it('are not sent again when nothing was restored', async () => {
    const path = world.newPath()
    await world.endpointAt(path)
    await world.happen(3)
    await world.work()
    expect(await world.service.services.webhooks.fanOut.run()).toBe(0)
    await world.happen(1)
    await world.work()
    expect(numbersAt(path)).toHaveLength(4)
  })
})

it('derives event numbers from the seed of a sandbox, and other ones after each start', async () => {
  const numbersOf = (starts: number) =>
    withOwnerClient(world.service.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query(`INSERT INTO sandbox (seed, time, starts) VALUES ('a seed', now(), $1)`, [
        starts,
      ])
      await client.query(
        `SELECT record_events('2026-03-02T12:00:00.000Z', ARRAY[$1, $1]::uuid[],
           ARRAY['order.updated', 'order.updated'], ARRAY['{}', '{}']::jsonb[])`,
        [world.harbor.id],
      )
      const { rows } = await client.query<{ nonce: number }>(
        'SELECT nonce FROM events WHERE organization_id = $1 ORDER BY position DESC LIMIT 2',
        [world.harbor.id],
      )
      await client.query('ROLLBACK')
      return rows.map(({ nonce }) => nonce)
    })
  const numbers = await numbersOf(1)
  expect(new Set(numbers).size).toBe(2)
  expect(await numbersOf(1)).toEqual(numbers)
  for (const number of await numbersOf(2)) expect(numbers).not.toContain(number)
})
