import type { ResolvedRequest } from '@vadium/client'
import { refusal } from '@vadium/client/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { comeBackUntil } from './harness/come-back.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedOrder, recordedPosition, recordedService } from './harness/recorded-service.ts'

const service = recordedService('execution')
const create = 'orders.create'
const recordedPreview = recorded.operations.previewRequest.answer as ResolvedRequest

let page: OpenedPage
const open = async (path: string) => {
  page = await OpenedPage.open(service, path)
}
afterEach(async () => {
  await page.close()
  vi.restoreAllMocks()
})

const sent = (method: string) => service.requests.filter((request) => request.method === method)
const field = (label: string) => screen.getByLabelText<HTMLSelectElement>(label)
const choose = (label: string, value: string) => {
  fireEvent.change(field(label), { target: { value } })
}
const type = (label: string, value: string) => {
  fireEvent.input(field(label), { target: { value } })
}
const submit = () => {
  fireEvent.submit(screen.getByRole('form'))
}
/** What a select shows as chosen. */
const shown = (label: string) => field(label).selectedOptions[0]?.textContent
/** What a field says is wrong, as a screen reader finds it. */
const faultAt = (label: string) => {
  const [id = ''] = (field(label).getAttribute('aria-describedby') ?? '').split(' ')
  return document.getElementById(id)?.textContent
}
const bitcoin = 'harbor-collateral-bitcoin'
const ether = 'harbor-collateral-ethereum'

describe('a new order', () => {
  const fill = () => {
    choose('Counterparty', recordedPosition.borrower_id)
    choose('Asset to lend', 'BTC')
    type('Quantity to lend', '2')
    type('Rate, percent a year', '5')
    choose('Collateral', 'ETH')
    type('Quantity of the collateral', '100')
    choose('Your wallet for the asset', bitcoin)
    choose('Your wallet for the collateral', ether)
  }

  it('has no counterparty after a change of side, and no side unless one is chosen', async () => {
    await open('/orders/new')
    fill()
    expect(shown('Counterparty')).toBe('Kestrel Market Making')
    choose('Side', 'borrow')
    choose('Side', 'lend')
    expect(shown('Counterparty')).toBe('choose …')
    choose('Side', '')
    expect(within(field('Counterparty')).getAllByRole('option')).toHaveLength(1)
    submit()
    await waitFor(() => expect(faultAt('Side')).toBe('is required'))
    expect(document.activeElement).toBe(field('Side'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows a wallet that does not hold another asset as not offered, and is not sent with it', async () => {
    await open('/orders/new')
    fill()
    choose('Asset to lend', 'ETH')
    expect(shown('Your wallet for the asset')).toBe(`${bitcoin} (not offered)`)
    submit()
    await waitFor(() =>
      expect(faultAt('Your wallet for the asset')).toBe('is not offered: choose another'),
    )
    expect(document.activeElement).toBe(field('Your wallet for the asset'))
    expect(screen.queryByRole('dialog')).toBeNull()
    choose('Your wallet for the asset', ether)
    submit()
    await screen.findByRole('dialog')
  })

  it('is sent after a dialog that says what moves by the preview of the service', async () => {
    await open('/orders/new')
    fill()
    submit()
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/^✓ Coverage recomputed in this browser/)
    expect(sent('requests.preview').at(-1)?.body).toMatchObject({
      operation: 'createOrder',
      body: { asset: 'BTC', asset_quantity: '2', collateral_wallet_id: ether },
    })
    expect(sent(create)).toHaveLength(0)
  })

  it('names a refused member that has no field of its own', async () => {
    const details = [{ field: 'agreement', issue: 'is not in effect' }]
    service.script(create, refusal('VALUE_INVALID', { details }))
    await open('/orders/new')
    fill()
    submit()
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/^✓ Coverage recomputed in this browser/)
    fireEvent.click(dialog.getByRole('button', { name: 'Create an order' }))
    await dialog.findByText('is not in effect')
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('alert').textContent).toBe(
      'Look at the fields with a fault: 1.agreement is not in effect',
    )
  })

  it('says why its choices cannot be read, and reads them at a press', async () => {
    service.answer('wallets.list', refusal('ROLE_NOT_PERMITTED'))
    await open('/orders/new')
    await screen.findByText('Could not read the choices.')
    expect(screen.queryByLabelText('Counterparty')).toBeNull()
    service.answer('wallets.list', service.sample('wallets.list'))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByLabelText('Counterparty')
  })

  it('has no form until it is known who acts, on which the counterparties depend', async () => {
    const before = service.requests.length
    let release: (() => void) | undefined
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    const { fetch } = globalThis
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
      const answer = await fetch(...asked)
      if (JSON.stringify(asked[0]).includes('/credentials/current')) await isReleased
      return answer
    })
    const opening = open('/orders/new')
    const first = screen.findByLabelText<HTMLSelectElement>('Counterparty')
    const read = () => service.requests.slice(before).map(({ method }) => method)
    await waitFor(() => {
      for (const list of ['agreements.list', 'assets.list', 'wallets.list'])
        expect(read()).toContain(list)
    })
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
    release?.()
    expect([...(await first).options].map(({ text }) => text)).toContain('Kestrel Market Making')
    await opening
  })
})

it('names the wallets of both sides and their custodians, with the ids beneath the names', async () => {
  await open(`/orders/${recordedOrder.id}`)
  for (const { id, name } of recordedOrder.wallets) {
    // It begins with the name of its firm, which stands beside it.
    const [, ...rest] = name.split(', ')
    const within = rest.join(', ').replace(/^./, (letter) => letter.toUpperCase())
    const names = await screen.findAllByText(`${within} at Simulated custody`)
    expect(names.map(({ title }) => title)).toContain(id)
  }
  expect(recordedOrder.wallets).toHaveLength(4)
})

it('shows the wallets that a change replaces by the preview of the service', async () => {
  const action = { action: 'change_wallets', available: true, reason: null }
  service.answer('orders.get', { ...recordedOrder, actions: [action] })
  const before = { wallet_id: 'old', wallet_name: 'Old', custodian: null }
  service.answer('requests.preview', {
    ...recordedPreview,
    movements: [],
    wallet_changes: [
      { leg: 'asset', token: 'ETH', before, after: { ...before, wallet_id: 'new' } },
    ],
  })
  const wallets = recorded.operations.listWallets.answer.wallets
    .slice(0, 1)
    .map((wallet) => ({ ...wallet, id: 'new', assets: ['ETH'], retire_time: null }))
  service.answer('wallets.list', { wallets })
  await open(`/orders/${recordedOrder.id}`)
  fireEvent.click(screen.getByRole('button', { name: /^Change/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Choose another wallet for one of them.')
  await dialog.findByLabelText('Your new wallet for ETH')
  choose('Your new wallet for ETH', 'new')
  expect((await dialog.findByText(/^Later transfers of ETH use/)).textContent).toBe(
    'Later transfers of ETH use new instead of old.',
  )
  expect(sent('requests.preview').at(-1)?.body).toMatchObject({
    operation: 'changeOrderWallets',
    id: recordedOrder.id,
  })
})

it('says in an alert that an order is not accepted without a wallet', async () => {
  const action = { action: 'accept', available: true, reason: null }
  service.answer('orders.get', {
    ...recordedOrder,
    status: 'PENDING_ACCEPTANCE',
    actions: [action],
  })
  await open(`/orders/${recordedOrder.id}`)
  fireEvent.click(screen.getByRole('button', { name: /^Accept/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByLabelText('Your wallet for ETH')
  choose('Your wallet for ETH', '')
  fireEvent.click(dialog.getByRole('button', { name: 'Accept' }))
  const alert = await dialog.findByRole('alert')
  expect(alert.textContent).toMatch(/^Look at the fields with a fault/)
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'))
  expect(sent('orders.accept')).toHaveLength(0)
})

it('accepts the terms that were read, and nothing once others are in effect', async () => {
  const pending = {
    ...recordedOrder,
    status: 'PENDING_ACCEPTANCE',
    actions: [{ action: 'accept', available: true, reason: null }],
  }
  service.answer('orders.get', pending)
  service.answer('requests.preview', recordedPreview)
  const { asset, collateral_asset: collateral } = recordedOrder
  const [wallet] = recorded.operations.listWallets.answer.wallets
  if (wallet === undefined) throw new Error('no wallet was recorded')
  const held = { ...wallet, assets: [asset, collateral], retire_time: null }
  service.answer('wallets.list', { wallets: [held] })
  await open(`/orders/${recordedOrder.id}`)
  fireEvent.click(screen.getByRole('button', { name: /^Accept/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/^✓ Coverage recomputed in this browser/)
  const { terms_version } = recordedOrder
  expect(sent('requests.preview').at(-1)?.body).toMatchObject({ body: { terms_version } })
  service.answer('orders.get', { ...pending, terms_version: terms_version + 1 })
  await comeBackUntil(() => dialog.getByText('The terms have changed.'))
  expect(dialog.getByRole('button', { name: 'Accept' })).toHaveProperty('disabled', true)
  fireEvent.click(dialog.getByRole('button', { name: 'Accept' }))
  expect(sent('orders.accept')).toHaveLength(0)
})

it('keeps the kind of a request while it is confirmed, although another becomes possible', async () => {
  const offering = (...kinds: string[]) => ({
    ...recordedPosition,
    actions: kinds.map((action) => ({ action, available: true, reason: null })),
  })
  service.answer('positions.get', offering('return'))
  await open(`/order-requests/new?position=${recordedPosition.id}`)
  submit()
  await screen.findByRole('dialog', { name: /ask for this return/ })
  service.answer('positions.get', offering('recall', 'return'))
  await comeBackUntil(() => screen.getByRole('option', { name: 'recall', hidden: true }))
  expect(screen.getByRole('dialog', { name: /ask for this return/ })).toBeDefined()
})

it('says once why several actions are not possible, and shows the others as buttons alone', async () => {
  const reason = 'the order is CLOSED'
  const actions = [
    { action: 'accept', available: false, reason },
    { action: 'cancel_close', available: false, reason },
    { action: 'change_wallets', available: true, reason: null },
  ]
  service.answer('orders.get', { ...recordedOrder, actions })
  await open(`/orders/${recordedOrder.id}`)
  const why = await screen.findByText('the order is closed')
  expect(why.previousSibling?.textContent).toBe('Accept, cancel close')
  expect(screen.getAllByText(/wallets …$/)).toHaveLength(1)
})

it('says why a request is not possible in a sentence, with the state of the order in words', async () => {
  const said = 'a recall is possible while the order is ACTIVE, and it is PENDING_ACCEPTANCE'
  const action = { action: 'recall', available: false, reason: said }
  service.answer('positions.get', { ...recordedPosition, actions: [action] })
  await open(`/order-requests/new?position=${recordedPosition.id}`)
  await screen.findByText('a recall is possible while the order is active, and it is unanswered')
})
