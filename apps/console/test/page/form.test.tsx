import type { CustodianList } from '@vadium/client'
import { refusal } from '@vadium/client/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createAgreement,
  createOrder,
  createWallet,
  postChatMessage,
  pushPrices,
} from '@vadium/schema'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { faultsIn, inUnit, secondsOf, typedBody } from '../../src/service/body.ts'
import { comeBackUntil } from './harness/come-back.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { disputeOffered, idIn, recordedCall, recordedService } from './harness/recorded-service.ts'

const service = recordedService('operator')
const sources = ['one', 'another']
service.answer('prices.list', {
  prices: service.sample('prices.list').prices.map((price) => ({
    ...price,
    asset: 'ETH',
    sources: sources.flatMap((source) => price.sources.map((quote) => ({ ...quote, source }))),
  })),
})
const custodians = recorded.operations.listCustodians.answer as CustodianList
const create = 'organizations.create'

let page: OpenedPage
beforeAll(async () => {
  page = await OpenedPage.open(service, '/operator')
})
afterAll(() => page.close())

const bodies = (name: string) =>
  service.requests.filter(({ method }) => method === name).map(({ body }) => body)
/** A form of the screen, as a person uses it. */
function formOf(name: string) {
  const form = () => within(screen.getByRole('form', { name }))
  const field = (label: string) => form().getByLabelText<HTMLInputElement>(label)
  return {
    form,
    field,
    type: (label: string, value: string) => {
      fireEvent.input(field(label), { target: { value } })
    },
    choose: (label: string, value: string) => {
      fireEvent.change(field(label), { target: { value } })
    },
    press: () => fireEvent.submit(screen.getByRole('form', { name })),
    /** What the field says is wrong, as a screen reader finds it. */
    faultAt: (label: string) => {
      const [id = ''] = (field(label).getAttribute('aria-describedby') ?? '').split(' ')
      return document.getElementById(id)?.textContent
    },
  }
}

const { form, field, type, press, faultAt } = formOf('New organization')
const sent = () => service.requests.filter(({ method }) => method === create)

/** The steps follow one another: each begins where the one before ended. */
it('names every member that is missing or malformed, with what is expected, and sends nothing', async () => {
  type('Short name', 'Tide!')
  press()
  await waitFor(() => expect(faultAt('Name')).toBe('is required'))
  expect(faultAt('Short name')).toBe('must be 1 to 63 of a-z, 0-9 and -, not beginning with -')
  expect(field('Name').getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toHaveLength(0)
})

it('puts what the service refuses at its field, until it is changed', async () => {
  const details = [{ field: 'slug', issue: 'is the one of another organization' }]
  service.script(create, refusal('VALUE_INVALID', { details }))
  type('Name', 'Tide')
  type('Short name', 'tide')
  press()
  await waitFor(() => expect(faultAt('Short name')).toBe(details[0]?.issue))
  expect(field('Short name').value).toBe('tide')
  type('Short name', 'tide-2')
  expect(faultAt('Short name')).toBe('')
})

it('keeps what is typed while the list beside it is read again', async () => {
  const readBefore = service.requests.filter(({ method }) => method === 'organizations.list').length
  await comeBackUntil(() => {
    const read = service.requests.filter(({ method }) => method === 'organizations.list').length
    expect(read).toBeGreaterThan(readBefore)
  })
  expect(field('Name').value).toBe('Tide')
  expect(field('Short name').value).toBe('tide-2')
})

it('sends one request for a double press, and begins again', async () => {
  const before = sent().length
  press()
  press()
  await form().findByText(/^Next:/)
  press()
  expect(sent()).toHaveLength(before + 1)
  expect(sent().at(-1)?.body).toEqual({ name: 'Tide', slug: 'tide-2' })
  expect(field('Name').value).toBe('')
})

it('says of a list of choices what is wrong with it, and why choices cannot be read', async () => {
  service.answer('custodians.list', refusal('ROLE_NOT_PERMITTED'))
  await page.visit(`/operator/organizations/${idIn('getOrganization')}`)
  await screen.findByText('Could not read the custodians and assets.')
  service.answer('custodians.list', custodians)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const wallet = within(screen.getByRole('form', { name: 'New wallet' }))
  const assets = await wallet.findByRole('group', { name: 'Assets that it can hold' })
  fireEvent.submit(screen.getByRole('form', { name: 'New wallet' }))
  await wallet.findByRole('alert')
  const said = document.getElementById(assets.getAttribute('aria-describedby') ?? '')
  expect(said?.textContent).toBe('is required')
})

it('keeps amounts as text, counts as numbers, and null for a member that may be', () => {
  const draft = {
    'terms.cure_time_seconds': '14400',
    'terms.haircut': '',
    'terms.threshold_usd': '100000000000000000000.01',
  }
  expect(typedBody(createAgreement.body, draft)).toMatchObject({
    terms: { cure_time_seconds: 14_400, haircut: null, threshold_usd: '100000000000000000000.01' },
  })
})

it('finds faults below members and in lists, and leaves out what is optional', () => {
  const quotes = { quotes: ['a', 'b'], 'quotes.a.asset': 'BTC', 'quotes.b.price_usd': '1e3' }
  const body = typedBody(pushPrices.body, quotes)
  expect(faultsIn(pushPrices.body, body)).toMatchObject({
    'quotes.0.price_usd': 'is required',
    'quotes.1.asset': 'is required',
    'quotes.1.price_usd': expect.stringContaining('must be a decimal') as string,
  })
  expect(faultsIn(createWallet.body, typedBody(createWallet.body, { assets: [] }))).toMatchObject({
    assets: 'is required',
  })
  expect(faultsIn(createOrder.body, typedBody(createOrder.body, {}))).not.toHaveProperty(
    'expire_time',
  )
  const terms = { 'terms.cure_time_seconds': '0', 'terms.day_count': 'ACT/364' }
  const agreement = typedBody(createAgreement.body, terms)
  expect(faultsIn(createAgreement.body, agreement)).toMatchObject({
    'terms.cure_time_seconds': 'must be a whole number from 1 to 31536000',
    'terms.day_count': 'must be one of the offered values',
  })
})

it('keeps the white space of a text that may have several lines, unless it is nothing else', () => {
  const text = '  quantity  12\n\n  price  3\n'
  expect(typedBody(postChatMessage.body, { text })).toEqual({ text })
  expect(typedBody(postChatMessage.body, { text: ' \n' })).toEqual({})
  expect(typedBody(createWallet.body, { name: ' Hot ' })).toEqual({ name: 'Hot' })
})

it('says of each rule of a policy what is wrong with it, in the unit that is typed', async () => {
  await page.visit('/approvals/policy')
  const { form, field, type, choose, press, faultAt } = formOf('Set a new version')
  const set = 'approvalPolicies.set'
  expect(field('Time to decide, hours').value).toBe('1')
  fireEvent.click(form().getByRole('button', { name: 'Add a rule' }))
  await form().findByRole('button', { name: 'Remove rule 2' })
  fireEvent.click(form().getByRole('button', { name: 'Remove rule 1' }))
  await waitFor(() => expect(field('Time to decide, hours').value).toBe('24'))
  type('Approvals, at most 10', '11')
  type('Time to decide, hours', '0.01')
  press()
  await waitFor(() => expect(faultAt('Operation')).toBe('is required'))
  expect(faultAt('Approvals, at most 10')).toBe('must be a whole number from 1 to 10')
  expect(faultAt('Time to decide, hours')).toBe('must be 1 minute to 720 hours')
  expect(bodies(set)).toEqual([])

  choose('Operation', 'createOrder')
  type('Approvals, at most 10', '2')
  type('Time to decide, hours', '1.5')
  const details = [{ field: 'rules.0.above_usd', issue: 'must not be below zero' }]
  service.script(set, refusal('VALUE_INVALID', { details }))
  press()
  await waitFor(() => expect(faultAt('Above, USD')).toBe('must not be below zero'))
  const rule = { operation: 'createOrder', above_usd: null, approvals: 2, within_seconds: 5_400 }
  expect(bodies(set)).toEqual([{ rules: [rule] }])
})

it('types a time in another unit so that it is the same second again', () => {
  for (const seconds of [60, 61, 3_599, 86_400, 2_591_999]) {
    expect(secondsOf(inUnit(seconds, 3_600), 3_600)).toBe(String(seconds))
  }
})

it('sends the amount and the reason that follow from another input, and refuses no input', async () => {
  const dispute = 'markToMarketRequests.dispute'
  const call = { ...recordedCall, status: 'PENDING_ACCEPTANCE' as const, actions: [disputeOffered] }
  service.answer('markToMarketRequests.get', call)
  await page.visit(`/calls/${call.id}`)
  fireEvent.click(screen.getByRole('button', { name: /^Dispute/ }))
  await screen.findByRole('form', { name: 'Dispute' })
  const { form, type, press, faultAt } = formOf('Dispute')
  press()
  await waitFor(() => expect(faultAt('Our value')).toBe('is required'))
  type('Our value', 'a dollar')
  await waitFor(() => expect(faultAt('Our value')).toMatch(/decimal/))
  press()
  type('Our value', '0.99')
  const [, amount] = /by our value: ([\d,.]+) USD/.exec(
    (await form().findByText(/by our value/)).textContent,
  ) ?? ['', 'none']
  const send = () => form().getByRole('button', { name: 'Send the dispute' })
  // Its wallets and coverage are read first.
  await waitFor(() => expect(send().hasAttribute('disabled')).toBe(false))
  press()
  await form().findByText('Your dispute was sent.')
  expect(bodies(dispute)).toEqual([
    { counter_notional_usd: amount.replaceAll(',', ''), reason: 'PRICE' },
  ])
  expect(send().hasAttribute('disabled')).toBe(true)
})

it('scripts a custodian of the sandbox by what is chosen, and decides what waits there', async () => {
  await page.visit('/sandbox')
  const script = formOf('Script of a custodian')
  script.choose('The custodian', 'waits for a decision of an approver')
  script.press()
  await script.form().findByText('Scripted.')
  script.choose('The custodian', 'fails')
  script.press()
  await waitFor(() => expect(bodies('sandbox.scriptCustodian')).toHaveLength(2))
  expect(bodies('sandbox.scriptCustodian')).toEqual([
    { custodian: 'northlight', stages: [{ word: 'pendingApproval', lasts_ms: null }] },
    { custodian: 'northlight', outcome: 'failed' },
  ])

  const decision = formOf('Decision at a custodian')
  decision.type('A transfer that waits for a decision', 'the first')
  decision.press()
  await waitFor(() => expect(decision.faultAt('Decision')).toBe('is required'))
  const [transfer_id = ''] = recordedCall.transfer_ids
  decision.type('A transfer that waits for a decision', transfer_id)
  decision.choose('Decision', 'refused')
  decision.press()
  await decision.form().findByText('Decided.')
  expect(bodies('sandbox.decide')).toEqual([{ transfer_id, decision: 'refused' }])
})

it('quotes a price of the sandbox from every source, at the second to which it moves the time', async () => {
  await page.visit('/sandbox')
  const { form, type, press, faultAt, field } = formOf('New prices')
  press()
  expect((await form().findByRole('alert')).textContent).toContain('prices is required')
  const label = 'New price of ETH in USD'
  type(label, '2e3')
  press()
  await waitFor(() => expect(faultAt(label)).toMatch(/^must be a decimal/))
  expect(bodies('sandbox.scriptPrices')).toEqual([])
  type(label, '2200')
  service.script('sandbox.advance', refusal('VALUE_INVALID'))
  press()
  await form().findByText('The prices are scripted, but the time was not moved to them.')
  const time = '2026-01-05T10:30:01.000Z'
  const quotes = sources.map((source) => ({ asset: 'ETH', source, price_usd: '2200', time }))
  expect(bodies('sandbox.scriptPrices')).toEqual([{ prices: quotes }])
  press()
  await form().findByText('Quoted. The time has moved by a second.')
  expect(bodies('sandbox.advance')).toEqual([{ to: time }, { to: time }])
  expect(field(label).value).toBe('')
})

it.each([
  ['1,000,000', '1000000'],
  ['1 000 000.25', '1000000.25'],
  ['1\u{a0}000', '1000'],
  ['12,345.5', '12345.5'],
  ['1,500', '1,500'],
  ['1,00,000', '1,00,000'],
  ['1.000.000', '1.000.000'],
  ['10, 20', '10, 20'],
])('reads the amount %s as %s', (typed, amount) => {
  expect(typedBody(createOrder.body, { asset_quantity: typed })).toMatchObject({
    asset_quantity: amount,
  })
})

it('leaves commas in a text alone', () => {
  expect(typedBody(createWallet.body, { name: '1,000,000' })).toEqual({ name: '1,000,000' })
})
