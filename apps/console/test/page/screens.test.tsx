import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { violations } from './harness/axe.ts'
import { markup, withMarkup } from './harness/hostile-answers.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { idIn, recordedService } from './harness/recorded-service.ts'

const position = idIn('getPosition')
const order = idIn('getOrder')

/** Those of a desk. The long run tries them, and those of admins and the operator, in a browser. */
const screens = [
  ['Today', '/'],
  ['Positions', '/positions'],
  ['a position', `/positions/${position}`],
  ['Calls', '/calls'],
  ['a call', `/calls/${idIn('getMarkToMarketRequest')}`],
  ['Transfers', '/transfers'],
  ['a transfer', `/transfers/${idIn('getTransfer')}`],
  ['Prices', '/prices'],
  ['Orders', '/orders'],
  ['a new order', '/orders/new'],
  ['an order', `/orders/${order}`],
  ['Order requests', '/order-requests'],
  ['a new request', `/order-requests/new?position=${position}`],
  ['an order request', `/order-requests/${idIn('getOrderRequest')}`],
  ['Notifications', '/notifications'],
  ['the preferences of notifications', '/notifications/preferences'],
  ['Threads', '/threads'],
  ['a thread', `/threads/${order}`],
  ['Documents', '/documents'],
  ['a document', `/documents/${idIn('getDocument')}`],
  ['the preferences of documents', '/documents/preferences'],
  ['Reports', '/reports'],
  ['What if', `/what-if?position=${position}&asset=ETH&percent=10`],
] as const

/** The densest one and a form. Axe takes most of the time; the long run asks it about all screens. */
const shownToAxe: ReadonlySet<string> = new Set(['a position', 'a new order'])

/** They show no text that a person has chosen, until one chooses something on them. */
const withoutTexts: ReadonlySet<string> = new Set([
  'Calls',
  'a new order',
  'Order requests',
  'the preferences of notifications',
  'the preferences of documents',
  'Prices',
  'What if',
])

const errors = vi.spyOn(console, 'error').mockReturnValue(undefined)
afterEach(() => errors.mockClear())

/** What React says of what jsdom does not know. */
const notOfThePage = 'unrecognized in this browser'

describe('a screen', () => {
  let page: OpenedPage
  beforeAll(async () => {
    page = await OpenedPage.open(recordedService('execution', withMarkup))
  })
  afterAll(() => page.close())

  it.each(screens)('shows markup as text, and causes no error: %s', async (name, path) => {
    await page.visit(path)
    // The tab has the name of the screen, and no script has changed it.
    const heading = document.querySelector('main h1')?.textContent
    await waitFor(() => expect(document.title).toBe(`${heading} · Vadium`))
    // A part of a screen may be read after the rest.
    await waitFor(() => {
      const shown = document.querySelector('main')?.textContent
      if (!withoutTexts.has(name)) expect(shown).toContain(markup)
    })
    expect(document.querySelectorAll('main img, main script')).toHaveLength(0)
    if (shownToAxe.has(name)) expect(await violations()).toEqual([])
    expect(errors.mock.calls.filter(([text]) => !String(text).includes(notOfThePage))).toEqual([])
  })
})

describe('what a screen opens', () => {
  let page: OpenedPage
  const open = async (path: string) => {
    page = await OpenedPage.open(recordedService('execution'), path)
  }
  afterEach(() => page.close())

  it('is the drawer for programmers, which signs a line', async () => {
    await open('/transfers')
    fireEvent.keyDown(document.body, { key: '`', code: 'Backquote', ctrlKey: true })
    fireEvent.click(await screen.findByRole('button', { name: 'Sign a line' }))
    await screen.findByRole('button', { name: 'Sign another' })
  })

  it('breaks no rule of axe in the confirmation of a call', async () => {
    await open(`/positions/${position}`)
    fireEvent.click(screen.getByRole('button', { name: /^Preview|^Call/ }))
    await screen.findByText(/Recomputed in this browser/)
    expect(await violations()).toEqual([])
  })

  it('is the confirmation of a call, by the number of its order alone', async () => {
    await open('/')
    fireEvent.keyDown(document.body, { key: '/' })
    const typed = await screen.findByRole('combobox', { name: /^Order, name/ })
    await waitFor(() => expect(document.activeElement).toBe(typed))
    fireEvent.input(typed, { target: { value: 'call 2' } })
    const command = await screen.findByText(/^Call or release: Position of order 2/)
    expect(await violations()).toEqual([])
    fireEvent.click(command)
    await screen.findByText(/Recomputed in this browser/)
    expect(screen.queryByRole('dialog', { name: 'Search or go to' })).toBeNull()
  })

  it('is a screen, a price or the list of a counterparty, by a part of its name', async () => {
    await open('/')
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    const typed = await screen.findByRole('combobox', { name: /^Order, name/ })
    const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
    fireEvent.input(typed, { target: { value: 'whAT' } })
    await waitFor(() => expect(offered()).toEqual(['What ifscreen']))
    fireEvent.input(typed, { target: { value: 'price eth' } })
    await waitFor(() => expect(offered()).toEqual(['Price of ETHprice']))
    fireEvent.input(typed, { target: { value: 'kestrel' } })
    await waitFor(() => expect(offered()).toEqual(['Kestrel Market Makingcounterparty']))
    fireEvent.keyDown(typed, { key: 'Enter' })
    await waitFor(() => expect(location.search).toContain('counterparty_id'))
  })

  it('is the list of keys, one of which goes through the rows of a list', async () => {
    await open('/transfers')
    const row = () => document.activeElement?.closest('tr')
    fireEvent.keyDown(document.body, { key: 'j' })
    const first = row()
    expect(first?.matches('tbody tr:first-child')).toBe(true)
    fireEvent.keyDown(document.body, { key: 'j' })
    const second = row()
    fireEvent.keyDown(document.body, { key: 'k' })
    expect(row()).toBe(first)
    expect(second).toBe(first?.nextElementSibling ?? first)
    fireEvent.keyDown(document.body, { key: '?' })
    await screen.findByRole('dialog', { name: 'Keys' })
    expect(await violations()).toEqual([])
    // A dialog comes first.
    const focused = document.activeElement
    fireEvent.keyDown(document.body, { key: 'j' })
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(focused)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })
})
