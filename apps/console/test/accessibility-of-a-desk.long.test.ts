import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './harness/axe.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const desk = new ConsoleWorld({ short: 2, over: 1 })
for (const organization of desk.world.book.scenario.organizations) {
  organization.name = `${organization.name} ${markup}`
}
const reportingKey = desk.world.borrower.credential('reporting')
const [called, deal] = [desk.world.shortDeal(), desk.world.shortDeal()]
let callId = ''
let requestId = ''

beforeAll(async () => {
  await desk.start()
  callId = (await desk.world.margin.create(called)).id
  requestId = (await desk.world.requests.ask(deal.positionId, { quantity: '4', note: markup })).id
})
afterAll(() => desk.close())

const screens = [
  ['Today', () => '/'],
  ['Positions', () => '/positions'],
  ['a position', () => `/positions/${deal.positionId}`],
  ['Calls', () => '/calls'],
  ['a call', () => `/calls/${callId}`],
  ['Transfers', () => '/transfers'],
  ['Prices', () => '/prices'],
  ['Orders', () => '/orders'],
  ['a new order', () => '/orders/new'],
  ['an order', () => `/orders/${deal.orderId}`],
  ['Order requests', () => '/order-requests'],
  ['a new request', () => `/order-requests/new?position=${deal.positionId}`],
  ['an order request', () => `/order-requests/${requestId}`],
  ['Notifications', () => '/notifications'],
  ['the preferences of notifications', () => '/notifications/preferences'],
  ['Threads', () => '/threads'],
  ['a thread', () => `/threads/${deal.orderId}`],
  ['Documents', () => '/documents'],
  ['the preferences of documents', () => '/documents/preferences'],
  ['Reports', () => '/reports'],
  ['What if', () => `/what-if?position=${deal.positionId}&asset=BTC&percent=10`],
] as const

/** Who sees the book of a side, and what each role is offered. */
const people = [
  ['the borrower', desk.world.borrowerKey],
  ['the lender', desk.world.lenderKey],
  ['a viewer', desk.world.borrower.credential('viewer')],
] as const

describe.each(people)('the screens of %s', (who, key) => {
  let window: ConsoleWindow
  beforeAll(async () => {
    window = await desk.browser.open(desk.world.service, key, who)
    await window.page.locator('main h1').waitFor()
  })
  afterAll(() => window.close())

  it.each(screens)('break no rule on %s, and show a name as text', async (_name, path) => {
    await window.visit(path())
    await window.page.getByText('Reading').first().waitFor({ state: 'detached' })
    expect(await violations(window)).toEqual([])
    expect(await window.page.title()).toMatch(/ · Vadium$/)
    expect(await window.page.locator('main img, main script').count()).toBe(0)
  })
})

it('breaks no rule of axe on the screens of the role that reads reports alone', async () => {
  const window = await desk.browser.open(desk.world.service, reportingKey, 'Reporting')
  for (const path of [
    '/transfers',
    '/prices',
    '/documents',
    '/documents/preferences',
    '/reports',
  ]) {
    await window.visit(path)
    await window.page.getByText('Reading').first().waitFor({ state: 'detached' })
    expect(await violations(window), path).toEqual([])
  }
  // It reads no agreements, which have the names of counterparties. The reports have them too.
  await window.visit('/transfers')
  await window.page.getByRole('cell').getByText(desk.world.lender.name).first().waitFor()
  await window.close()
})

describe('beside the screens', () => {
  let window: ConsoleWindow
  beforeAll(async () => {
    window = await desk.borrower({ theme: 'dark' })
    await window.sees('Needs you')
  })
  afterAll(() => window.close())

  it('breaks no rule of axe in the theme that the browser asks for', async () => {
    expect(await window.page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  })

  it('breaks no rule of axe on the drawer for programmers', async () => {
    await window.goto('/transfers')
    await window.page.keyboard.press('Control+Backquote')
    await window.button('Sign a line').click()
    await window.button('Sign another').waitFor()
    expect(await violations(window)).toEqual([])
  })

  it('breaks no rule of axe on the confirmation of a call', async () => {
    await window.goto(`/positions/${deal.positionId}`)
    await window.button(/^(?:Preview|Call|Release|Offer|Ask) /).click()
    await window.sees(/^✓ Recomputed in this browser/)
    expect(await violations(window)).toEqual([])
  })

  it('breaks no rule of axe on the dispute of a call', async () => {
    await window.goto(`/calls/${callId}`)
    await window.button(/^Dispute/).click()
    await window.page.getByLabel('Our value').fill('58000')
    await window.sees('Moves at once')
    expect(await violations(window)).toEqual([])
  })

  it('breaks no rule of axe on what a search has found', async () => {
    await window.goto('/')
    await window.page.keyboard.press('/')
    await window.page.getByRole('combobox', { name: /^Order, name/ }).waitFor()
    await window.page.keyboard.type(String(deal.orderNumber))
    await window.sees(new RegExp(`^Position of order ${deal.orderNumber}`))
    expect(await violations(window)).toEqual([])
    await window.page.keyboard.press('Escape')
  })

  it('breaks no rule of axe on the screen where keys are chosen', async () => {
    await window.pressOfAccount('Lock')
    await window.sees('Keys of this browser')
    expect(await violations(window)).toEqual([])
  })
})
