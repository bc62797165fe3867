import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 3 })
const [deal, shown, late] = [desk.world.shortDeal(), desk.world.shortDeal(), desk.world.shortDeal()]

beforeAll(() => desk.start())
afterAll(() => desk.close())

/** How long a page waits before it repeats a request whose outcome is unknown. */
const repeatAfterMs = 2_000

it('says that the outcome is unknown after lost answers, then what became of it, and sends one call', async () => {
  const lender = await desk.lender({ hasTestClock: true })
  await lender.goto('/positions')
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

it('keeps the figures that a person is about to confirm, whatever happens meanwhile', async () => {
  const lender = await desk.lender()
  await lender.goto(`/positions/${shown.positionId}`)
  let previews = 0
  lender.page.on('request', (request) => {
    if (request.url().endsWith(':preview')) previews += 1
  })
  await lender.button(/^Call collateral/).click()
  await lender.sees('Recomputed in this browser')
  const readAgain = lender.page.waitForRequest((request) => request.url().includes('position_id='))
  await desk.world.margin.create(shown)
  await readAgain
  await lender.page.getByRole('dialog').getByText('Send the call').waitFor()
  expect(previews).toBe(1)
})

it('shows the whole confirmation on the screen of a phone, whatever its tables need', async () => {
  const lender = await desk.lender()
  await lender.page.setViewportSize({ width: 390, height: 844 })
  await lender.goto(`/positions/${late.positionId}`)
  await lender.button(/^Call collateral/).click()
  await lender.sees('Recomputed in this browser')
  for (const name of ['Close', 'Preview again', 'Send the call']) {
    const box = await lender.button(name).boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 390) + (box?.width ?? 390) <= 390, name).toBe(true)
  }
  // What it will be is beside what it is.
  const hidden = await lender.page.evaluate<number>(`(() => {
    const compared = document.querySelector('[role="region"][aria-label="Before and after"]')
    return compared.scrollWidth - compared.clientWidth
  })()`)
  expect(hidden).toBe(0)
  await lender.close()
})

it('stops repeating a request before the service forgets its key, and says so after a lock', async () => {
  const lender = await desk.lender({ hasTestClock: true })
  await lender.goto(`/positions/${late.positionId}`)
  let sent = 0
  await lender.page.route('**/mark-to-market-requests', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    return route.abort('connectionreset')
  })
  await lender.button(/^Call collateral/).click()
  const dialog = lender.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send the call' }).click()
  await dialog.getByText('The outcome is unknown.').waitFor()
  const tab = await lender.tab('/')
  await lender.page.clock.setSystemTime(desk.world.service.clock.now() + 12 * 3_600_000)
  await lender.letPass(repeatAfterMs)
  await dialog.getByText('The outcome stays unknown.').waitFor()
  const given = sent
  await lender.page.clock.setSystemTime(desk.world.service.clock.now())
  await dialog.getByRole('button', { name: 'Preview again' }).click()
  await dialog.getByRole('button', { name: 'Send the call' }).click()
  await dialog.getByText('The outcome is unknown.').waitFor()
  expect(sent).toBeGreaterThan(given)
  await tab.button('Lock').click()
  await lender.sees('The outcome of a request is unknown.')
})
