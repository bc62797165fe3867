import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 1 })
const deal = desk.world.shortDeal()
let lender: ConsoleWindow
let borrower: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  ;[lender, borrower] = await Promise.all([desk.lender(), desk.borrower()])
})
afterAll(() => desk.close())

/** The steps follow one another: each begins where the one before ended. */
describe('a margin call between two windows', () => {
  it('is found on the first screen, explained, and sent with four presses', async () => {
    const { page } = lender
    await page.getByRole('link', { name: String(deal.orderNumber) }).click()
    await lender.sees('Coverage')
    await lender.button(/^Call collateral/).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Recomputed in this browser: equal, digit for digit.').waitFor()
    // The sentence: who sends what to whom. 60 ETH are missing, at 2,500 USD.
    const sentence = (await dialog.locator('p').first().textContent()) ?? ''
    expect(sentence).toContain('quay Ltd sends 60 ETH (150000.00 USD)')
    await dialog.getByRole('button', { name: 'Send the call' }).click()
    await dialog.getByText('Sent.').waitFor()
    await dialog.getByRole('link', { name: 'Follow it' }).click()
    await lender.sees('pending acceptance')
  })

  it('appears in the other window without a reload', async () => {
    await borrower.page
      .getByRole('region', { name: 'Calls and releases' })
      .getByRole('link', { name: String(deal.orderNumber) })
      .click()
    await borrower.sees('What is asked for')
  })

  it('is disputed by its price, and says before it is sent what moves at once', async () => {
    const { page } = borrower
    await borrower.button(/^Dispute/).click()
    const form = page.getByRole('form', { name: 'Dispute' })
    // At 58,000 USD a BTC, 870,000 are required, of which 750,000 are held: 120,000 are due.
    await form.getByLabel('Ours').fill('58000')
    await form.getByText('Moves at once').waitFor()
    const effect = (await form.getByText('Moves at once').locator('..').textContent()) ?? ''
    expect(effect).toContain('48 ETH')
    await form.getByRole('button', { name: 'Send the dispute' }).click()
    await borrower.sees('Undisputed, moves at once')
    expect(await page.locator('dl').last().textContent()).toContain('120000.00 USD')
  })

  it('shows the answer to the lender, and the undisputed part in transit', async () => {
    await lender.sees('They disagree with')
    await lender.page.getByRole('region', { name: 'Transfers' }).waitFor()
    const quantity = lender.page.getByRole('region', { name: 'Transfers' }).getByText('48').first()
    await quantity.waitFor()
  })

  it('shows the transfer as completed once its custodian has reported it', async () => {
    const { world } = desk
    const { rows } = await world.service.database.query<{ id: string }>(
      `SELECT id FROM transfers WHERE status IN ('PENDING', 'IN_PROGRESS')`,
    )
    for (const { id } of rows) await world.report(id, 'completed')
    const row = lender.page.getByRole('region', { name: 'Transfers' }).getByRole('row').last()
    await row.getByText('completed', { exact: true }).waitFor()
  })

  it('causes no error in a browser, and none of the refusals of its policy', () => {
    expect(desk.browser.faults).toEqual([])
  })
})
