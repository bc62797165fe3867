import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './harness/axe.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld()
const { world } = desk
world.book.price('USDC', '1', '2026-03-02T12:00:00.000Z')
const deal = world.closeOuts.deal()
let lender: ConsoleWindow
let borrower: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  await world.closeOuts.lastingFall('45000')
  ;[lender, borrower] = await Promise.all([desk.lender(), desk.borrower()])
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await desk.close()
})

/** The steps follow one another: each begins where the one before ended. */
describe('a default between two windows', () => {
  it('is declared by the lender, on the position', async () => {
    await lender.goto(`/positions/${deal.positionId}`)
    await lender.button('Declare a default').click()
    await lender.page.getByRole('dialog').getByRole('button', { name: 'Declare' }).click()
    await lender.sees('Declared.')
    await lender.page.getByRole('link', { name: 'The notice' }).click()
    await lender.sees('can terminate the deal from')
    expect(await violations(lender)).toEqual([])
  })

  it('comes first in what needs the borrower, with what cures it', async () => {
    await borrower.goto('/')
    await borrower.sees('has declared you in default')
    expect(await violations(borrower)).toEqual([])
    await borrower.page.getByRole('link', { name: 'Defaults', exact: true }).click()
    await borrower.page.locator('main table').getByRole('link').first().click()
    await borrower.sees('can terminate the deal from')
    await borrower.sees('lifts the coverage above the level cures the default')
    expect(await violations(borrower)).toEqual([])
  })

  it('is terminated with the same figures for both, recomputed by each', async () => {
    await lender.button('Terminate').click()
    const dialog = lender.page.getByRole('dialog')
    await dialog.getByText('Recomputed in this browser: equal, digit for digit.').waitFor()
    await dialog.getByRole('button', { name: 'Terminate' }).click()
    await lender.sees('The deal is closed out.')
    await lender.button('Done').click()
    for (const window of [lender, borrower]) {
      // Of 25 BTC: 1,000,180.555556 USD at 45,000 USD less 3 %.
      await window.sees('.91364389')
      await window.sees('Recomputed in this browser: equal, digit for digit.')
      expect(await violations(window)).toEqual([])
    }
  })
})
