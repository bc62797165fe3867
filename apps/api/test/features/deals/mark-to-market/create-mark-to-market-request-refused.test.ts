import { randomUUID } from 'node:crypto'
import { createMarkToMarketRequest, rejectMarkToMarketRequest } from '@vadium/schema'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setTriparty } from '../../../harness/altered-rows.ts'
import { call, callOf, type ErrorReply, refused } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 13 })
const { book, lender, borrower, lenderKey, borrowerKey } = world
const below = book.deal(lender, borrower, { collateral_quantity: '359.9' })
const exact = book.deal(lender, borrower, { collateral_quantity: '360' })
const withLots = book.deal(lender, borrower, {
  collateral_quantity: '360.5',
  terms: { lot_release: '1', minimum_notional_release_usd: '0' },
})
const absolute = (usd: string) =>
  book.deal(lender, borrower, {
    terms: { dispute_tolerance_percent: null, dispute_tolerance_usd: usd },
  })
const tolerant = absolute('10000')
const tolerantDown = absolute('10000')
const intolerant = absolute('9999.98')
const nearMinimum = book.deal(lender, borrower, {
  terms: {
    minimum_notional_top_up_usd: '152000',
    dispute_tolerance_percent: null,
    dispute_tolerance_usd: '10000',
  },
})
const nearMinimumDown = book.deal(lender, borrower, {
  terms: {
    minimum_notional_top_up_usd: '149000',
    dispute_tolerance_percent: null,
    dispute_tolerance_usd: '10000',
  },
})
const closing = book.deal(lender, borrower, {
  state: 'CLOSING',
})
const triparty = book.deal(lender, borrower)

beforeAll(async () => {
  await world.start({ PRICE_MAX_AGE_S: '180' })
  await setTriparty(world.service.database, triparty)
})
afterAll(() => world.close())
afterEach(async () => {
  await world.setPrice('BTC', '60000')
  await world.setPrice('ETH', '2500')
})

const detail = (reply: ErrorReply, field: string) =>
  reply.body.error.details?.find((one) => one.field === field)

describe('400 Bad Request', () => {
  it('returns 400 when the calculation belongs to another position', async () => {
    const calculation = await world.margin.calculationOf(world.shortDeal())
    const reply = await refused(
      world.service,
      400,
      world.margin.creation(world.shortDeal(), calculation),
    )
    expect(reply.reason).toBe('CALCULATION_INVALID')
  })

  it('returns 400 when the calculation belongs to another organization', async () => {
    const deal = world.shortDeal()
    const calculation = await world.margin.calculationOf(deal, borrowerKey)
    const reply = await refused(
      world.service,
      400,
      world.margin.creation(deal, calculation, lenderKey),
    )
    expect(reply.reason).toBe('CALCULATION_INVALID')
  })

  it('returns 400 when the calculation was changed', async () => {
    const deal = world.shortDeal()
    const bytes = Buffer.from(await world.margin.calculationOf(deal), 'base64url')
    const text = bytes.toString('latin1').replace('150000.00', '150000.01')
    const forged = Buffer.from(text, 'latin1').toString('base64url')
    expect((await refused(world.service, 400, world.margin.creation(deal, forged))).reason).toBe(
      'CALCULATION_INVALID',
    )
    expect((await refused(world.service, 400, world.margin.creation(deal, 'made-up'))).reason).toBe(
      'CALCULATION_INVALID',
    )
  })

  it.each([
    ['calculation_id', { position_id: randomUUID() }],
    ['position_id', { calculation_id: 'x' }],
    ['calculation_id', { position_id: randomUUID(), calculation_id: 'a b' }],
    ['extra', { position_id: randomUUID(), calculation_id: 'x', extra: '1' }],
  ])('returns 400 and names %s', async (field, body) => {
    const options = callOf(createMarkToMarketRequest, { key: lenderKey, body })
    const reply = await refused(world.service, 400, options)
    expect(reply.reason).toBe('BODY_INVALID')
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })
})

describe('404 Not Found', () => {
  it('returns 404 for the position of another organization, as for an unknown one', async () => {
    const deal = world.shortDeal()
    const calculation = await world.margin.calculationOf(deal)
    const missing = randomUUID()
    const ask = (positionId: string) =>
      refused(
        world.service,
        404,
        world.margin.creation({ positionId }, calculation, world.strangerKey),
      )
    const same = ({ text }: ErrorReply, id: string) =>
      text.replace(id, 'ID').replace(/"request_id":"[^"]*"/, '')
    const [foreign, nobodys] = [await ask(deal.positionId), await ask(missing)]
    expect(foreign.reason).toBe('POSITION_NOT_FOUND')
    expect(same(foreign, deal.positionId)).toBe(same(nobodys, missing))
  })
})

describe('409 Conflict', () => {
  it('returns 409 when a request of the position is unanswered', async () => {
    const deal = world.shortDeal()
    const calculation = await world.margin.calculationOf(deal)
    const { id } = await world.margin.create(deal, borrowerKey)
    const reply = await refused(world.service, 409, world.margin.creation(deal, calculation))
    expect(reply.body.error).toMatchObject({
      reason: 'MARK_TO_MARKET_REQUEST_OPEN',
      details: [{ field: 'mark_to_market_request_id', value: id }],
    })
  })

  it('returns 409 until that request is rejected', async () => {
    const deal = world.shortDeal()
    const calculation = await world.margin.calculationOf(deal)
    const request = await world.margin.create(deal)
    await world.do(rejectMarkToMarketRequest, request, borrowerKey)
    expect((await call(world.service, world.margin.creation(deal, calculation))).status).toBe(200)
  })

  it('returns 409 when the price has moved beyond the tolerance, with the new preview in the details', async () => {
    const deal = world.shortDeal()
    const { calculation } = await world.margin.preview(deal)
    await world.setPrice('BTC', '60500.01')
    const stale = await refused(
      world.service,
      409,
      world.margin.creation(deal, calculation.calculation_id),
    )
    const { preview } = await world.margin.preview(deal)
    expect(stale.reason).toBe('PREVIEW_STALE')
    expect(detail(stale, 'direction')).toMatchObject({ issue: 'is unchanged', value: 'TopUp' })
    expect(detail(stale, 'm2m_notional_usd')).toEqual({
      field: 'm2m_notional_usd',
      issue: 'was 150000.00',
      value: '157500.15',
    })
    for (const field of ['m2m_collateral_amount', 'm2m_notional_usd', 'current_price'] as const) {
      expect(detail(stale, field)?.value).toBe(preview[field])
    }
    expect(detail(stale, 'can_submit_m2m')?.value).toBe('true')

    const renewed = detail(stale, 'calculation_id')?.value ?? ''
    const request = (await call(world.service, world.margin.creation(deal, renewed))).body
    expect(request).toMatchObject({ notional_usd: '157500.15', asset_price_usd: '60500.01' })
  })

  it('returns 409 beyond an agreed tolerance in USD, to the cent, in both directions', async () => {
    const [up, down, narrow] = await Promise.all(
      [tolerant, tolerantDown, intolerant].map((deal) => world.margin.calculationOf(deal)),
    )
    // 4 ETH more or less are 10,000 USD.
    await world.setPrice('BTC', '60666.666666666666666666')
    expect((await call(world.service, world.margin.creation(tolerant, up ?? ''))).status).toBe(200)
    const reply = await refused(world.service, 409, world.margin.creation(intolerant, narrow ?? ''))
    expect(detail(reply, 'm2m_notional_usd')?.value).toBe('159999.99')
    await world.setPrice('BTC', '59333.333333333333333333')
    const below = await refused(world.service, 409, world.margin.creation(tolerantDown, down ?? ''))
    expect(detail(below, 'm2m_notional_usd')?.value).toBe('139999.99')
    await world.setPrice('BTC', '59333.333333333333333334')
    expect(
      (await call(world.service, world.margin.creation(tolerantDown, down ?? ''))).status,
    ).toBe(200)
  })

  it('returns 409 when the direction has changed', async () => {
    const deal = world.shortDeal()
    const calculation = await world.margin.calculationOf(deal)
    await world.setPrice('BTC', '40000')
    const reply = await refused(world.service, 409, world.margin.creation(deal, calculation))
    expect(detail(reply, 'direction')).toMatchObject({ issue: 'was TopUp', value: 'Release' })
  })

  it('returns 409 when the quantity in transit has changed, though the price has not', async () => {
    const deal = world.shortDeal()
    const calculation = await world.margin.calculationOf(deal)
    await world.margin.accepted(deal)
    const reply = await refused(world.service, 409, world.margin.creation(deal, calculation))
    expect(reply.reason).toBe('PREVIEW_STALE')
    expect(reply.body.error.details?.[0]?.field).toBe('position_id')
    expect(detail(reply, 'direction')?.value).toBe('None')
    expect(detail(reply, 'can_submit_m2m')?.value).toBe('false')
  })

  it('returns 409 when the previewed amount could not be submitted, and the current one can', async () => {
    const calculation = await world.margin.calculationOf(nearMinimum)
    await world.setPrice('BTC', '60200')
    const reply = await refused(world.service, 409, world.margin.creation(nearMinimum, calculation))
    expect(reply.reason).toBe('PREVIEW_STALE')
    expect(detail(reply, 'can_submit_m2m')?.value).toBe('true')
  })

  it('returns 409 when the order is closing', async () => {
    const { position_id, calculation_id } = {
      position_id: closing.positionId,
      calculation_id: await world.margin.calculationOf(world.shortDeal()),
    }
    // The calculation is checked first, so the request needs one of its own.
    const options = callOf(createMarkToMarketRequest, {
      key: lenderKey,
      body: { position_id, calculation_id },
    })
    expect((await refused(world.service, 400, options)).reason).toBe('CALCULATION_INVALID')
    const deal = world.shortDeal()
    const calculation = await world.margin.calculationOf(deal)
    await world.service.database.query("UPDATE positions SET status = 'CLOSING' WHERE id = $1", [
      deal.positionId,
    ])
    const reply = await refused(world.service, 409, world.margin.creation(deal, calculation))
    expect(reply.reason).toBe('POSITION_QUANTITY_CHANGING')
  })
})

describe('422 Unprocessable Content', () => {
  it.each([
    ['when the amount is below the minimum', below, 'BELOW_MINIMUM_NOTIONAL'],
    ['when nothing is due', exact, 'NOTHING_DUE'],
    ['when less than a lot may be released', withLots, 'ROUNDS_TO_ZERO'],
  ])('returns 422 %s', async (_name, deal, code) => {
    const reply = await refused(
      world.service,
      422,
      world.margin.creation(deal, await world.margin.calculationOf(deal)),
    )
    expect(reply.body.error).toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'MARK_TO_MARKET_NOT_DUE',
      details: [{ value: code }],
    })
  })

  it('returns 422 when the previewed amount was due and, within the tolerance, none is due now', async () => {
    const calculation = await world.margin.calculationOf(nearMinimumDown)
    await world.setPrice('BTC', '59900')
    const reply = await refused(
      world.service,
      422,
      world.margin.creation(nearMinimumDown, calculation),
    )
    expect(reply.reason).toBe('MARK_TO_MARKET_NOT_DUE')
  })
})

describe('424 Failed Dependency', () => {
  it('returns 424 when a price has become stale since the preview', async () => {
    const deal = world.shortDeal()
    const calculation = await world.margin.calculationOf(deal)
    await world.setPrice('ETH', '2500', '2026-03-02T11:56:59.999Z')
    const reply = await refused(world.service, 424, world.margin.creation(deal, calculation))
    expect(reply.reason).toBe('PRICE_STALE')
  })
})
