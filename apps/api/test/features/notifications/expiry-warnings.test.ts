import { acceptMarkToMarketRequest, listNotifications, type Notification } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { now, World } from '../../harness/world/world.ts'
import { type RunningService, startService } from '../../harness/service.ts'

async function notificationsAbout(
  service: RunningService,
  key: Key,
  id: string,
): Promise<Notification[]> {
  const query = { category: 'request_expiring', page_size: 1000 }
  const { notifications } = await succeed(service, listNotifications, { key, query })
  return notifications.filter(({ link }) => link.id === id)
}
const warn = (service: RunningService) => service.services.expiryWarnings.run()

const world = new World({ short: 2 })
const { lenderKey, borrowerKey } = world
let second: RunningService
beforeAll(async () => {
  await world.start()
  second = await startService({ database: world.service.database })
})
afterAll(async () => {
  await second.close()
  await world.close()
})
const setTime = (time: string) => {
  for (const { clock } of [world.service, second]) clock.set(time)
}
beforeEach(() => {
  setTime(now)
})

describe('the expiry of an unanswered order', () => {
  it('is notified an hour before, not a millisecond earlier, and once to either side', async () => {
    const order = await world.orders.create()
    setTime('2026-03-03T10:59:59.999Z')
    expect(await warn(world.service)).toBe(0)
    setTime('2026-03-03T11:00:00.000Z')
    const counts = await Promise.all([world.service, second, world.service, second].map(warn))
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    expect(await warn(second)).toBe(0)
    const link = { resource: 'order', id: order.id, order_id: order.id }
    const title = `Order expiring: order ${order.number}`
    expect(await notificationsAbout(world.service, lenderKey, order.id)).toMatchObject([
      {
        severity: 'warning',
        title,
        link,
        body: 'This order awaits an answer from you. Unanswered, it expires at 2026-03-03T12:00:00.000Z.',
      },
    ])
    expect(await notificationsAbout(world.service, borrowerKey, order.id)).toMatchObject([
      { severity: 'info', title, link },
    ])
    await world.orders.do('cancel', order.id, borrowerKey)
  })

  it('is notified when a quarter of the time is left, if that is later', async () => {
    const order = await world.orders.create({ expire_time: '2026-03-02T12:40:00.000Z' })
    setTime('2026-03-02T12:29:59.999Z')
    expect(await warn(world.service)).toBe(0)
    setTime('2026-03-02T12:30:00.000Z')
    expect(await warn(world.service)).toBe(1)
    await world.orders.do('cancel', order.id, borrowerKey)
  })

  it.each(['accept', 'reject'] as const)('is not notified after %s', async (action) => {
    const order = await world.orders.create()
    await world.orders.do(action, order.id)
    setTime('2026-03-03T11:30:00.000Z')
    expect(await warn(world.service)).toBe(0)
    expect(await notificationsAbout(world.service, lenderKey, order.id)).toEqual([])
  })

  it('is not notified when the time for it has passed already', async () => {
    const order = await world.orders.create()
    setTime('2026-03-03T12:00:00.000Z')
    expect(await warn(world.service)).toBe(0)
    expect(await notificationsAbout(world.service, lenderKey, order.id)).toEqual([])
    setTime(now)
    await world.orders.do('cancel', order.id, borrowerKey)
  })
})

describe('an order request', () => {
  it('is notified to the counterparty, and its expiry to both sides, unless it was answered', async () => {
    const { service } = world
    const { position_id } = await world.orders.active()
    const body = { kind: 'recall', quantity: '1' }
    const answered = await world.requests.ask(position_id, body, lenderKey)
    await world.requests.do('reject', answered.id, borrowerKey)
    const asked = await world.requests.ask(position_id, body, lenderKey)
    const query = { category: 'order_request_to_answer' }
    const { notifications } = await succeed(service, listNotifications, { key: borrowerKey, query })
    const ids = notifications.map(({ link }) => link.id)
    expect(ids.sort()).toEqual([answered.id, asked.id].sort())
    const expiresMs = Date.parse(asked.expire_time)
    service.clock.set(new Date(expiresMs - 1000).toISOString())
    expect(await warn(service)).toBe(1)
    expect(await notificationsAbout(service, borrowerKey, asked.id)).toMatchObject([
      { severity: 'warning', link: { resource: 'order_request' } },
    ])
    expect(await notificationsAbout(service, lenderKey, asked.id)).toMatchObject([
      { severity: 'info' },
    ])
    expect(await notificationsAbout(service, borrowerKey, answered.id)).toEqual([])
    await world.requests.do('cancel', asked.id, lenderKey)
  })
})

// Last, because its request stays open.
describe('the cure time of a mark-to-market request', () => {
  it('is notified before its end, unless the request was answered', async () => {
    const { service } = world
    const request = await world.margin.create(world.shortDeal())
    const answered = await world.margin.create(world.shortDeal())
    await world.do(acceptMarkToMarketRequest, answered, borrowerKey)
    const expiresMs = Date.parse(request.expire_time)
    service.clock.set(new Date(expiresMs - 3_600_000).toISOString())
    expect(await warn(service)).toBe(1)
    expect(await notificationsAbout(service, borrowerKey, request.id)).toMatchObject([
      { severity: 'warning', link: { resource: 'mark_to_market_request' } },
    ])
    expect(await notificationsAbout(service, lenderKey, request.id)).toMatchObject([
      { severity: 'info' },
    ])
    expect(await notificationsAbout(service, borrowerKey, answered.id)).toEqual([])
  })
})
