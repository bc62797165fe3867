import { verifyCloseOut } from '@vadium/margin'
import {
  acceptMarkToMarketRequest,
  type CloseOut,
  previewCloseOut,
  reportInterest,
  reportPositions,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal, Terms } from '../../../harness/book.ts'
import { ApprovalWorld, rule } from '../../../harness/approval-world.ts'
import { call, refused, succeed } from '../../../harness/call.ts'
import { now, unused } from '../../../harness/world/world.ts'

const world = new ApprovalWorld()
const { closeOuts, orders, margin, requests, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', now)

const dealOf = (terms: Partial<Terms> = {}) =>
  closeOuts.deal({
    ...{ close_out_scope: 'to_requirement', liquidation_confirm_seconds: 0 },
    ...{ default_causes: ['LIQUIDATION_LEVEL', 'MISSED_RETURN'], ...terms },
  })
const underHaircut = dealOf({ requirement_percent: null, haircut: '0.3' })
const overThreshold = dealOf({ threshold_usd: '500000' })
const confirmed = dealOf({ threshold_usd: '500000', liquidation_confirm_seconds: 900 })
const deals = Array.from({ length: 14 }, () => dealOf())

const nextDeal = () => unused(deals)

beforeAll(async () => {
  await world.start()
  // 70 days after the opening, on which interest runs.
  world.pass(69 * 86_400_000)
})
beforeEach(() => closeOuts.fall('80000'))
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** A quote of the collateral that is read as the price of this moment later. */
const quoted = (priceUsd: string) =>
  world.service.database.query(
    `INSERT INTO prices SELECT asset, source, $1, $2, $2, $2 FROM latest_prices WHERE asset = 'BTC'`,
    [priceUsd, new Date(world.service.clock.now()).toISOString()],
  )

/** The figures of a calculation, by the names of their steps. */
const figuresOf = ({ statement }: Pick<CloseOut, 'statement'>) =>
  Object.fromEntries(
    (statement?.calculation.steps ?? []).map(({ name, value }) => [name, value] as const),
  )

async function closedOutAt(priceUsd: string, deal: Deal) {
  await closeOuts.fall(priceUsd)
  const closeOut = await closeOuts.terminated(deal)
  if (closeOut.statement === null) throw new Error('there is no statement')
  expect(verifyCloseOut(closeOut.statement)).toEqual({ ok: true, differences: [] })
  return { ...closeOut, statement: closeOut.statement }
}

describe('a close-out in part', () => {
  it('keeps what restores the requirement, and leaves the rest of the deal as it was', async () => {
    const deal = nextDeal()
    const closeOut = await closedOutAt('45000', deal)
    expect(figuresOf(closeOut)).toMatchObject({ shortfall: '375000', excess_after: '0.000315' })
    expect(closeOut).toMatchObject({
      ...{ status: 'SETTLED', excess_late: false, transfer_ids: [] },
      statement: {
        ...{ scope: 'to_requirement', in_default: 'borrower', provisional: false },
        ...{ claim_usd: '799450.55041', discharged_quantity: '799450.55041' },
        kept: [{ asset: 'BTC', kept_quantity: '18.31501834', back_quantity: '0' }],
        ...{ interest_owed: '12638.888889', residual_claim_usd: '0.00' },
      },
    })
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'ACTIVE' })
    expect(await orders.position(deal.orderId)).toMatchObject({
      ...{ status: 'ACTIVE', asset: '200549.44959', collateral: '6.68498166' },
    })
    expect(await orders.balances(deal.orderId)).toEqual({
      ...{ 'lent USDC': '200549.44959', 'pledged BTC': '6.68498166' },
    })
    await world.service.services.revaluation.runPending()
    expect(await orders.shownPosition(deal.positionId)).toMatchObject({
      ...{ ccr_percent: '150.00', liquidation_reached: false, interest_accrued: '12638.888889' },
    })
    const { preview } = await margin.preview(deal)
    expect(preview).toMatchObject({ m2m_collateral_amount: '0', can_submit_m2m: false })
  })

  it('is computed with a haircut in place of a requirement', async () => {
    const { statement } = await closedOutAt('45000', underHaircut)
    expect(figuresOf({ statement })).toMatchObject({ shortfall: '212500' })
    expect(statement).toMatchObject({
      scope: 'to_requirement',
      discharged_quantity: '763425.927058',
      kept: [{ kept_quantity: '17.48971197' }],
    })
    expect(await orders.position(underHaircut.orderId)).toMatchObject({
      ...{ asset: '236574.072942', collateral: '7.51028803' },
    })
  })

  it('is no remedy where a threshold leaves nothing to restore', async () => {
    await closeOuts.fall('45000')
    const { reason, body } = await refused(world.service, 422, closeOuts.declaration(overThreshold))
    expect(reason).toBe('CAUSE_NOT_PRESENT')
    expect(body.error).toMatchObject({
      details: [{ field: 'shortfall_at_start' }, { field: 'shortfall', value: '-125000' }],
    })
    expect(await orders.shownPosition(overThreshold.positionId)).toMatchObject({
      ...{ ccr_percent: '112.50', liquidation_reached: true },
    })
  })

  it('waits until a shortfall is confirmed, however long the alert has lasted', async () => {
    await closeOuts.fall('45000')
    await quoted('45000')
    world.pass(900_000)
    await closeOuts.fall('35000')
    await quoted('35000')
    const { body } = await refused(world.service, 422, closeOuts.declaration(confirmed))
    expect(body.error).toMatchObject({
      details: [{ field: 'shortfall_at_start', value: '-125000' }],
    })
    world.pass(900_000)
    expect(await closeOuts.declare(confirmed)).toMatchObject({ status: 'NOTICE' })
  })

  it('is one in full where no part restores the requirement', async () => {
    const deal = nextDeal()
    expect(await closedOutAt('40000', deal)).toMatchObject({
      status: 'CLAIM_OPEN',
      statement: {
        ...{ scope: 'full', residual_claim_usd: '42638.88' },
        kept: [{ kept_quantity: '25', back_quantity: '0' }],
      },
    })
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
  })

  it('charges interest on the rest from its day on, until a later close-out in full', async () => {
    const deal = nextDeal()
    await closedOutAt('45000', deal)
    await world.service.services.revaluation.runPending()
    world.pass(86_400_000)
    // 12638.888889 of the first 70 days, and 36.21… of one day on the rest.
    const { statement } = await closedOutAt('30000', deal)
    expect(statement).toMatchObject({ scope: 'full', asset_quantity: '200549.44959' })
    expect(statement.interest_owed).toBe('12675.099207')
    expect(statement.calculation.interest_periods).toMatchObject([
      ...[{ quantity: '1000000' }, { quantity: '200549.44959' }],
    ])
    const query = { as_of: new Date(world.service.clock.now() - 3_600_000).toISOString() }
    const { positions } = await succeed(world.service, reportPositions, { key: lenderKey, query })
    expect(positions.find(({ order_id }) => order_id === deal.orderId)).toMatchObject({
      ...{ asset_quantity: '200549.44959', collateral_quantity: '6.68498166' },
    })
    const range = { from: now, to: new Date(world.service.clock.now()).toISOString() }
    const report = await succeed(world.service, reportInterest, { key: lenderKey, query: range })
    const rows = report.interest.filter(({ order_id }) => order_id === deal.orderId)
    expect(rows.map(({ quantity }) => quantity)).toEqual(['1000000', '200549.44959'])
  })

  it('asks for approval by the exact claim of the part', async () => {
    const deal = nextDeal()
    await closeOuts.fall('45000')
    const { id } = await closeOuts.declare(deal)
    const above = (above_usd: string) => [rule('terminateCloseOut', { above_usd })]
    // The claim is 799450.55041 USD: in full it would be 1012638.888889.
    await world.policy(world.lenderAdmin, above('799450.55'))
    const { status } = await call(world.service, closeOuts.callOf('terminate', id))
    expect(status).toBe(202)
    await world.policy(world.lenderAdmin, above('799450.56'))
    expect(await closeOuts.do('terminate', id)).toMatchObject({ status: 'SETTLED' })
    await world.policy(world.lenderAdmin, [])
  })
})

describe('what goes on during a close-out in part', () => {
  it('refuses it while too much of the collateral is on its way back', async () => {
    const deal = nextDeal()
    const release = await margin.create(deal, borrowerKey)
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, release, lenderKey)
    await closeOuts.fall('44000')
    const { id } = await closeOuts.declare(deal)
    const { reason, body } = await refused(world.service, 409, closeOuts.callOf('terminate', id))
    expect(reason).toBe('QUANTITY_NOT_AVAILABLE')
    expect(body.error).toMatchObject({ details: [{ field: 'kept_quantity' }] })
    // Less is kept at a higher price, and the Release goes on.
    await closeOuts.fall('45000')
    expect(await closeOuts.do('terminate', id)).toMatchObject({ status: 'SETTLED' })
    await world.report(transfer_ids[0] ?? '', 'completed')
    expect(await orders.position(deal.orderId)).toMatchObject({ collateral: '0.43498166' })
  })

  it('becomes one in full once no more of the asset is left than it discharges', async () => {
    const deal = nextDeal()
    // At 45000 it discharges 799450.55041.
    await returning(deal, '200549.44959')
    await closeOuts.fall('45000')
    const body = { position_id: deal.positionId, in_default: 'borrower' }
    const preview = await succeed(world.service, previewCloseOut, { key: lenderKey, body })
    expect(preview.statement).toMatchObject({ scope: 'full', asset_quantity: '1000000' })
  })

  it.each([
    ['Release', '80000'],
    ['TopUp', '45000'],
  ])('ends a %s that awaits an answer', async (direction, priceUsd) => {
    const deal = nextDeal()
    await closeOuts.fall(priceUsd)
    const asked = await margin.create(deal)
    expect(asked).toMatchObject({ direction, status: 'PENDING_ACCEPTANCE' })
    await closedOutAt('45000', deal)
    expect(await margin.get(asked)).toMatchObject({
      ...{ status: 'CANCELLED', cancellation_cause: 'closed_out', transfer_ids: [] },
    })
    await refused(world.service, 409, world.callOn(acceptMarkToMarketRequest, asked, borrowerKey))
  })

  it('ends the failed return of a recall that is for more than is left, and not the recall', async () => {
    const deal = nextDeal()
    const recall = { kind: 'recall', quantity: '900000' }
    const { id } = await requests.ask(deal.positionId, recall, lenderKey)
    await requests.do('accept', id, borrowerKey)
    await orders.end(deal.orderId, 'asset', 'failed')
    await closedOutAt('45000', deal)
    expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED' })
    await refused(world.service, 409, requests.callOf('retry', id))
    // It does not keep margin from being called any more.
    await margin.preview(deal)
    // 200549.44959 are lent, and the recall leaves 100000 of the 1000000.
    world.pass(2 * 86_400_000)
    const missed = await closeOuts.declare(deal, { cause: 'MISSED_RETURN' })
    expect(missed.fact).toMatchObject({ resource: 'order_request', resource_id: id })
  })

  it('leaves a failed return of less than is left', async () => {
    const deal = nextDeal()
    const id = await returning(deal, '200000')
    await orders.end(deal.orderId, 'asset', 'failed')
    await closedOutAt('45000', deal)
    expect(await requests.do('retry', id)).toMatchObject({ status: 'IN_PROGRESS' })
  })

  it('keeps the share of a returned part that has failed before it, or fails after it', async () => {
    const before = await returnedPart()
    await orders.end(before.orderId, 'collateral', 'failed')
    const after = await returnedPart()
    await closedOutAt('32000', before)
    await closedOutAt('32000', after)
    await orders.end(after.orderId, 'collateral', 'failed')
    for (const { id, orderId } of [before, after]) {
      expect(await requests.get(id)).toMatchObject({
        status: 'COMPLETED',
        collateral_returned: '0',
      })
      await refused(world.service, 409, requests.callOf('retry', id, borrowerKey))
      expect(await orders.position(orderId)).toMatchObject({
        ...{ asset: '167032.96635', collateral: '7.8296703' },
      })
    }
  })

  it('leaves a disputed call that nobody can concede any more', async () => {
    const deal = nextDeal()
    await closeOuts.fall('45000')
    const call = await margin.disputed(deal, '10000')
    await closeOuts.terminated(deal)
    const conceded = world.callOn(acceptMarkToMarketRequest, call, borrowerKey)
    const { reason, body } = await refused(world.service, 409, conceded)
    expect(reason).toBe('INVALID_STATE')
    expect(body.error).toMatchObject({ details: [{ field: 'position_id' }] })
  })
})

/** A part of the asset that is agreed to go back. */
async function returning({ positionId }: Deal, quantity: string): Promise<string> {
  const { id } = await requests.ask(positionId, { quantity })
  await requests.do('accept', id)
  return id
}

/** A part whose asset is back, and whose share of 7.5 BTC is under way. */
async function returnedPart() {
  const deal = nextDeal()
  const id = await returning(deal, '300000')
  await orders.end(deal.orderId, 'asset', 'completed')
  return { ...deal, id }
}
