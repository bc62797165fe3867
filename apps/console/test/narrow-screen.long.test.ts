import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 1 })
const deal = desk.world.shortDeal()

beforeAll(() => desk.start())
afterAll(() => desk.close())

it('shows the whole confirmation on the screen of a phone, whatever its tables need', async () => {
  const lender = await desk.lender()
  await lender.page.setViewportSize({ width: 390, height: 844 })
  await lender.goto(`/positions/${deal.positionId}`)
  await lender.button(/^Call collateral/).click()
  await lender.sees('Recomputed in this browser')
  for (const name of ['Close', 'Preview again', 'Send the call']) {
    const box = await lender.button(name).boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 390) + (box?.width ?? 390) <= 390, name).toBe(true)
  }
  // What it will be is beside what it is.
  const hidden = await lender.page.evaluate<number>(`(() => {
    const compared = document.querySelector('[role="dialog"] dl')
    return compared.scrollWidth - compared.clientWidth
  })()`)
  expect(hidden).toBe(0)
})

/** Where the parts of the header begin, and by how much the page is wider than the window. */
const places = `(() => {
  const parts = [...document.querySelectorAll('header > *, header > div > *')]
  return [
    document.documentElement.scrollWidth - innerWidth,
    ...parts.map((part) => Math.round(part.getBoundingClientRect().left)),
  ]
})()`

it('keeps the parts of the header in place while a word of it grows', async () => {
  const lender = await desk.lender()
  const { page } = lender
  await lender.sees(/prices .* old/)
  for (const width of [1440, 1024, 800]) {
    await page.setViewportSize({ width, height: 900 })
    const before = await page.evaluate<number[]>(places)
    await page.evaluate(`(() => {
      const status = document.querySelector('header [role=status]')
      status.lastChild.textContent = 'catching up for as long as it takes'
    })()`)
    expect(await page.evaluate<number[]>(places), `${width} px`).toEqual(before)
    expect(before[0]).toBe(0)
  }
})
