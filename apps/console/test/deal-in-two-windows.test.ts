import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scenario } from '../../api/src/features/scenario/scenario.ts'
import { type RunningService, startService } from '../../api/test/harness/service.ts'
import { type WrittenBook, writeBook } from '../../../tools/start/src/books.ts'
import { readSettings, type Settings } from '../../../tools/start/src/settings.ts'
import { welcome } from '../../../tools/start/src/welcome.ts'
import { type ConsoleWindow, TestBrowser } from './harness/browser.ts'
import { violations } from './harness/axe.ts'

const folder = mkdtempSync(join(tmpdir(), 'vadium-sandbox-'))
const browser = new TestBrowser()
let service: RunningService
let lender: ConsoleWindow
let borrower: ConsoleWindow
let operator: ConsoleWindow

/** How often a page reads again what follows from prices at most. */
const readAgainMs = 5_000

/** What a person sees who comes back to a window after a while. */
async function lookAgain(window: ConsoleWindow): Promise<void> {
  await window.letPass(readAgainMs)
  await window.page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
}

/** The addresses that `npm start` prints for a sandbox, in their order. */
function printedAddresses(settings: Settings, book: WrittenBook): string[] {
  const text = welcome(settings, book, service.url)
  return [...text.matchAll(/^ +(http\S+console\/#\S+)$/gm)].map(([, address = '']) => address)
}

beforeAll(async () => {
  const given = readSettings({ SANDBOX: '1', VADIUM_DATA: folder }, folder)
  const book = writeBook(given)
  const scenario = JSON.parse(readFileSync(book.path, 'utf8')) as Scenario
  const settings = { SANDBOX: '1', CONSOLE: 'true' }
  const starting = startService({ scenario, settings, streaming: true })
  await browser.start()
  service = await starting
  const served = { url: service.url, now: () => service.clock.now() }
  const addresses = printedAddresses(given, book)
  expect(addresses).toHaveLength(3)
  const open = (i: number) =>
    browser.openAddress(served, addresses[i] ?? '', `window ${i}`, { hasTestClock: true })
  ;[lender, borrower, operator] = await Promise.all([open(0), open(1), open(2)])
})
afterAll(async () => {
  await browser.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The steps follow one another: each begins where the one before ended. */
describe('a margin call between two windows of a sandbox, with the operator in a third', () => {
  it('has nothing to call at first', async () => {
    await lender.sees('Nothing needs you.')
    // What comes next stands beside it: the nearest position.
    await lender.page.getByRole('link', { name: '1', exact: true }).first().waitFor()
    await lender.sees('SANDBOX')
  })

  it('becomes due when the operator lets the price of the collateral fall', async () => {
    const { page } = operator
    await page.getByRole('link', { name: 'Sandbox', exact: true }).click()
    await page.getByLabel('Change of the price of ETH in percent').fill('-12')
    expect(await page.getByLabel('New price of ETH in USD').inputValue()).toBe('2200')
    await operator.button('Quote them').click()
    await operator.sees('Quoted.')
    await lender.letPass(readAgainMs)
    await lender.sees('You can call')
  })

  it('is explained, and sent with two presses from the first screen', async () => {
    const { page } = lender
    await lender.button('Call: order 1').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('✓ Recomputed in this browser: equal, digit for digit.').waitFor()
    // 1,200 ETH at 2,200 USD are 360,000 short of 3,000,000: 163.64 ETH, in lots of 0.01.
    const sentence = (await dialog.locator('p').first().textContent()) ?? ''
    expect(sentence).toContain('Kestrel Market Making sends 163.64 ETH')
    await dialog.getByRole('button', { name: 'Send the call' }).click()
    await dialog.getByText('Sent.').waitFor()
    await dialog.getByRole('link', { name: 'Follow it' }).click()
    await lender.sees('unanswered')
  })

  it('appears in the other window without a reload', async () => {
    await borrower.sees('calls 163.64 ETH from you')
    await borrower.page.getByRole('link', { name: 'Answer: order 1' }).click()
    await borrower.sees('What is asked for')
    // The time of the sandbox stands still, so all of the cure time is left.
    await borrower.sees('4 h left')
  })

  it('is disputed by its price, and says before it is sent what moves at once', async () => {
    const { page } = borrower
    await borrower.button(/^Dispute/).click()
    const form = page.getByRole('form', { name: 'Dispute' })
    await form.getByLabel('Input').selectOption({ label: 'Price of the collateral' })
    // At 2,300 USD an ETH, 2,760,000 of 3,000,000 are held: 240,000 are due.
    await form.getByLabel('Our value').fill('2300')
    await form.getByText('Moves at once').waitFor()
    const effect = (await form.getByText('Moves at once').locator('..').textContent()) ?? ''
    expect(effect).toContain('109.1 ETH')

    // The collateral moves while the form is open: the amount stays as it was read.
    await borrower.changeAnswers(/\/positions\/[^/?]+$/, (text) =>
      text.replace(/"collateral_quantity":"[^"]*"/, '"collateral_quantity":"1100"'),
    )
    await lookAgain(borrower)
    await form.getByRole('button', { name: 'Compute again' }).waitFor()
    expect(await form.getByText('Moves at once').locator('..').textContent()).toBe(effect)
    const send = form.getByRole('button', { name: 'Send the dispute' })
    expect(await send.isDisabled()).toBe(true)
    await borrower.leaveAnswers()
    await lookAgain(borrower)
    await form.getByRole('button', { name: 'Compute again' }).waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Send the dispute' }).click()
    await borrower.sees('Undisputed, moves at once')
    expect(await page.locator('dl').last().textContent()).toContain('240000.00 USD')
  })

  it('shows the answer to the lender, and the undisputed part in transit', async () => {
    await lender.sees('Kestrel Market Making disagrees with')
    const transfers = lender.page.getByRole('region', { name: 'Transfers' })
    await transfers.getByText('109').first().waitFor()
  })

  it('is counted in what would be due, by a worker that the page itself serves', async () => {
    await borrower.visit('/what-if?asset=ETH&percent=-10')
    const table = borrower.page.getByRole('region', { name: 'If the price of ETH moved' })
    await table.getByText('computing …').first().waitFor({ state: 'detached' })
    await borrower.page
      .getByRole('region', { name: 'By counterparty' })
      .getByText('Harbor Bank Treasury')
      .waitFor()
    const workers = borrower.page.workers().map((worker) => worker.url())
    expect(workers).toEqual([expect.stringContaining(`${service.url}/console/assets/`)])
  })

  it('shows the transfer as completed once its custodian has carried it out', async () => {
    await operator.button('+ 1 hour').click()
    const row = lender.page.getByRole('region', { name: 'Transfers' }).getByRole('row').last()
    await row.getByText('completed', { exact: true }).waitFor()
  })

  it('breaks no rule of axe on the panel of the operator', async () => {
    expect(await violations(operator)).toEqual([])
  })

  it('causes no error in a browser, and none of the refusals of its policy', () => {
    expect(browser.faults).toEqual([])
  })
})
