import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld()
const { world } = desk
let lender: ConsoleWindow
let borrower: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  ;[lender, borrower] = await Promise.all([desk.lender(), desk.borrower()])
})
afterAll(() => desk.close())

/** The steps follow one another: each begins where the one before ended. */
describe('an order between two windows', () => {
  it('names every fault of the form at once, beside its field, and sends nothing', async () => {
    await borrower.goto('/orders/new')
    const { page } = borrower
    await page.getByLabel('Side').selectOption('borrow')
    await page.getByLabel('Quantity to lend').fill('1e3')
    await page.getByLabel('Rate, percent a year').fill('05')
    await borrower.button('Review …').click()
    await borrower.sees('Look at the fields with a fault')
    const fault = (label: string) =>
      page.getByLabel(label, { exact: true }).locator('xpath=../p[1]').textContent()
    expect(await fault('Counterparty')).toBe('is required')
    expect(await fault('Asset to lend')).toBe('is required')
    expect(await fault('Quantity to lend')).toContain('must be a decimal above zero')
    expect(await fault('Rate, percent a year')).toContain('must be a decimal')
    expect(await fault('Your wallet for the collateral')).toBe('is required')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('shows what would move, and creates one order', async () => {
    const { page } = borrower
    await page.getByLabel('Counterparty').selectOption(world.lender.id)
    await page.getByLabel('Asset to lend').selectOption('BTC')
    await page.getByLabel('Quantity to lend').fill('10')
    await page.getByLabel('Rate, percent a year').fill('5')
    await page.getByLabel('Collateral', { exact: true }).selectOption('ETH')
    await page.getByLabel('Quantity of the collateral').fill('400')
    await page.getByLabel('Your wallet for the asset').selectOption(world.borrower.wallet('BTC'))
    await page
      .getByLabel('Your wallet for the collateral')
      .selectOption(world.borrower.wallet('ETH'))
    // 400 ETH at 2,500 USD for 10 BTC at 60,000.
    await borrower.sees('166.66')
    await borrower.button('Review …').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/We send 400 ETH/).waitFor()
    const legs = await dialog.locator('p').allTextContents()
    expect(legs.join(' ')).toMatch(/harbor Ltd sends 10 BTC .* to us/)
    await dialog.getByRole('button', { name: 'Create an order' }).dblclick()
    await dialog.getByText('Created:').waitFor()
    await dialog.getByRole('link').click()
    await borrower.sees('unanswered')
  })

  it('appears in the other window, and is accepted with the wallets that are named', async () => {
    const { page } = lender
    await lender.goto('/orders?status=PENDING_ACCEPTANCE')
    const rows = page.getByRole('region', { name: 'Orders' }).getByRole('row')
    await rows.getByRole('link').waitFor()
    await rows.filter({ hasText: /^1 row$/ }).waitFor()
    await rows.getByRole('link').click()
    await lender.button('Accept …').click()
    const dialog = page.getByRole('dialog')
    // Each asset has one wallet, so it is chosen already.
    await dialog.getByText(/^We send 10 BTC/).waitFor()
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await dialog.getByText('Accepted.').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('region', { name: 'Transfers' }).getByRole('row').nth(2).waitFor()
  })

  it('is a position for both once its transfers have completed', async () => {
    const { rows } = await world.service.database.query<{ id: string }>(
      `SELECT id FROM transfers WHERE status IN ('PENDING', 'IN_PROGRESS')`,
    )
    expect(rows).toHaveLength(2)
    for (const { id } of rows) await world.report(id, 'completed')
    for (const window of [lender, borrower]) {
      await window.page.locator('main').getByText('active', { exact: true }).waitFor()
      await window.page.locator('dd').getByRole('link').click()
      await window.sees('Collateral settled')
      expect(await window.page.locator('[data-figure]').allTextContents()).toContain('400')
    }
  })

  it('is asked for in part from the position, and says what would move', async () => {
    const { page } = lender
    await page
      .getByRole('link', { name: 'Recall, return, rerate, amend, extend or substitute …' })
      .click()
    // The lender may recall, and may not return what it has not borrowed.
    await page.getByLabel('Kind').selectOption('return')
    expect(await lender.button('Review …').isDisabled()).toBe(true)
    await page.getByLabel('Kind').selectOption('recall')
    await page.getByLabel('Quantity of BTC').fill('4')
    await lender.button('Review …').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^When it is accepted: quay Ltd sends 4 BTC/).waitFor()
    await dialog.getByRole('button', { name: 'Create an order request' }).click()
    await dialog.getByRole('link', { name: 'the recall' }).waitFor()
    // The same form is not left for another press.
    await dialog.getByRole('button', { name: 'Done' }).click()
    const rows = page.getByRole('region', { name: 'Order requests' }).getByRole('row')
    await rows.last().getByText('pending').waitFor()
    await rows.last().getByRole('link').click()
    await lender.sees('What is asked for')
  })

  it('is sent back in part once the other side has accepted', async () => {
    const { page } = borrower
    await borrower.goto('/order-requests?status=PENDING')
    await page.getByRole('region', { name: 'Order requests' }).getByRole('link').click()
    await borrower.button('Accept …').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^We send 4 BTC/).waitFor()
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await dialog.getByText('Accepted.').waitFor()
    for (const window of [lender, borrower]) {
      await window.page.getByText('Its transfers').waitFor()
    }
    // The position shows the recall while it is under way, and what became of it.
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page
      .locator('dd')
      .getByRole('link', { name: /^Order/ })
      .click()
    const asked = page.getByRole('region', { name: 'Order requests' }).getByRole('row').last()
    await asked.getByText(/accepted|in progress/).waitFor()
    const underWay = `SELECT id FROM transfers WHERE status IN ('PENDING', 'IN_PROGRESS')`
    for (let rounds = 0; rounds < 2; rounds += 1) {
      const { rows } = await world.service.database.query<{ id: string }>(underWay)
      for (const { id } of rows) await world.report(id, 'completed')
    }
    await asked.getByText('completed').waitFor()
    await page.getByRole('link', { name: 'All requests of this position' }).click()
    await page.waitForURL(/position_id=/)
  })

  it('causes no error in a browser, and none of the refusals of its policy', () => {
    expect(desk.browser.faults).toEqual([])
  })
})
