import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from './harness/axe.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 2, over: 2 })
let lender: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  lender = await desk.lender()
})
afterAll(() => desk.close())

it('is sorted, grouped and opened by keyboard alone', async () => {
  const { page } = lender
  await lender.goto('/positions')
  const table = page.getByRole('region', { name: 'Positions' })
  await table.getByRole('columnheader', { name: 'Value, USD' }).getByRole('button').focus()
  await page.keyboard.press('Enter')
  const sorted = table.getByRole('columnheader', { name: 'Value, USD' })
  await expect.poll(() => sorted.getAttribute('aria-sort')).toBe('descending')
  await lender.button('Columns').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Group by').selectOption('counterparty')
  await page.keyboard.press('Escape')
  await table.getByRole('rowheader').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  // The first row of the table is the head of a group, which closes.
  await expect.poll(() => table.getByRole('link').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Terms' }).waitFor()
})

it('keeps a pinned column in sight, and the page as wide as the window, in every width', async () => {
  const { page } = lender
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await lender.goto('/positions')
    const table = page.getByRole('region', { name: 'Positions' })
    await table.getByRole('link').first().waitFor()
    const places = await page.evaluate<{ wide: boolean; pinned: number; page: number }>(`(() => {
      const box = document.querySelector('[role="region"][aria-label="Positions"]')
      box.scrollLeft = 200
      const left = (element) => element.getBoundingClientRect().left
      const first = box.querySelector('thead th')
      return {
        wide: box.scrollWidth > box.clientWidth + 200,
        pinned: Math.round(left(first) - left(box)),
        page: document.documentElement.scrollWidth - innerWidth,
      }
    })()`)
    expect(places, `${width} px`).toEqual({ wide: true, pinned: 1, page: 0 })
  }
})

it('breaks no rule of axe with its groups, its totals and its panels', async () => {
  const { page } = lender
  await lender.goto('/positions?group=counterparty&sort=-value')
  await page.getByRole('rowheader').first().waitFor()
  for (const [panel, name] of [
    ['Columns', 'Columns of Positions'],
    ['Views', 'Saved views of this list'],
  ] as const) {
    await lender.button(panel).click()
    await page.getByRole('group', { name }).waitFor()
    expect(await violations(lender)).toEqual([])
    await page.keyboard.press('Escape')
  }
  expect(desk.browser.faults).toEqual([])
})
