import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { VadiumClient } from '@vadium/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BreakableLink, openBreakableLink } from '../../api/test/harness/breakable-link.ts'
import { LiveEvents } from '../src/service/live-events.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const cuts = 10
const desk = new ConsoleWorld({ short: cuts + 1 })
let link: BreakableLink

beforeAll(async () => {
  await desk.start()
  link = await openBreakableLink(desk.world.service.url)
})
afterAll(async () => {
  await link.close()
  await desk.close()
})

it('shows every call that arrives while the connection is cut, ten times, without a reload', async () => {
  const { service, borrowerKey } = desk.world
  const fragment = new URLSearchParams({ key: borrowerKey.privateKey, label: 'Borrower' })
  const url = link.url.replace(/\/$/, '')
  const borrower = await desk.browser.openAddress(
    { url, now: () => service.clock.now() },
    `${url}/console/calls#${fragment.toString()}`,
    'Borrower',
  )
  const { page } = borrower
  const stream = page.getByRole('status').filter({ hasText: 'Events' })
  await stream.filter({ hasText: 'live' }).waitFor()
  for (let cut = 1; cut <= cuts; cut += 1) {
    await link.cut()
    await stream.filter({ hasText: 'catching up' }).waitFor()
    const deal = desk.world.shortDeal()
    await desk.world.margin.create(deal)
    await link.mend()
    // Only the event of this call has it read: nothing else happens.
    await page.getByRole('link', { name: String(deal.orderNumber), exact: true }).waitFor()
    await stream.filter({ hasText: 'live' }).waitFor()
  }
  expect(desk.browser.faults).toEqual([])
})

it('reads again what an event concerns while an earlier reading is not answered', async () => {
  const { service, borrowerKey } = desk.world
  const client = new VadiumClient({
    baseUrl: service.url,
    privateKey: borrowerKey.privateKey,
    now: () => service.clock.now(),
  })
  const queries = new QueryClient()
  let readings = 0
  const observer = new QueryObserver(queries, {
    queryKey: ['calls'],
    queryFn: () => {
      readings += 1
      // The one that follows the opening of the stream has no end.
      return readings === 2 ? new Promise<number>(() => undefined) : readings
    },
  })
  const forget = observer.subscribe(() => undefined)
  await expect.poll(() => readings).toBe(1)
  const live = new LiveEvents(client, queries)
  live.start({ hasStream: true, isSandbox: false })
  try {
    await expect.poll(() => readings).toBe(2)
    await desk.world.margin.create(desk.world.shortDeal())
    await expect.poll(() => readings).toBeGreaterThan(2)
  } finally {
    live.stop()
    forget()
    await client.close()
  }
})
