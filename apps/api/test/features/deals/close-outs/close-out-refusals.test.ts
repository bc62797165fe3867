import { getToday, previewCloseOut } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { now, reasonAgainst, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, margin, requests, borrowerKey } = world
world.book.price('USDC', '1', now)
const without = closeOuts.deal({ default_causes: [] })
const deals = Array.from({ length: 12 }, () => closeOuts.deal())

const nextDeal = () => unused(deals)

beforeAll(async () => {
  await world.start()
  world.pass(86_400_000)
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const fieldsOf = ({ body }: Awaited<ReturnType<typeof refused>>) =>
  body.error.details?.map(({ field }) => field)

describe('a declaration without its cause', () => {
  it('is refused above the level, before the time at it is over, and where the terms have no cause', async () => {
    const deal = nextDeal()
    const above = await refused(world.service, 422, closeOuts.declaration(deal))
    expect(above.reason).toBe('CAUSE_NOT_PRESENT')
    expect(above.body.error.details).toEqual([
      {
        field: 'liquidation_alert',
        issue: 'The liquidation level was never reached.',
        value: 'false',
      },
    ])
    expect((await closeOuts.preview(deal)).facts).toEqual([
      {
        cause: 'LIQUIDATION_LEVEL',
        holds: false,
        since_time: null,
        earliest_terminate_time: null,
        conditions: [
          {
            ...{ name: 'liquidation_alert', resource: 'position', resource_id: deal.positionId },
            text: 'The liquidation level was never reached.',
            met: false,
          },
        ],
      },
    ])
    await closeOuts.fall('45000')
    const early = await refused(world.service, 422, closeOuts.declaration(deal))
    expect(fieldsOf(early)).toEqual(['alert_confirmed_from'])
    expect((await closeOuts.preview(deal)).facts).toMatchObject([
      { holds: false, conditions: [{ name: 'alert_confirmed_from', met: false }] },
    ])
    const fellAt = new Date(world.service.clock.now()).toISOString()
    world.pass(900_000)
    const [fact] = (await closeOuts.preview(deal)).facts
    const at = new Date(world.service.clock.now()).toISOString()
    expect(fact).toMatchObject({ holds: true, since_time: fellAt, earliest_terminate_time: at })
    expect(fact?.conditions).toContainEqual({
      ...{ name: 'collateral_value', resource: 'position', resource_id: deal.positionId },
      text: 'The value of the settled collateral is 1125000 USD; it must be at most 1150000 USD.',
      met: true,
    })
    expect((await closeOuts.preview(deal, 'lender')).facts).toEqual([])
    expect((await closeOuts.preview(without)).facts).toEqual([])
    const notAgreed = await refused(world.service, 422, closeOuts.declaration(without))
    expect(notAgreed.reason).toBe('CAUSE_NOT_AGREED')
    await closeOuts.declare(deal)
  })

  it('ends when the coverage is above the level, and another fall needs another notice', async () => {
    const deal = nextDeal()
    const { id } = await closeOuts.declare(deal)
    await closeOuts.fall('58000')
    expect(await closeOuts.get(id)).toMatchObject({ fact: { holds: false } })
    const recovered = await refused(world.service, 422, closeOuts.callOf('terminate', id))
    expect(recovered.reason).toBe('CAUSE_NOT_PRESENT')
    await closeOuts.lastingFall('45000')
    const other = await refused(world.service, 422, closeOuts.callOf('terminate', id))
    expect(fieldsOf(other)).toEqual(['alert_occasion'])
    world.pass(3_600_000)
    await world.expire()
    expect(await closeOuts.get(id)).toMatchObject({ status: 'CURED' })
    const again = await closeOuts.declare(deal)
    expect(again.fact.occasion).toBe(2)
  })

  it('is refused once the asset and its interest have come back', async () => {
    const deal = nextDeal()
    await orders.do('close', deal.orderId, borrowerKey)
    await orders.end(deal.orderId, 'asset', 'completed')
    await orders.end(deal.orderId, 'interest', 'completed')
    await orders.end(deal.orderId, 'collateral', 'failed')
    const nothing = await refused(world.service, 422, closeOuts.declaration(deal))
    expect(fieldsOf(nothing)).toContain('claim')
  })

  it('ends by itself 30 days after it could first be terminated', async () => {
    const { id } = await closeOuts.declare(nextDeal())
    world.pass(30 * 86_400_000)
    // Even before a worker has seen it.
    const { body } = await refused(world.service, 409, closeOuts.callOf('terminate', id))
    expect(body.error).toMatchObject({ reason: 'INVALID_STATE', details: [{ field: 'status' }] })
    await world.expire()
    expect(await closeOuts.get(id)).toMatchObject({ status: 'WITHDRAWN' })
  })
})

describe('a held quote', () => {
  const say = (...quotes: [source: string, priceUsd: string][]) => {
    world.pass(1000)
    const nowMs = world.service.clock.now()
    const at = (index: number) => new Date(nowMs - quotes.length + index).toISOString()
    return world.service.services.prices.record(
      quotes.map(([source, priceUsd], index) => ({
        ...{ asset: 'BTC', source, priceUsd, observedAt: at(index) },
      })),
      nowMs,
    )
  }
  afterAll(async () => {
    await world.service.database.query('DELETE FROM held_prices')
    await world.setPrice('BTC', '45000')
  })
  const terminate = (id: string) => refused(world.service, 424, closeOuts.callOf('terminate', id))

  it('refuses for 15 minutes each, and for as long as fewer than two others make the price', async () => {
    const { id } = await closeOuts.declare(nextDeal())
    expect(await say(['test', '45000'], ['b', '45000'], ['outlier', '1'])).toEqual([
      ...['accepted', 'accepted', 'held'],
    ])
    expect((await terminate(id)).reason).toBe('PRICE_HELD')
    world.pass(899_000)
    expect(await say(['outlier', '1000'])).toEqual(['held'])
    expect(reasonAgainst(await closeOuts.get(id), 'terminate')).toBeNull()

    expect(await say(['outlier', '45000'], ['outlier', '1'])).toEqual(['accepted', 'held'])
    expect((await terminate(id)).reason).toBe('PRICE_HELD')
    world.pass(900_000)
    expect(reasonAgainst(await closeOuts.get(id), 'terminate')).toBeNull()

    expect(await say(['test', '58000'])).toEqual(['held'])
    expect((await terminate(id)).reason).toBe('PRICE_HELD')
    expect(await say(['c', '45000'])).toEqual(['accepted'])
    expect((await terminate(id)).reason).toBe('PRICE_HELD')
    world.pass(900_000)
    expect(reasonAgainst(await closeOuts.get(id), 'terminate')).toBeNull()
    await world.service.database.query(`DELETE FROM latest_prices WHERE source = 'c'`)
    expect((await terminate(id)).reason).toBe('PRICE_HELD')

    expect(await say(['b', '58000'])).toEqual(['accepted'])
    const recovered = await refused(world.service, 422, closeOuts.callOf('terminate', id))
    expect(recovered.reason).toBe('CAUSE_NOT_PRESENT')
  })
})

describe('a termination', () => {
  it('waits for prices', async () => {
    const { id } = await closeOuts.declare(nextDeal())
    await world.setPrice('BTC', '58000')
    const over = await refused(world.service, 422, closeOuts.callOf('terminate', id))
    expect(over.reason).toBe('CAUSE_NOT_PRESENT')
    await world.setPrice('BTC', '45000', '2020-01-01T00:00:00.000Z')
    const stale = await refused(world.service, 424, closeOuts.callOf('terminate', id))
    expect(stale.reason).toBe('PRICE_STALE')
    expect(await closeOuts.get(id)).toMatchObject({ fact: { holds: null } })
    await world.setPrice('BTC', '45000')
    await world.service.database.query(
      `INSERT INTO held_prices VALUES ('BTC', 'test', 90000, $1, $1)`,
      [new Date(world.service.clock.now()).toISOString()],
    )
    const held = await refused(world.service, 424, closeOuts.callOf('terminate', id))
    expect(held.reason).toBe('PRICE_HELD')
    await world.service.database.query('DELETE FROM held_prices')
    expect(await closeOuts.do('terminate', id)).toMatchObject({ status: 'CLOSING_OUT' })
  })

  it('needs no price of an asset whose quantity is zero, and neither does a declaration', async () => {
    const deal = nextDeal()
    const { database } = world.service
    const setCollateral = (quantity: string) =>
      database.query('UPDATE positions SET collateral_quantity = $2 WHERE id = $1', [
        ...[deal.positionId, quantity],
      ])
    const { transferId } = await margin.underWay(deal)
    await setCollateral('0')
    await world.setPrice('BTC', '45000', '2020-01-01T00:00:00.000Z')
    const { id, fact } = await closeOuts.declare(deal)
    expect(fact.holds).toBe(true)
    expect(reasonAgainst(await closeOuts.get(id), 'terminate')).toBeNull()
    await world.report(transferId, 'broadcasting')
    const arriving = await refused(world.service, 424, closeOuts.callOf('terminate', id))
    expect(arriving.reason).toBe('PRICE_STALE')
    await setCollateral('25')
    const stale = await refused(world.service, 424, closeOuts.callOf('terminate', id))
    expect(stale.reason).toBe('PRICE_STALE')
    await world.setPrice('BTC', '45000')
  })

  it('ends what awaits an answer or a retry, and lets nothing else happen to the deal', async () => {
    const deal = nextDeal()
    const failed = await margin.failed(deal)
    const rerate = await requests.ask(deal.positionId, { kind: 'rerate', rate_percent: '7' })
    await closeOuts.terminated(deal)
    expect(await margin.get(failed)).toMatchObject({
      ...{ status: 'CANCELLED', cancellation_cause: 'closed_out' },
    })
    expect(await requests.get(rerate.id)).toMatchObject({ status: 'CANCELLED' })
    for (const action of ['retry', 'cancel_close', 'close'] as const) {
      await refused(world.service, 409, orders.callOf(action, deal.orderId, borrowerKey))
    }
    await refused(world.service, 409, requests.askCall(deal.positionId, { quantity: '1' }))
    await refused(world.service, 409, closeOuts.declaration(deal))
  })

  it('includes the close of an order that closes', async () => {
    const deal = nextDeal()
    await orders.do('close', deal.orderId, borrowerKey)
    await orders.end(deal.orderId, 'asset', 'failed')
    const { id } = await closeOuts.terminated(deal)
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSING' })
    const { failed_transfers } = await succeed(world.service, getToday, { key: borrowerKey })
    const failed = failed_transfers.transfers.filter(({ order_id }) => order_id === deal.orderId)
    expect(failed).toEqual([])
    const body = { position_id: deal.positionId, in_default: 'borrower' }
    const again = await refused(
      world.service,
      422,
      callOf(previewCloseOut, { key: borrowerKey, body }),
    )
    expect(again.body.error).toMatchObject({
      ...{ reason: 'POSITION_NOT_ACTIVE', details: [{ field: 'close_out_id', value: id }] },
    })
    const excess = (await orders.transfers(deal.orderId)).at(-1)
    await world.report(excess?.id ?? '', 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'SETTLED' })
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
  })

  it('happens once, however often it is asked for at once', async () => {
    const deal = nextDeal()
    const { id } = await closeOuts.declare(deal)
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => call(world.service, closeOuts.callOf('terminate', id))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await closeOuts.get(id)).transfer_ids).toHaveLength(1)
  })
})
