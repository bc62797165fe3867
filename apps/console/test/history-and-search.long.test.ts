import { getToday, listPositionValuations } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { succeed } from '../../api/test/harness/call.ts'
import { copyDeals } from '../../api/test/harness/many-deals.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 2, over: 1 })
const { world } = desk
const [called, deal] = [world.shortDeal(), world.shortDeal()]
let window: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  await world.margin.create(called)
  await world.margin.accepted(deal)
  window = await desk.lender()
})
afterAll(() => desk.close())

it('shows on Today the sums of the service, digit for digit', async () => {
  const { totals, to_call: calls } = await succeed(world.service, getToday, {
    key: world.lenderKey,
  })
  await window.goto('/')
  await window.sees('Owed to us')
  const figures = await window.page.locator('main [data-figure]').allTextContents()
  const { has_more: _isWhole, ...sums } = totals
  for (const sum of [...Object.values(sums), calls.notional_usd]) expect(figures).toContain(sum)
  expect(totals.owed_to_us_usd).not.toBe('0.00')
  expect(totals.in_transit_to_us_usd).not.toBe('0.00')
})

it('draws coverage over time, and has each figure of it in a table', async () => {
  const { valuations } = await succeed(world.service, listPositionValuations, {
    key: world.lenderKey,
    params: { position_id: deal.positionId },
  })
  expect(valuations.length).toBeGreaterThan(1)
  await window.goto(`/positions/${deal.positionId}`)
  const drawing = window.page.getByRole('img', { name: /^Coverage over time/ })
  await drawing.locator('canvas').waitFor()
  await window.page.getByText(/^As a table/).click()
  const table = window.page.getByRole('region', { name: 'Coverage over time' })
  expect(await table.getByRole('row').count()).toBe(valuations.length + 1)
  const figures = await table.locator('[data-figure]').allTextContents()
  for (const { ccr_percent, collateral_quantity } of valuations) {
    expect(figures).toContain(collateral_quantity)
    if (ccr_percent !== null) expect(figures).toContain(ccr_percent)
  }
  expect(desk.browser.faults).toEqual([])
})

it('finds a position by the number of its order, by keyboard alone', async () => {
  await window.goto('/')
  await window.page.keyboard.press('/')
  await window.page.getByRole('combobox', { name: /^Order, name/ }).waitFor()
  await window.page.keyboard.type(`position of ${deal.orderNumber}`)
  const name = new RegExp(`^Position of order ${deal.orderNumber}:`)
  const found = window.page.getByRole('option', { name })
  await found.waitFor()
  await window.page.keyboard.press('Enter')
  await window.page.waitForURL(`**/positions/${deal.positionId}`)
  expect(await found.count()).toBe(0)
})

it('says that nothing was found for what does not exist', async () => {
  await window.page.keyboard.press('/')
  await window.page.getByRole('combobox', { name: /^Order, name/ }).fill('999999')
  await window.sees('Nothing that you may read is called 999999.')
  await window.page.keyboard.press('Escape')
})

/** The texts of figures that are wider than their place. */
const cut = `[...document.querySelectorAll('main dl dd')]
  .filter((place) => place.scrollWidth > place.clientWidth).map((place) => place.textContent)`

it('keeps sums of quadrillions, and eighteen decimals, within their frames', async () => {
  const { page } = window
  await window.changeAnswers(/\/today\?/, (text) => {
    const body = JSON.parse(text) as { totals: object }
    const totals = { ...body.totals, owed_to_us_usd: '123456789012345678901234.56' }
    return JSON.stringify({ ...body, totals })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await window.goto('/')
  await page.locator('[data-figure="123456789012345678901234.56"]').first().waitFor()
  expect(await page.evaluate<string[]>(cut)).toEqual([])
  await window.leaveAnswers()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await window.goto(`/positions/${deal.positionId}`)
    await page.locator('[data-figure="0.000000000000000001"]').first().waitFor()
    expect(await page.evaluate<string[]>(cut)).toEqual([])
  }
})

/** Scrolls on until there are so many rows in all, and says how many were in the page at most. */
const scrolledTo = (count: number) => `(async () => {
  const box = document.querySelector('[role="region"][aria-label="Positions"]')
  const frame = () => new Promise(requestAnimationFrame)
  const rowCount = () => Number(box.querySelector('table').getAttribute('aria-rowcount'))
  const isAtEnd = () => box.querySelector('tr[aria-rowindex="' + rowCount() + '"]') !== null
  let most = 0
  // One row is the header.
  while (rowCount() <= ${count} || !isAtEnd()) {
    box.scrollTop = box.scrollHeight
    most = Math.max(most, box.querySelectorAll('tr').length)
    await frame()
  }
  return { most, rows: rowCount() - 1 }
})()`

const bookSize = 100_000
const ownDeals = 3

it(`reads ${bookSize} positions by pages, each once, with few rows in the page`, async () => {
  await copyDeals(world.service.database, [[world.overDeal(), bookSize - ownDeals]])
  await window.page.setViewportSize({ width: 1280, height: 800 })
  const tokens: (string | null)[] = []
  window.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const isList = pathname.endsWith('/positions') && searchParams.get('page_size') === '200'
    if (isList) tokens.push(searchParams.get('page_token'))
  })
  // Once events arrive, what was read before them is read again: the list begins after that.
  await window.goto('/')
  await window.sees(/^Events live$/)
  await window.page.getByRole('link', { name: 'Positions', exact: true }).click()
  await window.page.getByRole('region', { name: 'Positions' }).waitFor()
  const scrolled = scrolledTo(bookSize)
  const { most, rows } = await window.page.evaluate<{ most: number; rows: number }>(scrolled)
  expect(rows).toBe(bookSize)
  // Those of a screen, and some around it.
  expect(most).toBeLessThan(80)
  const pages = bookSize / 200
  expect(new Set(tokens).size).toBe(pages)
  // A page may be asked for again when the service is busy. No page has all before it read again.
  expect(tokens.length).toBeLessThan(2 * pages)
  const shown = await window.page
    .getByRole('region', { name: 'Positions' })
    .getByRole('row')
    .getByRole('link', { name: /^\d+$/ })
    .allTextContents()
  expect(new Set(shown).size).toBe(shown.length)
  await window.sees('Read again from the start')
  expect(desk.browser.faults).toEqual([])
}, 900_000)
