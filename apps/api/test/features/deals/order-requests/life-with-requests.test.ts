import { type ChatEntry, type OrderRequest, VadiumClient } from '@vadium/client'
import { formatDecimal, proRataRelease, roundUp, totalInterest } from '@vadium/margin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const clientOf = ({ privateKey }: Key) =>
  new VadiumClient({
    baseUrl: world.service.url,
    privateKey,
    now: () => world.service.clock.now(),
    retries: false,
  })

let lender: VadiumClient
let borrower: VadiumClient
let orderId: string
let positionId: string
/** The end of the lender's log at the beginning. */
let after: string
beforeAll(async () => {
  await world.start()
  const order = await world.orders.active()
  orderId = order.id
  positionId = order.position_id ?? ''
  lender = clientOf(world.lenderKey)
  borrower = clientOf(world.borrowerKey)
  after = (await lender.events.list({ limit: 200 })).next
})
afterAll(async () => {
  await lender.close()
  await borrower.close()
  await world.close()
})

const at = (time: string) => world.service.clock.set(time)

/** The entry of the thread that awaits an answer to a request. */
async function entryOf(reader: VadiumClient, { id }: OrderRequest): Promise<ChatEntry> {
  for await (const entry of reader.chats.entries(orderId)) {
    if (entry.action?.resource_id === id) return entry
  }
  throw new Error('the thread has no entry of the request')
}

/** The notifications of a request that an organization received. */
async function notificationsAbout(reader: VadiumClient, { id }: OrderRequest) {
  const { notifications } = await reader.notifications.list()
  return notifications.filter(({ link }) => link.id === id)
}

// The tests are the chapters of one life, in this order.
describe('a deal that changes, through the shipped SDK,', () => {
  it('gets another rate, agreed in its thread', async () => {
    at('2026-03-12T09:00:00.000Z')
    const asked = await lender.orderRequests.create({
      position_id: positionId,
      kind: 'rerate',
      rate_percent: '7.25',
    })
    const [notification, ...more] = await notificationsAbout(borrower, asked)
    expect(more).toEqual([])
    expect(notification).toMatchObject({ read: false, link: { order_id: orderId } })
    expect(await notificationsAbout(lender, asked)).toEqual([])
    const { unread } = await borrower.notifications.countUnread()
    await borrower.notifications.markRead(notification?.id ?? '')
    expect(await borrower.notifications.countUnread()).toMatchObject({ unread: unread - 1 })

    const entry = await entryOf(borrower, asked)
    expect(entry.action).toMatchObject({ state: 'open', awaits: 'PENDING' })
    const resolved = await borrower.chats.resolve(orderId, entry.id, { decision: 'accept' })
    expect(resolved.action).toMatchObject({
      state: 'resolved',
      resolution: 'accept',
      resolved_by: world.borrower.id,
    })
    expect(await lender.orderRequests.get(asked.id)).toMatchObject({
      status: 'COMPLETED',
      effective_time: '2026-03-12T09:00:00.000Z',
    })
    expect(await lender.positions.get(positionId)).toMatchObject({ rate_percent: '7.25' })
  })

  it('has messages, which are read', async () => {
    const { unread_count: before } = await lender.chats.get(orderId)
    const message = await borrower.chats.post(orderId, { text: 'Three of the ten come back.' })
    expect(await lender.chats.get(orderId)).toMatchObject({ unread_count: before + 1 })
    expect(await lender.chats.read(orderId, { entry_id: message.id })).toMatchObject({
      unread_count: 0,
      read_number: message.number,
    })
  })

  it('returns a part, and its collateral pro rata', async () => {
    at('2026-03-20T09:00:00.000Z')
    const asked = await borrower.orderRequests.create({
      position_id: positionId,
      kind: 'return',
      quantity: '3',
    })
    const entry = await entryOf(lender, asked)
    await lender.chats.resolve(orderId, entry.id, { decision: 'accept' })
    await world.orders.end(orderId, 'asset', 'completed')

    const released = formatDecimal(
      proRataRelease({
        settled: '300',
        lent: '10',
        returned: '3',
        smallestUnit: '0.000000000000000001',
      }),
    )
    expect(await borrower.orderRequests.get(asked.id)).toMatchObject({
      status: 'IN_PROGRESS',
      collateral_returned: released,
    })
    expect(await borrower.positions.get(positionId)).toMatchObject({
      asset_quantity: '7',
      collateral_quantity: '300',
      returns_in_transit: released,
    })
    await world.orders.end(orderId, 'collateral', 'completed')
    expect(await borrower.orderRequests.get(asked.id)).toMatchObject({ status: 'COMPLETED' })
    expect(await borrower.positions.get(positionId)).toMatchObject({
      asset_quantity: '7',
      collateral_quantity: '210',
      returns_in_transit: '0',
    })
  })

  it('accrues interest under each rate and quantity for as long as it applied', async () => {
    at('2026-04-01T00:00:00.000Z')
    const interest = totalInterest({
      notional: '10',
      ratePercent: '5',
      from: '2026-03-02',
      to: '2026-04-01',
      dayCount: 'ACT/360',
      changes: [
        { from: '2026-03-12', ratePercent: '7.25' },
        { from: '2026-03-20', notional: '7' },
      ],
    })
    expect(await lender.positions.get(positionId)).toMatchObject({
      interest_accrued: formatDecimal(roundUp(interest, '0.00000001')),
    })
  })

  it('has events of everything, in order', async () => {
    const notification: string[] = []
    for (const { data } of (await lender.events.list({ after, limit: 200 })).events) {
      const { change, entry } = data
      if (change !== undefined && change.resource !== 'transfer') {
        notification.push(`${change.resource} ${change.action}`)
      }
      if (entry !== undefined)
        notification.push(`${entry.kind} ${entry.action?.state ?? 'written'}`)
    }
    expect(notification).toEqual([
      'order_request create',
      'action open',
      'order_request accept',
      'action resolved',
      'order_request complete',
      'message written',
      'order_request create',
      'action open',
      'order_request accept',
      'action resolved',
      'order_request start',
      'order_request complete',
    ])
    expect(await world.faults()).toEqual([])
  })
})
