import { amendAgreement, reportExposureByCounterparty } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreedTerms } from '../../api/test/harness/agreed-terms.ts'
import { rule } from '../../api/test/harness/approval-world.ts'
import { succeed } from '../../api/test/harness/call.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { FirmWorld } from './harness/firm-world.ts'

const world = new FirmWorld({ short: 2, over: 1 })
let lender: ConsoleWindow
let borrower: ConsoleWindow

beforeAll(async () => {
  await world.start()
  ;[lender, borrower] = await Promise.all([
    world.window(world.lenderAdmin, 'Lender'),
    world.window(world.borrowerAdmin, 'Borrower'),
  ])
})
afterAll(() => world.close())

it('sums the exposures to a counterparty to the digits of the report', async () => {
  const { exposures } = await succeed(world.service, reportExposureByCounterparty, {
    key: world.borrowerAdmin,
  })
  await borrower.goto('/counterparties')
  const sums = borrower.page
    .getByRole('region', { name: 'Exposure by counterparty and asset' })
    .getByRole('row')
    .filter({ has: borrower.button(/harbor Ltd/) })
  const drawn = borrower.page.getByRole('listitem').filter({ hasText: 'Posted for it' })
  await Promise.all([sums.waitFor(), drawn.waitFor()])
  const { borrowed_usd, collateral_posted_usd, net_usd } = exposures.at(0) ?? {}
  expect(await sums.locator('[data-figure]').allTextContents()).toEqual([net_usd])
  const figures = await drawn.locator('[data-figure]').allTextContents()
  expect(figures).toEqual([net_usd, borrowed_usd, collateral_posted_usd])
  expect(net_usd).not.toBeNull()
})

/** The steps follow one another: each begins where the one before ended. */
describe('a proposed version of an agreement', () => {
  it('shows what changes before anybody accepts it', async () => {
    const agreement = await world.agreement()
    await succeed(world.service, amendAgreement, {
      key: world.operator,
      params: { agreement_id: agreement.id },
      body: { terms: { ...agreedTerms, threshold_usd: '123456789012345.67' } },
    })
    await lender.goto('/counterparties')
    await lender.sees('version 2 to accept')
    await lender.page.getByRole('link', { name: 'Terms and versions' }).click()
    const compared = lender.page.getByRole('region', { name: 'Terms', exact: true })
    const row = compared.getByRole('row').filter({ hasText: 'Threshold, USD' })
    await row.getByText('changed').waitFor()
    expect(await row.locator('[data-figure]').last().textContent()).toBe('123456789012345.67')
    const same = compared.getByRole('row').filter({ hasText: 'Sent within the tolerance' })
    expect(await same.getByText('changed').count()).toBe(0)
  })

  it('is in effect once the admins of both sides have accepted it', async () => {
    const accept = async ({ page }: ConsoleWindow) => {
      await page.getByRole('button', { name: 'Accept version 2 for your side …' }).click()
      const question = page.getByRole('group', { name: 'Accept the terms of version 2?' })
      await question.getByRole('button', { name: 'Accept version 2' }).click()
    }
    await accept(lender)
    await lender.sees('You have accepted version 2.')
    await borrower.page.getByRole('link', { name: 'Terms and versions' }).click()
    await accept(borrower)
    await borrower.page.getByRole('region', { name: 'Proposed version' }).waitFor({
      state: 'detached',
    })
    const versions = await world.agreement()
    expect(versions.versions.map(({ state }) => state)).toEqual(['ACCEPTED', 'ACCEPTED'])
    expect(world.browser.faults).toEqual([])
  })
})

it('asks once for a call and a recall that await approval, and says so on the position', async () => {
  await world.policy(
    world.lenderAdmin,
    (['createMarkToMarketRequest', 'createOrderRequest'] as const).map((name) => rule(name)),
  )
  const { positionId } = world.shortDeal()
  const desk = await world.window(world.lenderKey, 'Desk')
  await desk.goto(`/positions/${positionId}`)
  await desk.button('Call collateral …').click()
  await desk.button('Send the call').click()
  await desk.sees('It needs the approval of other accounts.')
  await desk.button('Done').click()
  const pending = desk.page.getByRole('list', { name: 'Awaiting approval' })
  await pending.getByText('create a mark-to-market request').waitFor()
  await desk.page.reload()
  await desk.button('Call collateral …').click()
  await desk.page.getByRole('dialog').getByText('Awaits approval:').waitFor()
  expect(await desk.button('Send the call').isDisabled()).toBe(true)
  await desk.button('Close').click()

  // Until a throttled request has been carried out, it is approved.
  let approved = '{"approvals":[]}'
  await desk.changeAnswers(/\/approvals\?.*order_id=/, (text, request) => {
    const isPending = request.url().includes('state=PENDING')
    if (isPending) approved = text.replaceAll('"PENDING"', '"APPROVED"')
    return isPending ? '{"approvals":[]}' : approved
  })
  await desk.page.reload()
  await desk.button('Call collateral …').click()
  await desk.page.getByRole('dialog').getByText('Approved, awaits its turn:').waitFor()
  expect(await desk.button('Send the call').isDisabled()).toBe(true)
  await desk.leaveAnswers()
  await desk.button('Close').click()

  await desk.page
    .getByRole('link', { name: 'Recall, return, rerate, amend, extend or substitute …' })
    .click()
  await desk.page.getByLabel('Kind').selectOption('recall')
  await desk.button('Review …').click()
  await desk.button('Create an order request').click()
  await desk.sees('It needs the approval of other accounts.')
  await desk.button('Done').click()
  await pending.getByText('create an order request').waitFor()
  await desk.page
    .getByRole('link', { name: 'Recall, return, rerate, amend, extend or substitute …' })
    .click()
  await pending.getByText('create an order request').waitFor()
  await desk.page.getByLabel('Kind').selectOption('recall')
  expect(await desk.button('Review …').isDisabled()).toBe(true)
  expect(world.browser.faults).toEqual([])
})
