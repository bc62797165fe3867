import type { OrderRequest, ResolvedRequest } from '@vadium/client'
import { fireEvent, screen, within } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

const preview = recorded.operations.previewRequest.answer as ResolvedRequest
const [wallet] = recorded.operations.listWallets.answer.wallets
if (wallet === undefined) throw new Error('no wallet was recorded')

const service = recordedService('execution')
const sent = (method: string) => service.requests.filter((request) => request.method === method)

const available = (...actions: string[]) =>
  actions.map((action) => ({ action, available: true, reason: null }))
const recall: OrderRequest = {
  ...(recorded.operations.getOrderRequest.answer as OrderRequest),
  ...{ kind: 'recall', status: 'PENDING', position_id: recordedPosition.id },
  actions: available('accept', 'reject'),
}
const substitution: OrderRequest = {
  ...recall,
  ...{ kind: 'substitution', quantity: null, whole: null, collateral_asset: 'BTC' },
  ...{ new_collateral_asset: 'ETH', new_collateral_quantity: '534' },
}
const walletsFor = (asset: string, ...names: string[]) =>
  names.map((id) => ({ ...wallet, id, name: id, assets: [asset], retire_time: null }))

/** 1,000,000 of USDC against 25 BTC, for which 534 ETH are given. */
const exchange: ResolvedRequest = {
  ...preview,
  asked_prices: null,
  coverage: {
    ...{ before_percent: '150.00', after_percent: '160.20', requirement_percent: '160' },
    ...{ margin_call_percent: '140', liquidation_percent: '120' },
    before: { asset_quantity: '1000000', collateral_quantity: '25' },
    after: { asset_quantity: '1000000', collateral_quantity: '534' },
    ...{ asset_price_usd: '1', collateral_price_usd: '60000' },
  },
  substitution: {
    ...{ before_asset: 'BTC', before_quantity: '25', after_asset: 'ETH', after_quantity: '534' },
    ...{ after_price_usd: '3000', least_quantity: '533.333333333333333334' },
    ...{ required_usd: '1600000', credited_price_usd: '3000' },
  },
}

let page: OpenedPage
beforeEach(() => {
  service.answer('requests.preview', preview)
})
afterEach(() => page.close())

async function show(request: OrderRequest): Promise<HTMLElement> {
  service.answer('orderRequests.get', request)
  service.answer('orderRequests.accept', request)
  page = await OpenedPage.open(service, `/order-requests/${request.id}`)
  fireEvent.click(await screen.findByRole('button', { name: /^Accept/ }))
  return screen.findByRole('dialog')
}

it('accepts a recall without a body', async () => {
  const dialog = await show(recall)
  await within(dialog).findByText(/^✓ Coverage recomputed/)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Accept' }))
  await within(dialog).findByText('Accepted.')
  expect(sent('orderRequests.accept').map(({ body }) => body)).toEqual([undefined])
})

describe('the acceptance of a substitution', () => {
  it('names the wallet that the lender chooses, and shows what is exchanged', async () => {
    service.answer('requests.preview', exchange)
    service.answer('wallets.list', {
      wallets: [...walletsFor('ETH', 'cold-storage', 'hot-desk'), ...walletsFor('BTC', 'bitcoin')],
    })
    const dialog = await show(substitution)
    const choice =
      await within(dialog).findByLabelText<HTMLSelectElement>('Your wallet for the ETH')
    expect([...choice.options].map(({ value }) => value)).toEqual(['', 'cold-storage', 'hot-desk'])
    expect(dialog.textContent).toContain('Choose your wallet for the ETH')
    fireEvent.change(choice, { target: { value: 'hot-desk' } })
    await within(dialog).findByText(/^✓ Coverage recomputed in this browser/)
    const words = await within(dialog).findByText(/^Collateral:/)
    expect(words.textContent).toContain('534 ETH instead of 25 BTC, once the ETH has arrived')
    expect(within(dialog).getByText('Least that suffices now').nextSibling?.textContent).toBe(
      '533.333333333333333334 ETH',
    )
    const body = { collateral_wallet_id: 'hot-desk' }
    expect(sent('requests.preview').at(-1)?.body).toEqual({
      ...{ operation: 'acceptOrderRequest', id: substitution.id },
      body,
    })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Accept' }))
    await within(dialog).findByText('Accepted. The transfer of the ETH is instructed.')
    expect(sent('orderRequests.accept').at(-1)?.body).toEqual(body)
  })

  it('has the only wallet for the new collateral chosen already', async () => {
    service.answer('requests.preview', exchange)
    service.answer('wallets.list', { wallets: walletsFor('ETH', 'cold-storage') })
    const dialog = await show(substitution)
    await within(dialog).findByText(/^✓ Coverage recomputed in this browser/)
    const choice = within(dialog).getByLabelText<HTMLSelectElement>('Your wallet for the ETH')
    expect(choice.value).toBe('cold-storage')
  })
})

it('names the old and the new collateral of a substitution at the head of its page', async () => {
  service.answer('orderRequests.get', substitution)
  page = await OpenedPage.open(service, `/order-requests/${substitution.id}`)
  await screen.findByText('Decided')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(
    /: substitution of BTC by [\d.]+ ETH$/,
  )
})

it.each(['position', 'order'] as const)(
  'names each kind of request on the page of: %s',
  async (place) => {
    const { id, order_id } = recordedPosition
    page = await OpenedPage.open(
      service,
      place === 'position' ? `/positions/${id}` : `/orders/${order_id}`,
    )
    await screen.findByRole('link', {
      name: 'Recall, return, rerate, amend, extend or substitute …',
    })
  },
)

it('says why the old collateral stays', async () => {
  service.answer('orderRequests.get', {
    ...substitution,
    ...{ status: 'CANCELLED', decision: 'keep', keep_reason: 'requirement_not_met', actions: [] },
  })
  page = await OpenedPage.open(service, `/order-requests/${substitution.id}`)
  const decided = await screen.findByText('Decided')
  expect(decided.nextSibling?.textContent).toBe('the old collateral stays: requirement not met')
})

describe('the form of a substitution', () => {
  async function form(...substitutes: string[]) {
    service.answer('positions.get', {
      ...recordedPosition,
      actions: available('substitution'),
      substitute_assets: substitutes,
    })
    service.answer('wallets.list', {
      wallets: [
        ...walletsFor('ETH', 'cold-storage'),
        ...walletsFor('SOL', 'hot-desk', 'vault'),
        ...walletsFor('BTC', 'bitcoin'),
      ],
    })
    page = await OpenedPage.open(service, `/order-requests/new?position=${recordedPosition.id}`)
    const [asset, wallet] = [
      await screen.findByLabelText<HTMLSelectElement>('New collateral'),
      await screen.findByLabelText<HTMLSelectElement>('From your wallet'),
    ]
    const valuesOf = ({ options }: HTMLSelectElement) => [...options].map(({ value }) => value)
    return { asset, wallet, valuesOf }
  }

  it('offers what the terms make eligible, and the own wallets that hold it', async () => {
    const { asset, wallet, valuesOf } = await form('ETH', 'SOL')
    expect(valuesOf(asset)).toEqual(['', 'ETH', 'SOL'])
    expect(asset.value).toBe('')
    fireEvent.change(asset, { target: { value: 'SOL' } })
    await within(wallet).findByRole('option', { name: /^vault/ })
    expect(valuesOf(wallet)).toEqual(['', 'hot-desk', 'vault'])
    expect(wallet.value).toBe('')
  })

  it('has the only asset and the only wallet chosen already', async () => {
    const { asset, wallet } = await form('ETH')
    await within(wallet).findByRole('option', { name: /^cold-storage/ })
    expect([asset.value, wallet.value]).toEqual(['ETH', 'cold-storage'])
  })
})
