import type { MarkToMarketRequest, ResolvedMovement, ResolvedRequest } from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { withinFirm } from '../../src/service/within-firm.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import {
  callerIn,
  recordedCall,
  recordedPosition,
  recordedService,
} from './harness/recorded-service.ts'

const ownId = callerIn('execution').organization.id
const preview = recorded.operations.previewRequest.answer as ResolvedRequest
const [movement] = preview.movements
const { coverage, asked_prices: asked } = preview
if (movement === undefined || coverage === null) throw new Error('nothing was recorded')
const other = { id: recordedPosition.borrower_id, name: recordedPosition.borrower_name }

const walletOf = ({ wallet_name: name, organization_name: firm }: ResolvedMovement['sender']) =>
  withinFirm(name ?? '', firm)

const available = (...actions: string[]) =>
  actions.map((action) => ({ action, available: true, reason: null }))
const dispute = {
  counter_notional_usd: '100000.00',
  reason: 'PRICE',
  note: null,
  outcome: 'disputed',
  agreed_notional_usd: '100000.00',
  agreed_collateral_amount: '40',
  disputed_notional_usd: '50000.00',
  time: recordedCall.create_time,
} as const
const open: MarkToMarketRequest = {
  ...recordedCall,
  position_id: recordedPosition.id,
  status: 'PENDING_ACCEPTANCE',
  creator_id: other.id,
  dispute: null,
  actions: available('accept', 'dispute', 'retry'),
}

const service = recordedService('execution')
const sent = (method: string) => service.requests.filter((request) => request.method === method)

let page: OpenedPage
beforeEach(() => {
  service.answer('requests.preview', preview)
})
afterEach(() => page.close())

async function show(call: MarkToMarketRequest): Promise<void> {
  service.answer('markToMarketRequests.get', call)
  page = await OpenedPage.open(service, `/calls/${call.id}`)
}

async function press(name: RegExp): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('button', { name }))
  return screen.findByRole('dialog')
}

describe('the acceptance of a call', () => {
  it('is sent after a dialog that names both wallets, the coverage, and both prices', async () => {
    await show(open)
    const dialog = await press(/^Accept/)
    await within(dialog).findByText(/^✓ Coverage recomputed in this browser/)
    const { custodians } = recorded.operations.listCustodians.answer
    for (const party of [movement.sender, movement.receiver]) {
      const { custodian } = party
      const name = custodians.find(({ id }) => id === custodian)?.name
      await waitFor(() =>
        expect(dialog.textContent).toContain(`${walletOf(party)} at ${name ?? ''}`),
      )
    }
    expect(dialog.textContent).toContain(`${movement.quantity ?? ''} ${movement.token}`)
    expect(within(dialog).getByText(/^Coverage/, { selector: 'p' }).textContent).toBe(
      `Coverage ${coverage.before_percent ?? ''} % → ${coverage.after_percent ?? ''} %`,
    )
    const prices = within(dialog).getByText('Price of the asset, USD')
    expect(prices.nextSibling?.textContent).toBe(
      `${coverage.asset_price_usd}, asked with ${asked?.asset_price_usd ?? ''}`,
    )
    expect(sent('requests.preview').at(-1)?.body).toMatchObject({
      operation: 'acceptMarkToMarketRequest',
      id: open.id,
    })
    expect(sent('markToMarketRequests.accept')).toHaveLength(0)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Accept' }))
    await within(dialog).findByText('Accepted.')
    expect(sent('markToMarketRequests.accept')).toHaveLength(1)
  })

  it('is not sent once the service says that it would be refused', async () => {
    service.answer('requests.preview', { ...preview, reason: 'the order is CLOSING' })
    await show(open)
    const dialog = await press(/^Accept/)
    await within(dialog).findByText(/It would be refused now: the order is closing/)
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Accept' })
    expect(button.disabled).toBe(true)
  })

  it('says that this browser computes another coverage where the figures do not agree', async () => {
    service.answer('requests.preview', {
      ...preview,
      coverage: { ...coverage, after_percent: '999.00' },
    })
    await show(open)
    const dialog = await press(/^Accept/)
    await within(dialog).findByText(/^This browser computes another coverage/)
  })
})

it('shows below a dispute what it moves at once, between which wallets, before it is sent', async () => {
  await show(open)
  fireEvent.click(screen.getByRole('button', { name: /^Dispute/ }))
  const form = within(await screen.findByRole('form', { name: 'Dispute' }))
  const ours = await form.findByLabelText('Our value')
  fireEvent.input(ours, { target: { value: '0.96' } })
  await form.findAllByText(new RegExp(`^${walletOf(movement.sender)} at`))
  expect(sent('requests.preview').at(-1)?.body).toMatchObject({
    operation: 'disputeMarkToMarketRequest',
    id: open.id,
    body: { reason: 'PRICE' },
  })
  expect(sent('markToMarketRequests.dispute')).toHaveLength(0)
})

describe('an answer in a dispute, from the side of the reader', () => {
  it('accepts the figure of the other side where it is ours that was disputed', async () => {
    await show({ ...open, status: 'DISPUTED', creator_id: ownId, dispute })
    expect(screen.getByText(`${other.name}’s valuation`)).toBeDefined()
    expect(screen.getByText(`${other.name} disagrees with`)).toBeDefined()
    const dialog = await press(/^Accept their figure/)
    expect(dialog.textContent).toContain(`We accept the figure of ${other.name}: 100000.00 USD`)
    await within(dialog).findByRole('button', { name: 'Accept their figure' })
  })

  it('concedes the whole call where it is ours that is the counter-valuation', async () => {
    await show({ ...open, status: 'DISPUTED', dispute })
    expect(screen.getByText('Our valuation')).toBeDefined()
    expect(screen.getByText('We disagree with')).toBeDefined()
    const dialog = await press(/^Concede the whole call/)
    expect(dialog.textContent).toContain('instead of our 100000.00 USD')
  })
})

it('says of a call who asks whom, from the side of the reader', async () => {
  await show({ ...open, direction: 'Release', collateral_amount: '12.5' })
  const sentence = screen.getByText(new RegExp(`^${other.name} calls `))
  expect(sentence.textContent).toMatch(/ calls 12\.5 \S+ \(\S+ USD\) back from us\.$/)
})

it.each([
  ['the lender', 'TopUp', ownId, 'Call collateral …', 'Send the call'],
  ['the borrower', 'TopUp', other.id, 'Offer collateral …', 'Send the offer'],
  ['the borrower', 'Release', other.id, 'Ask for collateral back …', 'Ask for the release'],
])('says to %s of a %s what it is to them', async (_side, direction, lenderId, shown, send) => {
  const borrower_id = lenderId === ownId ? other.id : ownId
  const due = { ready_for_m2m: true, m2m_direction: direction, lender_id: lenderId, borrower_id }
  service.answer('positions.get', { ...recordedPosition, ...due })
  const answer = recorded.operations.previewMarkToMarketRequest.answer
  service.answer('markToMarketRequests.preview', {
    ...answer,
    preview: { ...answer.preview, direction },
  })
  page = await OpenedPage.open(service, `/positions/${recordedPosition.id}`)
  fireEvent.click(await screen.findByRole('button', { name: shown }))
  await within(await screen.findByRole('dialog')).findByRole('button', { name: send })
})

it('says how much is lent beside the quantity of a recall, and that none means all', async () => {
  service.answer('positions.get', { ...recordedPosition, actions: available('recall') })
  page = await OpenedPage.open(service, `/order-requests/new?position=${recordedPosition.id}`)
  const { asset, asset_quantity: lent } = recordedPosition
  const field = await screen.findByLabelText<HTMLInputElement>(`Quantity of ${asset}`)
  expect(field.placeholder).toBe(`all: ${lent}`)
  expect(screen.getByText(/are lent\. Left empty, all of it is asked for/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /^Review/ }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/^✓ Coverage recomputed/)
  expect(sent('requests.preview').at(-1)?.body).toEqual({
    operation: 'createOrderRequest',
    body: { kind: 'recall', position_id: recordedPosition.id },
  })
})

it('asks for the newest version of the terms, and shows what differs before it is sent', async () => {
  service.answer('positions.get', { ...recordedPosition, actions: available('amend') })
  const [agreement] = recorded.operations.listAgreements.answer.agreements
  const [first] = agreement?.versions ?? []
  if (agreement === undefined || first === undefined) throw new Error('no version was recorded')
  const after = { ...first.terms, margin_call_percent: '125' }
  const versions = [first, { ...first, version: 2, terms: after }]
  service.answer('agreements.list', { agreements: [{ ...agreement, versions }] })
  service.answer('requests.preview', {
    ...preview,
    movements: [],
    terms: { before_version: 1, before: first.terms, after_version: 2, after },
  })
  page = await OpenedPage.open(service, `/order-requests/new?position=${recordedPosition.id}`)
  await screen.findByRole('option', { name: 'Version 2' })
  fireEvent.click(screen.getByRole('button', { name: /^Review/ }))
  const dialog = await screen.findByRole('dialog')
  const differs = await within(dialog).findByRole('list', { name: 'What differs' })
  expect(differs.textContent).toBe(
    `Margin call level: 125 % instead of ${first.terms.margin_call_percent} %`,
  )
  expect(sent('requests.preview').at(-1)?.body).toEqual({
    operation: 'createOrderRequest',
    body: { kind: 'amend', position_id: recordedPosition.id, terms_version: 2 },
  })
})

it('asks for a later maturity, and shows the one before', async () => {
  service.answer('positions.get', { ...recordedPosition, actions: available('extend') })
  service.answer('requests.preview', {
    ...preview,
    movements: [],
    maturity: { before_time: '2026-08-01T00:00:00.000Z', after_time: '2026-09-01T00:00:00.000Z' },
  })
  page = await OpenedPage.open(service, `/order-requests/new?position=${recordedPosition.id}`)
  const field = await screen.findByLabelText('New maturity, UTC')
  fireEvent.input(field, { target: { value: '2026-09-01T00:00' } })
  fireEvent.click(screen.getByRole('button', { name: /^Review/ }))
  const dialog = await screen.findByRole('dialog')
  const sentence = await within(dialog).findByText(/^Maturity:/)
  expect(sentence.textContent).toMatch(/2026-09-01.* instead of .*2026-08-01/)
  expect(sent('requests.preview').at(-1)?.body).toEqual({
    operation: 'createOrderRequest',
    body: {
      kind: 'extend',
      position_id: recordedPosition.id,
      maturity_time: '2026-09-01T00:00:00.000Z',
    },
  })
})
