import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../harness/call.ts'
import { killedBefore } from '../../../harness/killed-connections.ts'
import { MonthlyPayments } from '../../../harness/monthly-payments.ts'
import { World } from '../../../harness/world/world.ts'

/** A payment of interest, or the begin of a close, takes no more statements. */
const statementsMax = 60

const world = new World()
const payments = new MonthlyPayments(world)
const { borrowerKey } = world
beforeAll(async () => {
  await world.start()
  await world.newerTerms(2, { interest_schedule: 'monthly' })
})
beforeEach(() => payments.anotherYear())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

describe('interest that is paid every month', () => {
  it('is nothing without a rate, and the next month is awaited', async () => {
    const order = await world.orders.active({ rate_percent: '0' })
    await payments.pass('02-01T00:00:00.000Z')
    expect(await payments.quantities(order)).toEqual([])
    await world.requests.rerate(order, '3.6')
    await payments.pass('03-01T00:00:00.000Z')
    // 10 BTC · 3.6 % · 28 / 360
    expect(await payments.quantities(order)).toEqual(['0.028'])
  })
})

describe('a payment that failed', () => {
  it('is paid with the next one if nobody retries, and holds up no close', async () => {
    const order = await world.orders.active()
    await payments.pass('02-01T00:00:00.000Z')
    await payments.end(order, 'failed')
    await payments.pass('03-01T00:00:00.000Z')
    // 10 BTC · 5 % · 45 / 360
    expect((await payments.quantities(order)).at(-1)).toBe('0.0625')
    await payments.end(order, 'failed')
    payments.at('03-10T12:00:00.000Z')
    await world.orders.do('close', order.id, borrowerKey)
    await world.orders.end(order.id, 'asset', 'completed')
    // 10 BTC · 5 % · 54 / 360
    expect((await payments.of(order)).at(-1)).toMatchObject({ quantity: '0.075', replaces: null })
    await payments.end(order, 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
    expect(await world.orders.get(order.id)).toMatchObject({ status: 'CLOSED' })
  })

  it('together with another one is instructed again as one, late when the first of its day is', async () => {
    const order = await world.orders.active()
    await payments.pass('02-01T00:00:00.000Z')
    const [january] = await payments.of(order)
    await payments.pass('03-01T00:00:00.000Z')
    const [, february] = await payments.of(order)
    for (const { id } of [january, february].filter((one) => one !== undefined)) {
      await world.report(id, 'failed')
    }
    payments.at('03-04T12:00:00.000Z')
    await world.orders.do('retry', order.id)
    expect((await payments.of(order)).at(-1)).toMatchObject({ quantity: '0.0625', replaces: null })
    expect((await payments.days(order)).slice(1)).toEqual(
      Array(2).fill({ due_on: payments.on('03-01'), late_at: payments.on('03-02') }),
    )
  })
})

describe('a close', () => {
  it('begun at the same moment as a payment changes nothing in their sum', async () => {
    for (const isFirst of [true, false]) {
      const order = await world.orders.active()
      payments.at(isFirst ? '02-01T00:00:00.000Z' : '03-01T00:00:00.000Z')
      const both = [() => world.orders.do('close', order.id, borrowerKey), () => world.expire()]
      if (isFirst) both.reverse()
      await Promise.all(both.map((one) => one()))
      if ((await payments.of(order)).length > 0) await payments.end(order, 'completed')
      await world.orders.end(order.id, 'asset', 'completed')
      const underWay = (await payments.of(order)).filter(({ status }) => status === 'PENDING')
      if (underWay.length > 0) await payments.end(order, 'completed')
      await world.orders.end(order.id, 'collateral', 'completed')
      // 10 BTC · 5 % · 17 / 360, and 28 / 360
      expect(await payments.quantities(order)).toEqual([isFirst ? '0.02361112' : '0.03888889'])
    }
  })

  it('lets the order pay, once it is cancelled, what was due meanwhile', async () => {
    const order = await world.orders.active()
    payments.at('01-31T12:00:00.000Z')
    await world.orders.do('close', order.id, borrowerKey)
    await payments.pass('02-02T12:00:00.000Z')
    expect(await payments.quantities(order)).toEqual([])
    await world.orders.do('cancel_close', order.id, borrowerKey)
    await world.orders.end(order.id, 'asset', 'cancelled')
    await world.expire()
    expect(await payments.quantities(order)).toEqual(['0.02361112'])
    await payments.end(order, 'completed')
    await payments.pass('03-01T00:00:00.000Z')
    expect(await payments.quantities(order)).toHaveLength(2)
  })
})

describe('a retry at the same moment as the report of the payment', () => {
  it.each(['completed', 'failed'] as const)('pays once when it has %s', async (state) => {
    const order = await world.orders.active()
    await payments.pass('02-01T00:00:00.000Z')
    const [first] = await payments.of(order)
    const retry = world.orders.callOf('retry', order.id)
    const [reply] = await Promise.all([
      call(world.service, retry),
      world.report(first?.id ?? '', state),
    ])
    if (state === 'completed') expect(reply.status).toBe(409)
    const counting = (await payments.of(order)).filter(({ status }) => status !== 'FAILED')
    expect(counting).toHaveLength(state === 'completed' || reply.status === 200 ? 1 : 0)
  })
})

it('interest is paid once, and a close begins once, wherever a worker loses its connection', async () => {
  for (let at = 1; at <= statementsMax; at += 1) {
    await payments.anotherYear(1)
    const order = await world.orders.active({
      maturity_time: payments.on('02-20T00:00:00.000Z'),
    })
    payments.at('02-01T00:00:00.000Z')
    await runUntilKilled(at)
    await Promise.all([world.expire(), world.expire()])
    payments.at('02-20T00:00:00.000Z')
    await runUntilKilled(at)
    await Promise.all([world.expire(), world.expire()])
    const transfers = await world.orders.transfers(order.id)
    const moved = transfers.filter(({ category }) => category !== 'open')
    expect(moved.map(({ leg }) => leg).sort(), `statement ${at}`).toEqual(['asset', 'interest'])
    const closes = (await world.orders.moves(order.id)).filter((move) => move === 'close')
    expect(closes).toHaveLength(1)
    await world.orders.end(order.id, 'interest', 'completed')
    await world.orders.end(order.id, 'asset', 'completed')
    await world.orders.end(order.id, 'interest', 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
  }
}, 300_000)

describe('an amend', () => {
  it('ends them if interest is paid at the close', async () => {
    const order = await world.orders.active()
    await world.newerTerms(3, { interest_schedule: 'at_close' })
    const amend = { kind: 'amend', terms_version: 3 }
    const { id } = await world.requests.ask(order.position_id, amend)
    await world.requests.do('accept', id)
    await payments.pass('02-01T00:00:00.000Z')
    await payments.pass('03-01T00:00:00.000Z')
    expect(await payments.quantities(order)).toEqual([])
    const { rows } = await world.service.database.query(
      "SELECT FROM deadlines WHERE kind = 'interest' AND resource_id = $1",
      [order.id],
    )
    expect(rows).toEqual([])
  })
})

/** A turn of a worker that is killed before its statement of this number. */
async function runUntilKilled(statement: number): Promise<void> {
  await killedBefore(statement, () => world.expire().catch(() => undefined))
}
