import { listPositions } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { succeed } from '../../api/test/harness/call.ts'
import { isLongRun } from '../../api/test/harness/long-run.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const count = isLongRun ? 100_000 : 2_000
const firstNumber = 1_000_000
const desk = new ConsoleWorld({ short: 1 })

beforeAll(() => desk.start())
afterAll(() => desk.close())

/** Scrolls a screen at a time to the end of the list, and collects what each row shows. */
const scrolled = `(async () => {
  const box = document.querySelector('[role="region"][aria-label="Positions"]')
  const seen = []
  for (let count = 0; count < ${count};) {
    for (const row of box.querySelectorAll('tr[aria-rowindex]')) {
      const index = Number(row.getAttribute('aria-rowindex')) - 2
      if (seen[index] === undefined) count += 1
      seen[index] = row.querySelector('a').textContent
    }
    box.scrollTop += box.clientHeight - 100
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  return seen
})()`

it(
  `shows each of ${count} positions once, in order, when it is scrolled to the end`,
  async () => {
    const { service, lenderKey } = desk.world
    const { positions } = await succeed(service, listPositions, { key: lenderKey, query: {} })
    const [position] = positions
    const lender = await desk.lender()
    // The service gives the form of a position, and a stand-in so many of them.
    const pages: number[] = []
    await lender.page.route(/\/positions\?/, async (route) => {
      const asked = new URL(route.request().url()).searchParams
      const from = Number(asked.get('page_token') ?? '0')
      const size = Number(asked.get('page_size'))
      const until = Math.min(from + size, count)
      if (asked.get('order_by') === 'coverage' && size > 100) pages.push(from)
      const page = Array.from({ length: until - from }, (_, i) => ({
        ...position,
        id: `00000000-0000-4000-8000-${String(from + i).padStart(12, '0')}`,
        order_id_pretty: firstNumber + from + i,
      }))
      const next = until < count ? { next_page_token: String(until) } : {}
      await route.fulfill({ json: { positions: page, ...next } })
    })
    await lender.page.getByRole('link', { name: 'Positions', exact: true }).click()
    await lender.page.getByRole('region', { name: 'Positions' }).waitFor()
    const seen = await lender.page.evaluate<string[]>(scrolled)
    expect(seen).toHaveLength(count)
    expect(seen.filter((text, i) => text !== String(firstNumber + i))).toEqual([])
    // Each page was read once: what happens meanwhile does not begin the list anew.
    expect(pages).toEqual(Array.from({ length: count / 200 }, (_, i) => i * 200))
    // So far down, the list says how old it is, and begins again only when it is told to.
    await desk.world.margin.create(desk.world.shortDeal())
    await lender.sees(/2.?000 positions|100.?000 positions/)
    await lender.button('Read again from the start').click()
    await lender.button('Read again from the start').waitFor({ state: 'detached' })
    expect(pages.at(-1)).toBe(0)
    expect(desk.browser.faults).toEqual([])
  },
  isLongRun ? 900_000 : 60_000,
)
