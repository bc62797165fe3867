import { lostConnection, refusal, type FakeService } from '@vadium/client/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

const { preview } = recorded.operations.previewMarkToMarketRequest.answer
/** The position, at the prices of the preview. */
const callable = {
  ...recordedPosition,
  ready_for_m2m: true,
  collateral_price: '2300',
  m2m_direction: 'TopUp',
  m2m_collateral_amount: preview.m2m_collateral_amount,
  m2m_notional_usd: preview.m2m_notional_usd,
} as const
const create = 'markToMarketRequests.create'

let service: FakeService
let page: OpenedPage
beforeEach(async () => {
  // Only what the page itself asks of time: what is between it and the service waits for real.
  const toFake = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
  vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true })
  service = recordedService('execution')
    .answer('positions.get', callable)
    // Without a stream, the page asks every five seconds.
    .answer('events.stream', refusal('ROLE_NOT_PERMITTED'))
  page = await OpenedPage.open(service, `/positions/${callable.id}`)
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

const sent = (method: string) => service.requests.filter((request) => request.method === method)

async function openConfirmation(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: /^Call collateral/ }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/^✓ Recomputed in this browser: equal, digit for digit\.$/)
  await within(dialog).findByText(/^✓ Recomputed in this browser/)
  await within(dialog).findAllByText(/ at Simulated custody$/)
  return dialog
}

/** What the service takes for an answer: without it, the page would only be rendered again. */
const answeredWithinMs = 15

/** Lets time pass until a text is on screen. */
async function passUntil(text: string | RegExp): Promise<void> {
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(500)
      screen.getByText(text)
    },
    { timeout: 20_000, interval: answeredWithinMs },
  )
}

it('keeps the figures that a person is about to confirm while the position is read again', async () => {
  const dialog = await openConfirmation()
  const shown = dialog.textContent
  const readBefore = sent('positions.get').length
  service.answer('positions.get', { ...callable, collateral_quantity: '1' })
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(5_000)
      expect(sent('positions.get').length).toBeGreaterThan(readBefore + 1)
    },
    { timeout: 20_000, interval: answeredWithinMs },
  )
  expect(sent('markToMarketRequests.preview')).toHaveLength(1)
  expect(dialog.textContent).toBe(shown)
})

const coverageIn = (dialog: HTMLElement) =>
  within(dialog).getByText(/^Coverage/).parentElement?.textContent

it('says by itself that a price moved since its figures, and shows others only at a press', async () => {
  const dialog = await openConfirmation()
  const card = coverageIn(dialog)
  service.answer('positions.get', {
    ...callable,
    collateral_price: '2388.5',
    m2m_collateral_amount: '14.01',
    m2m_notional_usd: '33450.00',
  })
  await passUntil(/moved since these figures/)
  const said = within(dialog).getByText(/moved since these figures/)
  expect(said.parentElement?.textContent).toBe(
    'ETH moved since these figures: 2300 → 2388.5 USD. Amount now: 14.01 ETH (33450.00 USD).',
  )
  expect(coverageIn(dialog)).toBe(card)
  expect(sent('markToMarketRequests.preview')).toHaveLength(1)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show the new figures' }))
  await waitFor(() => expect(sent('markToMarketRequests.preview')).toHaveLength(2))
})

describe('an answer that is lost', () => {
  it('is asked for again under the same key, and only once by a double press', async () => {
    const dialog = await openConfirmation()
    service.answer(create, lostConnection())
    const press = within(dialog).getByRole('button', { name: 'Send the call' })
    fireEvent.click(press)
    fireEvent.click(press)
    await passUntil('The outcome is unknown.')
    service.answer(create, service.sample(create))
    await passUntil('Sent.')
    const keys = sent(create).map(({ idempotencyKey }) => idempotencyKey)
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })

  it('is not asked for once the service may have forgotten the key, and a lock says so', async () => {
    const dialog = await openConfirmation()
    service.answer(create, lostConnection())
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send the call' }))
    await passUntil('The outcome is unknown.')
    vi.setSystemTime(Date.now() + 12 * 3_600_000)
    await passUntil('The outcome stays unknown.')
    const known = new Set(sent(create).map(({ idempotencyKey }) => idempotencyKey))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Preview again' }))
    await waitFor(() => {
      const again = within(dialog).getByRole('button', { name: 'Send the call' })
      expect(again.hasAttribute('disabled')).toBe(false)
      fireEvent.click(again)
    })
    await passUntil('The outcome is unknown.')
    expect(known.has(sent(create).at(-1)?.idempotencyKey)).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Lock', hidden: true }))
    await passUntil('The outcome of a request is unknown.')
  })
})
