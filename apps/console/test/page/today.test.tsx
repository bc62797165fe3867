import type {
  MarkToMarketRequest,
  OpenDefault,
  PositionToMark,
  RequestToAnswer,
  Today,
} from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { isLarger } from '../../src/figures/decimal-text.ts'
import { violations } from './harness/axe.ts'
import { comeBackUntil } from './harness/come-back.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedCall, recordedPosition, recordedService } from './harness/recorded-service.ts'

const example = recorded.operations.getToday.answer as Today
const ownId = recorded.operations.getCurrentCredential.answer.organization.id
const nobody = { count: 0, others: { count: 0, notional_usd: '0.00' }, has_more: false }
const noSum = { ...nobody, notional_usd: '0.00' }

const emptyDay: Today = {
  ...example,
  failed_transfers: { ...noSum, transfers: [] },
  to_answer: {
    ...noSum,
    orders: 0,
    mark_to_market_requests: 0,
    call_sets: 0,
    order_requests: 0,
    next_deadline: null,
    requests: [],
  },
  to_approve: { ...nobody, next_deadline: null, approvals: [] },
  agreements_to_accept: { ...nobody, next_deadline: null, versions: [] },
  awaited: { count: 2, next_deadline: '2026-01-05T16:30:00.000Z', has_more: false },
  to_call: { ...noSum, lender_count: 0, positions: [] },
  to_release: { ...noSum, lender_count: 0, positions: [] },
  watch: { margin_call_reached: 0, liquidation_reached: 0, has_more: false },
  defaults: {
    ...{ others: nobody.others, has_more: false },
    ...{ against_us: 0, by_us: 0, claims_open: 0, next_deadline: null, close_outs: [] },
  },
}

const [due] = example.to_call.positions
const [failed] = example.failed_transfers.transfers
if (due === undefined || failed === undefined) throw new Error('the example has neither')

const toMark = (number: number, usd: string): PositionToMark => ({
  ...due,
  id: `08217864-88d7-8080-b7b3-386a5a00eb${number}`,
  order_id_pretty: number,
  m2m_notional_usd: usd,
})
const toAnswer = (number: number, expireTime: string, usd: string): RequestToAnswer => ({
  kind: 'mark_to_market_request',
  id: `18217864-88d7-8080-b7b3-386a5a00eb${number}`,
  order_id: due.order_id,
  order_id_pretty: number,
  counterparty_id: due.counterparty_id,
  counterparty_name: due.counterparty_name,
  side: 'borrower',
  expire_time: expireTime,
  direction: 'TopUp',
  request_kind: null,
  requests: null,
  token: 'ETH',
  quantity: '163.64',
  rate_percent: null,
  notional_usd: usd,
  terms_version: null,
})

const busyDay: Today = {
  ...emptyDay,
  failed_transfers: { ...noSum, count: 1, notional_usd: failed.notional, transfers: [failed] },
  to_answer: {
    ...emptyDay.to_answer,
    count: 3,
    mark_to_market_requests: 3,
    call_sets: 0,
    notional_usd: '360100.00',
    requests: [
      toAnswer(31, '2026-01-05T17:00:00.000Z', '50.00'),
      toAnswer(32, '2026-01-05T16:00:00.000Z', '50.00'),
      toAnswer(33, '2026-01-05T17:00:00.000Z', '360000.00'),
    ],
  },
  to_call: {
    count: 44,
    lender_count: 44,
    notional_usd: '91234567.89',
    positions: [toMark(41, '90000000.00'), toMark(42, '1000000.00')],
    others: { count: 42, notional_usd: '234567.89' },
    has_more: false,
  },
  to_release: {
    ...noSum,
    count: 1,
    lender_count: 1,
    notional_usd: '2000000.00',
    positions: [toMark(51, '2000000.00')],
  },
}

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

it('lists five of the nearest positions as they are read by themselves, the nearest first', async () => {
  const position = (place: number, ratio: string) => ({
    ...recordedPosition,
    id: `38217864-88d7-8080-b7b3-386a5a00eb0${place}`,
    order_id_pretty: place,
    ccr_percent: ratio,
    margin_call_reached: false,
  })
  const positions = [1, 2, 3, 4, 5, 6].map((place) => position(place, `15${place}.5`))
  service.answer('positions.list', { positions })
  await open(emptyDay)
  const orders = () =>
    within(screen.getByRole('region', { name: 'Nearest to a call' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(orders()).toEqual(['1', '2', '3', '4', '5']))
  service.answer('positions.list', {
    positions: positions.map((one, index) => {
      if (index === 4) return position(5, '150.25')
      return index === 1 ? { ...one, margin_call_reached: true } : one
    }),
  })
  const ids = positions.slice(0, 5).map(({ id }) => id)
  const asked = () => sent('positions.list').map(({ query }) => query['ids'])
  await comeBackUntil(() => expect(asked()).toContain(ids.join(',')))
  await waitFor(() => expect(orders()).toEqual(['5', '1', '3', '4', '6']))
  expect(document.querySelector('[data-figure="150.25"]')).not.toBeNull()
})

it('reads the nearest positions again once another number has reached its call level', async () => {
  const listed = (place: number) => ({
    positions: [{ ...recordedPosition, order_id_pretty: place, margin_call_reached: false }],
  })
  service.answer('positions.list', listed(71))
  await open(busyDay)
  const nearest = () => within(screen.getByRole('region', { name: 'Nearest to a call' }))
  await waitFor(() => nearest().getByRole('link', { name: '71' }))
  service.answer('positions.list', listed(72))
  service.answer('today.show', {
    ...busyDay,
    watch: { ...busyDay.watch, margin_call_reached: 1 },
  })
  // Of one kind Today names more rows: it is read again, and nothing else is.
  const kinds = within(screen.getByRole('list', { name: 'How much of each kind' }))
  fireEvent.click(kinds.getByRole('link', { name: /to call/ }))
  await waitFor(() => nearest().getByRole('link', { name: '72' }))
})

describe('the sums of Today', () => {
  const call = (number: number, changes: Partial<MarkToMarketRequest>): MarkToMarketRequest => ({
    ...recordedCall,
    id: `28217864-88d7-8080-b7b3-386a5a00eb${number}`,
    order_id_pretty: number,
    lender_id: ownId,
    ...changes,
  })

  it('lead to the calls that they sum, to no others, and to each once, though it is in two lists', async () => {
    service.answer('markToMarketRequests.list', {
      mark_to_market_requests: [
        call(61, { status: 'PENDING_ACCEPTANCE', direction: 'TopUp' }),
        call(62, { status: 'FAILED', direction: 'TopUp' }),
        call(63, { status: 'FAILED', direction: 'Release' }),
        call(64, { status: 'IN_PROGRESS', direction: 'TopUp' }),
        call(65, { status: 'DISPUTED', direction: 'TopUp' }),
      ],
    })
    await open(emptyDay)
    const follow = async (name: RegExp, title: string) => {
      fireEvent.click(
        within(screen.getByRole('list', { name: 'Sums' })).getByRole('link', { name }),
      )
      await screen.findByRole('heading', { name: title, level: 1 })
      const table = await screen.findByRole('region', { name: title })
      const links = within(table).getAllByRole('link')
      await page.visit('/')
      return links.map(({ textContent }) => textContent)
    }
    expect(await follow(/Owed to us/, 'Owed to us')).toEqual(['61', '62'])
    expect(await follow(/Owed by us/, 'Owed by us')).toEqual(['63'])
    expect(await follow(/Disputed/, 'Disputed')).toEqual(['65'])
  })

  it('lead to the transfers under way in one direction', async () => {
    await open(emptyDay)
    fireEvent.click(screen.getByRole('link', { name: /In transit to us/ }))
    await screen.findByRole('heading', { name: 'Transfers in transit to us' })
    const receiver = `organizations/${ownId}`
    await waitFor(() => {
      const asked = sent('transfers.list')
        .slice(-2)
        .map(({ query }) => query)
      for (const status of ['IN_PROGRESS', 'PENDING']) {
        expect(asked).toContainEqual(expect.objectContaining({ receiver, status }))
      }
    })
  })
})

describe('the change of a sum', () => {
  const sums = {
    owed_to_us_usd: '123456789012345678901.15',
    owed_by_us_usd: '0.00',
    in_transit_to_us_usd: '20.00',
    in_transit_from_us_usd: '7.50',
    disputed_usd: '0.005',
    has_more: false,
  }
  const then = {
    cut_time: '2026-01-04T16:00:00.000Z',
    owed_to_us_usd: '123456789012345678900.10',
    owed_by_us_usd: '250000.10',
    in_transit_to_us_usd: '20.00',
    in_transit_from_us_usd: '0.00',
    disputed_usd: '0.00',
    has_more: false,
  }
  const shown = () =>
    within(screen.getByRole('list', { name: 'Sums' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  it('is exact, with its sign and the time of the cut', async () => {
    await open({
      ...emptyDay,
      as_of: '2026-01-05T15:59:59.999Z',
      totals: sums,
      totals_at_cut: then,
    })
    await waitFor(() => {
      expect(shown()).toEqual([
        'Owed to us123456789012345678901.15 USD+1.05 since 16:00 UTC',
        'Owed by us0.00 USD-250000.10 since 16:00 UTC',
        'In transit to us20.00 USDNo change since 16:00 UTC',
        'In transit from us7.50 USD+7.50 since 16:00 UTC',
        'Disputed0.005 USD+0.005 since 16:00 UTC',
      ])
    })
    expect(await violations()).toEqual([])
  })

  it('has the date of a cut that was a day ago', async () => {
    const dayLater = { as_of: '2026-01-05T16:00:00.000Z', totals: sums, totals_at_cut: then }
    await open({ ...emptyDay, ...dayLater })
    await waitFor(() => {
      expect(shown()[1]).toBe('Owed by us0.00 USD-250000.10 since 2026-01-04 16:00 UTC')
    })
  })

  it.each([
    ['before the first cut', sums, null],
    ['of a lower bound', { ...sums, has_more: true }, then],
    ['to a lower bound', sums, { ...then, has_more: true }],
  ])('is not shown %s', async (_where, totals, totals_at_cut) => {
    await open({ ...emptyDay, totals, totals_at_cut })
    const links = within(screen.getByRole('list', { name: 'Sums' })).getAllByRole('link')
    // The change is a part of its own, which is empty until it is loaded.
    for (const link of links) expect(link.childElementCount).toBe(2)
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
