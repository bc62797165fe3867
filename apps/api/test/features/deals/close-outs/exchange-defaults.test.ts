import type { CloseOut } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal, Terms } from '../../../harness/book.ts'
import { call, refused } from '../../../harness/call.ts'
import { stressTerms } from '../../../harness/world/close-outs.ts'
import type { OrderTransfer } from '../../../harness/world/orders.ts'
import { Substitutions } from '../../../harness/world/substitutions.ts'
import { now, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, margin, requests, borrowerKey } = world
const exchange = new Substitutions(world)
const terms: Partial<Terms> = {
  ...stressTerms,
  default_causes: ['UNMET_CALL', 'LIQUIDATION_LEVEL', 'MISSED_RETURN'],
  ...{ grace_seconds: 3600, settlement_time_seconds: 3600, cure_time_seconds: 3600 },
}
const deals = Array.from({ length: 8 }, () => exchange.deal(terms))
const partly = Array.from({ length: 2 }, () =>
  exchange.deal({ ...terms, close_out_scope: 'to_requirement' }),
)
const lastingUntil = '2026-04-20T12:00:00.000Z'
const lasting = exchange.deal(terms, lastingUntil)
const nextDeal = () => unused(deals)
const hourMs = 3_600_000

beforeAll(() => exchange.start())
beforeEach(() => prices('60000', '3000'))
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

async function prices(btc: string, eth: string, observedAt = now): Promise<void> {
  const { revaluation } = world.service.services
  await world.setPrice('BTC', btc)
  await world.setPrice('ETH', eth, observedAt)
  revaluation.pricesChanged(['BTC', 'ETH'])
  await revaluation.runPending()
}

async function switched(deal: Deal): Promise<string> {
  const id = await exchange.agreed(deal)
  await exchange.end(deal)
  expect(await requests.get(id)).toMatchObject({ decision: 'switch' })
  return id
}

const factOf = async (deal: Deal, cause: string, inDefault: 'borrower' | 'lender') =>
  (await closeOuts.preview(deal, inDefault)).facts.find((fact) => fact.cause === cause)

async function last({ orderId }: Pick<Deal, 'orderId'>, token: string): Promise<OrderTransfer> {
  const found = (await orders.transfers(orderId)).findLast((one) => one.token === token)
  if (found === undefined) throw new Error(`no transfer of ${token}`)
  return found
}

/** Declared by the borrower, and terminated once its grace is over. */
async function missedByLender(deal: Deal): Promise<CloseOut> {
  const { id } = await closeOuts.declare(deal, { cause: 'MISSED_RETURN' }, borrowerKey)
  world.pass(hourMs)
  return closeOuts.do('terminate', id, borrowerKey)
}

const collateralIn = ({ statement }: CloseOut) =>
  statement?.collateral.map(({ asset, quantity }) => `${quantity} ${asset}`)

describe('what an exchange sends back, and does not arrive in time', () => {
  it('is a missed return of the lender, which its arrival cures', async () => {
    const deal = nextDeal()
    const id = await switched(deal)
    world.pass(hourMs)
    expect(await factOf(deal, 'MISSED_RETURN', 'lender')).toMatchObject({ holds: false })
    world.pass(1)
    const fact = await factOf(deal, 'MISSED_RETURN', 'lender')
    expect(fact).toMatchObject({ holds: true })
    expect(fact?.conditions).toContainEqual(
      expect.objectContaining({
        resource_id: id,
        text: 'What has not arrived is 25 BTC; it must be above 0 BTC.',
      }),
    )
    const notice = await closeOuts.declare(deal, { cause: 'MISSED_RETURN' }, borrowerKey)
    expect(notice).toMatchObject({ fact: { resource: 'order_request', resource_id: id } })
    await exchange.end(deal)
    expect(await closeOuts.get(notice.id)).toMatchObject({ status: 'CURED' })
    expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
  })

  it('is a cure on the chain: nothing of it is the collateral that is left', async () => {
    const deal = nextDeal()
    await switched(deal)
    world.pass(hourMs + 1)
    const notice = await closeOuts.declare(deal, { cause: 'MISSED_RETURN' }, borrowerKey)
    await exchange.end(deal, 'confirming')
    world.pass(hourMs)
    const terminate = closeOuts.callOf('terminate', notice.id, borrowerKey)
    expect(await refused(world.service, 409, terminate)).toMatchObject({
      reason: 'CURE_UNDER_WAY',
    })
    await exchange.end(deal)
    expect(await closeOuts.get(notice.id)).toMatchObject({ status: 'CURED' })
  })

  it('is claimed with the new collateral if the lender is closed out', async () => {
    const deal = nextDeal()
    const id = await switched(deal)
    await exchange.end(deal, 'failed')
    world.pass(hourMs + 1)
    const closeOut = await missedByLender(deal)
    expect(collateralIn(closeOut)).toEqual(['534 ETH', '25 BTC'])
    expect(closeOut.statement).toMatchObject({ in_default: 'lender', claim_usd: '3102000.00' })
    expect(closeOut).toMatchObject({ status: 'CLAIM_OPEN' })
    expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it('is a missed return as well where the old collateral stayed, and is not claimed twice', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    await prices('60000', '3000', '2024-01-01T00:00:00.000Z')
    await exchange.end(deal)
    await prices('60000', '3000')
    await requests.do('cancel', id, borrowerKey)
    expect(await requests.get(id)).toMatchObject({ keep_reason: 'called_off' })
    world.pass(hourMs + 1)
    const closeOut = await missedByLender(deal)
    expect(collateralIn(closeOut)).toEqual(['25 BTC'])
    const back = await last(deal, 'ETH')
    expect(back).toMatchObject({ category: 'substitution', sender: 'lender', status: 'PENDING' })
    await world.report(back.id, 'completed')
    expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await orders.balances(deal.orderId)).toEqual({})
  })
})

describe('a close-out in part while the old collateral goes back', () => {
  it('is computed of the new collateral alone, and the old goes on', async () => {
    const deal = unused(partly)
    const id = await switched(deal)
    await prices('60000', '2200')
    world.pass(900_000)
    const closeOut = await closeOuts.terminated(deal)
    expect(collateralIn(closeOut)).toEqual(['534 ETH'])
    expect(closeOut).toMatchObject({
      status: 'SETTLED',
      statement: { scope: 'to_requirement', discharged_quantity: '747181.159421' },
    })
    await exchange.end(deal)
    expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
    expect(closeOut.statement?.kept[0]?.kept_quantity).toMatch(/^350\./)
    const { 'pledged ETH': left, ...others } = await orders.balances(deal.orderId)
    expect(left).toMatch(/^183\./)
    expect(Object.keys(others)).toEqual(['lent USDC'])
  })

  it('is one of both in full where a part does not restore the requirement', async () => {
    const deal = unused(partly)
    await switched(deal)
    await prices('60000', '1900')
    world.pass(900_000)
    const closeOut = await closeOuts.terminated(deal)
    expect(collateralIn(closeOut)).toEqual(['534 ETH', '25 BTC'])
    expect(closeOut).toMatchObject({ statement: { scope: 'full' } })
  })
})

describe('a call from before an exchange', () => {
  it('is no unmet call of the new collateral, which met the requirement', async () => {
    const deal = nextDeal()
    await prices('50000', '3000')
    const call = await margin.create(deal)
    world.pass(hourMs + 1)
    await world.expire()
    expect(await margin.get(call)).toMatchObject({ status: 'EXPIRED' })
    expect(await factOf(deal, 'UNMET_CALL', 'borrower')).toMatchObject({ holds: true })
    await switched(deal)
    await exchange.end(deal)
    await prices('60000', '2500')
    const fact = await factOf(deal, 'UNMET_CALL', 'borrower')
    expect(fact).toMatchObject({ holds: false })
    expect(fact?.conditions.map(({ text }) => text)).toContain(
      'The collateral was exchanged since: call again.',
    )
  })
})

describe('a maturity that what an exchange sends back is in the way of', () => {
  it('is missed by the borrower no earlier than it could have closed', async () => {
    const id = await switched(lasting)
    await exchange.end(lasting, 'failed')
    const matures = Date.parse(lastingUntil)
    world.pass(matures - world.service.clock.now() + 24 * hourMs)
    await world.expire()
    const missed = async () => (await factOf(lasting, 'MISSED_RETURN', 'borrower'))?.holds
    expect(await missed()).toBe(false)
    await requests.do('retry', id)
    await exchange.end(lasting)
    expect(await missed()).toBe(false)
    world.pass(hourMs + 1)
    expect(await missed()).toBe(true)
  })
})

describe('new collateral of which a close-out could keep too much', () => {
  it('is refused under causes of default', async () => {
    const deal = nextDeal()
    const { id } = await exchange.ask(deal)
    const decimalsOfEth = (decimals: number) =>
      world.service.database.query(`UPDATE assets SET decimals = $1 WHERE symbol = 'ETH'`, [
        decimals,
      ])
    await decimalsOfEth(0)
    const { status, body } = await call(world.service, exchange.acceptCall(id))
    await decimalsOfEth(18)
    expect([status, body]).toMatchObject([
      422,
      {
        error: { reason: 'VALUE_INVALID', details: [{ field: 'collateral_asset', value: 'ETH' }] },
      },
    ])
    expect(await exchange.accept(id)).toMatchObject({ status: 'ACCEPTED' })
  })
})
