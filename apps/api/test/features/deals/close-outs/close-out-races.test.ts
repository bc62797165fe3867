import { acceptMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { call } from '../../../harness/call.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, margin, requests, borrowerKey } = world
world.book.price('USDC', '1', now)
const rounds = isLongRun ? 10 : 1
const deals = Array.from({ length: 4 * rounds }, () => closeOuts.deal())

function nextDeal(): Deal {
  const deal = deals.pop()
  if (deal === undefined) throw new Error('all deals are used up')
  return deal
}

beforeAll(async () => {
  await world.start()
  world.pass(86_400_000)
  await closeOuts.lastingFall('45000')
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** Sends a termination and something else at once; the other order in every second round. */
async function beside(id: string, other: () => Promise<unknown>, round: number) {
  const terminate = () => call(world.service, closeOuts.callOf('terminate', id))
  if (round % 2 === 0) return (await Promise.all([terminate(), other()]))[0]
  return (await Promise.all([other(), terminate()]))[1]
}

it.for(Array.from({ length: rounds }, (_, round) => round))(
  'counts a transfer or not, as the termination or the news of its custodian is first (%i)',
  async (round) => {
    const deal = nextDeal()
    const { transferId } = await margin.underWay(deal)
    const { id } = await closeOuts.declare(deal)
    const { status } = await beside(id, () => world.report(transferId, 'confirming'), round)
    expect(status).toBe(200)
    const { waits_for: waits } = await closeOuts.get(id)
    await world.report(transferId, 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ statement: { provisional: false } })
    const back = (await orders.transfers(deal.orderId)).filter(
      ({ category }) => category === 'liquidation',
    )
    expect(back).toHaveLength(waits === null ? 2 : 1)
  },
)

it.for(Array.from({ length: rounds }, (_, round) => round))(
  'accepts a request and has its transfer cancelled, or refuses to accept it (%i)',
  async (round) => {
    const deal = nextDeal()
    const asked = await margin.create(deal)
    const { id } = await closeOuts.declare(deal)
    const accept = world.callOn(acceptMarkToMarketRequest, asked, borrowerKey)
    let accepted = 0
    const { status } = await beside(
      id,
      async () => {
        accepted = (await call(world.service, accept)).status
      },
      round,
    )
    expect(status).toBe(200)
    const transfers = (await orders.transfers(deal.orderId)).filter(
      ({ category }) => category === 'm2m',
    )
    expect([accepted, transfers.length]).toEqual(accepted === 200 ? [200, 1] : [409, 0])
    expect(await closeOuts.get(id)).toMatchObject({ statement: { provisional: false } })
  },
)

it.for(Array.from({ length: rounds }, (_, round) => round))(
  'closes and is terminated, or is terminated alone (%i)',
  async (round) => {
    const deal = nextDeal()
    const { id } = await closeOuts.declare(deal)
    let closed = 0
    const { status } = await beside(
      id,
      async () => {
        const close = orders.callOf('close', deal.orderId, borrowerKey)
        closed = (await call(world.service, close)).status
      },
      round,
    )
    expect(status).toBe(200)
    const closing = (await orders.transfers(deal.orderId)).filter(
      ({ category }) => category === 'close',
    )
    expect([closed, closing.length]).toEqual(closed === 200 ? [200, 1] : [409, 0])
    await closing.reduce(
      (before, transfer) => before.then(() => world.report(transfer.id, 'cancelled')),
      Promise.resolve(),
    )
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSING' })
  },
)

it.for(Array.from({ length: rounds }, (_, round) => round))(
  'is booked once, by the worker or by the transfer that it waits for (%i)',
  async () => {
    const deal = nextDeal()
    const { id: requestId } = await requests.ask(deal.positionId, { quantity: '400000' })
    await requests.do('accept', requestId)
    const part = (await orders.transfers(deal.orderId)).find(
      ({ category }) => category === 'return',
    )
    await world.report(part?.id ?? '', 'broadcasting')
    const { id } = await closeOuts.terminated(deal)
    world.pass(86_400_001)
    await Promise.all([world.expire(), world.expire(), world.report(part?.id ?? '', 'completed')])
    const { statement } = await closeOuts.get(id)
    expect(statement).toMatchObject({ provisional: false, asset_quantity: '1000000' })
  },
)
