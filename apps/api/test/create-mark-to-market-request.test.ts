import {
  createMarkToMarketRequest,
  headerNames,
  listTransfers,
  type MarkToMarketRequest,
  rejectMarkToMarketRequest,
} from '@vadium/schema'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bookTime, type Deal, type Key } from './harness/book.ts'
import { call, callOf, type ErrorReply, refused, succeed } from './harness/call.ts'
import { availableTo, MarkToMarketWorld, now } from './harness/mark-to-market-world.ts'

const world = new MarkToMarketWorld().stock(30, 6)
const { book, lender, borrower, lenderKey, borrowerKey } = world
const viewer = lender.credential('viewer')
const below = book.deal(lender, borrower, { position: { collateral_quantity: '359.9' } })
const exact = book.deal(lender, borrower, { position: { collateral_quantity: '360' } })
const withLots = book.deal(lender, borrower, {
  position: { collateral_quantity: '360.5' },
  terms: { lot_release: '1', minimum_notional_release_usd: '0' },
})
const lotTooFine = book.deal(lender, borrower, { terms: { lot_top_up: '0.00000000000000000007' } })
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
  order: { status: 'CLOSING' },
  position: { status: 'CLOSING' },
})
const triparty = book.deal(lender, borrower, { order: { collateral_type: 'TRIPARTY' } })

beforeAll(() => world.start())
afterAll(() => world.close())
afterEach(async () => {
  await world.setPrice('BTC', '60000')
  await world.setPrice('ETH', '2500')
})

const creation = (deal: { positionId: string }, calculationId: string, key: Key = lenderKey) =>
  callOf(createMarkToMarketRequest, {
    key,
    body: { position_id: deal.positionId, calculation_id: calculationId },
  })
const calculationOf = async (deal: Deal, key: Key = lenderKey) =>
  (await world.preview(deal, key)).calculation.calculation_id
const detail = (reply: ErrorReply, field: string) =>
  reply.body.error.details?.find((one) => one.field === field)

describe('200', () => {
  it('creates what the preview has shown, and shows it whole', async () => {
    const deal = world.shortDeal()
    const { preview, calculation } = await world.preview(deal)
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
    expect(await world.get(request)).toEqual(request)
    expect(availableTo(await world.get(request, borrowerKey))).toEqual([
      'accept',
      'reject',
      'dispute',
    ])
    expect(await world.historyOf(request)).toEqual(['create PENDING_ACCEPTANCE'])
    expect(await world.hasDeadline(request)).toBe(true)
  })

  it('is for either side to ask, in either direction', async () => {
    const [asked, back] = [world.shortDeal(), world.overDeal()]
    expect(await world.create(asked, borrowerKey)).toMatchObject({ creator_id: borrower.id })
    const release = await world.create(back, borrowerKey)
    expect(release).toMatchObject({
      direction: 'Release',
      collateral_amount: '40',
      notional_usd: '100000.00',
    })
    expect(availableTo(await world.get(release, lenderKey))).toContain('accept')
  })

  it('takes the calculation that a viewer of the same organization was given', async () => {
    const deal = world.shortDeal()
    const reply = await call(world.service, creation(deal, await calculationOf(deal, viewer)))
    expect(reply.status, reply.text).toBe(200)
  })

  it('reads the id of the position in either case', async () => {
    const deal = world.shortDeal()
    const upper = { positionId: deal.positionId.toUpperCase() }
    const reply = await call(world.service, creation(upper, await calculationOf(deal)))
    expect(reply.body).toMatchObject({ position_id: deal.positionId })
  })

  it('moves nothing yet', async () => {
    const deal = world.shortDeal()
    await world.create(deal)
    const { transfers } = await succeed(world.service, listTransfers, {
      key: lenderKey,
      query: { orderId: deal.orderNumber },
    })
    expect(transfers).toEqual([])
  })

  it('keeps the figures that were shown while they have moved within the tolerance', async () => {
    const deal = world.shortDeal()
    const calculation = await calculationOf(deal)
    // 5 % of 150,000 are 7,500, which 10 BTC at 150 % come to at 500 USD more.
    await world.setPrice('BTC', '60500')
    const request = (await call(world.service, creation(deal, calculation))).body
    expect(request).toMatchObject({
      collateral_amount: '60',
      notional_usd: '150000.00',
      asset_price_usd: '60000',
    })
  })

  it('answers twice with one request', async () => {
    const deal = world.shortDeal()
    const options = creation(deal, await calculationOf(deal))
    const headers = { [headerNames.idempotencyKey]: randomUUID() }
    const first = await call(world.service, { ...options, headers })
    const again = await call(world.service, { ...options, headers })
    expect(first.status, first.text).toBe(200)
    expect(again.text).toBe(first.text)
    expect(again.headers[headerNames.idempotencyReplayed.toLowerCase()]).toBe('true')
  })
})

describe('400', () => {
  it('the calculation was given for another position', async () => {
    const calculation = await calculationOf(world.shortDeal())
    const reply = await refused(world.service, 400, creation(world.shortDeal(), calculation))
    expect(reply.reason).toBe('CALCULATION_INVALID')
  })

  it('the calculation was given to another organization', async () => {
    const deal = world.shortDeal()
    const calculation = await calculationOf(deal, borrowerKey)
    const reply = await refused(world.service, 400, creation(deal, calculation, lenderKey))
    expect(reply.reason).toBe('CALCULATION_INVALID')
  })

  it('the calculation was changed', async () => {
    const deal = world.shortDeal()
    const bytes = Buffer.from(await calculationOf(deal), 'base64url')
    const text = bytes.toString('latin1').replace('150000.00', '150000.01')
    const forged = Buffer.from(text, 'latin1').toString('base64url')
    expect((await refused(world.service, 400, creation(deal, forged))).reason).toBe(
      'CALCULATION_INVALID',
    )
    expect((await refused(world.service, 400, creation(deal, 'made-up'))).reason).toBe(
      'CALCULATION_INVALID',
    )
  })

  it.each([
    ['calculation_id', { position_id: randomUUID() }],
    ['position_id', { calculation_id: 'x' }],
    ['calculation_id', { position_id: randomUUID(), calculation_id: 'a b' }],
    ['extra', { position_id: randomUUID(), calculation_id: 'x', extra: '1' }],
  ])('names %s', async (field, body) => {
    const options = callOf(createMarkToMarketRequest, { key: lenderKey, body })
    const reply = await refused(world.service, 400, options)
    expect(reply.reason).toBe('BODY_INVALID')
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })
})

describe('403', () => {
  it('a viewer may look and not ask', async () => {
    const deal = world.shortDeal()
    const calculation = await calculationOf(deal, viewer)
    const reply = await refused(world.service, 403, creation(deal, calculation, viewer))
    expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
  })
})

describe('404', () => {
  it("another's position answers as one that nobody has", async () => {
    const deal = world.shortDeal()
    const calculation = await calculationOf(deal)
    const missing = randomUUID()
    const ask = (positionId: string) =>
      refused(world.service, 404, creation({ positionId }, calculation, world.strangerKey))
    const same = ({ text }: ErrorReply, id: string) =>
      text.replace(id, 'ID').replace(/"request_id":"[^"]*"/, '')
    const [foreign, nobodys] = [await ask(deal.positionId), await ask(missing)]
    expect(foreign.reason).toBe('POSITION_NOT_FOUND')
    expect(same(foreign, deal.positionId)).toBe(same(nobodys, missing))
  })
})

describe('409', () => {
  it('a request of the position awaits an answer', async () => {
    const deal = world.shortDeal()
    const calculation = await calculationOf(deal)
    const { id } = await world.create(deal, borrowerKey)
    const reply = await refused(world.service, 409, creation(deal, calculation))
    expect(reply.body.error).toMatchObject({
      reason: 'MARK_TO_MARKET_REQUEST_OPEN',
      details: [{ field: 'mark_to_market_request_id', value: id }],
    })
  })

  it('is not the answer once that one was rejected', async () => {
    const deal = world.shortDeal()
    const calculation = await calculationOf(deal)
    const request = await world.create(deal)
    await world.do(rejectMarkToMarketRequest, request, borrowerKey)
    expect((await call(world.service, creation(deal, calculation))).status).toBe(200)
  })

  it('the price has moved beyond the tolerance, and the details are the new preview', async () => {
    const deal = world.shortDeal()
    const { calculation } = await world.preview(deal)
    await world.setPrice('BTC', '60500.01')
    const stale = await refused(world.service, 409, creation(deal, calculation.calculation_id))
    const { preview } = await world.preview(deal)
    expect(stale.reason).toBe('PREVIEW_STALE')
    expect(detail(stale, 'direction')).toMatchObject({ issue: 'is as it was', value: 'TopUp' })
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
    const request = (await call(world.service, creation(deal, renewed))).body
    expect(request).toMatchObject({ notional_usd: '157500.15', asset_price_usd: '60500.01' })
  })

  it('counts the tolerance in USD where that was agreed, to the cent, either way', async () => {
    const [up, down, narrow] = await Promise.all(
      [tolerant, tolerantDown, intolerant].map((deal) => calculationOf(deal)),
    )
    // 4 ETH more or less are 10,000 USD.
    await world.setPrice('BTC', '60666.666666666666666666')
    expect((await call(world.service, creation(tolerant, up ?? ''))).status).toBe(200)
    const reply = await refused(world.service, 409, creation(intolerant, narrow ?? ''))
    expect(detail(reply, 'm2m_notional_usd')?.value).toBe('159999.99')
    await world.setPrice('BTC', '59333.333333333333333333')
    const below = await refused(world.service, 409, creation(tolerantDown, down ?? ''))
    expect(detail(below, 'm2m_notional_usd')?.value).toBe('139999.99')
    await world.setPrice('BTC', '59333.333333333333333334')
    expect((await call(world.service, creation(tolerantDown, down ?? ''))).status).toBe(200)
  })

  it('the direction has turned', async () => {
    const deal = world.shortDeal()
    const calculation = await calculationOf(deal)
    await world.setPrice('BTC', '40000')
    const reply = await refused(world.service, 409, creation(deal, calculation))
    expect(detail(reply, 'direction')).toMatchObject({ issue: 'was TopUp', value: 'Release' })
  })

  it('what is in transit has changed, though the price has not', async () => {
    const deal = world.shortDeal()
    const calculation = await calculationOf(deal)
    await world.accepted(deal)
    const reply = await refused(world.service, 409, creation(deal, calculation))
    expect(reply.reason).toBe('PREVIEW_STALE')
    expect(reply.body.error.details?.[0]?.field).toBe('position_id')
    expect(detail(reply, 'direction')?.value).toBe('None')
    expect(detail(reply, 'can_submit_m2m')?.value).toBe('false')
  })

  it('what was shown could not be submitted, and what is due now can', async () => {
    const calculation = await calculationOf(nearMinimum)
    await world.setPrice('BTC', '60200')
    const reply = await refused(world.service, 409, creation(nearMinimum, calculation))
    expect(reply.reason).toBe('PREVIEW_STALE')
    expect(detail(reply, 'can_submit_m2m')?.value).toBe('true')
  })

  it('the order is closing', async () => {
    const { position_id, calculation_id } = {
      position_id: closing.positionId,
      calculation_id: await calculationOf(world.shortDeal()),
    }
    // Without a calculation of its own it cannot even be said: the calculation comes first.
    const options = callOf(createMarkToMarketRequest, {
      key: lenderKey,
      body: { position_id, calculation_id },
    })
    expect((await refused(world.service, 400, options)).reason).toBe('CALCULATION_INVALID')
    const deal = world.shortDeal()
    const calculation = await calculationOf(deal)
    await world.service.database.query("UPDATE positions SET status = 'CLOSING' WHERE id = $1", [
      deal.positionId,
    ])
    const reply = await refused(world.service, 409, creation(deal, calculation))
    expect(reply.reason).toBe('POSITION_QUANTITY_CHANGING')
  })
})

describe('422', () => {
  it.each([
    ['it is below the minimum', below, 'BELOW_MINIMUM_NOTIONAL'],
    ['nothing is due', exact, 'NOTHING_DUE'],
    ['what may be released is less than a lot', withLots, 'ROUNDS_TO_ZERO'],
  ])('%s', async (_name, deal, code) => {
    const reply = await refused(world.service, 422, creation(deal, await calculationOf(deal)))
    expect(reply.body.error).toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'MARK_TO_MARKET_NOT_DUE',
      details: [{ value: code }],
    })
  })

  it('it was due when it was shown, and within the tolerance is no more', async () => {
    const calculation = await calculationOf(nearMinimumDown)
    await world.setPrice('BTC', '59900')
    const reply = await refused(world.service, 422, creation(nearMinimumDown, calculation))
    expect(reply.reason).toBe('MARK_TO_MARKET_NOT_DUE')
  })

  it('the position is not active any more', async () => {
    const deal = world.shortDeal()
    const calculation = await calculationOf(deal)
    await world.service.database.query("UPDATE positions SET status = 'CLOSED' WHERE id = $1", [
      deal.positionId,
    ])
    const reply = await refused(world.service, 422, creation(deal, calculation))
    expect(reply.reason).toBe('POSITION_NOT_ACTIVE')
  })

  it('a tri-party agent manages the collateral, so there never is a calculation', async () => {
    const options = creation(triparty, await calculationOf(world.shortDeal()))
    expect((await refused(world.service, 400, options)).reason).toBe('CALCULATION_INVALID')
  })
})

describe('424', () => {
  it('a price has grown stale since', async () => {
    const deal = world.shortDeal()
    const calculation = await calculationOf(deal)
    await world.setPrice('ETH', '2500', '2026-03-02T11:56:59.999Z')
    const reply = await refused(world.service, 424, creation(deal, calculation))
    expect(reply.reason).toBe('PRICE_STALE')
  })
})

describe('two at once', () => {
  it('one is created, and the other is told which', async () => {
    const deal = world.shortDeal()
    const [ours, theirs] = [await calculationOf(deal), await calculationOf(deal, borrowerKey)]
    const replies = await Promise.all([
      call(world.service, creation(deal, ours)),
      call(world.service, creation(deal, theirs, borrowerKey)),
      call(world.service, creation(deal, ours)),
      call(world.service, creation(deal, theirs, borrowerKey)),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { id } = replies.find(({ status }) => status === 200)?.body as MarkToMarketRequest
    for (const { status, body } of replies) {
      if (status === 200) continue
      expect(body).toMatchObject({
        error: { reason: 'MARK_TO_MARKET_REQUEST_OPEN', details: [{ value: id }] },
      })
    }
  })
})

it('a request of a book that was taken over stands in the way like any other', async () => {
  const deal = world.overDeal()
  const calculation = await calculationOf(deal)
  const id = randomUUID()
  await world.service.database.query(
    `INSERT INTO mark_to_market_requests (id, position_id, lender_id, borrower_id, status, direction,
       collateral_amount, notional_usd, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'FAILED', 'Release', '1', '2500', $5, $5)`,
    [id, deal.positionId, lender.id, borrower.id, bookTime],
  )
  const reply = await refused(world.service, 409, creation(deal, calculation))
  expect(reply.body.error).toMatchObject({
    reason: 'MARK_TO_MARKET_REQUEST_OPEN',
    details: [{ value: id }],
  })
})

describe('a lot that is no multiple of the smallest unit of the collateral', () => {
  it('is rounded up to one, so that nothing is called that cannot move', async () => {
    expect(await world.create(lotTooFine)).toMatchObject({ collateral_amount: '60' })
  })
})
