import { Decimal, formatDecimal } from '@vadium/margin'
import { type Order, reportInterest } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refused, succeed } from '../../../harness/call.ts'
import { type InterestPeriod, owedInterest } from '../../../harness/owed-interest.ts'
import { reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world

// Each test has a year of its own, because the clock never goes back: signatures of a time before a
// jump are refused.
let year = 2025
beforeAll(() => world.start())
beforeEach(async () => {
  year += 1
  at('03-02T12:00:00.000Z')
  for (const [asset, usd] of [
    ['BTC', '60000'],
    ['ETH', '2500'],
  ] as const) {
    await world.setPrice(asset, usd, on('03-02T12:00:00.000Z'))
  }
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** A time of the year of the test, such as `03-12T23:59:59.999Z`. */
const on = (time: string) => `${year}-${time}`
const at = (time: string) => world.service.clock.set(on(time))
const shown = ({ position_id }: Order) => world.orders.shownPosition(position_id)

async function giveBack({ id, position_id }: Order, quantity: string) {
  const request = await world.requests.ask(position_id, { quantity })
  await world.requests.do('accept', request.id)
  await world.orders.end(id, 'asset', 'completed')
  await world.orders.end(id, 'collateral', 'completed')
}

const interestOf = async ({ id }: Order) =>
  (await world.orders.transfers(id)).find(({ leg }) => leg === 'interest')?.quantity

describe('the answer to a rerate', () => {
  it('is too late when the day of the rate is over, at the latest', async () => {
    const order = await world.orders.active()
    const body = { kind: 'rerate', rate_percent: '4', effective_time: on('03-02T00:00:00.000Z') }
    const { id, expire_time } = await world.requests.ask(order.position_id, body)
    expect(expire_time).toBe(on('03-03T00:00:00.000Z'))
    at('03-03T00:00:00.000Z')
    expect(reasonAgainst(await world.requests.get(id), 'accept')).toContain('has passed')
    const reply = await refused(world.service, 409, world.requests.callOf('accept', id))
    expect(reply.body.error.details).toMatchObject([{ field: 'expire_time' }])
    await world.service.services.deadlineWorker.runDue()
    expect(await world.requests.get(id)).toMatchObject({ status: 'EXPIRED' })
    expect(await world.orders.moves(id)).toEqual(['create', 'expire'])
  })
})

describe('a whole life of a deal', () => {
  it('accrues interest under each quantity and rate for as long as it applied, to the satoshi', async () => {
    const order = await world.orders.active()
    at('03-09T18:00:00.000Z')
    await giveBack(order, '3.33333333')
    expect(await shown(order)).toMatchObject({
      asset_quantity: '6.66666667',
      collateral_quantity: '200.000000100000000000'.replace(/0+$/, ''),
      interest_accrued: owedInterest(['10', '5', 7]),
    })
    at('03-16T00:00:00.000Z')
    await world.requests.rerate(order, '6.123457', on('03-20T10:00:00.000Z'))
    at('03-31T12:00:00.000Z')
    const periods: InterestPeriod[] = [
      ['10', '5', 7],
      ['6.66666667', '5', 11],
      ['6.66666667', '6.123457', 11],
    ]
    expect(await shown(order)).toMatchObject({ interest_accrued: owedInterest(...periods) })
    const recall = await world.requests.ask(
      order.position_id,
      { kind: 'recall', quantity: '0.66666667' },
      lenderKey,
    )
    await world.requests.do('accept', recall.id, borrowerKey)
    // The asset is on its way for three days, and accrues interest until it has arrived.
    at('04-03T09:00:00.000Z')
    await world.orders.end(order.id, 'asset', 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
    at('05-01T09:00:00.000Z')
    const all = owedInterest(
      ['10', '5', 7],
      ['6.66666667', '5', 11],
      ['6.66666667', '6.123457', 14],
      ['6', '6.123457', 28],
    )
    expect(await shown(order)).toMatchObject({ interest_accrued: all })
    const rest = await world.requests.ask(order.position_id, {}, borrowerKey)
    await world.requests.do('accept', rest.id)
    await world.orders.end(order.id, 'asset', 'completed')
    expect(await interestOf(order)).toBe(all)
    const asked = { key: lenderKey }
    const { interest } = await succeed(world.service, reportInterest, asked)
    const own = interest.filter(({ order_id }) => order_id === order.id)
    expect(own.map((row) => [row.from_day, row.quantity, row.rate_percent, row.days])).toEqual([
      [on('03-02'), '10', '5', 7],
      [on('03-09'), '6.66666667', '5', 11],
      [on('03-20'), '6.66666667', '6.123457', 14],
      [on('04-03'), '6', '6.123457', 28],
    ])
    const charged = own.reduce((sum, row) => sum.plus(row.interest), new Decimal(0))
    expect(formatDecimal(charged)).toBe(all)
    for (const leg of ['interest', 'collateral'] as const) {
      await world.orders.end(order.id, leg, 'completed')
    }
    at('07-01T09:00:00.000Z')
    expect(await world.orders.get(order.id)).toMatchObject({ status: 'CLOSED' })
    expect(await shown(order)).toMatchObject({ interest_accrued: all, rate_percent: '6.123457' })
    expect(await world.orders.balances(order.id)).toEqual({})
    const sums = await world.service.database.query(
      `SELECT leg, sender_organization_id = lender_id AS "byLender", trim_scale(sum(quantity))::text AS sum
       FROM transfers WHERE order_id = $1 AND leg <> 'interest' GROUP BY 1, 2 ORDER BY 1, 2`,
      [order.id],
    )
    expect(sums.rows.map(({ sum }) => sum)).toEqual(['10', '10', '300', '300'])
  })
})
