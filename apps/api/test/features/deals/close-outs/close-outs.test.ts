import { Decimal, formatDecimal, verifyCloseOut } from '@vadium/margin'
import {
  type CloseOut,
  getPosition,
  getToday,
  listChatEntries,
  listCloseOuts,
  listNotifications,
  previewCloseOut,
  reportCollateralMovements,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import { now, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, lenderKey, borrowerKey, strangerKey } = world
world.book.price('USDC', '1', now)
const undiscounted = closeOuts.deal({ close_out_discount: '0' })
const deals = Array.from({ length: 8 }, () => closeOuts.deal())

const nextDeal = () => unused(deals)

beforeAll(async () => {
  await world.start()
  // 70 days after the opening, on which interest runs.
  world.pass(69 * 86_400_000)
  await closeOuts.lastingFall('45000')
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const excessOf = async ({ orderId }: Deal) => {
  const transfer = (await orders.transfers(orderId)).at(-1)
  if (transfer?.category !== 'liquidation') throw new Error('nothing goes back')
  return transfer
}

describe('a close-out that keeps less than there is', () => {
  it('keeps what covers the claim at the price less the discount, and sends the rest back', async () => {
    const deal = nextDeal()
    const notice = await closeOuts.declare(deal, { note: 'No top-up has arrived.' })
    expect(notice).toMatchObject({
      ...{ status: 'NOTICE', declarer_id: world.lender.id, note: 'No top-up has arrived.' },
      ...{ statement: null, fact: { occasion: 1, holds: true } },
    })
    const terminated = await closeOuts.do('terminate', notice.id)
    expect(terminated).toMatchObject({
      status: 'CLOSING_OUT',
      statement: {
        ...{ interest_owed: '12638.888889', claim_usd: '1012638.888889' },
        kept: [{ asset: 'BTC', kept_quantity: '23.19905817', back_quantity: '1.80094183' }],
        ...{ residual_claim_usd: '0.00', discharged_quantity: '1000000', provisional: false },
      },
    })
    expect(verified(terminated)).toEqual([])
    const { steps = [] } = terminated.statement?.calculation ?? {}
    expect(steps.find(({ name }) => name === 'net_price')?.value).toBe('43650')
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSING' })
    expect(await orders.position(deal.orderId)).toMatchObject({
      ...{ status: 'CLOSING', asset: '0', collateral: '1.80094183' },
    })
    expect(await orders.balances(deal.orderId)).toEqual({ 'in_transit BTC': '1.80094183' })
    const excess = await excessOf(deal)
    expect(excess).toMatchObject({ leg: 'collateral', quantity: '1.80094183', sender: 'lender' })

    await world.report(excess.id, 'completed')
    expect(await closeOuts.get(notice.id, borrowerKey)).toMatchObject({ status: 'SETTLED' })
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
    expect(await orders.position(deal.orderId)).toMatchObject({
      ...{ status: 'CLOSED', collateral: '0', is_over: true },
    })
    expect(await orders.balances(deal.orderId)).toEqual({})
    const entries = (await entriesOf(deal)).filter(({ kind }) => kind === 'default')
    expect(entries.map(({ close_out_id }) => close_out_id)).toEqual([notice.id, notice.id])
    const [ended = '', declared = ''] = entries.map(({ text }) => text)
    expect(declared).toContain('has declared that')
    expect(declared).toContain('liquidation level of 115 %')
    expect(declared).toContain('Its note: No top-up has arrived.')
    expect(ended).toContain('The claim is 1012638.888889 USD.')
    expect(ended).toContain('keeps 23.19905817 BTC. 1.80094183 BTC go back to')
    const moves = ['close_out', 'settle_close_out']
    expect((await orders.moves(deal.orderId)).slice(-2)).toEqual(moves)
  })

  it('keeps less where no discount is agreed', async () => {
    const body = { position_id: undiscounted.positionId, in_default: 'borrower' }
    const { statement } = await succeed(world.service, previewCloseOut, { key: lenderKey, body })
    expect(statement.kept).toEqual([
      { asset: 'BTC', kept_quantity: '22.50308642', back_quantity: '2.49691358' },
    ])
  })

  it('sends the rest again after a failure, and takes the word of who received it otherwise', async () => {
    const deal = nextDeal()
    const { id } = await closeOuts.terminated(deal)
    const underWay = await refused(world.service, 409, closeOuts.callOf('receive', id, borrowerKey))
    expect(underWay.body.error).toMatchObject({ details: [{ field: 'transfer_ids' }] })
    await refused(world.service, 409, closeOuts.callOf('retry', id))
    await world.report((await excessOf(deal)).id, 'failed')
    expect(await orders.balances(deal.orderId)).toEqual({ 'pledged BTC': '1.80094183' })

    await closeOuts.do('retry', id, borrowerKey)
    const again = await excessOf(deal)
    await world.report(again.id, 'failed')
    await refused(world.service, 403, closeOuts.callOf('receive', id))
    const settled = await closeOuts.do('receive', id, borrowerKey)
    expect(settled).toMatchObject({ status: 'SETTLED', transfer_ids: { length: 2 } })
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it('shows in reports what was kept, without a transfer', async () => {
    const deal = nextDeal()
    await closeOuts.terminated(deal)
    await world.report((await excessOf(deal)).id, 'completed')
    world.pass(1000)
    const query = { from: now, to: new Date(world.service.clock.now()).toISOString() }
    const { movements } = await succeed(world.service, reportCollateralMovements, {
      key: borrowerKey,
      query,
    })
    const own = movements.filter(({ order_id }) => order_id === deal.orderId)
    expect(own.map(({ direction, quantity, category }) => [direction, quantity, category])).toEqual(
      [
        ['kept', '23.19905817', null],
        ['received', '1.80094183', 'liquidation'],
      ],
    )
    const { interest } = await succeed(world.service, reportInterest, { key: lenderKey, query })
    const days = interest.filter(({ order_id }) => order_id === deal.orderId)
    expect(days.at(-1)).toMatchObject({ quantity: '1000000' })
    const { positions } = await succeed(world.service, reportPositions, {
      key: lenderKey,
      query: { as_of: now },
    })
    const before = positions.find(({ order_id }) => order_id === deal.orderId)
    expect(before).toMatchObject({ asset_quantity: '1000000', collateral_quantity: '25' })
  })

  it('notifies both sides once that what goes back is late', async () => {
    const deal = nextDeal()
    const { id } = await closeOuts.terminated(deal)
    world.pass(86_400_000)
    await world.expire()
    await world.expire()
    expect(await closeOuts.get(id)).toMatchObject({ excess_late: true })
    // 1.80098264 BTC at 45,000 USD: a day more of interest.
    const late = (await closeOuts.get(id)).statement?.kept[0]?.back_quantity ?? ''
    const worth = formatDecimal(new Decimal(late).times('45000'))
    expect(await claims(lenderKey)).toBe(`-${worth}`)
    expect(await claims(borrowerKey)).toBe(worth)
    expect((await notificationsAbout(id, borrowerKey)).sort()).toEqual([
      ...['close_out_changed', 'close_out_changed', 'default_declared'],
    ])
    await world.report((await excessOf(deal)).id, 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'SETTLED', excess_late: false })
  })
})

describe('a close-out that does not cover the claim', () => {
  it('ends the deal, and leaves a claim until the declarer discharges it', async () => {
    const deal = nextDeal()
    await closeOuts.fall('40000')
    const terminated = await closeOuts.terminated(deal)
    expect(terminated).toMatchObject({
      status: 'CLAIM_OPEN',
      transfer_ids: [],
      statement: { kept: [{ kept_quantity: '25', back_quantity: '0' }] },
    })
    expect(verified(terminated)).toEqual([])
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
    expect(await orders.balances(deal.orderId)).toEqual({})
    const residual = terminated.statement?.residual_claim_usd ?? ''
    expect((await today(borrowerKey)).defaults).toMatchObject({
      ...{ against_us: 0, by_us: 0, claims_open: 1, next_deadline: null },
      close_outs: [{ id: terminated.id, is_ours: false, residual_claim_usd: residual }],
    })
    expect((await today(lenderKey, 0)).defaults).toMatchObject({
      ...{ claims_open: 1, close_outs: [], others: { count: 1, notional_usd: residual } },
    })
    expect(await claims(lenderKey)).toBe(residual)
    expect(await claims(borrowerKey)).toBe(`-${residual}`)
    const claimed = new Date(world.service.clock.now()).toISOString()
    await refused(world.service, 403, closeOuts.callOf('discharge', terminated.id, borrowerKey))
    expect(await closeOuts.do('discharge', terminated.id)).toMatchObject({ status: 'SETTLED' })
    await refused(world.service, 409, closeOuts.callOf('discharge', terminated.id))
    world.pass(1000)
    expect(await claims(lenderKey)).toBe('0')
    expect(await claims(lenderKey, new Date(Date.parse(claimed) - 1).toISOString())).toBe('0')
    await closeOuts.fall('45000')
  })
})

describe('a declaration', () => {
  it('is refused to the borrower and to strangers, and while one of the same cause is open', async () => {
    const deal = nextDeal()
    const asBorrower = await refused(world.service, 403, closeOuts.declaration(deal, borrowerKey))
    expect(asBorrower.reason).toBe('PARTY_NOT_PERMITTED')
    await refused(world.service, 404, closeOuts.declaration(deal, strangerKey))
    const { id } = await closeOuts.declare(deal)
    expect(await openOf(deal)).toEqual([id])
    expect((await today(lenderKey)).defaults).toMatchObject({
      ...{ against_us: 0, by_us: 1, claims_open: 0, next_deadline: null },
      close_outs: [
        {
          ...{ id, position_id: deal.positionId, order_id: deal.orderId, side: 'lender' },
          ...{ is_ours: true, status: 'NOTICE', residual_claim_usd: null, excess_late: false },
          counterparty_id: world.borrower.id,
        },
      ],
    })
    expect((await today(borrowerKey)).defaults).toMatchObject({
      ...{ against_us: 1, by_us: 0, close_outs: [{ id, side: 'borrower', is_ours: false }] },
    })
    const twice = await refused(world.service, 409, closeOuts.declaration(deal))
    expect(twice.body.error).toMatchObject({
      ...{ reason: 'ALREADY_EXISTS', details: [{ value: id }] },
    })
    await refused(world.service, 404, closeOuts.callOf('withdraw', id, strangerKey))
    await refused(world.service, 403, closeOuts.callOf('withdraw', id, borrowerKey))
    await refused(world.service, 403, closeOuts.callOf('terminate', id, borrowerKey))

    expect(await closeOuts.do('withdraw', id)).toMatchObject({ status: 'WITHDRAWN' })
    expect(await openOf(deal)).toEqual([])
    expect((await today(lenderKey)).defaults).toMatchObject({ by_us: 0, close_outs: [] })
    const soon = await refused(world.service, 409, closeOuts.declaration(deal))
    expect(soon.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'cause' }],
    })
    world.pass(3_600_000)
    const again = await closeOuts.declare(deal)
    const { close_outs } = await succeed(world.service, listCloseOuts, {
      key: borrowerKey,
      query: { position_id: deal.positionId, status: 'NOTICE', cause: 'LIQUIDATION_LEVEL' },
    })
    expect(close_outs.map((one) => one.id)).toEqual([again.id])
    await closeOuts.do('terminate', again.id)
  })
})

const today = (key: typeof lenderKey, rows = 10) =>
  succeed(world.service, getToday, { key, query: { rows } })

async function openOf({ positionId }: Deal): Promise<string[]> {
  const asked = { key: borrowerKey, params: { position_id: positionId } }
  return (await succeed(world.service, getPosition, asked)).open_close_out_ids
}

/** What the exposure to the other side says of claims. */
async function claims(key: typeof lenderKey, as_of?: string): Promise<string | null> {
  const query = as_of === undefined ? {} : { as_of }
  const { exposures } = await succeed(world.service, reportExposureByCounterparty, { key, query })
  expect(exposures).toHaveLength(1)
  return exposures[0]?.claims_usd ?? null
}

const entriesOf = async ({ orderId }: Deal) =>
  (
    await succeed(world.service, listChatEntries, {
      key: borrowerKey,
      params: { order_id: orderId },
    })
  ).entries

const verified = ({ statement }: CloseOut) =>
  statement === null ? ['there is no statement'] : verifyCloseOut(statement).differences

async function notificationsAbout(id: string, key: typeof lenderKey): Promise<string[]> {
  const query = { page_size: 1000 }
  const { notifications } = await succeed(world.service, listNotifications, { key, query })
  return notifications.filter(({ link }) => link.id === id).map(({ category }) => category)
}
