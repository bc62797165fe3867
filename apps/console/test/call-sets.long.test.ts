import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calledTogether } from '../../api/test/harness/world/call-sets.ts'
import { violations } from './harness/axe.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld()
const { world } = desk
const { book } = world
book.price('USDC', '1', '2026-03-02T12:00:00.000Z')
const loan = (asset_quantity: string, collateral_asset: string, collateral_quantity: string) =>
  book.deal(world.lender, world.borrower, {
    ...{ asset: 'USDC', asset_quantity, collateral_asset, collateral_quantity },
    terms: calledTogether,
  })
loan('1000000', 'BTC', '24.9')
loan('500000', 'ETH', '248')
let lender: ConsoleWindow
let borrower: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  await world.setPrice('BTC', '59999.99')
  await world.setPrice('ETH', '3000')
  ;[lender, borrower] = await Promise.all([desk.lender(), desk.borrower()])
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await desk.close()
})

/** The steps follow one another: each begins where the one before ended. */
describe('a call set between two windows', () => {
  it('calls what no deal can call by itself, after one confirmation', async () => {
    await lender.goto('/calls')
    await lender.page.getByRole('link', { name: 'Calls by counterparty' }).click()
    await lender.page.getByRole('button', { name: 'Call 2 deals' }).click()
    const dialog = lender.page.getByRole('dialog')
    await dialog.getByText('Recomputed in this browser: equal, digit for digit.').waitFor()
    expect(await violations(lender)).toEqual([])
    await dialog.getByRole('button', { name: 'Call 2 deals' }).click()
    await lender.sees('2 requests were created.')
    await lender.page.getByRole('link', { name: 'See the call set' }).click()
    await lender.sees('2 top-ups with')
    expect(await violations(lender)).toEqual([])
  })

  it('is one thing to answer for the borrower, who accepts all at once', async () => {
    await borrower.goto('/')
    await borrower.sees('calls collateral from you for 2 deals at once')
    expect(await violations(borrower)).toEqual([])
    await borrower.page
      .getByRole('link', { name: /^Answer/ })
      .first()
      .click()
    await borrower.page.getByRole('button', { name: 'Accept all 2' }).click()
    const dialog = borrower.page.getByRole('dialog')
    expect(await violations(borrower)).toEqual([])
    await dialog.getByRole('button', { name: 'Accept all 2' }).click()
    await borrower.sees('Accepted.')
  })
})
