import type { CallSet, CallSetPreview, MarkToMarketPreviewResponse } from '@vadium/client'
import { fireEvent, screen, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

const { operations } = recorded
const single = operations.previewMarkToMarketRequest.answer as MarkToMarketPreviewResponse
const created = operations.createCallSet.answer as CallSet
const { preview, calculation } = single

/** One deal, which only a set can call. */
const set = {
  ...operations.previewCallSet.answer,
  rows: [{ preview, calculation, minimum_applies_to: 'agreement', terms_version: 1 }],
  total_notional_usd: preview.m2m_notional_usd,
  minimum_notional_usd: preview.minimum_notional_usd,
  can_submit: true,
} as CallSetPreview

const service = recordedService('execution')
let page: OpenedPage
afterEach(() => page.close())

const sentTo = (method: string) => service.requests.filter((one) => one.method === method)

describe('Calls by counterparty', () => {
  it('calls across deals after their sum was computed again here', async () => {
    service.answer('callSets.preview', set).answer('callSets.create', created)
    page = await OpenedPage.open(service, '/call-sets')
    const [call] = await screen.findAllByRole('button', { name: /^Call 1 deal/ })
    expect(await violations()).toEqual([])
    if (call !== undefined) fireEvent.click(call)
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(/^✓ Recomputed in this browser/)
    // Nothing is due any more: the outcome stays on the screen.
    service.answer('callSets.preview', { ...set, rows: [], can_submit: false })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Call 1 deal' }))
    await screen.findByText('Nothing is due across deals.')
    expect(within(dialog).getByText(/requests were created/)).toBeDefined()
    expect(sentTo('callSets.create')).toHaveLength(1)
  })

  it('sends nothing where this browser computes another total', async () => {
    service.answer('callSets.preview', { ...set, total_notional_usd: '1.00' })
    page = await OpenedPage.open(service, '/call-sets')
    const [call] = await screen.findAllByRole('button', { name: /^Call 1 deal/ })
    if (call !== undefined) fireEvent.click(call)
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(/This browser computes other figures/)
    const send = within(dialog).getByRole('button', { name: 'Call 1 deal' })
    expect(send).toHaveProperty('disabled', true)
  })
})

describe('a call set', () => {
  it('is accepted as a whole, after one confirmation', async () => {
    const toAnswer = {
      ...created,
      actions: [{ action: 'accept', available: true, reason: null }],
    }
    service.answer('callSets.get', toAnswer).answer('callSets.accept', created)
    page = await OpenedPage.open(service, `/call-sets/${created.id}`)
    fireEvent.click(await screen.findByRole('button', { name: /^Accept all 1/ }))
    expect(await violations()).toEqual([])
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Accept all 1' }))
    await within(dialog).findByText('Accepted.')
    expect(sentTo('callSets.accept')).toHaveLength(1)
    expect(screen.getByText(/can also be answered by itself/)).toBeDefined()
  })

  it('says nothing of answers once there is none to give', async () => {
    service.answer('callSets.get', created)
    page = await OpenedPage.open(service, `/call-sets/${created.id}`)
    await screen.findByRole('heading', { name: 'Answers' })
    expect(screen.queryByText(/can also be answered by itself/)).toBeNull()
  })
})
