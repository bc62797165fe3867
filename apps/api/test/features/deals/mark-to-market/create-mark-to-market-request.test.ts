import { randomUUID } from 'node:crypto'
import { verifyPreview } from '@vadium/margin'
import {
  createMarkToMarketRequest,
  getPosition,
  getPositionPrices,
  headerNames,
  listPositions,
  listTransfers,
  type MarkToMarketRequest,
} from '@vadium/schema'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, refused, succeed } from '../../../harness/call.ts'
import { availableTo } from '../../../harness/world/margin-calls.ts'
import { now, reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World({ short: 8, over: 1 })
const { book, lender, borrower, lenderKey, borrowerKey } = world
const viewer = lender.credential('viewer')
const loan = (top_up_when: 'minimum' | 'margin_call' = 'margin_call') =>
  book.deal(lender, borrower, {
    asset: 'USDC',
    asset_quantity: '1000000',
    collateral_asset: 'BTC',
    collateral_quantity: '25',
    terms: {
      liquidation_percent: '115',
      top_up_when,
      release_percent: '180',
      minimum_notional_top_up_usd: '10000',
      minimum_notional_release_usd: '25000',
    },
  })
const [withLevels, nearLevel, withMinimum] = [loan(), loan(), loan('minimum')]
book.price('USDC', '1', now)
const lotTooFine = book.deal(lender, borrower, { terms: { lot_top_up: '0.00000000000000000007' } })

beforeAll(() => world.start())
afterAll(() => world.close())
afterEach(async () => {
  await world.setPrice('BTC', '60000')
  await world.setPrice('ETH', '2500')
})

describe('200 OK', () => {
  it('returns 200 with the previewed request and all its members', async () => {
    const deal = world.shortDeal()
    const { preview, calculation } = await world.margin.preview(deal)
    const request = await succeed(world.service, createMarkToMarketRequest, {
      key: lenderKey,
      body: { position_id: deal.positionId, calculation_id: calculation.calculation_id },
    })
    expect(preview).toMatchObject({ direction: 'TopUp', m2m_collateral_amount: '60' })
    expect(request).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      position_id: deal.positionId,
      order_id: deal.orderId,
      order_id_pretty: deal.orderNumber,
      creator_id: lender.id,
      lender_id: lender.id,
      borrower_id: borrower.id,
      direction: 'TopUp',
      collateral_asset: 'ETH',
      collateral_amount: '60',
      notional_usd: '150000.00',
      asset_price_usd: '60000',
      collateral_price_usd: '2500',
      calculation_id: calculation.calculation_id,
      expire_time: '2026-03-03T12:00:00.000Z',
      dispute: null,
      superseded_by: null,
      transfer_ids: [],
      create_time: now,
      update_time: now,
    })
    expect(availableTo(request)).toEqual(['cancel'])
    expect(await world.margin.get(request)).toEqual(request)
    expect(availableTo(await world.margin.get(request, borrowerKey))).toEqual([
      'accept',
      'reject',
      'dispute',
    ])
    expect(await world.margin.historyOf(request)).toEqual(['create PENDING_ACCEPTANCE'])
    expect(await world.margin.hasDeadline(request)).toBe(true)
  })

  it('returns 200 to either side, in either direction', async () => {
    const [asked, back] = [world.shortDeal(), world.overDeal()]
    expect(await world.margin.create(asked, borrowerKey)).toMatchObject({ creator_id: borrower.id })
    const release = await world.margin.create(back, borrowerKey)
    expect(release).toMatchObject({
      direction: 'Release',
      collateral_amount: '40',
      notional_usd: '100000.00',
    })
    expect(availableTo(await world.margin.get(release, lenderKey))).toContain('accept')
  })

  it('returns 200 for a calculation that a viewer of the same organization received', async () => {
    const deal = world.shortDeal()
    const reply = await call(
      world.service,
      world.margin.creation(deal, await world.margin.calculationOf(deal, viewer)),
    )
    expect(reply.status, reply.text).toBe(200)
  })

  it('returns 200 for an id of the position in either case', async () => {
    const deal = world.shortDeal()
    const upper = { positionId: deal.positionId.toUpperCase() }
    const reply = await call(
      world.service,
      world.margin.creation(upper, await world.margin.calculationOf(deal)),
    )
    expect(reply.body).toMatchObject({ position_id: deal.positionId })
  })

  it('returns 200 without any transfer beyond those of the opening', async () => {
    const deal = world.shortDeal()
    await world.margin.create(deal)
    const { transfers } = await succeed(world.service, listTransfers, {
      key: lenderKey,
      query: { orderId: deal.orderNumber },
    })
    expect(transfers.map(({ category, status }) => [category, status])).toEqual([
      ['open', 'COMPLETED'],
      ['open', 'COMPLETED'],
    ])
  })

  it('returns 200 with the previewed figures when the inputs have moved within the tolerance', async () => {
    const deal = world.shortDeal()
    const calculation = await world.margin.calculationOf(deal)
    // 5 % of 150,000 are 7,500, which 10 BTC at 150 % reach at 500 USD more.
    await world.setPrice('BTC', '60500')
    const request = (await call(world.service, world.margin.creation(deal, calculation))).body
    expect(request).toMatchObject({
      collateral_amount: '60',
      notional_usd: '150000.00',
      asset_price_usd: '60000',
    })
  })

  it('returns 200 with the same request twice under one key', async () => {
    const deal = world.shortDeal()
    const options = world.margin.creation(deal, await world.margin.calculationOf(deal))
    const headers = { [headerNames.idempotencyKey]: randomUUID() }
    const first = await call(world.service, { ...options, headers })
    const again = await call(world.service, { ...options, headers })
    expect(first.status, first.text).toBe(200)
    expect(again.text).toBe(first.text)
    expect(again.headers[headerNames.idempotencyReplayed.toLowerCase()]).toBe('true')
  })
})

describe('two requests at once', () => {
  it('create one, and the refusal of the other names it', async () => {
    const deal = world.shortDeal()
    const [ours, theirs] = [
      await world.margin.calculationOf(deal),
      await world.margin.calculationOf(deal, borrowerKey),
    ]
    const replies = await Promise.all([
      call(world.service, world.margin.creation(deal, ours)),
      call(world.service, world.margin.creation(deal, theirs, borrowerKey)),
      call(world.service, world.margin.creation(deal, ours)),
      call(world.service, world.margin.creation(deal, theirs, borrowerKey)),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const [created] = replies.filter(({ status }) => status === 200)
    const id = (created?.body as MarkToMarketRequest | undefined)?.id
    for (const { status, body } of replies) {
      if (status === 200) continue
      expect(body).toMatchObject({
        error: { reason: 'MARK_TO_MARKET_REQUEST_OPEN', details: [{ value: id }] },
      })
    }
  })
})

describe('a lot that is not a multiple of the smallest unit of the collateral', () => {
  it('is rounded up to one, so that no amount is called that cannot be transferred', async () => {
    expect(await world.margin.create(lotTooFine)).toMatchObject({ collateral_amount: '60' })
  })
})

describe('levels of coverage', () => {
  /** What a preview shows at a price, and whether a request is created from it, or why not. */
  const at = async (price: string) => {
    await world.setPrice('BTC', price)
    const { preview, calculation } = await world.margin.preview(withLevels)
    expect(calculation.formula_version).toBe('2')
    expect(verifyPreview(preview, calculation)).toEqual({ ok: true, differences: [] })
    const position = await succeed(world.service, getPosition, {
      key: lenderKey,
      params: { position_id: withLevels.positionId },
    })
    expect(position.ready_for_m2m).toBe(preview.can_submit_m2m)
    expect(position.m2m_reason).toBe(calculation.reasons[0]?.code ?? null)
    const { direction, m2m_collateral_amount, m2m_notional_usd, ccr_percent } = preview
    const figures = [direction, m2m_collateral_amount, m2m_notional_usd, ccr_percent]
    if (preview.can_submit_m2m) return figures
    const creation = world.margin.creation(withLevels, calculation.calculation_id)
    const { error } = (await refused(world.service, 422, creation)).body
    expect(error.reason).toBe('MARK_TO_MARKET_NOT_DUE')
    return [...figures, ...(error.details ?? []).map(({ value }) => value)]
  }
  const ready = async () => {
    const query = { ready_for_m2m: true, asset: 'USDC' }
    const { positions } = await succeed(world.service, listPositions, { key: lenderKey, query })
    return positions.map(({ id }) => id).filter((id) => id !== withMinimum.positionId)
  }
  const triggerAt = async (name: string, deal = withLevels) => {
    const { calculation } = await world.margin.preview(deal)
    const params = { position_id: deal.positionId }
    const { trigger_prices } = await succeed(world.service, getPositionPrices, {
      key: lenderKey,
      params,
    })
    expect(trigger_prices).toEqual(calculation.trigger_prices)
    return trigger_prices.find((trigger) => trigger.name === name)?.collateral_price
  }

  it('block a release, and then a top-up, until coverage has reached them', async () => {
    expect(await at('71999.99')).toEqual([
      ...['Release', '4.16666377', '299999.75', '179.99'],
      'BELOW_RELEASE_LEVEL',
    ])
    expect(await ready()).toEqual([])
    expect(await at('72000')).toEqual(['Release', '4.16666666', '300000.00', '180.00'])
    expect(await triggerAt('release')).toBe('72000')
    expect(await ready()).toContain(withLevels.positionId)
    expect(await at('52000.01')).toEqual([
      ...['TopUp', '3.8461483', '199999.75', '130.00'],
      'ABOVE_MARGIN_CALL_LEVEL',
    ])
    expect(await ready()).toEqual([])
    expect(await at('52000')).toEqual(['TopUp', '3.84615385', '200000.00', '130.00'])
    expect(await triggerAt('top_up')).toBe('52000')
    expect(await triggerAt('top_up', withMinimum)).toBe('59600')
    expect(await ready()).toContain(withLevels.positionId)
    expect(await world.margin.accepted(withLevels)).toMatchObject({
      collateral_amount: '3.84615385',
    })
    expect(await at('52000')).toEqual([
      ...['Release', '0', '0.00', '130.00'],
      ...['BELOW_MINIMUM_NOTIONAL', 'ROUNDS_TO_ZERO', 'BELOW_RELEASE_LEVEL'],
    ])
  })

  it('are said in words by the position', async () => {
    const ask = async (price: string) => {
      await world.setPrice('BTC', price)
      const params = { position_id: nearLevel.positionId }
      return reasonAgainst(
        await succeed(world.service, getPosition, { key: lenderKey, params }),
        'create_mark_to_market_request',
      )
    }
    expect(await ask('52000.01')).toMatch(/^Coverage is above the margin call level/)
    expect(await ask('71999.99')).toMatch(/^Coverage is below the release level/)
    expect(await ask('52000')).toBeNull()
  })

  it('refuse what a preview had shown above a level, although coverage has reached it since', async () => {
    await world.setPrice('BTC', '52000.01')
    const calculation = await world.margin.calculationOf(nearLevel)
    await world.setPrice('BTC', '52000')
    const reply = await refused(world.service, 409, world.margin.creation(nearLevel, calculation))
    expect(reply.reason).toBe('PREVIEW_STALE')
    const canSubmit = reply.body.error.details?.find(({ field }) => field === 'can_submit_m2m')
    expect(canSubmit?.value).toBe('true')
  })
})
