import { verifyCloseOut } from '@vadium/margin'
import { previewCloseOut } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removePrices, setTriparty } from '../../../harness/altered-rows.ts'
import { Book, type Deal } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import { playMarginCall } from '../../../harness/played-requests.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const now = '2026-03-02T12:00:00.000Z'
const book = new Book()
book.scenario.assets.push({ symbol: 'NEW', name: 'New', normalized_symbol: 'NEW', decimals: 2 })
const lender = book.party('harbor', 'fireblocks')
const borrower = book.party('quay', 'bitgo')
const key = lender.credential('viewer')
const borrowerKey = borrower.credential('viewer')
const strangerKey = book.party('stranger', 'copper').credential('admin')
book.price('BTC', '60000', now)
book.price('ETH', '2500', now)
book.price('USDC', '1', '2026-03-02T11:00:00.000Z')

// 10 BTC since yesterday at 5 %, against 300 ETH.
const active = book.deal(lender, borrower)
const opening = book.deal(lender, borrower, { state: 'OPENING' })
const closedAt = '2026-03-02T01:00:00.000Z'
const closing = book.deal(lender, borrower, { state: 'CLOSING', closedAt })
book.report(closedAt, closing.name, 'asset')
const paid = book.deal(lender, borrower, { state: 'CLOSING', closedAt })
book.report(closedAt, paid.name, 'asset')
book.report(closedAt, paid.name, 'interest')
const closed = book.deal(lender, borrower, { state: 'CLOSED', closedAt })
const triparty = book.deal(lender, borrower)
const called = book.deal(lender, borrower)
playMarginCall(book, { lender, borrower }, called, 'PENDING_ACCEPTANCE')
const stale = book.deal(lender, borrower, { collateral_asset: 'USDC' })
const unpriced = book.deal(lender, borrower, { collateral_asset: 'NEW' })

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  await setTriparty(service.database, triparty)
  await removePrices(service.database, 'NEW')
})
afterAll(() => service.close())

const bodyOf = ({ positionId }: Deal, in_default: string) =>
  JSON.stringify({ position_id: positionId, in_default })

async function preview(deal: Deal, inDefault: 'borrower' | 'lender', caller = key) {
  const request = { key: caller, body: bodyOf(deal, inDefault) }
  const { statement } = await succeed(service, previewCloseOut, request)
  expect(verifyCloseOut(statement)).toEqual({ ok: true, differences: [] })
  return statement
}

describe('200 OK', () => {
  it('returns 200 with what the lender would keep and what would go back', async () => {
    const { calculation, ...statement } = await preview(active, 'borrower')
    expect(statement).toEqual({
      in_default: 'borrower',
      scope: 'full',
      provisional: true,
      lender_id: lender.id,
      borrower_id: borrower.id,
      asset: 'BTC',
      asset_quantity: '10',
      asset_price_usd: '60000',
      interest_owed: '0.00138889',
      collateral: [{ asset: 'ETH', quantity: '300', price_usd: '2500' }],
      discount: '0',
      price_source: 'current',
      price_time: now,
      claim_usd: '600083.3334',
      kept: [{ asset: 'ETH', kept_quantity: '240.03333336', back_quantity: '59.96666664' }],
      overshoot_usd: '0.00',
      back_interest: '0',
      discharged_quantity: '10',
      residual_claim_usd: '0.00',
    })
    const sources = calculation.inputs.map(({ name, source }) => [name, source])
    expect(Object.fromEntries(sources)).toMatchObject({
      asset_quantity: `position ${active.positionId}`,
      asset_unit: 'smallest unit of BTC',
      interest_paid: `completed interest transfers of order ${active.orderNumber}`,
      close_out_discount: `terms of order ${active.orderNumber}`,
    })
    expect(calculation.interest_periods).toEqual([
      {
        from: '2026-03-01',
        to: '2026-03-02',
        quantity: '10',
        rate_percent: '5',
        source: `terms of order ${active.orderNumber}`,
      },
    ])
  })

  it('returns 200 to either side with what the borrower would keep', async () => {
    const statement = await preview(active, 'lender', borrowerKey)
    expect(statement).toMatchObject({
      claim_usd: '750000.00',
      kept: [{ asset: 'BTC', kept_quantity: '10.00138889', back_quantity: '0' }],
      residual_claim_usd: '149916.66',
      discharged_quantity: '10',
    })
  })

  it('returns 200 while the deal closes, with the interest alone once the asset is back', async () => {
    expect(await preview(closing, 'borrower')).toMatchObject({
      asset_quantity: '0',
      interest_owed: '0.00138889',
      claim_usd: '83.3334',
      kept: [{ asset: 'ETH', kept_quantity: '0.03333336', back_quantity: '299.96666664' }],
    })
  })

  it('returns 200 with nothing to claim once the interest is paid too', async () => {
    const { calculation, ...statement } = await preview(paid, 'borrower')
    expect(statement).toMatchObject({
      interest_owed: '0',
      claim_usd: '0.00',
      kept: [{ asset: 'ETH', kept_quantity: '0', back_quantity: '300' }],
    })
    const interest = calculation.inputs.find(({ name }) => name === 'interest_paid')
    expect(interest?.value).toBe('0.00138889')
  })

  it('returns 200 whatever is asked for of the deal', async () => {
    expect(await preview(called, 'borrower')).toMatchObject({ claim_usd: '600083.3334' })
  })
})

describe('a refusal', () => {
  const missing = { ...active, positionId: '00000000-0000-4000-8000-000000000000' }

  it.each<[number, string, Deal]>([
    [404, 'POSITION_NOT_FOUND', missing],
    [422, 'POSITION_NOT_ACTIVE', opening],
    [422, 'POSITION_NOT_ACTIVE', closed],
    [422, 'COLLATERAL_MANAGED_BY_AGENT', triparty],
    [424, 'PRICE_STALE', stale],
    [424, 'PRICE_MISSING', unpriced],
  ])('is %d %s', async (status, reason, deal) => {
    const request = { method: 'POST', target: previewCloseOut.path, key } as const
    const body = bodyOf(deal, 'borrower')
    expect((await refused(service, status, { ...request, body })).reason).toBe(reason)
  })

  it('names no position of others, and no side that there is not', async () => {
    const request = { method: 'POST', target: previewCloseOut.path } as const
    const body = bodyOf(active, 'borrower')
    const toStranger = await refused(service, 404, { ...request, key: strangerKey, body })
    expect(toStranger.reason).toBe('POSITION_NOT_FOUND')
    const noSide = await refused(service, 400, { ...request, key, body: bodyOf(active, 'both') })
    expect(noSide.body.error.details?.[0]?.field).toBe('in_default')
  })
})

// Last, because no price comes back.
it('needs no price of an asset of which nothing is owed', async () => {
  await removePrices(service.database, 'BTC')
  expect(await preview(paid, 'borrower')).toMatchObject({
    asset_price_usd: null,
    claim_usd: '0.00',
  })
  expect(await preview(paid, 'lender')).toMatchObject({
    kept: [{ asset: 'BTC', kept_quantity: '0', back_quantity: '0' }],
    residual_claim_usd: '750000.00',
  })
  const request = { method: 'POST', target: previewCloseOut.path, key } as const
  const reply = await refused(service, 424, { ...request, body: bodyOf(closing, 'borrower') })
  expect(reply.reason).toBe('PRICE_MISSING')
})
