import {
  acceptMarkToMarketRequest,
  closeOrder,
  listEvents,
  listNotifications,
  type Notification,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal, Key } from '../../../harness/book.ts'
import { succeed } from '../../../harness/call.ts'
import { now, World } from '../../../harness/world/world.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const world = new World()
const { lender, borrower, lenderKey, borrowerKey, strangerKey } = world
// Coverage is 125 % at 2,500 USD an ETH: above the levels of these terms, until a test changes the
// price.
const low = { margin_call_percent: '120', liquidation_percent: '110' }
const deals = Array.from({ length: 4 }, () => world.book.deal(lender, borrower, { terms: low }))
const [deal, closing, topped] = deals as [Deal, Deal, Deal, Deal]
let second: RunningService

beforeAll(async () => {
  await world.start()
  second = await startService({ database: world.service.database })
})
afterAll(async () => {
  await second.close()
  await world.close()
})

async function revalue(price: string, ...services: readonly RunningService[]): Promise<void> {
  await world.setPrice('ETH', price)
  const workers = services.length === 0 ? [world.service] : services
  await Promise.all(
    workers.map(({ services: { revaluation } }) => {
      revaluation.pricesChanged(['ETH'])
      return revaluation.runPending()
    }),
  )
}

async function notificationsAbout(
  key: Key,
  of: Deal = deal,
  service = world.service,
): Promise<Notification[]> {
  const query = { page_size: 1000 }
  const { notifications } = await succeed(service, listNotifications, { key, query })
  return notifications.filter(({ link }) => link.id === of.positionId)
}

const categories = async (key: Key, of: Deal = deal) =>
  (await notificationsAbout(key, of)).map(({ category }) => category).sort()

const [call, liquidation] = ['margin_call_reached', 'liquidation_reached']

describe('a level of coverage', () => {
  it('is not notified when it is not reached', async () => {
    await revalue('2500')
    expect(await notificationsAbout(lenderKey)).toEqual([])
  })

  it('is notified to both sides when it is reached, each with its own text, and to no other organization', async () => {
    await revalue('2400')
    const [ours, theirs] = [
      await notificationsAbout(lenderKey),
      await notificationsAbout(borrowerKey),
    ]
    for (const list of [ours, theirs]) {
      expect(list).toMatchObject([
        {
          category: call,
          severity: 'warning',
          title: `Margin call level reached: order ${deal.orderNumber}`,
          link: { resource: 'position', id: deal.positionId, order_id: deal.orderId },
          create_time: now,
          read: false,
        },
      ])
    }
    expect(ours[0]?.body).toBe(
      'The collateral of quay Ltd covers 120.00 % of the 10 BTC that you lent. The margin call level is 120 %. A top-up of 75 ETH is due to you.',
    )
    expect(theirs[0]?.body).toBe(
      'Your collateral covers 120.00 % of the 10 BTC that harbor Ltd lent you. The margin call level is 120 %. A top-up of 75 ETH is due from you.',
    )
    expect(await notificationsAbout(strangerKey)).toEqual([])
  })

  it('is not notified again while it lasts: at another price, by another process, after a restart', async () => {
    await revalue('2390')
    await revalue('2380', second)
    const third = await startService({ database: world.service.database })
    try {
      third.services.revaluation.everythingChanged()
      await third.services.revaluation.runPending()
    } finally {
      await third.close()
    }
    expect(await categories(lenderKey)).toEqual([call])
  })

  it('does not change while a price is missing', async () => {
    await world.setPrice('ETH', '2300', '2026-03-02T11:00:00.000Z')
    world.service.services.revaluation.pricesChanged(['ETH'])
    await world.service.services.revaluation.runPending()
    await revalue('2390')
    expect(await categories(lenderKey)).toEqual([call])
  })

  it('is notified separately from one above it, once by two processes at once', async () => {
    await revalue('2100', world.service, second)
    expect(await categories(lenderKey)).toEqual([liquidation, call])
    const [atLiquidation] = (await notificationsAbout(borrowerKey)).filter(
      ({ category }) => category === liquidation,
    )
    expect(atLiquidation?.severity).toBe('critical')
    expect(atLiquidation?.body).toContain('covers 105.00 %')
    expect(atLiquidation?.body).toContain('The liquidation level is 110 %.')
  })

  it('is notified again when it is reached after it was cured', async () => {
    await revalue('2390')
    await revalue('2100')
    expect(await categories(lenderKey)).toEqual([liquidation, liquidation, call])
    await revalue('2500')
    expect(await categories(lenderKey)).toEqual([liquidation, liquidation, call])
    await revalue('2400', world.service, second)
    expect(await categories(lenderKey)).toEqual([liquidation, liquidation, call, call])
    expect(await categories(borrowerKey)).toEqual([liquidation, liquidation, call, call])
  })

  it('has as many events as notifications', async () => {
    const { events } = await succeed(world.service, listEvents, {
      key: lenderKey,
      query: { type: 'notification.created', limit: 1000 },
    })
    const { notifications } = await succeed(world.service, listNotifications, {
      key: lenderKey,
      query: { page_size: 1000 },
    })
    const ids = (of: readonly { id?: string | undefined }[]) => of.map(({ id }) => id).sort()
    expect(ids(events.map(({ data }) => ({ id: data.notification?.id })))).toEqual(
      ids(notifications),
    )
  })

  it('ends when collateral arrives', async () => {
    const before = (await notificationsAbout(lenderKey, topped)).length
    const request = await world.margin.create(topped)
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, request, borrowerKey)
    await world.report(transfer_ids[0] ?? '', 'completed')
    await world.service.services.revaluation.runPending()
    await revalue('2100')
    // 375 ETH cover 131 %: no level is reached. The earlier notification has ended.
    expect(await notificationsAbout(lenderKey, topped)).toHaveLength(before)
    await revalue('1800')
    expect(await notificationsAbout(lenderKey, topped)).toHaveLength(before + 1)
  })

  it('is notified while the order closes, until the asset is back, and the body says that nothing can be called', async () => {
    await revalue('2500')
    const count = async () => (await notificationsAbout(lenderKey, closing)).length
    const before = await count()
    const params = { order_id: closing.orderId }
    await succeed(world.service, closeOrder, { key: borrowerKey, params })
    await revalue('2100')
    const theirs = await notificationsAbout(borrowerKey, closing)
    expect(theirs).toHaveLength(before + 2)
    const atLiquidation = theirs.find(({ category }) => category === liquidation)
    expect(atLiquidation?.body).toBe(
      'Your collateral covers 105.00 % of the 10 BTC that harbor Ltd lent you. The liquidation level is 110 %. The order is closing, so no top-up can be called.',
    )
    await revalue('2500')
    await revalue('2100')
    expect(await count()).toBe(before + 4)
    await world.orders.end(closing.orderId, 'asset', 'completed')
    await world.service.services.revaluation.runPending()
    await revalue('2500')
    await revalue('2100')
    expect(await count()).toBe(before + 4)
  })
})
