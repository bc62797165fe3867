import { reportCollateralMovements } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { succeed } from '../../harness/call.ts'
import { stressTerms } from '../../harness/world/close-outs.ts'
import { Substitutions } from '../../harness/world/substitutions.ts'
import { now, World } from '../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, lenderKey, borrowerKey } = world
const exchange = new Substitutions(world)
const deal = exchange.deal({ ...stressTerms, liquidation_confirm_seconds: 0 })
beforeAll(() => exchange.start())
afterAll(() => world.close())

async function movements(key = lenderKey): Promise<string[]> {
  const report = await succeed(world.service, reportCollateralMovements, { key })
  return report.movements.map(
    ({ direction, quantity, asset, balance }) => `${direction} ${quantity} ${asset}: ${balance}`,
  )
}

it('shows what is kept of a collateral that was on its way back when the deal was closed out', async () => {
  const { revaluation } = world.service.services
  world.pass(1000)
  await exchange.agreed(deal, { collateral_quantity: '560' })
  world.pass(1000)
  await exchange.end(deal)
  world.pass(1000)
  const old = (await exchange.transfers(deal)).at(-1)
  await world.setPrice('BTC', '60000', now)
  await world.setPrice('ETH', '1500', now)
  revaluation.pricesChanged(['BTC', 'ETH'])
  await revaluation.runPending()
  await closeOuts.terminated(deal)
  const atTheBooking = await movements()
  world.pass(1000)
  await world.report(old?.id ?? '', 'completed')
  for (const transfer of await orders.transfers(deal.orderId)) {
    if (transfer.status !== 'PENDING') continue
    world.pass(1000)
    await world.report(transfer.id, 'completed')
  }
  const booked = ['received 25 BTC: 25', 'received 560 ETH: 560']
  const kept = ['kept 3.184517 BTC: 21.815483', 'kept 560 ETH: 0']
  expect(atTheBooking.toSorted()).toEqual([...booked, ...kept].toSorted())
  expect((await movements()).toSorted()).toEqual(
    [...booked, ...kept, 'sent 21.815483 BTC: 0'].toSorted(),
  )
  expect(await movements(borrowerKey)).toContain('received 21.815483 BTC: 0')
  expect(await world.faults()).toEqual([])
})
