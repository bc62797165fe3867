import { acceptMarkToMarketRequest, disputeMarkToMarketRequest } from '@vadium/schema'
import { agreedCollateral, formatDecimal, resolveDispute } from '@vadium/margin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refused } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { availableTo } from '../../../harness/world/margin-calls.ts'
import { now, World } from '../../../harness/world/world.ts'

// 60 ETH or 150,000 USD are called, 5 % of which are 7,500.
const world = new World({ short: 6 })
const { book, lender, borrower, lenderKey, borrowerKey } = world
const splitting = (changes = {}) => ({ dispute_method: 'split' as const, ...changes })
const split = book.deal(lender, borrower, { terms: splitting() })
const splitOdd = book.deal(lender, borrower, { terms: splitting() })
const haircut = book.deal(lender, borrower, {
  terms: { requirement_percent: null, haircut: '0.25', lot_top_up: '0.5' },
  collateral_quantity: '300',
})
const zeroTolerance = [
  { dispute_tolerance_percent: '0' },
  { dispute_tolerance_percent: null, dispute_tolerance_usd: '0' },
].map((terms) => book.deal(lender, borrower, { terms: splitting(terms) }))
const operation = disputeMarkToMarketRequest

beforeAll(() => world.start())
afterAll(() => world.close())

const answer = (request: { id: string }, counter: string, key = borrowerKey) =>
  world.do(operation, request, key, { counter_notional_usd: counter, reason: 'PRICE' })

describe('a counter-valuation within the tolerance', () => {
  it('is no dispute, and moves the smaller amount at once', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.create(deal)
    const agreed = await world.do(operation, request, borrowerKey, {
      counter_notional_usd: '142500',
      reason: 'IN_TRANSIT',
      note: 'Three were on their way.',
    })
    expect(agreed).toMatchObject({
      status: 'ACCEPTED',
      collateral_amount: '60',
      notional_usd: '150000.00',
      dispute: {
        counter_notional_usd: '142500.00',
        reason: 'IN_TRANSIT',
        note: 'Three were on their way.',
        agreed_notional_usd: '142500.00',
        agreed_collateral_amount: '57',
        disputed_notional_usd: '0.00',
        outcome: 'agreed',
        time: now,
      },
    })
    expect(await world.margin.transfersOf(request)).toMatchObject([
      { quantity: '57', notional_usd: '142500.00', sender: borrower.id },
    ])
    expect(await world.margin.historyOf(request)).toEqual([
      'create PENDING_ACCEPTANCE',
      'accept ACCEPTED',
    ])
    expect(await world.margin.hasDeadline(request)).toBe(false)
    const [transferId = ''] = agreed.transfer_ids
    await world.report(transferId, 'completed')
    expect(await world.margin.get(request)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '357', journal: '357' })
  })

  it('is no dispute, and moves the midpoint where a split was agreed', async () => {
    const request = await world.margin.create(split)
    const agreed = await answer(request, '142500')
    expect(agreed.dispute).toMatchObject({
      agreed_notional_usd: '146250.00',
      agreed_collateral_amount: '58.5',
      outcome: 'split',
    })
    expect(await world.margin.transfersOf(request)).toMatchObject([{ quantity: '58.5' }])
  })

  it('is no dispute, and is exact to half a cent', async () => {
    const agreed = await answer(await world.margin.create(splitOdd), '149999.99')
    expect(agreed.dispute).toMatchObject({
      agreed_notional_usd: '149999.995',
      agreed_collateral_amount: '59.999998',
    })
  })
})

describe('a counter-valuation beyond the tolerance', () => {
  it('is a dispute, and moves the undisputed part at once, from a cent beyond the tolerance', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.create(deal)
    const disputed = await answer(request, '142499.99')
    expect(disputed).toMatchObject({
      status: 'DISPUTED',
      dispute: {
        counter_notional_usd: '142499.99',
        note: null,
        agreed_notional_usd: '142499.99',
        agreed_collateral_amount: '56.999996',
        disputed_notional_usd: '7500.01',
        outcome: 'disputed',
      },
    })
    expect(await world.margin.transfersOf(request)).toMatchObject([
      { status: 'PENDING', quantity: '56.999996' },
    ])
    expect(await world.margin.hasDeadline(request)).toBe(false)
    expect(availableTo(await world.margin.get(request, borrowerKey))).toEqual(['accept'])
    expect(availableTo(await world.margin.get(request, lenderKey))).toEqual(['accept'])
  })

  it.each(firstOf(zeroTolerance))(
    'disputes a single cent where no tolerance is agreed',
    async (deal) => {
      const disputed = await answer(await world.margin.create(deal), '149999.99')
      expect(disputed).toMatchObject({
        status: 'DISPUTED',
        dispute: {
          outcome: 'disputed',
          agreed_notional_usd: '149999.99',
          disputed_notional_usd: '0.01',
        },
      })
    },
  )

  it('is a dispute, and takes the haircut into account as the arithmetic does', async () => {
    const { preview } = await world.margin.preview(haircut)
    const request = await world.margin.create(haircut)
    const disputed = await answer(request, '10000.01')
    const { agreed } = resolveDispute({
      call: preview.m2m_notional_usd,
      counter: '10000.01',
      tolerance: { percent: '5' },
    })
    const amount = agreedCollateral(
      {
        direction: 'TopUp',
        agreedNotionalUsd: agreed,
        collateralPriceUsd: '2500',
        collateralAmount: preview.m2m_collateral_amount,
      },
      { haircut: '0.25', lot: { topUp: '0.5', release: '0.000000000000000001' } },
    )
    // 10,000.01 USD at 1,875 an ETH are 5.33 ETH.
    expect(formatDecimal(amount)).toBe('5.5')
    expect(disputed.dispute?.agreed_collateral_amount).toBe('5.5')
    expect(await world.margin.transfersOf(request)).toMatchObject([{ quantity: '5.5' }])
  })

  it('is a dispute, and the next preview still calls for the disputed part', async () => {
    const deal = world.shortDeal()
    await world.margin.disputed(deal, '100000')
    const { preview } = await world.margin.preview(deal)
    expect(preview).toMatchObject({
      direction: 'TopUp',
      m2m_collateral_amount: '20',
      can_submit_m2m: true,
    })
  })
})

describe('the end of a dispute', () => {
  it('instructs the rest when the counterparty concedes', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.disputed(deal, '100000')
    const conceded = await world.do(acceptMarkToMarketRequest, request, borrowerKey)
    expect(conceded.status).toBe('IN_PROGRESS')
    expect(conceded.transfer_ids).toHaveLength(2)
    const quantities = (await world.margin.transfersOf(request)).map(({ quantity }) => quantity)
    expect(quantities.sort()).toEqual(['20', '40'])
    const [first = '', second = ''] = conceded.transfer_ids
    await world.report(first, 'completed')
    expect(await world.margin.get(request)).toMatchObject({ status: 'IN_PROGRESS' })
    await world.report(second, 'completed')
    expect(await world.margin.get(request)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
    expect((await world.margin.preview(deal)).preview).toMatchObject({
      direction: 'None',
      price_at_last_m2m: '60000',
      last_m2m_at: now,
    })
  })

  it('instructs nothing when the creator accepts the counter-valuation while the undisputed part moves', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.disputed(deal, '100000')
    const settled = await world.do(acceptMarkToMarketRequest, request, lenderKey)
    expect(settled).toMatchObject({ status: 'IN_PROGRESS' })
    expect(settled.transfer_ids).toHaveLength(1)
    await world.report(settled.transfer_ids[0] ?? '', 'completed')
    expect(await world.margin.get(request)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '340', journal: '340' })
  })
})

describe('a new request in place of a disputed one', () => {
  it('includes its disputed part, while the undisputed part continues', async () => {
    const deal = world.shortDeal()
    const disputed = await world.margin.disputed(deal, '100000')
    const next = await world.margin.create(deal)
    expect(next).toMatchObject({ status: 'PENDING_ACCEPTANCE', collateral_amount: '20' })
    const superseded = await world.margin.get(disputed)
    expect(superseded).toMatchObject({ status: 'IN_PROGRESS', superseded_by: next.id })
    await refused(
      world.service,
      409,
      world.callOn(acceptMarkToMarketRequest, disputed, borrowerKey),
    )

    await world.report(disputed.transfer_ids[0] ?? '', 'completed')
    expect(await world.margin.get(disputed)).toMatchObject({ status: 'COMPLETED' })
    const accepted = await world.do(acceptMarkToMarketRequest, next, borrowerKey)
    await world.report(accepted.transfer_ids[0] ?? '', 'completed')
    // 60 were called once, in two parts: nothing was called twice.
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
  })
})
