import { Decimal, verifyCloseOut } from '@vadium/margin'
import {
  type CloseOut,
  listNotifications,
  reportExposureByCounterparty,
  reportPositions,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal, Key } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import { dayMs } from '../../../harness/world/default-cases.ts'
import { stressTerms } from '../../../harness/world/close-outs.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { book, lender, borrower, closeOuts, orders, margin, requests } = world
const { lenderKey, borrowerKey } = world
book.price('USDC', '1', now)

/** A loan of 1,000,000 USDC of which next to nothing has to be secured: a Release is always due. */
const dealAgainst = (collateral_quantity: string): Deal =>
  book.deal(lender, borrower, {
    ...{ asset: 'USDC', asset_quantity: '1000000', rate_percent: '6.5' },
    ...{ collateral_asset: 'BTC', collateral_quantity },
    terms: {
      ...stressTerms,
      ...{ requirement_percent: '0.5', margin_call_percent: '0.4', liquidation_percent: '0.3' },
      ...{ minimum_notional_release_usd: '0', cure_time_seconds: 3600, grace_seconds: 3600 },
      default_causes: ['UNMET_CALL', 'MISSED_RETURN'],
    },
  })
const covered = dealAgainst('25')
const overlent = dealAgainst('15')
const received = dealAgainst('0.1')
const late = dealAgainst('0.1')
const lateInterest = dealAgainst('0.1')
const closing = dealAgainst('25')
const returned = dealAgainst('25')
const closedBefore = dealAgainst('25')
const closedAfter = dealAgainst('25')

beforeAll(async () => {
  await world.start()
  world.pass(68 * dayMs)
  for (const deal of [covered, overlent, received, late, lateInterest, closedBefore, closedAfter]) {
    await margin.create(deal, borrowerKey)
  }
  await beginClose()
  await returnOfPart()
  // The 70th day after the opening, on which interest runs.
  world.pass(dayMs)
  await world.expire()
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** Everything is back but the collateral, which the lender does not send. */
async function beginClose(): Promise<void> {
  await orders.do('close', closing.orderId, borrowerKey)
  await orders.end(closing.orderId, 'asset', 'completed')
  await orders.end(closing.orderId, 'interest', 'completed')
  await orders.end(closing.orderId, 'collateral', 'failed')
}

async function returnOfPart(): Promise<void> {
  const { id } = await requests.ask(returned.positionId, { quantity: '400000' })
  await requests.do('accept', id)
  await orders.end(returned.orderId, 'asset', 'completed')
  await orders.end(returned.orderId, 'collateral', 'failed')
}

async function terminated(deal: Deal, cause: CloseOut['cause']) {
  const { facts } = await closeOuts.preview(deal, 'lender', borrowerKey)
  expect(facts.map((fact) => fact.cause)).toEqual(['UNMET_CALL', 'MISSED_RETURN'])
  const [fact, second] = facts.filter(({ holds }) => holds === true)
  expect([fact?.cause, second]).toEqual([cause, undefined])
  const { id, ...declared } = await closeOuts.declare(deal, { cause }, borrowerKey)
  expect([declared.fact.since_time, declared.earliest_terminate_time]).toEqual([
    fact?.since_time,
    fact?.earliest_terminate_time,
  ])
  world.pass(3_600_000)
  const closeOut = await closeOuts.do('terminate', id, borrowerKey)
  if (closeOut.statement === null) throw new Error('there is no statement')
  expect(verifyCloseOut(closeOut.statement)).toEqual({ ok: true, differences: [] })
  return { ...closeOut, statement: closeOut.statement }
}

const excessOf = async ({ orderId }: Deal) =>
  (await orders.transfers(orderId))
    .filter(({ category }) => category === 'liquidation')
    .map(({ leg, quantity, sender, status }) => [leg, quantity, sender, status])

describe('a close-out of a lender in default', () => {
  it('leaves the borrower a claim if all that it owes does not cover its collateral', async () => {
    const { id, status, statement } = await terminated(covered, 'UNMET_CALL')
    expect(status).toBe('CLAIM_OPEN')
    expect(statement).toMatchObject({
      ...{ in_default: 'lender', scope: 'full', claim_usd: '1500000.00' },
      kept: [{ asset: 'USDC', kept_quantity: '1012638.888889', back_quantity: '0' }],
      ...{ back_interest: '0', discharged_quantity: '1000000', residual_claim_usd: '517740.27' },
    })
    expect(await orders.get(covered.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
    expect(await orders.balances(covered.orderId)).toEqual({})
    await refused(world.service, 403, closeOuts.callOf('discharge', id, lenderKey))
    expect(await closeOuts.do('discharge', id, borrowerKey)).toMatchObject({ status: 'SETTLED' })
  })

  it('sends back the asset that is not kept', async () => {
    const { id, statement } = await terminated(overlent, 'UNMET_CALL')
    expect(statement).toMatchObject({
      claim_usd: '900000.00',
      kept: [{ kept_quantity: '927835.051547', back_quantity: '84803.837342' }],
      ...{ back_interest: '0', discharged_quantity: '915196.162658', residual_claim_usd: '0.00' },
    })
    expect(await orders.balances(overlent.orderId)).toEqual({ 'in_transit USDC': '84803.837342' })
    expect(await excessOf(overlent)).toEqual([['asset', '84803.837342', 'borrower', 'PENDING']])
    const { interest_accrued, ...position } = await orders.shownPosition(overlent.positionId)
    expect(position).toMatchObject({
      ...{ status: 'CLOSING', asset_quantity: '84803.837342', collateral_quantity: '0' },
      ...{ margin_call_reached: false, liquidation_reached: false },
    })
    expect(interest_accrued).toBe('12638.888889')
    expect(await reportedNow(overlent)).toMatchObject({
      ...{ asset_quantity: '84803.837342', liquidation_reached: false },
      interest_accrued: '12638.888889',
    })
    await orders.end(overlent.orderId, 'asset', 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'SETTLED' })
    expect(await orders.get(overlent.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
    expect(await orders.balances(overlent.orderId)).toEqual({})
  })

  it('sends back the asset and then interest, and each again that has failed', async () => {
    const { id, statement } = await terminated(received, 'UNMET_CALL')
    expect(statement).toMatchObject({
      kept: [{ kept_quantity: '6185.567011', back_quantity: '1000000' }],
      ...{ back_interest: '6453.321878', discharged_quantity: '0' },
    })
    await orders.end(received.orderId, 'asset', 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'CLOSING_OUT' })
    await refused(world.service, 409, closeOuts.callOf('receive', id, lenderKey))
    await orders.end(received.orderId, 'interest', 'failed')
    await closeOuts.do('retry', id, borrowerKey)
    expect((await excessOf(received)).filter(([, , , status]) => status === 'PENDING')).toEqual([
      ['interest', '6453.321878', 'borrower', 'PENDING'],
    ])
    await orders.end(received.orderId, 'interest', 'failed')
    await refused(world.service, 403, closeOuts.callOf('receive', id, borrowerKey))
    expect(await closeOuts.do('receive', id, lenderKey)).toMatchObject({ status: 'SETTLED' })
    expect(await orders.get(received.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
    expect(await orders.balances(received.orderId)).toEqual({})
  })

  it('notifies both sides once that what goes back is late, and takes the word of the lender', async () => {
    const { id, statement } = await terminated(late, 'UNMET_CALL')
    const keys = [lenderKey, borrowerKey]
    const before = await Promise.all(keys.map(claims))
    world.pass(dayMs)
    await world.expire()
    await world.expire()
    expect(await closeOuts.get(id)).toMatchObject({ excess_late: true })
    for (const key of keys) expect(await categoriesOf(id, key)).toEqual(noticesOfLate)
    const owed = new Decimal(statement.back_interest).plus('1000000')
    const [ofLender, ofBorrower] = await Promise.all(keys.map(claims))
    expect(ofLender?.minus(before[0] ?? 0)).toEqual(owed)
    expect(ofBorrower?.minus(before[1] ?? 0)).toEqual(owed.negated())
    await orders.end(late.orderId, 'asset', 'failed')
    await orders.end(late.orderId, 'interest', 'rejected')
    expect(await orders.balances(late.orderId)).toEqual({ 'lent USDC': '1000000' })
    await closeOuts.do('receive', id, lenderKey)
    expect(await orders.position(late.orderId)).toMatchObject({ status: 'CLOSED', asset: '0' })
    expect(await orders.balances(late.orderId)).toEqual({})
  })

  it('notifies both sides of the interest alone that is late once the asset is back', async () => {
    const { id, statement } = await terminated(lateInterest, 'UNMET_CALL')
    await orders.end(lateInterest.orderId, 'asset', 'completed')
    world.pass(dayMs)
    await world.expire()
    const missing = `he ${statement.back_interest} USDC of interest that`
    for (const key of [lenderKey, borrowerKey]) {
      expect(await lateTo(key, id)).toEqual([expect.stringContaining(missing)])
    }
    await orders.end(lateInterest.orderId, 'interest', 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'SETTLED' })
  })

  it('claims the collateral alone once asset and interest are back', async () => {
    const { status, statement } = await terminated(closing, 'MISSED_RETURN')
    expect(status).toBe('CLAIM_OPEN')
    expect(statement).toMatchObject({
      ...{ asset_quantity: '0', interest_owed: '0', claim_usd: '1500000.00' },
      kept: [{ asset: 'USDC', kept_quantity: '0', back_quantity: '0' }],
      residual_claim_usd: '1500000.00',
    })
    expect(await orders.balances(closing.orderId)).toEqual({})
    expect(await orders.get(closing.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
  })

  it('claims all of the collateral where the share of a returned part was not sent', async () => {
    const { statement } = await terminated(returned, 'MISSED_RETURN')
    expect(statement).toMatchObject({
      ...{ asset_quantity: '600000', claim_usd: '1500000.00' },
      kept: [{ back_quantity: '0' }],
    })
    expect(await orders.balances(returned.orderId)).toEqual({})
  })
})

describe('a borrower that has begun a close, in which the lender can release nothing', () => {
  it('cannot declare its call unmet', async () => {
    await orders.do('close', closedBefore.orderId, borrowerKey)
    const declaration = closeOuts.declaration(closedBefore, borrowerKey, { cause: 'UNMET_CALL' })
    const { reason, body } = await refused(world.service, 422, declaration)
    expect(reason).toBe('CAUSE_NOT_PRESENT')
    expect(body.error.details?.[0]).toMatchObject({ field: 'closing', value: 'true' })
  })

  it('has no notice of its call any more', async () => {
    const { id } = await closeOuts.declare(closedAfter, { cause: 'UNMET_CALL' }, borrowerKey)
    await orders.do('close', closedAfter.orderId, borrowerKey)
    await world.expire()
    expect(await closeOuts.get(id)).toMatchObject({ status: 'CURED' })
  })
})

/** The notifications of an organization that what goes back is late. */
async function lateTo(key: Key, id: string): Promise<string[]> {
  const query = { page_size: 1000 }
  const { notifications } = await succeed(world.service, listNotifications, { key, query })
  const late = notifications.filter(({ title }) => title.startsWith('What goes back is late'))
  return late.filter(({ link }) => link.id === id).map(({ body }) => body)
}

/** It was declared, terminated, and what goes back is late: each once. */
const noticesOfLate = ['close_out_changed', 'close_out_changed', 'default_declared']

async function categoriesOf(id: string, key: Key): Promise<string[]> {
  const query = { page_size: 1000 }
  const { notifications } = await succeed(world.service, listNotifications, { key, query })
  return notifications.filter(({ link }) => link.id === id).map(({ category }) => category)
}

/** What the exposure to the other side says of claims. */
async function claims(key: Key): Promise<Decimal> {
  const { exposures } = await succeed(world.service, reportExposureByCounterparty, { key })
  return new Decimal(exposures[0]?.claims_usd ?? '0')
}

async function reportedNow({ orderId }: Deal) {
  world.pass(1000)
  const query = { as_of: new Date(world.service.clock.now()).toISOString() }
  const { positions } = await succeed(world.service, reportPositions, { key: lenderKey, query })
  return positions.find(({ order_id }) => order_id === orderId)
}
