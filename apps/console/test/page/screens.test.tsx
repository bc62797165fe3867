import { fireEvent, screen } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { violations } from './harness/axe.ts'
import { markup, withMarkup } from './harness/hostile-answers.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { disputeOffered, idIn, recordedCall, recordedService } from './harness/recorded-service.ts'

const position = idIn('getPosition')
const order = idIn('getOrder')

/** Those of a desk. The long run tries those of admins and of the operator in a browser. */
const screens = [
  ['Today', '/'],
  ['Positions', '/positions'],
  ['a position', `/positions/${position}`],
  ['Calls', '/calls'],
  ['a call', `/calls/${idIn('getMarkToMarketRequest')}`],
  ['Transfers', '/transfers'],
  ['a transfer', `/transfers/${idIn('getTransfer')}`],
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
  ['Reports', '/reports'],
  ['What if', `/what-if?position=${position}&asset=ETH&percent=10`],
] as const

/** They show no text that a person has chosen, until one chooses something on them. */
const withoutTexts: ReadonlySet<string> = new Set([
  'Calls',
  'a new order',
  'Order requests',
  'the preferences of notifications',
  'What if',
])

const errors = vi.spyOn(console, 'error').mockReturnValue(undefined)
afterEach(() => errors.mockClear())

/** What React says of lists that differ by their filters only, and of what jsdom does not know. */
const notOfThePage = /two children with the same key|unrecognized in this browser/

describe('a screen', () => {
  let page: OpenedPage
  beforeAll(async () => {
    page = await OpenedPage.open(recordedService('execution', withMarkup))
  })
  afterAll(() => page.close())

  it.each(screens)('shows markup as text, and breaks no rule of axe: %s', async (name, path) => {
    await page.visit(path)
    expect(document.title).toBe('Vadium')
    expect(document.querySelectorAll('main img, main script')).toHaveLength(0)
    const shown = document.querySelector('main')?.textContent
    if (!withoutTexts.has(name)) expect(shown).toContain(markup)
    expect(await violations()).toEqual([])
    expect(errors.mock.calls.filter(([text]) => !notOfThePage.test(String(text)))).toEqual([])
  })
})

describe('what a screen opens', () => {
  let page: OpenedPage
  const open = async (path: string, service = recordedService('execution')) => {
    page = await OpenedPage.open(service, path)
  }
  afterEach(() => page.close())

  it('breaks no rule of axe in the drawer for programmers', async () => {
    await open('/transfers')
    fireEvent.keyDown(document.body, { key: '`', code: 'Backquote', ctrlKey: true })
    fireEvent.click(await screen.findByRole('button', { name: 'Sign a line' }))
    await screen.findByRole('button', { name: 'Sign another' })
    expect(await violations()).toEqual([])
  })

  it('breaks no rule of axe in the confirmation of a call', async () => {
    await open(`/positions/${position}`)
    fireEvent.click(screen.getByRole('button', { name: /^Preview|^Call/ }))
    await screen.findByText(/Recomputed in this browser/)
    expect(await violations()).toEqual([])
  })

  it('breaks no rule of axe in the dispute of a call', async () => {
    const service = recordedService('execution')
    const call = { ...recordedCall, status: 'PENDING_ACCEPTANCE', actions: [disputeOffered] }
    await open(`/calls/${call.id}`, service.answer('markToMarketRequests.get', call))
    fireEvent.click(screen.getByRole('button', { name: /^Dispute/ }))
    fireEvent.input(await screen.findByLabelText('Ours'), { target: { value: '0.95' } })
    await screen.findByText(/Moves at once/)
    expect(await violations()).toEqual([])
  })

  it('breaks no rule of axe where a search has found something', async () => {
    await open('/')
    fireEvent.keyDown(document.body, { key: '/' })
    const search = screen.getByLabelText('Order number, id or request id')
    expect(document.activeElement).toBe(search)
    fireEvent.input(search, { target: { value: '2' } })
    fireEvent.submit(search)
    await screen.findByText(/^Position of order 2/)
    expect(await violations()).toEqual([])
  })
})
