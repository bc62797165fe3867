import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rule } from '../../api/test/harness/approval-world.ts'
import { dayMs } from '../../api/test/harness/world/default-cases.ts'
import { violations } from './harness/axe.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'
import { FirmWorld } from './harness/firm-world.ts'

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
      expect(await window.hiddenOnPhone('If closed out now')).toBe(0)
      expect(await violations(window)).toEqual([])
    }
  })
})

const firm = new FirmWorld()
firm.book.price('USDC', '1', '2026-03-02T12:00:00.000Z')
const twoPeople = firm.closeOuts.deal()
const returning = firm.closeOuts.deal({ default_causes: ['MISSED_RETURN'], grace_seconds: 3600 })

/** What a window shows of a figure of a statement, as the service has it. */
const figureOf = (window: ConsoleWindow, name: string) =>
  window.page
    .getByRole('row', { name: new RegExp(`^${name} (?:exact|up to|down to)`) })
    .locator('[data-figure]')
    .first()
    .getAttribute('data-figure')

describe('a close-out that is seen by more than two', () => {
  beforeAll(async () => {
    await firm.start()
    const { id } = await firm.requests.ask(returning.positionId, { quantity: '400000' })
    await firm.requests.do('accept', id)
    await firm.orders.end(returning.orderId, 'asset', 'completed')
    await firm.orders.end(returning.orderId, 'collateral', 'failed')
    firm.pass(2 * dayMs)
  })
  afterAll(async () => {
    expect(await firm.faults()).toEqual([])
    await firm.close()
  })

  it('is terminated by two people, who see the figures that the statement has', async () => {
    const { id } = await firm.closeOuts
      .lastingFall('45000')
      .then(() => firm.closeOuts.declare(twoPeople))
    await firm.policy(firm.lenderAdmin, [rule('terminateCloseOut')])
    const asks = await firm.window(firm.lenderKey, 'Who asks')
    await asks.goto(`/close-outs/${id}`)
    await asks.button('Terminate').click()
    const dialog = asks.page.getByRole('dialog')
    await dialog.getByText('Recomputed in this browser: equal, digit for digit.').waitFor()
    const seen = await figureOf(asks, 'Kept')
    await dialog.getByRole('button', { name: 'Terminate' }).click()
    await asks.sees('It needs the approval of other accounts.')

    const approves = await firm.window(firm.lenderAdmin, 'Who approves', { theme: 'dark' })
    await approves.goto('/approvals')
    const toDecide = approves.page.getByRole('region', { name: 'To decide' })
    await toDecide.getByRole('link').first().click()
    await approves.sees('Recomputed in this browser: equal, digit for digit.')
    expect(await figureOf(approves, 'Kept')).toBe(seen)
    expect(await violations(approves)).toEqual([])
    await approves.button('Approve').click()
    await approves.sees('Your decision was recorded.')
    await firm.service.services.approvalWorker.run()

    await asks.goto(`/close-outs/${id}`)
    await asks.sees('Recomputed in this browser: equal, digit for digit.')
    expect(await figureOf(asks, 'Kept')).toBe(seen)
    const { statement } = await firm.closeOuts.get(id)
    expect(statement?.kept[0]?.kept_quantity).toBe(seen)
  })

  it('is of a lender in default: the borrower declares why, and keeps what it owes', async () => {
    const declares = await firm.window(firm.borrowerKey, 'Borrower', { width: 390, theme: 'dark' })
    await declares.goto(`/positions/${returning.positionId}`)
    await declares.button('Declare a default').click()
    const dialog = declares.page.getByRole('dialog')
    const causes = dialog.getByRole('list', { name: 'Causes now' })
    await causes.getByText('is so now').waitFor()
    await causes.getByText(/What has not arrived is/).waitFor()
    expect(await violations(declares)).toEqual([])
    await dialog.getByRole('button', { name: 'Declare' }).click()
    await declares.sees('Declared.')
    await declares.page.getByRole('link', { name: 'The notice' }).click()
    await declares.sees(/is in default: a missed return/)
    firm.pass(3_600_000)
    const path = new URL(declares.page.url()).pathname
    await declares.goto(path.replace('/console', ''))
    await declares.button('Terminate').click()
    await dialog.getByText('Recomputed in this browser: equal, digit for digit.').waitFor()
    await dialog.getByRole('button', { name: 'Terminate' }).click()
    await declares.sees('The deal is closed out.')
    await declares.button('Done').click()
    await declares.sees('claim open')
    expect(await violations(declares)).toEqual([])
    await declares.page.setViewportSize({ width: 390, height: 900 })
    expect(await widthOf(declares)).toBeLessThanOrEqual(390)
  })
})

/** How wide the page is: wider than the screen, it scrolls sideways. */
const widthOf = (window: ConsoleWindow): Promise<number> =>
  window.page.evaluate<number>('document.documentElement.scrollWidth')
