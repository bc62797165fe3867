import { acceptMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { call } from '../../../harness/call.ts'
import { inEitherOrder, inTurn } from '../../../harness/lock-waits.ts'
import { now, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, margin, requests, borrowerKey } = world
world.book.price('USDC', '1', now)
const deals = Array.from({ length: 8 }, () => closeOuts.deal())

const nextDeal = () => unused(deals)

beforeAll(async () => {
  await world.start()
  world.pass(86_400_000)
  await closeOuts.lastingFall('45000')
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  expect(world.service.log.filter((line) => line.includes('a deadline failed'))).toEqual([])
  await world.close()
})

/**
 * What a declared default and something else of its deal answer, which wait for its lock in turn.
 */
async function beside<T>(deal: Deal, isFirst: boolean, other: () => Promise<T>) {
  const { id } = await closeOuts.declare(deal)
  const [answer, { status }] = await inEitherOrder(
    world.service.database,
    deal.orderId,
    isFirst,
    other,
    () => call(world.service, closeOuts.callOf('terminate', id)),
  )
  expect(status).toBe(200)
  return { id, answer }
}

const sentBy = async ({ orderId }: Deal, category: string) =>
  (await orders.transfers(orderId)).filter((transfer) => transfer.category === category)

describe.for([true, false])(
  'a termination beside another change of its deal, the other change first: %s,',
  (isFirst) => {
    it('counts a transfer if the news that it is on its way is first', async () => {
      const deal = nextDeal()
      const { transferId } = await margin.underWay(deal)
      const { id } = await beside(deal, isFirst, () => world.report(transferId, 'confirming'))
      const { waits_for: waits } = await closeOuts.get(id)
      expect(waits?.transfer_ids).toEqual(isFirst ? [transferId] : undefined)
      await world.report(transferId, 'completed')
      const { statement } = await closeOuts.get(id)
      expect(statement?.provisional).toBe(false)
      const counted = Number(statement?.collateral[0]?.quantity) > 25
      const back = await sentBy(deal, 'liquidation')
      expect([counted, back.length]).toEqual(isFirst ? [true, 1] : [false, 2])
    })

    it('has the transfer of a request cancelled that was accepted first, and refuses it after', async () => {
      const deal = nextDeal()
      const asked = await margin.create(deal)
      const accept = world.callOn(acceptMarkToMarketRequest, asked, borrowerKey)
      const { id, answer } = await beside(deal, isFirst, () => call(world.service, accept))
      expect([answer.status, (await sentBy(deal, 'm2m')).length]).toEqual(
        isFirst ? [200, 1] : [409, 0],
      )
      expect(await margin.outcomeOf(asked)).toEqual(
        isFirst ? ['ACCEPTED', null] : ['CANCELLED', 'closed_out'],
      )
      expect(await closeOuts.get(id)).toMatchObject({ statement: { provisional: false } })
    })

    it('goes on beside a close that has begun first, and refuses one after', async () => {
      const deal = nextDeal()
      const close = orders.callOf('close', deal.orderId, borrowerKey)
      const { answer } = await beside(deal, isFirst, () => call(world.service, close))
      const closing = await sentBy(deal, 'close')
      expect([answer.status, closing.length]).toEqual(isFirst ? [200, 1] : [409, 0])
      if (isFirst) await world.report(closing[0]?.id ?? '', 'cancelled')
      expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSING' })
    })
  },
)

it.for([true, false])(
  'a close-out is booked once, by a transfer that is too late or by the worker, the transfer first: %s',
  async (isFirst) => {
    const deal = nextDeal()
    const { id: requestId } = await requests.ask(deal.positionId, { quantity: '400000' })
    await requests.do('accept', requestId)
    const [part] = await sentBy(deal, 'return')
    await world.report(part?.id ?? '', 'broadcasting')
    const { id } = await closeOuts.terminated(deal)
    world.pass(86_400_001)
    const arrives = () => world.report(part?.id ?? '', 'completed')
    const calls = isFirst
      ? [arrives, () => world.expire(), () => world.expire()]
      : [() => world.expire(), () => world.expire(), arrives]
    await inTurn(world.service.database, deal.orderId, ...calls)
    expect(await closeOuts.get(id)).toMatchObject({
      statement: { provisional: false, asset_quantity: '1000000' },
    })
    const back = (await sentBy(deal, 'liquidation')).map(({ leg, sender }) => `${leg} ${sender}`)
    expect(back.sort()).toEqual(['asset lender', 'collateral lender'])
  },
)
