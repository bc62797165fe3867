import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 1 })
const deal = desk.world.shortDeal()

beforeAll(() => desk.start())
afterAll(() => desk.close())

/** How long a page waits before it repeats a request whose outcome is unknown. */
const repeatAfterMs = 2_000

it('says that the outcome is unknown after lost answers, then what became of it, and sends one call', async () => {
  const lender = await desk.lender({ hasTestClock: true })
  await lender.visit('/positions')
  await lender.page.locator(`a[href$="/positions/${deal.positionId}"]`).first().click()
  let isCut = true
  let sent = 0
  await lender.page.route('**/mark-to-market-requests', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    if (!isCut) return route.continue()
    // The service carries it out, and its answer is lost.
    await route.fetch()
    return route.abort('connectionreset')
  })
  await lender.button(/^Call collateral/).click()
  const dialog = lender.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send the call' }).dblclick()
  await dialog.getByText('The outcome is unknown.').waitFor()
  // Nobody leaves by accident while the page asks.
  await lender.page.goBack()
  await lender.sees('The outcome of a request is not known yet')
  await lender.button('Stay').click()
  const before = sent
  isCut = false
  await lender.letPass(repeatAfterMs)
  await dialog.getByText('Sent.').waitFor()
  expect(sent).toBeGreaterThan(before)
  const { rows } = await desk.world.service.database.query(
    'SELECT id FROM mark_to_market_requests WHERE position_id = $1',
    [deal.positionId],
  )
  expect(rows).toHaveLength(1)
})
