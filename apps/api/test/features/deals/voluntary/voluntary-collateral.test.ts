import {
  cancelTransfer,
  createMarkToMarketRequest,
  getToday,
  listNotifications,
  listPositions,
  reportPositions,
  sendCollateral,
  type Transfer,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal, Key } from '../../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { inTurn } from '../../../harness/lock-waits.ts'
import { now, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, margin, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', now)
const deals = Array.from({ length: 20 }, () => closeOuts.deal({ settlement_time_seconds: 3600 }))
const spare = closeOuts.deal()
const missing = closeOuts.deal({
  settlement_time_seconds: 3600,
  default_causes: ['MISSED_RETURN'],
})
const nextDeal = () => unused(deals)

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const sending = ({ positionId }: Deal, quantity: string, key = borrowerKey) =>
  world.callOn(sendCollateral, { id: positionId }, key, { quantity })

function send({ positionId }: Deal, quantity: string, key = borrowerKey): Promise<Transfer> {
  return world.do(sendCollateral, { id: positionId }, key, { quantity })
}

async function sent(deal: Deal, quantity: string, key = borrowerKey): Promise<Transfer> {
  const transfer = await send(deal, quantity, key)
  await world.report(transfer.id, 'completed')
  return transfer
}

async function due(deal: Deal): Promise<readonly [string, string, string]> {
  const { preview } = await margin.preview(deal)
  return [preview.direction, preview.m2m_collateral_amount, preview.m2m_notional_usd]
}

/** Every figure that a delivery could change. */
async function figuresOf(deal: Deal) {
  const {
    order_id: _,
    actions: __,
    update_time: ___,
    ...position
  } = await orders.shownPosition(deal.positionId)
  const today = await succeed(world.service, getToday, { key: lenderKey })
  const report = await succeed(world.service, reportPositions, { key: lenderKey, query: {} })
  const row = report.positions.find((one) => one.position_id === deal.positionId)
  const { calculation } = await margin.preview(deal)
  const { calculation_id: ____, ...figures } = calculation
  const totals = { ...today, as_of: null }
  return {
    position,
    row,
    figures: { ...figures, inputs: figures.inputs.map(({ name, value }) => [name, value]) },
    totals,
  }
}

describe('the worked figures', () => {
  it('has collateral count once it is broadcast, and come back as excess', async () => {
    const deal = nextDeal()
    expect(await due(deal)).toEqual(['None', '0', '0.00'])
    const before = await figuresOf(deal)
    const transfer = await send(deal, '5')
    expect(transfer).toMatchObject({
      ...{ category: 'voluntary', status: 'PENDING', token: 'BTC', notional: '300000.00' },
      sender: { organization_id: `organizations/${world.borrower.id}` },
    })
    expect(await figuresOf(deal)).toEqual(before)
    await world.report(transfer.id, 'pending_provider_approval')
    expect(await figuresOf(deal)).toEqual(before)
    await world.report(transfer.id, 'broadcasting')
    expect(await due(deal)).toEqual(['Release', '5', '300000.00'])
    await world.report(transfer.id, 'completed')
    await world.setPrice('BTC', '52000')
    expect(await due(deal)).toEqual(['Release', '1.15384615', '60000.00'])
    expect(await due(nextDeal())).toEqual(['TopUp', '3.84615385', '200000.00'])
    const reply = await refused(world.service, 409, sending(deal, '1.15384616', lenderKey))
    expect(reply).toMatchObject({ reason: 'QUANTITY_NOT_AVAILABLE' })
    expect(reply.body.error.details?.map(({ field, value }) => [field, value])).toEqual([
      ['quantity', '1.15384616'],
      ['most', '1.15384615'],
      ['shortfall', '-60000'],
      ['credited_price', '52000'],
      ['releasable_quantity', '30'],
    ])
    await sent(deal, '1.15384615', lenderKey)
    // The rest is what rounding down has kept.
    expect(await due(deal)).toEqual(['Release', '0', '0.00'])
    await world.setPrice('BTC', '60000')
  })
})

describe('a delivery that its sender holds back', () => {
  it('silences no call, and counts for no longer than a transfer may be under way', async () => {
    const deal = nextDeal()
    await world.setPrice('BTC', '52000')
    const { id } = await send(deal, '4')
    expect(await due(deal)).toEqual(['TopUp', '3.84615385', '200000.00'])
    await world.report(id, 'confirming')
    expect((await due(deal))[0]).toBe('Release')
    world.pass(3_600_000)
    expect((await due(deal))[0]).toBe('Release')
    world.pass(1)
    expect(await due(deal)).toEqual(['TopUp', '3.84615385', '200000.00'])
    const { positions } = await succeed(world.service, listPositions, {
      key: lenderKey,
      query: { ready_for_m2m: true, m2m_direction: 'TopUp', ids: deal.positionId },
    })
    expect(positions.map((one) => one.id)).toEqual([deal.positionId])
    await world.report(id, 'completed')
    expect((await due(deal))[0]).toBe('Release')
    await world.setPrice('BTC', '60000')
  })

  it('can be cancelled by its sender until it is broadcast, and is news to nobody else', async () => {
    const deal = nextDeal()
    const { id } = await send(deal, '1')
    const cancelling = (key = borrowerKey) => world.callOn(cancelTransfer, { id }, key)
    expect(await refused(world.service, 409, cancelling(lenderKey))).toMatchObject({
      reason: 'INVALID_STATE',
    })
    await world.do(cancelTransfer, { id }, borrowerKey)
    await world.report(id, 'cancelled')
    const other = await send(deal, '1')
    await world.report(other.id, 'broadcasting')
    const late = world.callOn(cancelTransfer, other, borrowerKey)
    expect(await refused(world.service, 409, late)).toMatchObject({ reason: 'INVALID_STATE' })
    expect(await notified(lenderKey, deal)).toEqual([])
    await world.report(other.id, 'completed')
    expect(await notified(lenderKey, deal)).toEqual([['collateral_received', 'info']])
    expect(await notified(borrowerKey, deal)).toEqual([['transfer_failed', 'warning']])
  })
})

describe('a refusal', () => {
  it('names the call, or the transfer, that comes first', async () => {
    const deal = nextDeal()
    await world.setPrice('BTC', '52000')
    const { calculation_id } = (await margin.preview(deal)).calculation
    const first = await send(deal, '1')
    const again = await refused(world.service, 409, sending(deal, '1'))
    expect(again).toMatchObject({ reason: 'ALREADY_EXISTS' })
    expect(again.body.error.details).toMatchObject([{ value: first.id }])
    // It is in no calculation, so sending makes none stale.
    const body = { position_id: deal.positionId, calculation_id }
    const created = await succeed(world.service, createMarkToMarketRequest, {
      key: lenderKey,
      body,
    })
    await world.report(first.id, 'failed')
    const called = await refused(world.service, 409, sending(deal, '1'))
    expect(called).toMatchObject({ reason: 'MARK_TO_MARKET_REQUEST_OPEN' })
    expect(called.body.error.details).toMatchObject([{ value: created.id }])
    await world.setPrice('BTC', '60000')
  })

  it.each([
    ['0', 422, 'VALUE_INVALID'],
    ['0.000000001', 422, 'QUANTITY_TOO_FINE'],
    ['0.16666666', 422, 'VALUE_INVALID'],
    ['1e5', 400, undefined],
  ])('has a reason against %s', async (quantity, status, reason) => {
    const reply = await refused(world.service, status, sending(spare, quantity))
    if (reason !== undefined) expect(reply.reason).toBe(reason)
  })

  it('needs current prices of a lender, and of nobody else', async () => {
    const deal = nextDeal()
    const { database } = world.service
    await database.query(
      "UPDATE latest_prices SET observed_at = observed_at - interval '9 years' WHERE asset = 'BTC'",
    )
    const reply = await refused(world.service, 424, sending(deal, '1', lenderKey))
    expect(reply.reason).toBe('PRICE_STALE')
    await send(deal, '0.16666667')
    await world.setPrice('BTC', '60000')
  })

  it('limits each side to 10 in any 24 hours', async () => {
    const deal = nextDeal()
    const limited = async () => {
      const { reason, headers } = await refused(world.service, 429, sending(deal, '1'))
      return [reason, headers['retry-after']]
    }
    await sent(deal, '1')
    world.pass(86_400_000 - 1000)
    for (let count = 0; count < 9; count += 1) await sent(deal, '1')
    expect(await limited()).toEqual(['COUNTERPARTY_LIMITED', '1'])
    await sent(deal, '9', lenderKey)
    world.pass(1000)
    await sent(deal, '1')
    expect(await limited()).toEqual(['COUNTERPARTY_LIMITED', String(86_400 - 1)])
    world.pass(86_400_000)
    await sent(deal, '1')
  })

  it('hides the position from a stranger', async () => {
    await refused(world.service, 404, sending(spare, '1', world.strangerKey))
  })
})

describe('a call beside it', () => {
  it('refuses it when the call comes first, and is not silenced by it', async () => {
    await world.setPrice('BTC', '52000')
    const [first, second] = [nextDeal(), nextDeal()]
    const calling = async (deal: Deal) => margin.creation(deal, await margin.calculationOf(deal))
    const { database } = world.service
    const [callOfFirst, callOfSecond] = [await calling(first), await calling(second)]
    const [called, refusal] = await inTurn(
      database,
      first.orderId,
      () => call(world.service, callOfFirst),
      () => call(world.service, sending(first, '4')),
    )
    expect([called.status, refusal.status]).toEqual([200, 409])
    expect(refusal.text).toContain('MARK_TO_MARKET_REQUEST_OPEN')
    const [taken, calledToo] = await inTurn(
      database,
      second.orderId,
      () => call(world.service, sending(second, '4')),
      () => call(world.service, callOfSecond),
    )
    expect([taken.status, calledToo.status]).toEqual([200, 200])
    await world.setPrice('BTC', '60000')
  })

  it('lets one of two go through that are sent at once', async () => {
    const deal = nextDeal()
    const replies = await inTurn(
      world.service.database,
      deal.orderId,
      () => call(world.service, sending(deal, '1')),
      () => call(world.service, sending(deal, '1')),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 409])
  })
})

describe('a calculation', () => {
  it('stays what it was when collateral settles that nobody called for', async () => {
    const deal = nextDeal()
    await world.setPrice('BTC', '52000')
    const { calculation_id } = (await margin.preview(deal)).calculation
    // Within the tolerance of the agreement.
    await world.service.database.query(
      'UPDATE margin_terms SET minimum_notional_top_up_usd = 1 WHERE id = (SELECT terms_id FROM orders WHERE id = $1)',
      [deal.orderId],
    )
    const body = { position_id: deal.positionId, calculation_id }
    await refused(world.service, 409, callOf(createMarkToMarketRequest, { key: lenderKey, body }))
    const seen = (await margin.preview(deal)).calculation.calculation_id
    await sent(deal, '0.0001')
    await succeed(world.service, createMarkToMarketRequest, {
      key: lenderKey,
      body: { ...body, calculation_id: seen },
    })
    await world.setPrice('BTC', '60000')
  })
})

describe('a close', () => {
  it('waits for nothing that was sent without a call, and sends back what settles later', async () => {
    const deal = nextDeal()
    const held = await send(deal, '2')
    const back = await send(deal, '1', lenderKey).catch(() => undefined)
    expect(back).toBeUndefined()
    await orders.do('close', deal.orderId, borrowerKey)
    expect(await isToCancel(held.id)).toBe(true)
    await orders.end(deal.orderId, 'asset', 'completed')
    await endInterest(deal)
    expect(await orders.closingTransfers(deal.orderId)).toEqual([
      ['close', 'collateral', 'BTC', '25', 'lender'],
    ])
    const [first] = (await orders.transfers(deal.orderId)).filter(
      ({ category, leg }) => category === 'close' && leg === 'collateral',
    )
    await world.report(first?.id ?? '', 'completed')
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSING' })
    await refused(world.service, 409, orders.callOf('retry', deal.orderId))
    await world.report(held.id, 'completed')
    expect(await orders.closingTransfers(deal.orderId)).toEqual([
      ['close', 'collateral', 'BTC', '2', 'lender'],
    ])
    await orders.end(deal.orderId, 'collateral', 'completed')
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED' })
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it('leaves out what the lender has under way, and sends it again if that fails', async () => {
    const deal = nextDeal()
    await world.setPrice('BTC', '80000')
    const back = await send(deal, '3', lenderKey)
    await world.report(back.id, 'broadcasting')
    await orders.do('close', deal.orderId, borrowerKey)
    expect(await isToCancel(back.id)).toBe(false)
    await orders.end(deal.orderId, 'asset', 'completed')
    await endInterest(deal)
    const steps = await orders.closingTransfers(deal.orderId)
    expect(steps).toEqual([['close', 'collateral', 'BTC', '22', 'lender']])
    const [step] = (await orders.transfers(deal.orderId)).filter(
      ({ category, leg }) => category === 'close' && leg === 'collateral',
    )
    await world.report(step?.id ?? '', 'completed')
    await world.report(back.id, 'failed')
    expect(await orders.closingTransfers(deal.orderId)).toEqual([
      ['close', 'collateral', 'BTC', '3', 'lender'],
    ])
    await orders.end(deal.orderId, 'collateral', 'completed')
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED' })
    await world.setPrice('BTC', '60000')
  })
})

describe('a close that the lender leaves unfinished', () => {
  it('is missed once what it sent without a call is late', async () => {
    const deal = missing
    await world.setPrice('BTC', '80000')
    const back = await send(deal, '3', lenderKey)
    await world.report(back.id, 'broadcasting')
    await orders.do('close', deal.orderId, borrowerKey)
    await orders.end(deal.orderId, 'asset', 'completed')
    await endInterest(deal)
    const [step] = (await orders.transfers(deal.orderId)).filter(
      ({ category, leg }) => category === 'close' && leg === 'collateral',
    )
    await world.report(step?.id ?? '', 'completed')
    const cause = { cause: 'MISSED_RETURN' }
    await refused(world.service, 422, closeOuts.declaration(deal, borrowerKey, cause))
    world.pass(3_600_001)
    const notice = await closeOuts.declare(deal, cause, borrowerKey)
    await world.report(back.id, 'completed')
    // The deal has ended with it, and its notices too.
    expect(await closeOuts.get(notice.id)).toMatchObject({ status: 'WITHDRAWN' })
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED' })
    await world.setPrice('BTC', '60000')
  })
})

describe('a termination', () => {
  it('counts what was on the chain, and sends back what was not', async () => {
    const [counted, left] = [nextDeal(), nextDeal()]
    const ids = new Map<Deal, string>()
    for (const deal of [counted, left]) ids.set(deal, (await send(deal, '1')).id)
    await world.report(ids.get(counted) ?? '', 'broadcasting')
    await closeOuts.lastingFall('45000')
    const [first, second] = [await closeOuts.terminated(counted), await closeOuts.terminated(left)]
    await world.report(ids.get(counted) ?? '', 'completed')
    await world.report(ids.get(left) ?? '', 'completed')
    const { statement } = await closeOuts.get(first.id)
    expect(statement?.collateral).toMatchObject([{ quantity: '26' }])
    const other = await closeOuts.get(second.id)
    expect(other.statement?.collateral).toMatchObject([{ quantity: '25' }])
    const sentBack = (await orders.transfers(left.orderId)).filter(
      ({ quantity }) => quantity === '1',
    )
    expect(sentBack.map(({ category, sender }) => [category, sender])).toEqual([
      ['voluntary', 'borrower'],
      ['liquidation', 'lender'],
    ])
    expect(await notified(lenderKey, left)).not.toContainEqual(['collateral_received', 'info'])
  })
})

async function endInterest({ orderId }: Deal): Promise<void> {
  const owed = (await orders.closingTransfers(orderId)).some(
    ([category]) => category === 'interest',
  )
  if (owed) await orders.end(orderId, 'interest', 'completed')
}

async function isToCancel(id: string): Promise<boolean> {
  const { rows } = await world.service.database.query<{ asked: boolean }>(
    'SELECT cancel_asked_at IS NOT NULL AS asked FROM instructions WHERE transfer_id = $1',
    [id],
  )
  return rows[0]?.asked === true
}

/** The categories and severities of what an organization was notified of a deal. */
async function notified(key: Key, { orderId }: Deal): Promise<string[][]> {
  const { notifications } = await succeed(world.service, listNotifications, {
    key,
    query: { page_size: 200 },
  })
  return notifications
    .filter(({ link }) => link.order_id === orderId)
    .map(({ category, severity }) => [category, severity])
}
