import { getToday, listPositionValuations } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { succeed } from '../../api/test/harness/call.ts'
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
  await window.page.keyboard.type(String(deal.orderNumber))
  await window.page.keyboard.press('Enter')
  const found = window.page.getByRole('link', { name: `Position of order ${deal.orderNumber}` })
  await found.focus()
  await window.page.keyboard.press('Enter')
  await window.page.waitForURL(`**/positions/${deal.positionId}`)
  expect(await found.count()).toBe(0)
})

it('says that nothing was found for what does not exist', async () => {
  await window.page.keyboard.press('/')
  await window.page.getByRole('searchbox').fill('999999')
  await window.page.keyboard.press('Enter')
  await window.sees('Nothing that you may read has the number or id 999999.')
  await window.page.keyboard.press('Escape')
})
