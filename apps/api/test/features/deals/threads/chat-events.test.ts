import { disputeMarkToMarketRequest, listEvents, streamChatEvents } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendEvents } from '../../../harness/appended-events.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { openFrames } from '../../../harness/frames.ts'
import { World } from '../../../harness/world/world.ts'
import { type RunningService, startService } from '../../../harness/service.ts'
import { Threads } from '../../../harness/threads.ts'

const world = new World({ short: 7 })
const viewerKey = world.lender.credential('viewer')
const reportingKey = world.lender.credential('reporting')
const { lenderKey, borrowerKey, strangerKey } = world
const threads = new Threads(world)

/** Another process on the same database. */
let other: RunningService
beforeAll(async () => {
  await world.start()
  other = await startService({ database: world.service.database, streaming: true })
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const path = '/chatEvents:stream'

describe('200 OK', () => {
  it('returns 200 with the messages and actions for both sides, in any process', async () => {
    const deal = world.shortDeal()
    await using lenders = await openFrames(other, viewerKey, path)
    await using borrowers = await openFrames(other, borrowerKey, path)
    await world.margin.create(deal)
    const opened = await threads.open(deal.orderId, borrowerKey)
    const posted = await threads.post(deal.orderId, lenderKey, 'By noon, please.')
    const resolved = await threads.resolve(opened, borrowerKey, 'accept')

    const frames = await borrowers.take(3)
    expect(frames.map(({ event }) => event)).toEqual(frames.map(() => 'chat.updated'))
    expect(frames.map(({ data }) => data['organization_id'])).toEqual(
      frames.map(() => world.borrower.id),
    )
    expect(frames.map(({ data }) => data['entry'])).toEqual([opened, posted, resolved])

    const theirs = await lenders.take(3)
    expect(theirs.map(({ data }) => data['entry'])).toMatchObject([
      { id: opened.id, action: { state: 'open', actions: [{ available: false }, {}] } },
      posted,
      { id: opened.id, action: { state: 'resolved', resolved_by: world.borrower.id } },
    ])
    expect(theirs[0]?.data['organization_id']).toBe(world.lender.id)
  })

  it('returns 200 and continues after the id of a frame, once and in order', async () => {
    const { orderId } = world.shortDeal()
    await using stream = await openFrames(other, lenderKey, path)
    for (const text of ['1', '2', '3']) await threads.post(orderId, borrowerKey, text)
    const all = await stream.take(3)
    await using rest = await openFrames(other, lenderKey, path, {
      'Last-Event-ID': all[0]?.id ?? '',
    })
    expect(await rest.take(2)).toEqual(all.slice(1))
  })

  it('returns 200 with one thread when requested, with its id in either case', async () => {
    const [here, there] = [world.shortDeal(), world.shortDeal()]
    const target = `${path}?order_id=${here.orderId.toUpperCase()}`
    await using stream = await openFrames(other, lenderKey, target)
    await threads.post(there.orderId, borrowerKey, 'elsewhere')
    await threads.post(here.orderId, borrowerKey, 'here')
    expect((await stream.next())?.data['entry']).toMatchObject({ text: 'here' })
  })

  it('returns 200 with nothing for another organization, even when it asks for the order by its id', async () => {
    const [mine] = [world.shortDeal()]
    const target = `${path}?order_id=${mine.orderId}`
    await using stream = await openFrames(other, strangerKey, target)
    await using all = await openFrames(other, strangerKey, path)
    await threads.post(mine.orderId, lenderKey)
    // The next frame is one that they may see.
    const data = { entry: { order_id: mine.orderId } }
    await appendEvents(world.service.database, [
      { organizationId: world.stranger.id, type: 'chat.updated', data },
    ])
    for (const opened of [stream, all]) {
      expect((await opened.next())?.data['entry']).toEqual({ order_id: mine.orderId })
    }
  })

  it('returns 200 with nothing about refused requests or read marks', async () => {
    const deal = world.shortDeal()
    await world.margin.create(deal)
    const entry = await threads.open(deal.orderId, borrowerKey)
    await using stream = await openFrames(other, borrowerKey, path)
    await refused(world.service, 403, threads.resolution(entry, lenderKey, 'accept'))
    await threads.read(entry, borrowerKey)
    await threads.post(deal.orderId, lenderKey, 'next')
    expect((await stream.next())?.data['entry']).toMatchObject({ text: 'next' })
  })
})

describe('the log', () => {
  it('has an event for the resolved action, and then one for the next open action', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.create(deal)
    await using stream = await openFrames(other, borrowerKey, `${path}?order_id=${deal.orderId}`)
    await world.do(disputeMarkToMarketRequest, request, borrowerKey, {
      counter_notional_usd: '100000',
      reason: 'PRICE',
    })
    const frames = await stream.take(2)
    expect(frames.map(({ data }) => data['entry'])).toMatchObject([
      { number: 2, action: { state: 'resolved', resolution: 'dispute' } },
      { number: 3, action: { state: 'open', awaits: 'DISPUTED' } },
    ])
    const { events } = await succeed(world.service, listEvents, {
      key: borrowerKey,
      query: { after: stream.ready.id, type: 'chat.updated' },
    })
    expect(events.map(({ id }) => id)).toEqual(frames.map(({ id }) => id))
    expect(events.map(({ data: { entry } }) => entry?.number)).toEqual([2, 3])
  })
})

describe('a refused stream', () => {
  it('is one for the reporting role, or after an unknown event cursor', async () => {
    await refused(other, 403, callOf(streamChatEvents, { key: reportingKey }))
    const query = { after: 'never' }
    const reply = await refused(other, 400, callOf(streamChatEvents, { key: lenderKey, query }))
    expect(reply.reason).toBe('EVENT_POSITION_INVALID')
  })
})
