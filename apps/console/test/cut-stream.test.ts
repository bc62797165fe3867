import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BreakableLink, openBreakableLink } from '../../api/test/harness/breakable-link.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const cuts = 10
const desk = new ConsoleWorld({ short: cuts })
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
