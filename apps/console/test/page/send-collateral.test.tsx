import type { Transfer } from '@vadium/client'
import { fireEvent, screen, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

const position = {
  ...recordedPosition,
  ...{ status: 'ACTIVE', asset: 'USDC', asset_quantity: '1000000', current_price: '1' },
  ...{ collateral_asset: 'BTC', collateral_quantity: '30', collateral_price: '52000' },
  ...{ returns_in_transit: '0', collateral_disputed_quantity: '0', ccr_percent: '156.00' },
  terms: {
    ...recordedPosition.terms,
    ...{ requirement_percent: '150', haircut: null, threshold_usd: '0' },
  },
  actions: [{ action: 'send_collateral', available: true, reason: null }],
}
const { answer } = recorded.operations.sendCollateral
const transfer = { ...answer, quantity: String(answer.quantity) } as Transfer

let page: OpenedPage
afterEach(() => page.close())

async function opened(shown: typeof position) {
  const service = recordedService('execution')
  service.answer('positions.get', shown).answer('positions.sendCollateral', transfer)
  page = await OpenedPage.open(service, `/positions/${position.id}`)
  fireEvent.click(await screen.findByRole('button', { name: /^Send collateral/ }))
  return { service, dialog: within(await screen.findByRole('dialog')) }
}

const texts = () =>
  [...screen.getByRole('dialog').querySelectorAll('p')].map(({ textContent }) => textContent)

describe('collateral without a call', () => {
  it('shows the lender the most, and the coverage now and after, before it is sent', async () => {
    const { service, dialog } = await opened(position)
    const send = dialog.getByRole('button', { name: 'Send' })
    expect(send.hasAttribute('disabled')).toBe(true)
    const input = dialog.getByLabelText('Quantity in BTC')
    fireEvent.change(input, { target: { value: '1.15384615' } })
    await expect
      .poll(() => texts().join(' '))
      .toMatch(/At most 1\.15384615 ?BTC leaves the requirement met/)
    expect(texts().join(' ')).toMatch(/Coverage now 156\.00 ?%, after 150\.00 ?%/)
    expect(await violations()).toEqual([])
    fireEvent.click(send)
    await dialog.findByText(/Instructed/)
    const [sent] = service.requests.filter(({ method }) => method === 'positions.sendCollateral')
    expect(sent?.body).toMatchObject({ quantity: '1.15384615' })
  })

  it.each([
    ['100,000', 'must be a quantity above 0, written as 1000.5'],
    ['0', 'must be a quantity above 0, written as 1000.5'],
    ['0.000000001', 'must have at most 8 decimals'],
  ])('says why %s cannot be sent', async (typed, fault) => {
    const { dialog } = await opened(position)
    const input = dialog.getByLabelText('Quantity in BTC')
    fireEvent.change(input, { target: { value: typed } })
    await dialog.findByText(fault)
    expect(dialog.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true)
    fireEvent.change(input, { target: { value: ' 1 000.5 ' } })
    expect(dialog.queryByText(fault)).toBeNull()
    expect(dialog.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(false)
  })

  it('is not offered where the service would refuse it', async () => {
    const reason = 'collateral sent without a call is under way: send more once it has ended'
    const actions = [{ action: 'send_collateral', available: false, reason }]
    const service = recordedService('execution').answer('positions.get', { ...position, actions })
    page = await OpenedPage.open(service, `/positions/${position.id}`)
    await screen.findByRole('button', { name: /^Preview/ })
    expect(screen.queryByRole('button', { name: /^Send collateral/ })).toBeNull()
  })

  it('says to the borrower from when on it counts', async () => {
    const borrowed = {
      ...position,
      ...{ lender_id: position.borrower_id, borrower_id: position.lender_id },
    }
    const { dialog } = await opened(borrowed)
    fireEvent.change(dialog.getByLabelText('Quantity in BTC'), { target: { value: '5' } })
    expect(texts().join(' ')).toMatch(/after 182\.00 ?%/)
    expect(texts().join(' ')).toContain('It counts once it is broadcast')
    expect(dialog.queryByText(/At most/)).toBeNull()
  })
})
