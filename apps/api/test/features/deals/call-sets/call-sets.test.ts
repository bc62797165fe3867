import { verifyCallSet } from '@vadium/margin'
import {
  acceptMarkToMarketRequest,
  type CallSet,
  closeOrder,
  createCloseOut,
  createMarkToMarketRequest,
  getMarkToMarketRequest,
  getToday,
  listCallSets,
  listMarkToMarketRequests,
  listNotifications,
  rejectMarkToMarketRequest,
} from '@vadium/schema'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { CalledPair, calledTogether } from '../../../harness/world/call-sets.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
world.book.price('USDC', '1', '2026-03-02T12:00:00.000Z')
const worked = new CalledPair(world, 'worked')
const separate = new CalledPair(world, 'separate', { minimum_applies_to: 'deal' })
const stale = new CalledPair(world, 'stale')
const wide = { minimum_notional_release_usd: '70000' } as const
const released = new CalledPair(world, 'released', wide)
const answered = new CalledPair(world, 'answered')
const settled = new CalledPair(world, 'settled')
const closed = new CalledPair(world, 'closed')
const unmet = new CalledPair(world, 'unmet', {
  default_causes: ['UNMET_CALL'],
  cure_time_seconds: 3600,
})
const over = world.book.deal(released.lender, released.borrower, {
  ...{ asset: 'USDC', asset_quantity: '200000', collateral_asset: 'ETH' },
  ...{ collateral_quantity: '105', terms: { ...calledTogether, ...wide } },
})

beforeAll(async () => {
  await world.start()
  await toWorkedPrices()
})
afterAll(() => world.close())
afterEach(() => toWorkedPrices())

async function toWorkedPrices(): Promise<void> {
  await world.setPrice('BTC', '59999.99')
  await world.setPrice('ETH', '3000')
}

const requestsOf = (set: CallSet, key = worked.lenderKey) =>
  Promise.all(set.request_ids.map((id) => world.do(getMarkToMarketRequest, { id }, key)))

describe('the worked example', () => {
  it('is called only as a set, digit for digit, and accepted at once', async () => {
    const preview = await worked.preview({ explain: true })
    expect(preview).toMatchObject({
      direction: 'TopUp',
      total_notional_usd: '12000.24',
      minimum_notional_usd: '10000.00',
      can_submit: true,
      left_out: [{ position_id: worked.deals[2].positionId, reason: 'OTHER_DIRECTION' }],
    })
    expect(preview.rows.map((row) => row.preview)).toMatchObject([
      {
        position_id: worked.deals[0].positionId,
        m2m_collateral_amount: '0.10000417',
        m2m_notional_usd: '6000.24',
        can_submit_m2m: false,
      },
      {
        position_id: worked.deals[1].positionId,
        m2m_collateral_amount: '2',
        m2m_notional_usd: '6000.00',
        can_submit_m2m: false,
      },
    ])
    expect(verifyCallSet(preview)).toEqual({ ok: true, differences: [] })

    const set = await worked.create()
    expect(set).toMatchObject({
      direction: 'TopUp',
      creator_id: worked.lender.id,
      total_notional_usd: '12000.24',
      statuses: [{ status: 'PENDING_ACCEPTANCE', requests: 2, notional_usd: '12000.24' }],
      actions: [{ action: 'accept', available: false }],
    })
    expect(await requestsOf(set)).toMatchObject([
      {
        call_set_id: set.id,
        collateral_amount: '0.10000417',
        notional_usd: '6000.24',
        expire_time: set.expire_time,
      },
      { collateral_amount: '2', notional_usd: '6000.00', expire_time: set.expire_time },
    ])
    const { notifications } = await succeed(world.service, listNotifications, {
      key: worked.borrowerKey,
    })
    expect(notifications.map(({ link }) => link)).toEqual([
      { resource: 'call_set', id: set.id, order_id: null },
    ])
    const today = await succeed(world.service, getToday, { key: worked.borrowerKey })
    expect(today.to_answer).toMatchObject({
      count: 1,
      call_sets: 1,
      mark_to_market_requests: 0,
      notional_usd: '12000.24',
      requests: [
        { kind: 'call_set', id: set.id, requests: 2, notional_usd: '12000.24', quantity: null },
      ],
    })
    const asked = await succeed(world.service, getToday, { key: worked.lenderKey })
    expect(asked.awaited).toMatchObject({ count: 1, next_deadline: set.expire_time })
    expect(await worked.get(set, worked.borrowerKey)).toMatchObject({
      actions: [{ action: 'accept', available: true, reason: null }],
    })

    const accepted = await worked.accept(set)
    expect(accepted.statuses).toEqual([
      { status: 'ACCEPTED', requests: 2, notional_usd: '12000.24' },
    ])
    const moved = await Promise.all(set.request_ids.map((id) => world.margin.transfersOf({ id })))
    expect(moved.flat()).toMatchObject([
      { token: 'BTC', quantity: '0.10000417', sender: worked.borrower.id },
      { token: 'ETH', quantity: '2', sender: worked.borrower.id },
    ])
    const again = await refused(world.service, 409, worked.acceptance(set))
    expect(again.reason).toBe('INVALID_STATE')
    // What is on its way counts: nobody is called twice.
    expect(await worked.preview()).toMatchObject({ rows: [], can_submit: false })
    expect(await world.faults()).toEqual([])
  })

  it('is listed for both sides, and for nobody else', async () => {
    const { call_sets: sets } = await succeed(world.service, listCallSets, {
      key: worked.borrowerKey,
    })
    expect(sets).toMatchObject([{ agreement_id: await worked.agreementId() }])
    const id = sets[0]?.id ?? ''
    const other = await stale.agreementId()
    const none = await succeed(world.service, listCallSets, {
      key: worked.borrowerKey,
      query: { agreement_id: other },
    })
    expect(none.call_sets).toEqual([])
    const foreign = await refused(
      world.service,
      404,
      worked.acceptance({ id }, undefined, world.strangerKey),
    )
    expect(foreign.reason).toBe('CALL_SET_NOT_FOUND')
    const unseen = await refused(world.service, 404, await worked.previewing({}, world.strangerKey))
    expect(unseen.reason).toBe('AGREEMENT_NOT_FOUND')
  })

  it('has no row where the minimum applies to each deal', async () => {
    expect(await separate.preview()).toMatchObject({
      rows: [],
      total_notional_usd: '0.00',
      can_submit: false,
      left_out: [
        { reason: 'BELOW_MINIMUM_NOTIONAL' },
        { reason: 'BELOW_MINIMUM_NOTIONAL' },
        { reason: 'OTHER_DIRECTION' },
      ],
    })
    const empty = await separate.preview()
    const notDue = await refused(world.service, 422, separate.creation(empty.calculation_id))
    expect(notDue.reason).toBe('MARK_TO_MARKET_NOT_DUE')
  })
})

describe('a preview', () => {
  it('stays valid within the tolerance, and its figures are those of the set', async () => {
    const shown = await stale.preview()
    await world.setPrice('BTC', '59999')
    const set = await stale.createFrom(shown.calculation_id)
    expect(set.total_notional_usd).toBe('12000.24')
    for (const id of set.request_ids) {
      await world.do(rejectMarkToMarketRequest, { id }, stale.borrowerKey)
    }
  })

  it('is stale beyond it, and so is one of which a row is called otherwise', async () => {
    const shown = await stale.preview()
    await world.setPrice('BTC', '59900')
    const moved = await refused(world.service, 409, stale.creation(shown.calculation_id))
    expect(moved.reason).toBe('PREVIEW_STALE')
    expect(moved.body.error.details).toContainEqual({
      field: 'total_notional_usd',
      issue: 'was 12000.24',
      value: '14490.00',
    })
    // Deal 1 needs 510.24 USD more, and deal 2 as much less: the total is as it was.
    await world.setPrice('BTC', '59979.5')
    await world.setPrice('ETH', '3002.06')
    const turned = await refused(world.service, 409, stale.creation(shown.calculation_id))
    expect(turned.reason).toBe('PREVIEW_STALE')
    await world.setPrice('BTC', '59000')
    await world.setPrice('ETH', '3000')
    const alone = await world.margin.create(stale.deals[0], stale.lenderKey)
    await toWorkedPrices()
    const called = await refused(world.service, 409, stale.creation(shown.calculation_id))
    expect(called.reason).toBe('PREVIEW_STALE')
    expect(called.body.error.details?.[0]).toMatchObject({
      value: stale.deals[0].positionId,
      issue:
        'its quantities, its terms or its transfers under way have changed: MARK_TO_MARKET_REQUEST_OPEN',
    })
    expect(await stale.preview()).toMatchObject({
      can_submit: false,
      left_out: [{ reason: 'MARK_TO_MARKET_REQUEST_OPEN' }, { reason: 'OTHER_DIRECTION' }],
    })
    const below = await refused(
      world.service,
      422,
      stale.creation((await stale.preview()).calculation_id),
    )
    expect(below.reason).toBe('MARK_TO_MARKET_NOT_DUE')
    await world.do(rejectMarkToMarketRequest, alone, stale.borrowerKey)
  })

  it('stays valid when what was under way has settled, and says of a row what is due now', async () => {
    const [first, second] = settled.deals
    await world.setPrice('BTC', '59000')
    const sent = await world.margin.create(first, settled.lenderKey)
    const transfers = (await world.do(acceptMarkToMarketRequest, sent, settled.borrowerKey))
      .transfer_ids
    await world.setPrice('BTC', '58000')
    const { calculation_id: shown, total_notional_usd: total } = await settled.preview()
    await world.report(String(transfers[0]), 'completed', settled.borrower)
    const set = await settled.createFrom(shown)
    expect(set.total_notional_usd).toBe(total)
    for (const id of set.request_ids) {
      await world.do(rejectMarkToMarketRequest, { id }, settled.borrowerKey)
    }

    const { calculation_id: older } = await settled.preview()
    const part = { kind: 'return', quantity: '1000' }
    const back = await world.requests.ask(second.positionId, part, settled.borrowerKey)
    await world.requests.do('accept', back.id, settled.lenderKey)
    const [returned = ''] = (await world.requests.get(back.id, settled.lenderKey)).transfer_ids
    const changing = await refused(world.service, 409, settled.creation(older))
    expect(changing.body.error.details?.[0]).toMatchObject({
      value: second.positionId,
      issue: expect.stringContaining(': POSITION_QUANTITY_CHANGING') as unknown,
    })
    await world.report(returned, 'completed', settled.borrower)
    const moved = await refused(world.service, 409, settled.creation(older))
    expect(moved.reason).toBe('PREVIEW_STALE')
    expect(moved.body.error.details).toMatchObject([
      {
        value: second.positionId,
        issue:
          'its quantities, its terms or its transfers under way have changed: 6000.00 USD were shown, and 5988.00 USD are due now (TopUp)',
      },
    ])
  })

  it('names a deal that closes, which cannot be called', async () => {
    const { orderId, positionId } = closed.deals[1]
    await world.do(closeOrder, { id: orderId }, closed.borrowerKey)
    const { rows, left_out: leftOut } = await closed.preview()
    expect(rows.map((row) => row.preview.position_id)).toEqual([closed.deals[0].positionId])
    expect(leftOut).toContainEqual(
      expect.objectContaining({ position_id: positionId, reason: 'POSITION_QUANTITY_CHANGING' }),
    )
    const one = await closed.preview({ position_ids: [positionId] })
    expect(one.left_out).toMatchObject([{ reason: 'POSITION_QUANTITY_CHANGING' }])
  })

  it('is of the organization that received it, and of a call set', async () => {
    const { calculation_id: shown } = await stale.preview()
    const foreign = await refused(world.service, 400, stale.creation(shown, world.lenderKey))
    expect(foreign.reason).toBe('CALCULATION_INVALID')
    const body = { position_id: stale.deals[0].positionId, calculation_id: shown }
    const ofRequest = await refused(
      world.service,
      400,
      callOf(createMarkToMarketRequest, { key: stale.lenderKey, body }),
    )
    expect(ofRequest.reason).toBe('CALCULATION_INVALID')
    const single = await world.margin.calculationOf(stale.deals[0], stale.lenderKey)
    const ofSet = await refused(world.service, 400, stale.creation(single))
    expect(ofSet.reason).toBe('CALCULATION_INVALID')
  })

  it('leaves out a deal without a price, and calls the others', async () => {
    await world.service.database.query(
      "UPDATE latest_prices SET observed_at = '2020-01-01' WHERE asset = 'ETH'",
    )
    await world.setPrice('BTC', '59000')
    const { rows, left_out: leftOut, can_submit: canSubmit } = await stale.preview()
    expect(rows).toHaveLength(1)
    expect(canSubmit).toBe(true)
    expect(leftOut).toMatchObject([{ reason: 'PRICE_STALE' }, { reason: 'OTHER_DIRECTION' }])
  })
})

describe('the acceptance', () => {
  it('accepts all or none, names the request in its way, and goes on without it', async () => {
    const set = await released.create({ direction: 'Release' }, released.borrowerKey)
    expect(set.request_ids).toHaveLength(2)
    await world.service.database.query(
      'UPDATE positions SET collateral_disputed_quantity = collateral_quantity WHERE id = $1',
      [over.positionId],
    )
    const [first = '', second = ''] = set.request_ids
    const inTheWay = await refused(
      world.service,
      409,
      released.acceptance(set, undefined, released.lenderKey),
    )
    expect(inTheWay.reason).toBe('QUANTITY_NOT_AVAILABLE')
    expect(inTheWay.body.error.details?.[0]).toMatchObject({
      field: 'mark_to_market_request_id',
      value: second,
    })
    expect((await released.get(set)).statuses).toMatchObject([{ status: 'PENDING_ACCEPTANCE' }])
    const foreign = await refused(
      world.service,
      422,
      released.acceptance(set, [set.id], released.lenderKey),
    )
    expect(foreign.reason).toBe('VALUE_INVALID')
    const nothing = await refused(
      world.service,
      409,
      released.acceptance(set, [first, second], released.lenderKey),
    )
    expect(nothing.reason).toBe('INVALID_STATE')
    const accepted = await released.accept(set, [second], released.lenderKey)
    expect(accepted.statuses).toMatchObject([
      { status: 'PENDING_ACCEPTANCE', requests: 1 },
      { status: 'ACCEPTED', requests: 1 },
    ])
    await world.service.database.query(
      'UPDATE positions SET collateral_disputed_quantity = 0 WHERE id = $1',
      [over.positionId],
    )
  })

  it('takes what is left after one was answered alone, and nothing after its time', async () => {
    const set = await answered.create()
    const [first = '', second = ''] = set.request_ids
    await world.do(rejectMarkToMarketRequest, { id: first }, answered.borrowerKey)
    const own = await refused(world.service, 403, answered.acceptance(set, [], answered.lenderKey))
    expect(own.reason).toBe('PARTY_NOT_PERMITTED')
    expect((await answered.accept(set)).statuses).toMatchObject([
      { status: 'ACCEPTED', requests: 1 },
      { status: 'REJECTED', requests: 1 },
    ])
    const alone = await refused(
      world.service,
      409,
      world.callOn(acceptMarkToMarketRequest, { id: second }, answered.borrowerKey),
    )
    expect(alone.reason).toBe('INVALID_STATE')
  })
})

describe('an unmet call of a set', () => {
  it('is unmet by the sum of its set, and not once the rest is below the minimum', async () => {
    const set = await unmet.create()
    world.pass(3_600_000)
    const late = await refused(world.service, 409, unmet.acceptance(set))
    expect(late.reason).toBe('INVALID_STATE')
    await world.expire()
    expect((await unmet.get(set)).statuses).toMatchObject([{ status: 'EXPIRED', requests: 2 }])
    const declaration = callOf(createCloseOut, {
      key: unmet.lenderKey,
      body: { position_id: unmet.deals[0].positionId, cause: 'UNMET_CALL' },
    })
    await world.setPrice('ETH', '3030')
    const below = await refused(world.service, 422, declaration)
    expect(below.reason).toBe('CAUSE_NOT_PRESENT')
    const issues = below.body.error.details?.map(({ issue }) => issue).join(' ')
    expect(issues).toContain('What is due in the deals of its call set')
    await toWorkedPrices()
    const declared = await call(world.service, declaration)
    expect(declared).toMatchObject({ status: 200, body: { status: 'NOTICE' } })
    const { mark_to_market_requests: requests } = await succeed(
      world.service,
      listMarkToMarketRequests,
      { key: unmet.lenderKey },
    )
    expect(requests.map(({ call_set_id: id }) => id)).toEqual([set.id, set.id])
    expect(await world.faults()).toEqual([])
  })
})
