import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { VadiumClient } from '@vadium/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appendEvents } from '../../api/test/harness/appended-events.ts'
import { World } from '../../api/test/harness/world/world.ts'
import { pricedTodayQuery, todayQuery } from '../src/service/history-queries.ts'
import { LiveEvents } from '../src/service/live-events.ts'
import { lentPositionsQuery, ownPricesQuery, positionQuery } from '../src/service/queries.ts'
import { shownPositionsQuery } from '../src/service/shown-positions.ts'
import { atPrices, pricesNow } from '../src/screens/what-if/prices-now.ts'

const world = new World({ short: 1 })
beforeAll(() => world.start())
afterAll(() => world.close())

/** What the screens read, for as long as they are shown. */
function openScreens(queries: QueryClient, client: VadiumClient, positionId: string) {
  const positions = new QueryObserver(queries, shownPositionsQuery(client, [positionId], 0))
  const one = new QueryObserver(queries, positionQuery(client, positionId))
  const today = new QueryObserver(queries, todayQuery(client))
  const read = { data: undefined, dataUpdatedAt: 0 }
  const due = { ...pricedTodayQuery(client, read), enabled: true }
  const priced = new QueryObserver(queries, due)
  const prices = new QueryObserver(queries, ownPricesQuery(client))
  const book = new QueryObserver(queries, lentPositionsQuery(client))
  const noted = () => undefined
  const leave = [
    ...[positions.subscribe(noted), one.subscribe(noted)],
    ...[
      today.subscribe(noted),
      priced.subscribe(noted),
      prices.subscribe(noted),
      book.subscribe(noted),
    ],
  ]
  const dataOf = <Data>(observer: { getCurrentResult(): { data: Data | undefined } }) =>
    observer.getCurrentResult().data
  return {
    /** What each screen shows of the position: its price of ETH, and what can be called. */
    shown: () => {
      const listed = [
        dataOf(positions)?.[0],
        dataOf(one),
        atPrices(dataOf(book) ?? [], pricesNow(dataOf(prices) ?? []))[0],
      ]
      return {
        prices: listed.map((position) => position?.collateral_price),
        due: [
          ...listed.slice(0, 2).map((position) => position?.m2m_notional_usd),
          dataOf(priced)?.to_call.notional_usd,
        ],
      }
    },
    leave: () => {
      for (const end of leave) end()
    },
  }
}

it('shows a moved price on every screen, with the same figures, and asks nothing while prices rest', async () => {
  const { service, lenderKey } = world
  const hints = service.services.eventHints.start()
  const look = () => service.services.movedPrices.look()
  const asked: string[] = []
  const client = new VadiumClient({
    baseUrl: service.url,
    privateKey: lenderKey.privateKey,
    now: () => service.clock.now(),
    onRequest: ({ operation }) => void asked.push(operation),
  })
  const queries = new QueryClient()
  const screens = openScreens(queries, client, world.shortDeal().positionId)
  const live = new LiveEvents(client, queries)
  live.start({ hasStream: true, isSandbox: false })
  const all = (price: string, due: string) => ({
    prices: Array.from({ length: 3 }, () => price),
    due: Array.from({ length: 3 }, () => due),
  })
  try {
    await expect.poll(screens.shown, { timeout: 5000 }).toEqual(all('2500', '150000.00'))
    await expect.poll(live.read).toBe('live')
    // No event follows: this price is moved in the table.
    await world.setPrice('ETH', '2400')
    await look()
    await expect.poll(screens.shown, { timeout: 5000 }).toEqual(all('2400', '180000.00'))
    asked.length = 0
    await look()
    await look()
    await appendEvents(service.database, [
      { organizationId: world.lender.id, type: 'wallet.updated' },
    ])
    await expect.poll(() => asked).toEqual(['getToday'])
  } finally {
    live.stop()
    screens.leave()
    await client.close()
    await hints.stop()
  }
})
