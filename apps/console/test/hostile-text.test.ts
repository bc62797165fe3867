import { afterAll, beforeAll, expect, it } from 'vitest'
import { Threads } from '../../api/test/harness/threads.ts'
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

it('shows a mark for each character of a message that turns or hides its text', async () => {
  const text = 'Send \u202e21\u{e0041}3 ETH'
  await new Threads(desk.world).post(deal.orderId, desk.world.borrowerKey, text)
  for (const path of [`/threads/${deal.orderId}`, '/threads']) {
    await lender.visit(path)
    const shown = lender.page.locator('main p').filter({ hasText: 'Send' }).last()
    await shown.waitFor()
    expect(await shown.textContent()).toBe('Send \ufffd21\ufffd3 ETH')
  }
})
