import {
  listCredentials,
  revokeCredential,
  streamEvents,
  suspendOrganization,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendEvents } from '../../harness/appended-events.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { openFrames } from '../../harness/frames.ts'
import { World } from '../../harness/world/world.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const world = new World()
const platform = world.book.party('platform')
const operator = platform.credential('operator')
const admin = world.lender.credential('admin')

/** Another process on the same database. */
let other: RunningService
beforeAll(async () => {
  await world.start()
  other = await startService({
    database: world.service.database,
    streaming: true,
    settings: { STREAMS_PER_CREDENTIAL_MAX: '3' },
  })
})
afterAll(async () => {
  await other.close()
  await world.close()
})

/** Writes some events directly into the log of an organization. */
async function append(organizationId: string, count: number, note = ''): Promise<void> {
  const type = 'chat.updated'
  await appendEvents(
    world.service.database,
    Array.from({ length: count }, (_, i) => ({ organizationId, type, data: { n: i + 1, note } })),
  )
}

describe('a stream of events', () => {
  it('begins with a ready frame, and has the events that another process writes', async () => {
    await using stream = await openFrames(other, world.borrowerKey)
    expect(stream.ready).toMatchObject({ event: 'ready', data: { status: 'connected' } })
    const { id } = await world.orders.create()
    const frame = await stream.next()
    expect(frame).toMatchObject({
      event: 'order.updated',
      data: {
        organization_id: world.borrower.id,
        change: { resource: 'order', resource_id: id, action: 'create' },
      },
    })
  })

  it('continues after the id of any frame, given in the query or the header, in any process', async () => {
    await using stream = await openFrames(other, world.lenderKey)
    await world.orders.accepted()
    const first = await stream.take(5)
    expect(first[0]).toMatchObject({ event: 'order.updated' })
    expect(new Set(first.map(({ id }) => id)).size).toBe(5)
    for (const [i, frame] of [stream.ready, ...first].entries()) {
      const rest = first.slice(i)
      const target = `/events:stream?after=${frame.id}`
      await using byParameter = await openFrames(world.service, world.lenderKey, target)
      expect(byParameter.ready.id).toBe(frame.id)
      expect(await byParameter.take(rest.length)).toEqual(rest)
      const header = { 'Last-Event-ID': frame.id }
      await using byHeader = await openFrames(
        world.service,
        world.lenderKey,
        `/events:stream?after=${stream.ready.id}`,
        header,
      )
      expect(await byHeader.take(rest.length)).toEqual(rest)
    }
  })

  it('has the same events for every reader of one log, each from its own cursor', async () => {
    await using early = await openFrames(other, world.strangerKey)
    await append(world.stranger.id, 450)
    const all = await early.take(450)
    expect(all.map(({ data }) => data['n'])).toEqual(all.map((_frame, i) => i + 1))
    expect(new Set(all.map(({ id }) => id)).size).toBe(450)
    const target = `/events:stream?after=${all[199]?.id}`
    await using late = await openFrames(other, world.strangerKey, target)
    await append(world.stranger.id, 1, 'last')
    expect(await late.take(250)).toEqual(all.slice(200))
    expect((await late.next())?.data).toMatchObject({ note: 'last' })
    expect((await early.next())?.data).toMatchObject({ note: 'last' })
  })

  it('has events of one type when requested', async () => {
    const target = '/events:stream?type=position.updated'
    await using stream = await openFrames(other, world.lenderKey, target)
    await world.orders.accepted()
    expect(await stream.next()).toMatchObject({ event: 'position.updated' })
  })

  it('has one reset when the events after the cursor are deleted, and then continues', async () => {
    await using stream = await openFrames(other, world.strangerKey)
    await append(world.stranger.id, 3)
    const [first] = await stream.take(3)
    await world.service.database.query(`SELECT forget_events(100000, interval '0')`)
    const target = `/events:stream?after=${first?.id}`
    await using resumed = await openFrames(other, world.strangerKey, target)
    const reset = await resumed.next()
    expect(reset).toMatchObject({
      event: 'reset',
      data: { organization_id: world.stranger.id },
    })
    await append(world.stranger.id, 1, 'after')
    expect(await resumed.next()).toMatchObject({ event: 'chat.updated', data: { note: 'after' } })
    await using again = await openFrames(
      other,
      world.strangerKey,
      `/events:stream?after=${reset?.id}`,
    )
    expect(await again.next()).toMatchObject({ event: 'chat.updated', data: { note: 'after' } })
  })
})

describe('a stream', () => {
  it('ends within five seconds when its credential is revoked, and not when another is', async () => {
    await using revoked = await openFrames(other, world.lenderKey)
    await using kept = await openFrames(other, admin)
    const began = performance.now()
    const { credentials } = await succeed(world.service, listCredentials, { key: admin })
    const { publicKey } = world.lenderKey
    const credential_id = credentials.find(({ public_key }) => public_key === publicKey)?.id ?? ''
    await succeed(world.service, revokeCredential, { key: admin, params: { credential_id } })
    await revoked.ended()
    expect(performance.now() - began).toBeLessThan(5000)
    await append(world.lender.id, 1)
    const seen: string[] = []
    while (seen.at(-1) !== 'chat.updated') {
      seen.push(...(await kept.take(1)).map(({ event }) => event))
    }
    expect(seen).toContain('credential.updated')
  })

  it('ends when its organization is suspended', async () => {
    const party = world.stranger
    await using stream = await openFrames(other, world.strangerKey)
    await succeed(world.service, suspendOrganization, {
      key: operator,
      params: { organization_id: party.id },
    })
    await stream.ended()
    await refused(other, 403, callOf(streamEvents, { key: world.strangerKey }))
  })

  it('does not count as open when its credential cannot be confirmed', async () => {
    const { ready, ...stream } = await openFrames(other, admin)
    await stream[Symbol.asyncDispose]()
    await expect.poll(() => other.services.openStreams.count).toBe(0)
    const { database } = world.service
    await database.query('ALTER FUNCTION find_credential RENAME TO find_no_credential')
    try {
      const reply = await call(other, { target: `/events:stream?after=${ready.id}`, key: admin })
      expect(reply.status).toBe(500)
      expect(other.services.openStreams.count).toBe(0)
    } finally {
      await database.query('ALTER FUNCTION find_no_credential RENAME TO find_credential')
    }
  })

  it('has one line in the log at its end, when the reader or the service ends it', async () => {
    const logged = () =>
      other.log
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ request_id }) => requestIds.includes(String(request_id)))
    const streams = [await openFrames(other, admin), await openFrames(other, admin)]
    const requestIds = streams.map(({ headers }) => String(headers['x-request-id']))
    expect(logged()).toEqual([])
    await streams[0]?.[Symbol.asyncDispose]()
    await expect.poll(() => logged().length).toBe(1)
    other.services.openStreams.endAll()
    await streams[1]?.ended()
    await expect.poll(() => logged().length).toBe(2)
    expect(logged().map(({ request_id }) => request_id)).toEqual(requestIds)
    for (const line of logged()) {
      expect(line).toMatchObject({
        ...{ msg: 'answered', method: 'GET', path: '/events:stream', status: 200 },
        organization: world.lender.id,
      })
    }
  })

  it('ends at once when the service has begun to stop', async () => {
    const stopping = await startService({ database: other.database })
    stopping.services.openStreams.stop()
    await using late = await openFrames(stopping, admin)
    await late.ended()
    expect(stopping.services.openStreams.count).toBe(0)
    await stopping.close()
  })
})

describe('429 Too Many Requests', () => {
  it('returns 429 for one stream more than a credential may have, until one of them ends', async () => {
    const key = world.borrowerKey
    const streams = [
      await openFrames(other, key),
      await openFrames(other, key),
      await openFrames(other, key),
    ]
    const reply = await refused(other, 429, callOf(streamEvents, { key }))
    expect(reply.reason).toBe('STREAMS_EXHAUSTED')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    await streams[0]?.[Symbol.asyncDispose]()
    await expect.poll(() => other.services.openStreams.count).toBe(2)
    await using again = await openFrames(other, key)
    expect(again.ready.event).toBe('ready')
    await Promise.all(streams.map((stream) => stream[Symbol.asyncDispose]()))
  })
})

describe('400 Bad Request', () => {
  it.each([
    ['/events:stream?after=nothing', {}],
    ['/events:stream', { 'Last-Event-ID': 'nothing' }],
  ])('returns 400 for an unknown event cursor: %s %o', async (target, headers) => {
    const reply = await refused(other, 400, { target, headers, key: admin })
    expect(reply.reason).toBe('EVENT_POSITION_INVALID')
  })

  it('returns 400 for the event cursor of another organization', async () => {
    await using stream = await openFrames(other, world.borrowerKey)
    const target = `/events:stream?after=${stream.ready.id}`
    expect((await refused(other, 400, { target, key: admin })).reason).toBe(
      'EVENT_POSITION_INVALID',
    )
  })
})
