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
import { faultsIn, typedBody } from '../../src/service/body.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { idIn, recordedService } from './harness/recorded-service.ts'

const service = recordedService('operator')
const create = 'organizations.create'

let page: OpenedPage
beforeAll(async () => {
  page = await OpenedPage.open(service, '/operator')
})
afterAll(() => page.close())

const sent = () => service.requests.filter(({ method }) => method === create)
const form = () => within(screen.getByRole('form', { name: 'New organization' }))
const field = (label: string) => form().getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => {
  fireEvent.input(field(label), { target: { value } })
}
const press = () => {
  fireEvent.submit(screen.getByRole('form', { name: 'New organization' }))
}
/** What the field says is wrong, as a screen reader finds it. */
const faultAt = (label: string) => {
  const [id = ''] = (field(label).getAttribute('aria-describedby') ?? '').split(' ')
  return document.getElementById(id)?.textContent
}

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
  fireEvent(window, new Event('visibilitychange'))
  await waitFor(() => {
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
  service.script('custodians.list', refusal('ROLE_NOT_PERMITTED'))
  await page.visit(`/operator/organizations/${idIn('getOrganization')}`)
  await screen.findByText('Could not read the custodians and assets.')
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
