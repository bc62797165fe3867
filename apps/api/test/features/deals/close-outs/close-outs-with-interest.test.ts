import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import type { OrderTransfer } from '../../../harness/world/orders.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders } = world
world.book.price('USDC', '1', now)
const straggling = closeOuts.deal({ interest_schedule: 'monthly' })
const paying = closeOuts.deal({ interest_schedule: 'monthly' }, '2026-06-20T00:00:00.000Z')

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

describe('a close-out of a deal with interest on its way', () => {
  it('claims it as if it were not paid if it is late, and has it sent back once it arrives', async () => {
    await world.expire()
    const payment = await interestOf(straggling)
    await world.report(payment.id, 'confirming')
    const { id, statement, waits_for: waits } = await closeOuts.terminated(straggling)
    expect(waits?.transfer_ids).toEqual([payment.id])
    world.pass(86_400_001)
    await world.expire()
    const booked = (await closeOuts.get(id)).statement
    expect(booked).toMatchObject({ provisional: false, interest_owed: statement?.interest_owed })
    await world.report(payment.id, 'completed')
    const back = await interestOf(straggling)
    expect(back).toMatchObject({
      ...{ category: 'liquidation', sender: 'lender', status: 'PENDING' },
      quantity: payment.quantity,
    })
    expect((await closeOuts.get(id)).statement).toEqual(booked)
    await world.report(back.id, 'completed')
    await orders.end(straggling.orderId, 'collateral', 'completed')
    expect(await orders.get(straggling.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
    expect(await orders.balances(straggling.orderId)).toEqual({})
  })
})

// The clock never goes back, so the test with the longest jump comes last.
describe('a close-out of a deal with monthly interest and a maturity', () => {
  it('claims the interest that no completed transfer has paid, and ends both deadlines', async () => {
    await world.expire()
    await orders.end(paying.orderId, 'interest', 'completed')
    world.service.clock.set('2026-06-02T12:00:00.000Z')
    await world.expire()
    await orders.end(paying.orderId, 'interest', 'failed')
    const terminated = await closeOuts.terminated(paying)
    // Of 93 days, 61 were paid on 1 May. The payment of 1 June failed.
    expect(terminated).toMatchObject({
      status: 'CLOSING_OUT',
      statement: { interest_owed: '5777.777778', claim_usd: '1005777.777778' },
    })
    expect(await deadlinesOf(paying)).toEqual(['interest', 'maturity'])
    const transfers = await orders.transfers(paying.orderId)
    world.service.clock.set('2026-07-02T12:00:00.000Z')
    await world.expire()
    expect(await deadlinesOf(paying)).toEqual([])
    expect(await orders.transfers(paying.orderId)).toEqual(transfers)
    await orders.end(paying.orderId, 'collateral', 'completed')
    expect(await orders.get(paying.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
  })
})

/** The newest transfer of interest of a deal. */
async function interestOf({ orderId }: Deal): Promise<OrderTransfer> {
  const found = (await orders.transfers(orderId)).findLast(({ leg }) => leg === 'interest')
  if (found === undefined) throw new Error('there is no transfer of interest')
  return found
}

async function deadlinesOf({ orderId }: Deal): Promise<string[]> {
  const { rows } = await world.service.database.query<{ kind: string }>(
    'SELECT kind FROM deadlines WHERE resource_id = $1 ORDER BY kind',
    [orderId],
  )
  return rows.map(({ kind }) => kind)
}
