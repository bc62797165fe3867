import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const desk = new ConsoleWorld({ short: 1 })
const { scenario } = desk.world.book
const borrower = scenario.organizations.find(({ id }) => id === desk.world.borrower.id)
if (borrower !== undefined) borrower.name = markup
const deal = desk.world.shortDeal()

let requestId = ''
let lender: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  const asked = await desk.world.requests.ask(deal.positionId, { quantity: '4', note: markup })
  requestId = asked.id
  lender = await desk.lender()
})
afterAll(() => desk.close())

const screens = [
  ['Today', () => '/'],
  ['Positions', () => '/positions'],
  ['a position', () => `/positions/${deal.positionId}`],
  ['Orders', () => '/orders'],
  ['a new order', () => '/orders/new'],
  ['an order', () => `/orders/${deal.orderId}`],
  ['a new request', () => `/order-requests/new?position=${deal.positionId}`],
  ['an order request', () => `/order-requests/${requestId}`],
  ['Threads', () => '/threads'],
  ['a thread', () => `/threads/${deal.orderId}`],
  ['Reports', () => '/reports'],
  ['Calls', () => '/calls'],
] as const

it.each(screens)('shows the markup in a name or a note as text on %s', async (name, path) => {
  await lender.visit(path())
  if (name !== 'Calls') {
    const shown = lender.page.locator('td, h1, dd, option, main li').filter({ hasText: markup })
    await shown.first().waitFor({ state: 'attached' })
  }
  expect(await lender.page.title()).toBe('Vadium')
  expect(await lender.page.locator('main img, main script').count()).toBe(0)
})
