import { errorReasons, getPosition, previewMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book, bookTime, type Deal } from '../../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { removePrices, setTriparty } from '../../../harness/altered-rows.ts'
import { decideTransfer } from '../../../harness/decided-transfer.ts'
import { playChange, playMarginCall } from '../../../harness/played-requests.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const now = '2026-03-02T12:00:00.000Z'
const book = new Book()
book.scenario.assets.push({ symbol: 'NEW', name: 'New', normalized_symbol: 'NEW', decimals: 2 })
const lender = book.party('harbor', 'fireblocks')
const borrower = book.party('quay', 'bitgo')
const stranger = book.party('stranger', 'copper')
const viewer = lender.credential('viewer')
const lending = lender.credential('execution')
const borrowing = borrower.credential('execution')
const reporting = lender.credential('reporting')
const strangerKey = stranger.credential('admin')
book.price('BTC', '60000', now)
const earlier = '2026-03-02T11:59:30.000Z'
book.price('ETH', '2500', earlier)
book.price('USDC', '1', '2026-03-02T11:00:00.000Z')

// 10 BTC at 60,000 require 900,000 of collateral; 300 ETH at 2,500 are 750,000.
const short = book.deal(lender, borrower)
const moving = book.deal(lender, borrower)
const exact = book.deal(lender, borrower, { collateral_quantity: '360' })
const below = book.deal(lender, borrower, { collateral_quantity: '359.9' })
const crumb = book.deal(lender, borrower, {
  collateral_quantity: '361',
  terms: { lot_release: '5', minimum_notional_release_usd: '0' },
})
const opening = book.deal(lender, borrower, { state: 'OPENING' })
const closedAt = '2026-03-02T01:00:00.000Z'
const closing = book.deal(lender, borrower, { state: 'CLOSING', closedAt })
book.report(closedAt, closing.name, 'asset')
const closed = book.deal(lender, borrower, { state: 'CLOSED', closedAt })
const triparty = book.deal(lender, borrower)
const called = book.deal(lender, borrower)
playMarginCall(book, { lender, borrower }, called, 'PENDING_ACCEPTANCE')
const recalled = book.deal(lender, borrower)
playChange(book, { lender, borrower }, recalled, 'recall', 'ACCEPTED')
const stale = book.deal(lender, borrower, { collateral_asset: 'USDC' })
const unpriced = book.deal(lender, borrower, { collateral_asset: 'NEW' })
const everyDeal = [
  ...[short, moving, exact, below, crumb, opening, closing, closed, triparty, called, recalled],
  ...[stale, unpriced],
]

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  const { database, services } = service
  await setTriparty(database, triparty)
  await removePrices(database, 'NEW')
  const movingDeal = { ...moving, lender, borrower }
  await decideTransfer(services, movingDeal, { quantity: '20' })
  await decideTransfer(services, movingDeal, { quantity: '1.5' })
  await decideTransfer(services, movingDeal, { from: 'lender', quantity: '5' })
  const asset = { category: 'close', leg: 'asset', token: 'BTC', quantity: '3' } as const
  await decideTransfer(services, movingDeal, asset)
  await database.query('UPDATE positions SET collateral_disputed_quantity = 7.25 WHERE id = $1', [
    moving.positionId,
  ])
})
afterAll(() => service.close())

const get = ({ positionId }: Deal, key = lending) =>
  succeed(service, getPosition, { key, params: { position_id: positionId } })

/** The actions of a position: true, or the reason against it. */
const actionsOf = async (deal: Deal, key = lending) =>
  Object.fromEntries(
    (await get(deal, key)).actions.map(({ action, available, reason }) => [
      action,
      available || reason,
    ]),
  )

describe('200 OK', () => {
  it('returns 200 with every member of a position', async () => {
    expect(await get(short)).toEqual({
      id: short.positionId,
      status: 'ACTIVE',
      order_id: short.orderId,
      order_id_pretty: short.orderNumber,
      lender_id: lender.id,
      lender_name: 'harbor Ltd',
      borrower_id: borrower.id,
      borrower_name: 'quay Ltd',
      asset: 'BTC',
      asset_quantity: '10',
      collateral_asset: 'ETH',
      collateral_type: 'BILATERAL',
      collateral_quantity: '300',
      collateral_disputed_quantity: '0',
      deliveries_in_transit: '0',
      returns_in_transit: '0',
      rate_percent: '5',
      // 10 BTC at 5 % for one day of 360: 0.00138888…
      interest_accrued: '0.00138889',
      interest_paid: '0',
      current_price: '60000',
      collateral_price: '2500',
      price_time: earlier,
      asset_notional_usd: '600000.00',
      collateral_value_usd: '750000.00',
      ltv_percent: '80.00',
      ccr_percent: '125.00',
      margin_call_reached: true,
      lent: true,
      liquidation_reached: false,
      ready_for_m2m: true,
      m2m_direction: 'TopUp',
      m2m_collateral_amount: '60',
      m2m_notional_usd: '150000.00',
      m2m_reason: null,
      terms_version: 1,
      substitute_assets: [],
      terms: {
        requirement_percent: '150',
        haircut: null,
        margin_call_percent: '130',
        liquidation_percent: '110',
        top_up_when: 'minimum',
        release_percent: null,
        default_causes: [],
        threshold_usd: '0',
        minimum_notional_top_up_usd: '1000',
        minimum_notional_release_usd: '1000',
        lot_top_up: '0.000000000000000001',
        lot_release: '0.000000000000000001',
      },
      price_at_last_m2m: '59000',
      last_m2m_at: bookTime,
      create_time: bookTime,
      update_time: bookTime,
      actions: [
        { action: 'preview', available: true, reason: null },
        { action: 'create_mark_to_market_request', available: true, reason: null },
        {
          action: 'send_collateral',
          available: false,
          reason:
            'no collateral is in excess of the requirement, or only what is worth too little to send',
        },
        {
          action: 'close',
          available: false,
          reason: 'only the borrower may do this',
        },
        { action: 'recall', available: true, reason: null },
        { action: 'return', available: false, reason: 'only the borrower may do this' },
        { action: 'rerate', available: true, reason: null },
        { action: 'amend', available: true, reason: null },
        { action: 'extend', available: false, reason: 'the order has no maturity' },
      ],
      open_close_out_ids: [],
    })
  })

  it('returns 200 with transit and disputes counted for the collateral only', async () => {
    expect(await get(moving)).toMatchObject({
      collateral_quantity: '300',
      collateral_disputed_quantity: '7.25',
      deliveries_in_transit: '21.5',
      returns_in_transit: '5',
      ccr_percent: '125.00',
      // 360 − (300 + 21.5 − 5 − 7.25)
      m2m_collateral_amount: '50.75',
    })
  })

  it('returns 200 for an id in either case', async () => {
    const params = { position_id: short.positionId.toUpperCase() }
    const position = await succeed(service, getPosition, { key: viewer, params })
    expect(position.id).toBe(short.positionId)
  })

  it.each<[string, Deal, object]>([
    ['NOTHING_DUE', exact, { m2m_direction: 'None', m2m_collateral_amount: '0' }],
    ['BELOW_MINIMUM_NOTIONAL', below, { m2m_direction: 'TopUp', m2m_notional_usd: '250.00' }],
    ['ROUNDS_TO_ZERO', crumb, { m2m_direction: 'Release', m2m_collateral_amount: '0' }],
    ['POSITION_NOT_ACTIVE', opening, { interest_accrued: '0' }],
    ['POSITION_NOT_ACTIVE', closed, { ltv_percent: null, ccr_percent: null }],
    ['POSITION_QUANTITY_CHANGING', closing, {}],
    ['POSITION_QUANTITY_CHANGING', recalled, { ccr_percent: '125.00' }],
    ['COLLATERAL_MANAGED_BY_AGENT', triparty, { m2m_direction: 'TopUp' }],
    ['MARK_TO_MARKET_REQUEST_OPEN', called, { m2m_collateral_amount: '60' }],
    ['PRICE_STALE', stale, { current_price: '60000', collateral_price: null }],
    ['PRICE_MISSING', unpriced, { current_price: '60000', collateral_price: null }],
  ])('returns 200 with the reason why it is not ready: %s', async (m2m_reason, deal, figures) => {
    expect(await get(deal)).toMatchObject({ ready_for_m2m: false, m2m_reason, ...figures })
  })

  it('returns 200 without figures that need a missing price', async () => {
    expect(await get(unpriced)).toMatchObject({
      asset_notional_usd: '600000.00',
      collateral_value_usd: null,
      price_time: null,
      ltv_percent: null,
      ccr_percent: null,
      margin_call_reached: null,
      liquidation_reached: null,
      m2m_direction: null,
      m2m_collateral_amount: null,
      m2m_notional_usd: null,
    })
  })

  it('returns 200 with the same decision as the preview, for every position', async () => {
    for (const deal of everyDeal) {
      const position = await get(deal)
      const body = { position_id: deal.positionId }
      const reply = await call(service, callOf(previewMarkToMarketRequest, { key: lending, body }))
      const { preview, error } = reply.body as {
        preview?: { can_submit_m2m: boolean }
        error?: { reason: string }
      }
      expect(position.ready_for_m2m).toBe(preview?.can_submit_m2m ?? false)
      if (error !== undefined) expect(position.m2m_reason).toBe(error.reason)
    }
  })
})

describe('actions', () => {
  it('are those of the side and the role of the caller', async () => {
    const create_mark_to_market_request = true
    expect(await actionsOf(short, borrowing)).toEqual({
      preview: true,
      create_mark_to_market_request,
      send_collateral: true,
      close: true,
      recall: 'only the lender may do this',
      return: true,
      rerate: true,
      amend: true,
      extend: 'the order has no maturity',
    })
    const notForViewers = 'the role viewer may not do this'
    expect(await actionsOf(short, viewer)).toEqual({
      preview: true,
      create_mark_to_market_request: notForViewers,
      send_collateral: notForViewers,
      close: notForViewers,
      recall: notForViewers,
      return: notForViewers,
      rerate: notForViewers,
      amend: notForViewers,
      extend: notForViewers,
    })
  })

  it('show their blockers', async () => {
    const requests = {
      recall: 'only the lender may do this',
      return: true,
      rerate: true,
      amend: true,
      extend: 'the order has no maturity',
    }
    const newest = 'the newest terms in effect apply already: those of version 3'
    const notDue = 'The amount due is below the minimum notional or rounds to zero.'
    expect(await actionsOf(exact, borrowing)).toEqual({
      preview: true,
      create_mark_to_market_request: notDue,
      send_collateral: true,
      close: true,
      ...requests,
    })
    const open = errorReasons.MARK_TO_MARKET_REQUEST_OPEN.message
    expect(await actionsOf(called, borrowing)).toEqual({
      preview: open,
      create_mark_to_market_request: open,
      send_collateral: open,
      close: 'close is not possible: a mark-to-market request of the position is unfinished',
      ...requests,
      amend: newest,
    })
    const unknown = errorReasons.PRICE_MISSING.message
    expect(await actionsOf(unpriced, borrowing)).toEqual({
      preview: unknown,
      create_mark_to_market_request: unknown,
      send_collateral: 'NEW: has no price',
      close: true,
      ...requests,
      amend: newest,
    })
    expect(await actionsOf(triparty, borrowing)).toMatchObject({
      close: 'this service instructs no tri-party agent',
      return: 'its collateral is TRIPARTY: this service instructs no agent to send it back',
    })
    expect(await actionsOf(closed, borrowing)).toMatchObject({
      close: 'the order is CLOSED',
      return: 'a return is possible while the order is ACTIVE, and it is CLOSED',
    })
  })
})

describe('400 Bad Request', () => {
  it('returns 400 for an invalid id', async () => {
    const reply = await refused(service, 400, { target: '/positions/1', key: viewer })
    expect(reply.body.error.details).toEqual([{ field: 'position_id', issue: 'must be a UUID' }])
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for a role that may not read positions', async () => {
    const target = `/positions/${short.positionId}`
    const reply = await refused(service, 403, { target, key: reporting })
    expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
  })
})

describe('404 Not Found', () => {
  it('returns 404 for an unknown position, and byte for byte the same for that of another organization', async () => {
    const unknownId = '00000000-0000-4000-8000-000000000000'
    const answers = await Promise.all(
      [unknownId, short.positionId].map(async (id) => {
        const reply = await refused(service, 404, { target: `/positions/${id}`, key: strangerKey })
        expect(reply.reason).toBe('POSITION_NOT_FOUND')
        return reply.text.replace(id, 'ID').replace(/"request_id":"[^"]*"/, '')
      }),
    )
    expect(answers[0]).toBe(answers[1])
  })
})

// Last, because the clock of the signatures only moves forward.
describe('the interest', () => {
  const interestAt = async ({ positionId }: Deal, time: string) => {
    const call = { key: lending, params: { position_id: positionId } }
    const position = await succeed(service, getPosition, { ...call, signedAt: Date.parse(time) })
    return position.interest_accrued
  }

  it('stops at the day of the end, with the quantity lent until then', async () => {
    expect(await get(closed)).toMatchObject({ asset_quantity: '0', interest_accrued: '0.00138889' })
    expect(await get(closing)).toMatchObject({ interest_accrued: '0.00138889' })
  })

  it('grows by whole days, and is never below zero when the clock is set back', async () => {
    const accrued: [string, string][] = [
      ['2026-03-01T23:59:59.999Z', '0'],
      ['2026-03-02T00:00:00.000Z', '0.00138889'],
      ['2026-03-31T12:00:00.000Z', '0.04166667'],
      ['2026-02-01T12:00:00.000Z', '0'],
    ]
    for (const [time, interest] of accrued) {
      service.clock.set(time)
      expect(await interestAt(short, time)).toBe(interest)
    }
    expect(await interestAt(closed, '2026-02-01T12:00:00.000Z')).toBe('0')
  })
})
