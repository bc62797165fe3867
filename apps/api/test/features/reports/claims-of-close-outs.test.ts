import { reportExposureByCounterparty } from '@vadium/schema'
import { Decimal } from '@vadium/margin'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deal } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { stressTerms } from '../../harness/world/close-outs.ts'
import { Substitutions } from '../../harness/world/substitutions.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const { closeOuts, lenderKey } = world
const exchange = new Substitutions(world)
const newDeal = () => exchange.deal({ ...stressTerms, liquidation_confirm_seconds: 0 })
const [switched, exchanged] = [newDeal(), newDeal()]
const dayMs = 86_400_000

beforeAll(() => exchange.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

async function priceOfEth(usd: string): Promise<void> {
  const { revaluation } = world.service.services
  const observedAt = new Date(world.service.clock.now()).toISOString()
  for (const [asset, price] of [
    ['USDC', '1'],
    ['BTC', '60000'],
    ['ETH', usd],
  ] as const) {
    await world.setPrice(asset, price, observedAt)
  }
  revaluation.pricesChanged(['ETH'])
  await revaluation.runPending()
}

/** Gives 560 ETH in place of the BTC of a deal, which have not gone back yet. */
async function switchToEth(deal: Deal): Promise<void> {
  await priceOfEth('3000')
  await exchange.agreed(deal, { collateral_quantity: '560' })
  await exchange.end(deal)
}

/** What the lender claims, less what is claimed of it, by the filter of the report. */
async function claimed(asset: string): Promise<string | null> {
  const query = { asset }
  const { exposures } = await succeed(world.service, reportExposureByCounterparty, {
    ...{ key: lenderKey, query },
  })
  return new Decimal(exposures[0]?.claims_usd ?? 0).toFixed()
}

const claimedBy = async () => [await claimed('USDC'), await claimed('ETH'), await claimed('BTC')]

it('are found by each asset that they name', async () => {
  await switchToEth(switched)
  await priceOfEth('1500')
  const { statement } = await closeOuts.terminated(switched)
  world.pass(dayMs)
  await priceOfEth('1500')
  const back = statement?.kept[1]
  expect(back).toMatchObject({ asset: 'BTC' })
  const late = new Decimal(back?.back_quantity ?? 0).times(-60_000).toFixed()
  expect(await claimedBy()).toEqual([late, late, late])
})

it('are not found by a collateral that had gone back before', async () => {
  const before = await claimed('BTC')
  await switchToEth(exchanged)
  await exchange.end(exchanged)
  await priceOfEth('1500')
  const { statement } = await closeOuts.terminated(exchanged)
  world.pass(1000)
  const all = new Decimal(before ?? 0).plus(statement?.residual_claim_usd ?? 0).toFixed()
  expect(await claimedBy()).toEqual([all, all, before])
})
