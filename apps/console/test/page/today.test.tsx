import type { OpenDefault, Today } from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import { isLarger } from '../../src/figures/decimal-text.ts'
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'
import { noSum, emptyDay, due, toAnswer, toMark, busyDay } from './harness/sample-days.ts'

const service = recordedService('execution')
const sent = (method: string) => service.requests.filter((request) => request.method === method)
const queryOf = (method: string) => sent(method).at(-1)?.query

let page: OpenedPage
afterEach(() => page.close())
async function open(today: Today, path = '/'): Promise<void> {
  service.answer('today.show', today)
  page = await OpenedPage.open(service, path)
}
/** The kinds but for the link to all of them. */
const kindsShown = () =>
  within(screen.getByRole('list', { name: 'How much of each kind' }))
    .getAllByRole('listitem')
    .slice(1)
    .map(({ textContent }) => textContent)
const rows = () => within(screen.getByRole('list', { name: 'Needs you' })).getAllByRole('listitem')

describe('the queue of Today', () => {
  it('has failed transfers first, then what expires first, then the largest amount', async () => {
    await open(busyDay)
    const numbers = rows().map((row) => within(row).getAllByRole('link')[0]?.textContent)
    expect(numbers).toEqual(['2', '32', '33', '31', '41', '51', '42'])
    expect(rows()[2]?.textContent).toContain('Kestrel Market Making calls 163.64 ETH from you')
    const menu = within(screen.getByRole('navigation', { name: 'Screens' }))
    const entry = (name: string) => menu.getByRole('link', { name }).closest('li')?.textContent
    // The menu reads its counts by itself.
    await waitFor(() => {
      expect(['Calls', 'Transfers', 'Orders'].map(entry)).toEqual([
        'Calls3 waiting',
        'Transfers1 waiting',
        'Orders',
      ])
    })
    expect(await violations()).toEqual([])
  })

  it('says of a substitution that another collateral is offered, and not that it returns', async () => {
    const asked = {
      ...toAnswer(61, '2026-01-05T16:30:00.000Z', '1.00'),
      ...{ kind: 'order_request', request_kind: 'substitution', direction: null, side: 'lender' },
    } as const
    await open({
      ...emptyDay,
      to_answer: { ...emptyDay.to_answer, count: 1, order_requests: 1, requests: [asked] },
    })
    await screen.findByRole('list', { name: 'Needs you' })
    expect(rows()[0]?.textContent).toContain(
      'Kestrel Market Making offers 163.64 ETH in place of the collateral',
    )
  })

  it('counts and sums what has no row, and links to exactly that list', async () => {
    await open(busyDay)
    const left = screen.getByRole('list', { name: 'Not shown here' })
    expect(left.textContent).toBe('42 more to call · 234567.89 USD')
    fireEvent.click(within(left).getByRole('link'))
    await screen.findByRole('heading', { name: 'Positions', level: 1 })
    await waitFor(() => {
      expect(queryOf('positions.list')).toMatchObject({
        ready_for_m2m: true,
        m2m_direction: 'TopUp',
      })
    })
    expect(screen.getByLabelText<HTMLSelectElement>('Show').selectedOptions[0]?.textContent).toBe(
      'can be called',
    )
  })

  it('shows one kind alone and in full, and nothing of kinds that have nothing', async () => {
    await open(busyDay)
    const kinds = screen.getByRole('list', { name: 'How much of each kind' })
    expect(
      within(kinds)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'All',
      '1 failed · 100000.00 USD',
      '3 to answer · 360100.00 USD',
      '44 to call · 91234567.89 USD',
      '1 to release · 2000000.00 USD',
    ])
    fireEvent.click(within(kinds).getByRole('link', { name: /to answer/ }))
    await waitFor(() => expect(rows()).toHaveLength(3))
    await waitFor(() => {
      expect(sent('today.show').map(({ query }) => query)).toContainEqual({ rows: 1000 })
    })
  })

  it('sends a call in two presses, after the confirmation has shown it', async () => {
    await open(busyDay)
    fireEvent.click(screen.getByRole('button', { name: 'Call: order 41' }))
    const send = await screen.findByRole('button', { name: /^Send the/ })
    expect(sent('markToMarketRequests.create')).toHaveLength(0)
    fireEvent.click(send)
    await waitFor(() => expect(sent('markToMarketRequests.create')).toHaveLength(1))
  })

  it('sends a call with keys alone: the row, its action, and what the dialog is for', async () => {
    await open({
      ...busyDay,
      failed_transfers: emptyDay.failed_transfers,
      to_answer: emptyDay.to_answer,
    })
    const before = sent('markToMarketRequests.create').length
    const press = (key: string, ctrlKey = false) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey })
    press('j')
    expect(document.activeElement?.textContent).toBe('41')
    press('a')
    await screen.findByRole('button', { name: /^Send the/ })
    press('Enter', true)
    press('Enter', true)
    await waitFor(() => expect(sent('markToMarketRequests.create')).toHaveLength(before + 1))
    await screen.findByText('Sent.')
    press('Enter', true)
    expect(sent('markToMarketRequests.create')).toHaveLength(before + 1)
  })

  const owes = (number: number) => ({ ...toMark(number, '5.00'), side: 'borrower' as const })
  const two = { ...noSum, count: 2, notional_usd: '10.00' }
  it('says to the one who pledged what to send and what to ask for, not what to call', async () => {
    const ofBorrower = { ...two, lender_count: 0 }
    await open({
      ...emptyDay,
      to_call: { ...ofBorrower, positions: [owes(41), owes(42)] },
      to_release: { ...ofBorrower, positions: [owes(43), owes(44)] },
    })
    await screen.findByRole('list', { name: 'Needs you' })
    const when = rows().map((row) => row.firstElementChild?.textContent)
    expect(when).toEqual(['to send', 'to send', 'to ask for', 'to ask for'])
    expect(kindsShown()).toEqual([
      '2 can be called from you · 10.00 USDSend all …',
      '2 can be released to you · 10.00 USDAsk for all …',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Send all …' }))
    await screen.findByRole('dialog', { name: 'Collateral to send' })
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  })

  it.each([
    ['is both', { lender_count: 1, has_more: false }],
    ['may be both', { lender_count: 2, has_more: true }],
  ])('names neither side to who %s', async (_who, counts) => {
    const ofBoth = { ...two, ...counts }
    await open({
      ...emptyDay,
      to_call: { ...ofBoth, positions: [toMark(41, '5.00'), owes(42)] },
      to_release: { ...ofBoth, positions: [toMark(43, '5.00'), owes(44)] },
    })
    const atLeast = counts.has_more ? 'at least ' : ''
    expect(kindsShown()).toEqual([
      `${atLeast}2 can be called · 10.00 USDCall or send all …`,
      `${atLeast}2 can be released · 10.00 USDRelease or ask for all …`,
    ])
  })

  it.each([
    ['call', 'Nothing can be called.'],
    ['answer', 'Nothing is to answer.'],
  ])('says that there is nothing of the kind %s', async (kind, said) => {
    await open(emptyDay, `/?only=${kind}`)
    await screen.findByText(said)
  })

  it('says on an empty day what the next deadline and the nearest position are', async () => {
    service.answer('positions.list', {
      positions: [{ ...recordedPosition, ccr_percent: '151.37', margin_call_reached: false }],
    })
    await open(emptyDay)
    const said = (await screen.findByText('Nothing needs you.')).closest('div')?.textContent
    expect(said).toContain('Next deadline: ')
    await waitFor(() => {
      const now = screen.getByText('Nothing needs you.').closest('div')?.textContent
      expect(now).toContain('coverage 151.37 %')
    })
    expect(screen.queryByRole('list', { name: 'Needs you' })).toBeNull()
  })
})

describe('declared defaults', () => {
  const defaulted = (number: number, row: Partial<OpenDefault>): OpenDefault => ({
    id: `28217864-88d7-8080-b7b3-386a5a00eb${number}`,
    ...{ order_id: due.order_id, order_id_pretty: number, position_id: due.id },
    ...{ counterparty_id: due.counterparty_id, counterparty_name: due.counterparty_name },
    ...{ side: 'borrower', is_ours: false, status: 'NOTICE', cause: 'LIQUIDATION_LEVEL' },
    ...{ earliest_terminate_time: '2026-01-01T00:00:00.000Z' },
    ...{ residual_claim_usd: null, excess_late: false },
    ...row,
  })

  it('come first while they can be cured, and say who owes what after a termination', async () => {
    const close_outs = [
      defaulted(61, {}),
      defaulted(62, { side: 'lender', is_ours: true }),
      defaulted(63, { status: 'CLAIM_OPEN', residual_claim_usd: '42638.88' }),
    ]
    await open({
      ...busyDay,
      defaults: { ...emptyDay.defaults, against_us: 1, by_us: 1, claims_open: 1, close_outs },
    })
    expect(kindsShown()[0]).toBe('3 in default')
    const texts = rows().map(({ textContent }) => textContent)
    expect(texts[0]).toContain('Kestrel Market Making has declared you in default')
    expect(texts[1]).toContain('You have declared Kestrel Market Making in default')
    expect(texts.at(-1)).toContain('You owe Kestrel Market Making')
    expect(texts.at(-1)).toContain('42638.88')
    expect(await violations()).toEqual([])
  })
})

describe('a list of positions', () => {
  it('reads on where a filter leaves nothing of a page', async () => {
    service
      .answer('positions.list', { positions: [{ ...recordedPosition, order_id_pretty: 77 }] })
      .script('positions.list', { positions: [], next_page_token: 'second' })
    page = await OpenedPage.open(service, '/positions?ready_for_m2m=true&m2m_direction=Release')
    await screen.findByText('77')
  })
})

it.each([
  ['10.00', '9.99', true],
  ['9.99', '10.00', false],
  ['9.990', '9.99', false],
  ['0.5', '0.49999', true],
  ['123456789012345678901.1', '123456789012345678901.09', true],
])('%s is larger than %s: %s', (one, other, is) => {
  expect(isLarger(one, other)).toBe(is)
})
