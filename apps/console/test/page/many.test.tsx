import type { MarkToMarketPreviewResponse, PositionToMark, Today } from '@vadium/client'
import { lostConnection, refusal } from '@vadium/client/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedApproval, recordedOrder, recordedService } from './harness/recorded-service.ts'

const example = recorded.operations.getToday.answer as Today
const preview = recorded.operations.previewMarkToMarketRequest.answer as MarkToMarketPreviewResponse
const [due] = example.to_call.positions
if (due === undefined) throw new Error('the example has no position to call')

const toCall = (number: number): PositionToMark => ({
  ...due,
  id: `08217864-88d7-8080-b7b3-386a5a00eb${number}`,
  order_id_pretty: number,
})
const today: Today = {
  ...example,
  to_call: {
    ...example.to_call,
    count: 4,
    lender_count: 4,
    positions: [41, 42, 43, 44].map(toCall),
  },
  to_approve: {
    ...example.to_approve,
    count: 2,
    approvals: [51, 52].map((number) => ({
      id: `08217864-88d7-8080-b7b3-386a5a00eb${number}`,
      operation: 'createOrder',
      account_id: recordedApproval.account_id,
      order_id: null,
      amount_usd: recordedApproval.amount_usd,
      expire_time: recordedApproval.expire_time,
    })),
  },
}
const nothingDue: MarkToMarketPreviewResponse = {
  preview: { ...preview.preview, direction: 'None', can_submit_m2m: false },
}

const service = recordedService('execution').answer('today.show', today)
const created = () =>
  service.requests.filter(({ method }) => method === 'markToMarketRequests.create')
const press = async (name: RegExp | string) => {
  const found = await screen.findByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(found.disabled).toBe(false))
  fireEvent.click(found)
}

let page: OpenedPage
beforeEach(async () => {
  service.requests.splice(0)
  page = await OpenedPage.open(service)
})
afterEach(() => page.close())

it('sends many calls by one press, each under its key, without those left out', async () => {
  service.script('markToMarketRequests.preview', preview, preview, preview, nothingDue)
  await press('Call all …')
  const table = await screen.findByRole('region', { name: 'What is sent' })
  await within(table).findByText('Left out: it is not due any more')
  expect(await violations()).toEqual([])
  const boxes = within(table).getAllByRole<HTMLInputElement>('checkbox')
  const [unticked, ...ticked] = boxes.filter(({ disabled }) => !disabled)
  if (unticked === undefined) throw new Error('nothing can be sent')
  fireEvent.click(unticked)
  const sums = (await screen.findByText('2 of 4')).closest('div')?.textContent
  expect(sums).toMatch(
    /^2 of 4We receive 120000\.00 USD: 52\.18 ETH, when it is acceptedFigures of /,
  )

  service.script('markToMarketRequests.create', lostConnection(), refusal('PREVIEW_STALE'))
  await press('Send 2')
  await screen.findByText('Refused: nothing was changed.')
  const numberOf = (body: unknown) => /eb(\d\d)"/.exec(JSON.stringify(body))?.[1]
  const keys = new Map(
    created().map(({ body, idempotencyKey }) => [numberOf(body), idempotencyKey]),
  )
  // What is asked at once arrives in any order.
  expect([...keys.keys()].toSorted()).toEqual(
    ticked.map((box) => /\d+/.exec(box.getAttribute('aria-label') ?? '')?.[0]),
  )
  await press('Close')
  await page.visit('/transfers')
  await screen.findByText('Collateral calls: 1 of 2 sent, 1 refused.')
  expect(created()).toHaveLength(3)
  expect(new Set(created().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
  for (const { body, idempotencyKey } of created()) {
    expect(body).toMatchObject({ calculation_id: preview.calculation?.calculation_id })
    expect(idempotencyKey).toBe(keys.get(numberOf(body)))
  }
  await press('Dismiss')
  await waitFor(() => expect(screen.queryByText(/^Collateral calls:/)).toBeNull())
})

it('sends nothing of what could not be looked at again, or awaits an approval already', async () => {
  const { resolved: _, ...approval } = recordedApproval
  const asked = {
    ...approval,
    operation: 'createMarkToMarketRequest',
    request: { ...approval.request, body: JSON.stringify({ position_id: toCall(44).id }) },
  }
  service.script('approvals.list', { approvals: [asked] })
  await press('Call all …')
  await screen.findByText('Left out: it was asked for already, and awaits an approval')
  service.script('markToMarketRequests.preview', preview, refusal('POSITION_NOT_FOUND'))
  await press('Look again')
  const table = screen.getByRole('region', { name: 'What is sent' })
  await screen.findByText('2 of 4')
  const failed = within(table)
    .getAllByRole('row')
    .find((row) => row.textContent.includes('Left out: ') && !row.textContent.includes('asked for'))
  expect(failed?.textContent).not.toContain('52.18')
  expect(failed?.querySelector('input')?.checked).toBe(false)
})

it('leaves out what is not read within 15 s, and sends the others', async () => {
  await page.close()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const fetched = globalThis.fetch
  let previews = 0
  // The second of four previews is never answered, nor when it is asked for again.
  const hanging = vi.spyOn(globalThis, 'fetch').mockImplementation((...request) => {
    const [address] = request
    const isPreview =
      typeof address === 'string' && address.endsWith('/mark-to-market-requests:preview')
    if (isPreview) previews += 1
    const hangs = isPreview && (previews === 2 || previews > 4)
    return hangs ? new Promise(() => undefined) : fetched(...request)
  })
  try {
    service.script('markToMarketRequests.preview', preview, preview, preview)
    page = await OpenedPage.open(service)
    await press('Call all …')
    await screen.findByText('Reading 3 of 4 …')
    await vi.advanceTimersByTimeAsync(15_000)
    await screen.findByText('Left out: no answer came within 15 s')
    await press('Send 3')
    await waitFor(() => expect(created()).toHaveLength(3))
  } finally {
    hanging.mockRestore()
    vi.useRealTimers()
  }
})

it('approves many by the hash computed here, and leaves out a request with another', async () => {
  const other = { ...recordedApproval, request_hash: 'f'.repeat(64) }
  service.script('approvals.get', recordedApproval, other)
  await press('Approve all …')
  await screen.findByText('Left out: the signed request does not have the hash of the approval')
  const table = screen.getByRole('region', { name: 'What is sent' })
  expect(table.textContent).toContain('We send 500000 USDT to')
  await press('Approve 1')
  await screen.findByText('✓ approved by you')
  const approved = service.requests.filter(({ method }) => method === 'approvals.approve')
  expect(approved.map(({ body }) => body)).toEqual([
    { request_hash: recordedApproval.request_hash },
  ])
})

it('asks for the newest terms of an agreement for all open orders that have older ones', async () => {
  await page.close()
  const [agreement] = recorded.operations.listAgreements.answer.agreements
  const [first] = agreement?.versions ?? []
  if (agreement === undefined || first === undefined) throw new Error('no version was recorded')
  const after = { ...first.terms, margin_call_percent: '125' }
  const versions = [first, { ...first, version: 2, terms: after }]
  service.answer('agreements.get', { ...agreement, versions })
  const order = {
    ...recordedOrder,
    lender_id: agreement.lender_id,
    borrower_id: agreement.borrower_id,
  }
  const position = '38217864-88d7-8080-b7b3-386a5a00eb01'
  service.answer('orders.list', {
    orders: [
      { ...order, number: 7001, position_id: position },
      { ...order, id: position, number: 7002, terms_version: 2 },
    ],
  })
  service.answer('requests.preview', {
    ...recorded.operations.previewRequest.answer,
    movements: [],
    coverage: null,
    terms: { before_version: 1, before: first.terms, after_version: 2, after },
    reason: null,
  })
  page = await OpenedPage.open(service, `/agreements/${agreement.id}`)
  await press('Ask for version 2 for all …')
  const table = await screen.findByRole('region', { name: 'What is sent' })
  await waitFor(() => expect(table.textContent).toContain('Margin call level: 125 % instead of'))
  expect(table.textContent).toContain('Order 7001')
  expect(table.textContent).not.toContain('Order 7002')
  await press('Send 1')
  await screen.findByText('✓ sent')
  const asked = service.requests.filter(({ method }) => method === 'orderRequests.create')
  expect(asked.map(({ body }) => body)).toEqual([
    { kind: 'amend', position_id: position, terms_version: 2 },
  ])
})
