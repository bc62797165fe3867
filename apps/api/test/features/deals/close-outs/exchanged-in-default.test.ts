import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Deal, Terms } from '../../../harness/book.ts'
import { refused } from '../../../harness/call.ts'
import { stressTerms } from '../../../harness/world/close-outs.ts'
import { Substitutions } from '../../../harness/world/substitutions.ts'
import { now, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, requests, lenderKey, borrowerKey } = world
const exchange = new Substitutions(world)
const hourMs = 3_600_000
const longAgo = '2024-01-01T00:00:00.000Z'
const terms: Partial<Terms> = {
  ...stressTerms,
  default_causes: ['UNMET_CALL', 'LIQUIDATION_LEVEL', 'MISSED_RETURN'],
  ...{ grace_seconds: 3600, settlement_time_seconds: 3600, cure_time_seconds: 3600 },
  ...{ liquidation_confirm_seconds: 0, recall_notice_seconds: 3600 },
}
const deals = Array.from({ length: 3 }, () => exchange.deal(terms))
const partly = exchange.deal({ ...terms, close_out_scope: 'to_requirement' })
const lasting = exchange.deal(terms, '2026-04-05T12:00:00.000Z')
beforeAll(() => exchange.start())
beforeEach(() => prices('60000', '3000'))
afterAll(() => world.close())

async function prices(btc: string, eth: string, ethAt = now, btcAt = now): Promise<void> {
  const { revaluation } = world.service.services
  await world.setPrice('BTC', btc, btcAt)
  await world.setPrice('ETH', eth, ethAt)
  revaluation.pricesChanged(['BTC', 'ETH'])
  await revaluation.runPending()
}

/** An exchange whose new collateral arrives some time after the agreement, and replaces the old. */
async function switched(deal: Deal, ms = 0): Promise<void> {
  await exchange.agreed(deal, { collateral_quantity: '560' })
  world.pass(ms)
  await exchange.end(deal)
}

const factOf = async (deal: Deal, wanted: string) =>
  (await closeOuts.preview(deal, 'borrower')).facts.find(({ cause }) => cause === wanted)

it('leaves out of the grace when the lender has not sent back what an exchange gives back', async () => {
  const deal = unused(deals)
  await requests.ask(deal.positionId, { kind: 'recall', quantity: '1000' }, lenderKey)
  world.pass(2 * hourMs - 300_000)
  await world.expire()
  await exchange.agreed(deal)
  // Without a price of the new collateral, nothing is decided until the declaration.
  await prices('60000', '3000', longAgo)
  await exchange.end(deal)
  await prices('60000', '3000')
  world.pass(300_001)
  const { id } = await closeOuts.declare(deal, { cause: 'MISSED_RETURN' })
  const cure = [deal.positionId, { kind: 'return', quantity: '1000' }, borrowerKey] as const
  await refused(world.service, 409, requests.askCall(...cure))
  world.pass(hourMs)
  const inAnHour = new Date(world.service.clock.now() + hourMs).toISOString()
  const early = await refused(world.service, 409, closeOuts.callOf('terminate', id))
  expect(early.text).toContain(`"value":"${inAnHour}"`)
  await exchange.end(deal)
  await requests.ask(...cure)
  world.pass(hourMs - 1)
  await refused(world.service, 409, closeOuts.callOf('terminate', id))
})

it('lets a recall bind by its notice although the collateral was exchanged', async () => {
  const deal = unused(deals)
  await requests.ask(deal.positionId, { kind: 'recall', quantity: '1000' }, lenderKey)
  world.pass(1000)
  await switched(deal)
  await exchange.end(deal)
  world.pass(3 * hourMs)
  expect(await factOf(deal, 'MISSED_RETURN')).toMatchObject({ holds: true })
})

it('begins no maturity again with a switch', async () => {
  world.pass(Date.parse('2026-04-05T11:30:00.000Z') - world.service.clock.now())
  await world.expire()
  await switched(lasting, 59 * 60_000)
  await exchange.end(lasting)
  world.pass(31 * 60_000 + 1)
  await world.expire()
  expect(await factOf(lasting, 'MISSED_RETURN')).toMatchObject({ holds: true })
})

it('ends a deal in part without a price of the old collateral', async () => {
  await switched(partly)
  await prices('60000', '2100')
  const { id } = await closeOuts.declare(partly)
  await prices('60000', '2100', now, longAgo)
  const { statement } = await closeOuts.preview(partly)
  expect(statement).toMatchObject({ scope: 'to_requirement' })
  await closeOuts.do('terminate', id)
})

it('takes no alert of the old collateral for one of the new', async () => {
  const deal = unused(deals)
  await prices('45000', '3000')
  world.pass(800_000)
  await switched(deal)
  const switchedAt = world.service.clock.now()
  world.pass(1000)
  await prices('45000', '1900')
  const fact = await factOf(deal, 'LIQUIDATION_LEVEL')
  expect(Date.parse(fact?.since_time ?? '')).toBeGreaterThan(switchedAt)
})
