import { verifyCloseOut } from '@vadium/margin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { inEitherOrder } from '../../../harness/lock-waits.ts'
import { stressTerms } from '../../../harness/world/close-outs.ts'
import { Substitutions } from '../../../harness/world/substitutions.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, requests, borrowerKey } = world
const exchange = new Substitutions(world)
const newDeal = () => exchange.deal({ ...stressTerms, liquidation_confirm_seconds: 0 })

/** What races with a termination, or with the declaration before it, and its end. */
const cases = (
  [
    ['the arrival of the new collateral', 'declare', 'completed'],
    ['the arrival of the old collateral', 'terminate', 'completed'],
    ['the failure of the old collateral', 'terminate', 'failed'],
    ['the arrival of what is given back', 'terminate', 'completed'],
    ['the failure of what is given back', 'terminate', 'failed'],
  ] as const
).map((one) => [...one, [newDeal(), newDeal()]] as const)
type Raced = (typeof cases)[number][0]

beforeAll(() => exchange.start())
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

/** The transfer of the exchange that is under way, at prices at which the lender can declare. */
async function prepared(deal: Deal, raced: Raced): Promise<string> {
  await prices('60000', '3000')
  const id = await exchange.agreed(deal)
  if (raced.endsWith('old collateral')) await exchange.end(deal)
  if (raced.endsWith('given back')) {
    await prices('60000', '3000', '2024-01-01T00:00:00.000Z')
    await exchange.end(deal)
    await prices('60000', '3000')
    await requests.do('cancel', id, borrowerKey)
  }
  await prices('45000', raced.endsWith('old collateral') ? '1500' : '3000')
  const found = (await exchange.transfers(deal)).findLast(({ status }) => status === 'PENDING')
  return found?.id ?? ''
}

/** Custodians carry out all that is under way, until nothing is. */
async function settleAll({ orderId }: Deal): Promise<void> {
  for (;;) {
    const underWay = (await orders.transfers(orderId)).filter(
      ({ status }) => status === 'PENDING' || status === 'IN_PROGRESS',
    )
    if (underWay.length === 0) return
    for (const { id } of underWay) await world.report(id, 'completed')
  }
}

describe.for(cases)('%s and a %s', ([raced, move, end, both]) => {
  it('leave nobody with what is not its own, in either order', async () => {
    for (const [i, deal] of both.entries()) {
      const transferId = await prepared(deal, raced)
      const declared = move === 'terminate' ? await closeOuts.declare(deal) : undefined
      await inEitherOrder(
        world.service.database,
        deal.orderId,
        i === 0,
        () => world.report(transferId, end),
        async () => {
          if (declared !== undefined) await closeOuts.do('terminate', declared.id)
          // Once the new collateral has replaced the old one, there is no default of its level.
          else await closeOuts.declare(deal).catch(() => undefined)
        },
      )
      await settleAll(deal)
      if (declared === undefined) continue
      const { statement } = await closeOuts.get(declared.id)
      if (statement === null) throw new Error('there is no statement')
      expect(verifyCloseOut(statement).differences).toEqual([])
      expect(await orders.balances(deal.orderId)).toEqual({})
      expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
    }
  })
})
