import { allTerms, termLabel } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreedTerms } from '../../api/test/harness/agreed-terms.ts'
import { rule } from '../../api/test/harness/approval-world.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { FirmWorld } from './harness/firm-world.ts'

const world = new FirmWorld()
const name = '<b>Tide</b> & "Partners" <img src=x onerror="document.title=1">'
let operator: ConsoleWindow
let newcomer: ConsoleWindow

/** The terms that are chosen from a list. */
const chosen = new Set([
  'close_out_scope',
  'day_count',
  'dispute_method',
  'top_up_when',
  'interest_schedule',
  'minimum_applies_to',
])

beforeAll(async () => {
  await world.start()
  ;[operator, newcomer] = await Promise.all([
    world.window(world.operator, 'Operator'),
    world.browser.openWithoutKey(world.service, 'Newcomer'),
  ])
})
afterAll(() => world.close())

const form = (label: string) => operator.page.getByRole('form', { name: label })

/** The steps follow one another: each begins where the one before ended. */
describe('the onboarding of an organization by the operator', () => {
  it('creates the organization and its first account', async () => {
    await operator.page.waitForURL(/operator$/)
    await form('New organization').getByLabel('Name', { exact: true }).fill(name)
    await form('New organization').getByLabel('Short name').fill('tide')
    await operator.button('Create the organization').click()
    await operator.page.getByRole('link', { name: `onboard ${name}` }).click()
    await form('New account').getByLabel('Name of the person').fill('Ada of Tide')
    await form('New account').getByLabel('Kind').selectOption('person')
    await operator.button('Create the account').click()
    await operator.sees('Ada of Tide has an account.')
  })

  it('enrols the key that the newcomer has made in a browser of its own', async () => {
    const credential = form('New credential')
    await credential.getByLabel('Account').selectOption({ label: 'Ada of Tide' })
    await credential.getByLabel('Role').selectOption('admin')
    await credential.getByLabel('Made by its holder, elsewhere').check()
    const [organizationId = '', accountId = ''] = (
      await credential.locator('code').allTextContents()
    ).filter((text) => text.length === 36)

    await newcomer.button('Make a key').click()
    await newcomer.sees('The service does not know the key “Key of this browser”')
    await newcomer.pressOfAccount('Lock')
    await newcomer.page.getByText(/^Prove Key of this browser/).click()
    await newcomer.page.getByLabel('Id of the organization').fill(organizationId)
    await newcomer.page.getByLabel('Id of the account').fill(accountId)
    await newcomer.button('Prove it').click()
    const proof = await newcomer.page.getByRole('status').locator('code').textContent()

    await credential.getByLabel('Proof of possession').fill(proof ?? '')
    await operator.button('Create the credential').click()
    await credential.getByText('is enrolled, with the role Administrator').waitFor()
  })

  it('adds a wallet at a custodian, and proposes an agreement', async () => {
    const wallet = form('New wallet')
    await wallet.getByLabel('Custodian', { exact: true }).selectOption('fireblocks')
    await wallet.getByLabel('Id of the wallet').fill('tide-1')
    await wallet.getByLabel('Name of the wallet').fill('Tide <script>vault')
    await wallet.getByLabel('Address of the wallet').fill('bc1-tide')
    await wallet.getByLabel('BTC').check()
    await operator.button('Create the wallet').click()
    await operator.sees('The wallet Tide <script>vault was created.')

    await operator.page.getByText('Propose an agreement').click()
    await operator.page.getByLabel('With', { exact: true }).selectOption({ label: 'harbor Ltd' })
    await operator.page.getByLabel('In it, the organization').selectOption('borrows')
    for (const term of allTerms) {
      const value = agreedTerms[term]
      // None of their boxes is checked at first, and there are no rows.
      if (term === 'default_causes' || term === 'calendars' || term === 'eligible_collateral') {
        continue
      }
      const field = form('Terms').getByLabel(termLabel(term), { exact: true })
      if (chosen.has(term)) {
        await field.selectOption(String(value))
      } else await field.fill(String(value ?? ''))
    }
    await operator.button('Propose the agreement').click()
    await operator.page.getByRole('cell', { name: 'harbor Ltd', exact: true }).waitFor()
    expect(await operator.page.getByText('○ to do').count()).toBe(0)
  })

  it('ends with the first signed read of the newcomer', async () => {
    await newcomer.button('Work with Key of this browser').click()
    await newcomer.sees('Ada of Tide · Administrator')
    await newcomer.goto('/counterparties')
    await newcomer.sees('version 1 to accept')
    expect(await newcomer.page.locator('header').textContent()).toContain(name)
    expect(await newcomer.page.title()).toMatch(/ · Vadium$/)
    expect(world.browser.faults).toEqual([])
  })
})

it('sets a calendar, and begins its next version with it', async () => {
  await operator.goto('/operator/calendars')
  await operator.page.getByText('Set a calendar').click()
  const calendar = form('A calendar')
  await calendar.getByLabel('Id', { exact: true }).fill('london')
  await calendar.getByLabel('Name').fill('London bank holidays')
  await calendar.getByLabel('Last day').fill('2027-12-31')
  await calendar
    .getByLabel(/^Holidays, one a line/)
    .fill('2026-12-25 Christmas Day\n2026-12-28 Boxing Day (substitute day)\n2026-02-30')
  await operator.button('Set').click()
  await calendar
    .getByText(/is not an existing day/)
    .first()
    .waitFor()
  await calendar
    .getByLabel(/^Holidays, one a line/)
    .fill('2026-12-25 Christmas Day\n2026-12-28 Boxing Day (substitute day)')
  await operator.button('Set').click()
  await operator.sees('Version 1 of london was set.')
  await calendar.getByLabel('Id', { exact: true }).fill('london')
  await operator.button('Begin with it').click()
  expect(await calendar.getByLabel(/^Holidays, one a line/).inputValue()).toContain('Boxing Day')
})

/** The held quote of the source, with what may be done with it. */
const heldIn = ({ page }: ConsoleWindow) =>
  page.getByRole('region', { name: 'Quotes' }).getByRole('row').filter({ hasText: 'desk-feed' })

it('registers a source, pushes a price and lets another operator release what is held', async () => {
  await operator.goto('/operator/prices')
  await operator.page.getByLabel('Name of the source').fill('desk-feed')
  await operator.button('Register it for your account').click()
  await operator.sees('desk-feed is registered.')
  const push = form('Push a price')
  await push.getByLabel('Asset').selectOption('BTC')
  await push.getByLabel('Source').selectOption('desk-feed')
  await push.getByLabel('Price, USD').fill('91234.5')
  await operator.button('Push it').click()
  await push.getByText('held').waitFor()

  const other = await world.window(world.secondOperator, 'Second operator')
  await other.goto('/operator/prices')
  const held = heldIn(other)
  await held.getByRole('button', { name: 'Release …' }).click()
  await held.getByText('Let 91234.5 USD for BTC count?').waitFor()
  // Another price is held while the question is open: the question was about the first one.
  // A source quotes once at a time.
  world.service.clock.set(new Date(world.service.clock.now() + 1_000).toISOString())
  await push.getByLabel('Price, USD').fill('912.5')
  await operator.button('Push it').click()
  await operator.page.getByRole('row').filter({ hasText: '912.5' }).first().waitFor()
  await other.page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  await held.getByText('912.5').waitFor()
  expect(await held.getByRole('button', { name: 'Release', exact: true }).count()).toBe(0)
  await held.getByRole('button', { name: 'Release …' }).click()
  await held.getByRole('button', { name: 'Release', exact: true }).click()
  await other.sees('The held quote of BTC counts from now on.')
  expect(world.browser.faults).toEqual([])
})

it('shows which release of a held quote awaits approval, and offers no second one', async () => {
  await world.policy(world.operator, [rule('releasePrice')])
  world.service.clock.set(new Date(world.service.clock.now() + 1_000).toISOString())
  const push = form('Push a price')
  await push.getByLabel('Price, USD').fill('5.5')
  await operator.button('Push it').click()
  await push.getByText('held').waitFor()
  const other = await world.window(world.secondOperator, 'Second operator')
  await other.goto('/operator/prices')
  const held = heldIn(other)
  await held.getByText('5.5').waitFor()
  await held.getByRole('button', { name: 'Release …' }).click()
  await held.getByRole('button', { name: 'Release', exact: true }).click()
  await other.sees('It needs the approval of other accounts.')
  await held.getByRole('link', { name: 'awaits approval' }).waitFor()
  await other.page.reload()
  await held.getByRole('link', { name: 'awaits approval' }).waitFor()
  expect(await held.getByRole('button').count()).toBe(0)
  expect(world.browser.faults).toEqual([])
})
