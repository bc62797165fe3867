import {
  acceptMarkToMarketRequest,
  createMarkToMarketRequest,
  disputeMarkToMarketRequest,
  getToday,
} from '@vadium/schema'
import { Decimal } from '@vadium/margin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { succeed } from '../../../harness/call.ts'
import { availableTo } from '../../../harness/world/margin-calls.ts'
import { World } from '../../../harness/world/world.ts'

// 60 ETH or 150,000 USD are called, 5 % of which are 7,500.
const world = new World({ short: 7 })
const { book, lender, borrower, lenderKey, borrowerKey } = world
const splitting = (changes = {}) => ({ dispute_method: 'split' as const, ...changes })
const splitBeyond = book.deal(lender, borrower, { terms: splitting() })
const splitRelease = book.deal(lender, borrower, {
  collateral_quantity: '400',
  terms: splitting({ lot_release: '1' }),
})
const absolute = () =>
  book.deal(lender, borrower, {
    terms: { dispute_tolerance_percent: null, dispute_tolerance_usd: '200000' },
  })
const toZero = absolute()
const lots = book.deal(lender, borrower, {
  collateral_quantity: '400',
  terms: { lot_release: '10' },
})
const operation = disputeMarkToMarketRequest

beforeAll(() => world.start())
afterAll(() => world.close())

const answer = (request: { id: string }, counter: string, key = borrowerKey) =>
  world.do(operation, request, key, { counter_notional_usd: counter, reason: 'PRICE' })

describe('a counter-valuation within the tolerance', () => {
  it('is no dispute, and rounds a release down to the lot', async () => {
    const request = await world.margin.create(splitRelease, borrowerKey)
    const agreed = await answer(request, '96000', lenderKey)
    // Half way is 98,000 USD, which are 39.2 ETH.
    expect(agreed.dispute).toMatchObject({ outcome: 'split', agreed_collateral_amount: '39' })
    expect(await world.margin.transfersOf(request)).toMatchObject([
      { quantity: '39', sender: lender.id, receiver: borrower.id },
    ])
  })

  it('is no dispute, and ends the request at once when nothing has to move', async () => {
    const request = await world.margin.create(toZero)
    const agreed = await answer(request, '0')
    expect(agreed).toMatchObject({
      status: 'COMPLETED',
      transfer_ids: [],
      dispute: { outcome: 'agreed', agreed_collateral_amount: '0' },
    })
    expect(await world.margin.historyOf(request)).toEqual([
      'create PENDING_ACCEPTANCE',
      'accept ACCEPTED',
      'start IN_PROGRESS',
      'complete COMPLETED',
    ])
    // Nothing has moved, so the price of the last mark-to-market stays.
    expect((await world.margin.preview(toZero)).preview).toMatchObject({
      price_at_last_m2m: '59000',
      last_m2m_at: toZero.createdAt,
    })
  })
})

describe('a counter-valuation beyond the tolerance', () => {
  it('is a dispute, and moves the smaller amount even where differences are split', async () => {
    const disputed = await answer(await world.margin.create(splitBeyond), '142499.99')
    expect(disputed.dispute).toMatchObject({
      outcome: 'disputed',
      agreed_notional_usd: '142499.99',
    })
  })

  it('is a dispute, and moves nothing when all of it is disputed', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.create(deal)
    const disputed = await answer(request, '0')
    expect(disputed).toMatchObject({
      status: 'DISPUTED',
      transfer_ids: [],
      dispute: { agreed_collateral_amount: '0', disputed_notional_usd: '150000.00' },
    })
    expect(availableTo(await world.margin.get(request, lenderKey))).toEqual(['accept'])
    expect((await world.margin.preview(deal)).preview.m2m_collateral_amount).toBe('60')
  })

  it('is a dispute, and moves nothing of a release that rounds to zero', async () => {
    const request = await world.margin.create(lots, borrowerKey)
    const disputed = await answer(request, '24999.99', lenderKey)
    expect(disputed).toMatchObject({
      status: 'DISPUTED',
      transfer_ids: [],
      dispute: { agreed_notional_usd: '24999.99', agreed_collateral_amount: '0' },
    })
  })
})

describe('the end of a dispute', () => {
  it('instructs the rest when the counterparty concedes after the undisputed part has arrived', async () => {
    const request = await world.margin.disputed(world.shortDeal(), '100000')
    await world.report(request.transfer_ids[0] ?? '', 'completed')
    expect(await world.margin.get(request)).toMatchObject({ status: 'DISPUTED' })
    const conceded = await world.do(acceptMarkToMarketRequest, request, borrowerKey)
    expect(conceded.status).toBe('IN_PROGRESS')
    const rest = conceded.transfer_ids.find((id) => !request.transfer_ids.includes(id))
    await world.report(rest ?? '', 'completed')
    expect(await world.margin.get(request)).toMatchObject({ status: 'COMPLETED' })
  })

  it('leaves owed, for Today, only what failed after the undisputed part has arrived', async () => {
    const owed = async () =>
      (await succeed(world.service, getToday, { key: lenderKey })).totals.owed_to_us_usd
    const before = new Decimal(await owed())
    const request = await world.margin.disputed(world.shortDeal(), '100000')
    await world.report(request.transfer_ids[0] ?? '', 'completed')
    const conceded = await world.do(acceptMarkToMarketRequest, request, borrowerKey)
    const rest = conceded.transfer_ids.find((id) => !request.transfer_ids.includes(id)) ?? ''
    await world.report(rest, 'failed')
    expect(await world.margin.get(request)).toMatchObject({ status: 'FAILED' })
    const transfers = await world.margin.transfersOf(request)
    const failed = transfers.find(({ id }) => id === rest)
    expect(new Decimal(await owed()).minus(before).toFixed(2)).toBe(
      new Decimal(String(failed?.['notional_usd'])).toFixed(2),
    )
  })

  it('instructs nothing when the creator accepts it after the undisputed part has arrived', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.disputed(deal, '100000')
    await world.report(request.transfer_ids[0] ?? '', 'completed')
    expect((await world.margin.preview(deal)).preview.price_at_last_m2m).toBe('59000')
    const concluded = await world.do(acceptMarkToMarketRequest, request, lenderKey)
    expect(concluded).toMatchObject({ status: 'COMPLETED' })
    expect((await world.margin.preview(deal)).preview.price_at_last_m2m).toBe('60000')
  })

  it('leaves the price of the last mark-to-market when the creator accepts it and nothing is undisputed', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.disputed(deal, '0')
    const concluded = await world.do(acceptMarkToMarketRequest, request, lenderKey)
    expect(concluded).toMatchObject({ status: 'COMPLETED', transfer_ids: [] })
    expect((await world.margin.preview(deal)).preview.price_at_last_m2m).toBe('59000')
  })
})

describe('a new request in place of a disputed one', () => {
  it('completes it when no part of it is under way', async () => {
    const deal = world.shortDeal()
    const disputed = await world.margin.disputed(deal, '100000')
    await world.report(disputed.transfer_ids[0] ?? '', 'completed')
    const next = await world.margin.create(deal, borrowerKey)
    expect(await world.margin.get(disputed)).toMatchObject({
      status: 'COMPLETED',
      superseded_by: next.id,
    })
    expect(await world.margin.historyOf(disputed)).toContain('conclude COMPLETED')
  })

  it('leaves it unchanged when the new one is refused', async () => {
    const deal = world.shortDeal()
    const { calculation } = await world.margin.preview(deal)
    const disputed = await world.margin.disputed(deal, '100000')
    const options = {
      key: lenderKey,
      body: { position_id: deal.positionId, calculation_id: calculation.calculation_id },
    }
    await expect(succeed(world.service, createMarkToMarketRequest, options)).rejects.toThrow()
    expect(await world.margin.get(disputed)).toMatchObject({
      status: 'DISPUTED',
      superseded_by: null,
    })
  })
})
