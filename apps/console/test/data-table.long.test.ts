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
    // A wide window has room for nearly all columns.
    expect(places, `${width} px`).toEqual({ wide: width < 1_440, pinned: 1, page: 0 })
  }
})

it('has room in a wide window for the exposures of a firm that lends and borrows', async () => {
  const { page } = lender
  await page.setViewportSize({ width: 1440, height: 844 })
  // One position the other way round, and figures of a large firm.
  await lender.changeAnswers(/\/positions\?/, (text) => {
    const answer = JSON.parse(text) as { positions: Record<string, unknown>[] }
    const positions = answer.positions.map((position, index) => {
      const { lender_id: own, borrower_id: other } = position
      const large = {
        ...position,
        asset_quantity: '12345.6789',
        collateral_quantity: '234567891.123456',
      }
      const [ours, theirs] = ['Harbor Bank Treasury', 'Kestrel Market Making']
      return index > 0
        ? { ...large, lender_name: ours, borrower_name: theirs }
        : { ...large, lender_id: other, borrower_id: own, lender_name: theirs, borrower_name: ours }
    })
    return JSON.stringify({ ...answer, positions })
  })
  await lender.goto('/counterparties')
  const table = page.getByRole('region', { name: 'Exposure by counterparty and asset' })
  await table.getByRole('columnheader', { name: 'Borrowed' }).waitFor()
  await table.getByRole('columnheader', { name: 'Held' }).waitFor()
  const tooWide = await page.evaluate<number>(`(() => {
    const box = document.querySelector('[aria-label="Exposure by counterparty and asset"]')
    return box.scrollWidth - box.clientWidth
  })()`)
  expect(tooWide).toBe(0)
  await lender.leaveAnswers()
})

/** Lays the page out as a browser does for paper that is so wide, in pixels of CSS. */
async function onPaper(width: number): Promise<{ tooWide: number; shown: string }> {
  const { page } = lender
  await page.setViewportSize({ width, height: 700 })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
  const laidOut = await page.evaluate<{ tooWide: number; shown: string }>(`({
    tooWide: document.documentElement.scrollWidth - innerWidth,
    shown: document.body.innerText,
  })`)
  await page.evaluate("window.dispatchEvent(new Event('afterprint'))")
  await page.emulateMedia({ media: null })
  return laidOut
}

it('is printed in full: across the paper, with the filters in words and its pages counted', async () => {
  const { page } = lender
  await lender.goto('/positions?asset=BTC&group=counterparty')
  await page.getByRole('rowheader').first().waitFor()
  const { tooWide, shown } = await onPaper(1_032)
  expect(tooWide).toBe(0)
  expect(shown).toContain('Asset lent')
  expect(shown).not.toMatch(/\nStatus\n|\nCollateral\n|Save as CSV|Columns/)
  expect(shown).toMatch(/ · \d/)
  const [, width, height] =
    /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(
      (await page.pdf({ preferCSSPageSize: true })).toString('latin1'),
    ) ?? []
  expect(Number(width)).toBeGreaterThan(Number(height))
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
