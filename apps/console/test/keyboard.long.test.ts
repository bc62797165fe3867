import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 1 })
const deal = desk.world.shortDeal()

beforeAll(() => desk.start())
afterAll(() => desk.close())

/** Presses Tab until the element with this role and name has the focus, then Enter. */
async function reach({ page }: ConsoleWindow, role: 'link' | 'button', name: string) {
  const wanted = page.getByRole(role, { name, exact: true }).first()
  await wanted.waitFor()
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await wanted.and(page.locator(':focus')).count()) > 0) {
      await page.keyboard.press('Enter')
      return
    }
  }
  throw new Error(`Tab does not lead to the ${role} ${name}`)
}

it('leads by keyboard alone from the list to the sent call, and to its answer', async () => {
  const lender = await desk.lender()
  await reach(lender, 'link', 'Positions')
  await reach(lender, 'link', String(deal.orderNumber))
  await reach(lender, 'button', 'Call collateral …')
  await lender.sees('Recomputed in this browser')
  await reach(lender, 'button', 'Send the call')
  await lender.sees('Sent.')
  await reach(lender, 'link', 'Follow it')
  await lender.sees('What is asked for')

  const borrower = await desk.borrower()
  await reach(borrower, 'link', 'Calls')
  await reach(borrower, 'link', String(deal.orderNumber))
  await reach(borrower, 'button', 'Accept …')
  await borrower.sees('Coverage recomputed in this browser')
  await reach(borrower, 'button', 'Accept')
  await borrower.page.getByRole('region', { name: 'Transfers' }).waitFor()
  expect(desk.browser.faults).toEqual([])
})

it('leads by keyboard through the menu of a narrow window, which the way to a screen closes', async () => {
  const window = await desk.lender({ width: 390 })
  const positions = window.page.getByRole('link', { name: 'Positions', exact: true })
  expect(await positions.isVisible()).toBe(false)
  await reach(window, 'button', 'Menu')
  await reach(window, 'link', 'Positions')
  await window.page.getByRole('heading', { level: 1, name: 'Positions' }).waitFor()
  await positions.waitFor({ state: 'hidden' })
  await window.button('Menu').focus()
  await window.page.keyboard.press('Enter')
  await positions.waitFor()
  await window.page.keyboard.press('Escape')
  await positions.waitFor({ state: 'hidden' })
})
