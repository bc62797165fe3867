import type { FailedTransfer, TransferWithSteps } from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { withinFirm } from '../../src/service/within-firm.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedOrder, recordedService } from './harness/recorded-service.ts'

const moved = recorded.operations.getTransfer.answer
const requestId = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
const today = recorded.operations.getToday.answer

const failed: FailedTransfer = {
  id: moved.id,
  order_id: recordedOrder.id,
  order_id_pretty: moved.order_id,
  category: 'm2m',
  leg: 'collateral',
  status: 'REJECTED',
  token: 'ETH',
  quantity: '96.25',
  notional: '240625.00',
  counterparty_id: recordedOrder.borrower_id,
  counterparty_name: 'Kestrel Market Making',
  sender: { ...moved.receiver, organization_id: `organizations/${recordedOrder.borrower_id}` },
  receiver: { ...moved.sender, organization_id: `organizations/${recordedOrder.lender_id}` },
  provider_state: 'rejected',
  label: 'Rejected by an approver.',
  since: today.as_of,
  mark_to_market_request_id: null,
  order_request_id: null,
  close_out_id: null,
  actions: [{ action: 'retry', available: true, reason: null }],
}

const service = recordedService('execution')
const sent = (method: string) => service.requests.filter((request) => request.method === method)

let page: OpenedPage
afterEach(() => page.close())

async function open(path: string, part: object): Promise<void> {
  service.answer('today.show', { ...today, ...part })
  page = await OpenedPage.open(service, path)
}

const nothingElse = { others: { count: 0, notional_usd: '0.00' }, has_more: false }

const showing = (changes: Partial<FailedTransfer>) => ({
  failed_transfers: {
    count: 1,
    notional_usd: failed.notional,
    transfers: [{ ...failed, ...changes }],
    ...nothingElse,
  },
})

describe('a failed transfer on Today', () => {
  it.each([
    ['a call', 'markToMarketRequests.retry', { mark_to_market_request_id: requestId }, requestId],
    ['an order request', 'orderRequests.retry', { order_request_id: requestId }, requestId],
    ['an order', 'orders.retry', {}, recordedOrder.id],
  ])('is retried with %s, after a dialog that says what moves', async (_of, method, part, id) => {
    await open('/', showing(part))
    const queue = screen.getByRole('list', { name: 'Needs you' })
    expect(queue.textContent).toContain('Rejected by an approver.')
    expect(queue.textContent).toContain('from Kestrel Market Making to you')
    fireEvent.click(within(queue).getByRole('button', { name: /^Retry/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/^✓ Coverage recomputed/)
    const said = screen.getByRole('dialog').textContent
    const [movement] = recorded.operations.previewRequest.answer.movements
    if (movement === undefined) throw new Error('nothing was recorded')
    const { sender, quantity, token } = movement
    const wallet = withinFirm(sender.wallet_name, sender.organization_name)
    for (const word of [quantity, token, wallet, 'Rejected by an approver.']) {
      expect(said).toContain(word)
    }
    expect(sent('requests.preview').at(-1)?.body).toMatchObject({ id })
    expect(sent(method)).toHaveLength(0)
    fireEvent.click(dialog.getByRole('button', { name: 'Retry' }))
    await dialog.findByText('Instructed again.')
    const [retry, ...more] = sent(method)
    expect(more).toHaveLength(0)
    expect(Object.values(retry?.params ?? {})).toEqual([id])
    expect(retry?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('says why it cannot be retried, and offers no button', async () => {
    const reason = 'the position is CLOSING'
    await open('/', showing({ actions: [{ action: 'retry', available: false, reason }] }))
    const row = screen.getByText(/the position is closing/).closest('li')
    if (row === null) throw new Error('it is in no row')
    expect(within(row).queryByRole('button')).toBeNull()
  })
})

describe('a late transfer on its own screen', () => {
  const late = (available: boolean) => ({
    late_transfers: {
      count: 1,
      notional_usd: moved.notional,
      ...nothingElse,
      transfers: [
        {
          id: moved.id,
          order_id: recordedOrder.id,
          order_id_pretty: moved.order_id,
          counterparty_id: recordedOrder.borrower_id,
          counterparty_name: 'Kestrel Market Making',
          category: 'open',
          leg: 'asset',
          token: moved.token,
          quantity: '2.5',
          notional: moved.notional,
          is_ours: false,
          provider_state: 'confirming',
          label: 'Confirming.',
          late_since: today.as_of,
          cancellation_requested: false,
          actions: [{ action: 'cancel', available, reason: available ? null : 'not yours' }],
        },
      ],
    },
  })
  const quantity = String(moved.quantity)
  const moving: TransferWithSteps = { ...moved, quantity, category: 'open', status: 'IN_PROGRESS' }

  it('has its cancellation requested by who may, and by nobody else', async () => {
    service.answer('transfers.get', moving)
    await open(`/transfers/${moved.id}`, late(false))
    await waitFor(() => expect(sent('today.show').length).toBeGreaterThan(0))
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    await page.close()
    await open(`/transfers/${moved.id}`, late(true))
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel a transfer' }))
    await waitFor(() => expect(sent('transfers.cancel')).toHaveLength(1))
  })
})
