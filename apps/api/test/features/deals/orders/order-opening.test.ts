import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refused } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { now, reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World()
const { borrowerKey } = world

beforeAll(() => world.start({ PRICE_MAX_AGE_S: '180' }))
afterAll(() => world.close())

const setPrice = (priceUsd: string) =>
  world.service.database.query("UPDATE latest_prices SET price_usd = $1 WHERE asset = 'BTC'", [
    priceUsd,
  ])

const ends = ['failed', 'rejected', 'cancelled'] as const

describe('an opening', () => {
  const arrivals = [
    ['collateral', 'asset'],
    ['asset', 'collateral'],
  ] as const
  it.each(firstOf(arrivals))(
    'ends when the %s and then the %s have arrived',
    async (first, second) => {
      const { id } = await world.orders.accepted()
      await world.orders.end(id, first, 'completed')
      expect(await world.orders.get(id)).toMatchObject({ status: 'OPENING' })
      expect(await world.orders.position(id)).toMatchObject({
        status: 'OPENING',
        asset: '10',
        collateral: first === 'collateral' ? '300' : '0',
        was_active: false,
      })
      await world.orders.end(id, second, 'completed')
      expect(await world.orders.get(id)).toMatchObject({ status: 'ACTIVE' })
      expect(await world.orders.position(id)).toMatchObject({
        status: 'ACTIVE',
        asset: '10',
        collateral: '300',
        was_active: true,
      })
      expect(await world.orders.balances(id)).toEqual({ 'lent BTC': '10', 'pledged ETH': '300' })
      expect(await world.orders.moves(id)).toEqual(['create', 'accept', 'open', 'activate'])
    },
  )

  it('takes the price of the moment at which it ends', async () => {
    const { id } = await world.orders.accepted()
    await setPrice('61000')
    await world.orders.end(id, 'asset', 'completed')
    await world.orders.end(id, 'collateral', 'completed')
    expect(await world.orders.position(id)).toMatchObject({ price: '61000' })
    await setPrice('60000')
  })

  it('keeps the price of the acceptance when no price is fresh', async () => {
    const { id } = await world.orders.accepted()
    await setPrice('61000')
    world.service.clock.set('2026-03-02T13:00:00.000Z')
    await world.orders.end(id, 'asset', 'completed')
    await world.orders.end(id, 'collateral', 'completed')
    const { rows } = await world.service.database.query(
      `SELECT price_at_last_m2m_usd::text AS price, last_m2m_at, active_at
       FROM positions WHERE order_id = $1`,
      [id],
    )
    expect(rows).toEqual([
      {
        price: '60000',
        last_m2m_at: new Date(now),
        active_at: new Date('2026-03-02T13:00:00.000Z'),
      },
    ])
    await setPrice('60000')
    world.service.clock.set(now)
  })

  it('ignores a report that comes twice, or late', async () => {
    const { id } = await world.orders.accepted()
    const [asset, collateral] = await world.orders.transfers(id)
    for (const state of ['completed', 'completed', 'broadcasting', 'failed'] as const) {
      await world.report(asset?.id ?? '', state)
      await world.report(collateral?.id ?? '', state)
    }
    expect(await world.orders.position(id)).toMatchObject({ status: 'ACTIVE', collateral: '300' })
    expect(await world.orders.moves(id)).toEqual(['create', 'accept', 'open', 'activate'])
  })
})

describe('retry', () => {
  it.each(firstOf(ends))(
    'replaces a transfer that was %s, once the order is opening',
    async (end) => {
      const { id } = await world.orders.accepted()
      // Refused before the custodian ever had it.
      await world.orders.end(id, 'asset', end)
      const order = await world.orders.get(id)
      expect(order.status).toBe('OPENING')
      expect(reasonAgainst(order, 'retry')).toBeNull()
      expect(await world.orders.balances(id)).toEqual({ 'in_transit ETH': '300' })

      expect(await world.orders.do('retry', id, borrowerKey)).toMatchObject({ status: 'OPENING' })
      const transfers = (await world.orders.transfers(id)).filter(({ leg }) => leg === 'asset')
      expect(transfers).toEqual([
        expect.objectContaining({ status: end.toUpperCase(), replaces: null }),
        expect.objectContaining({
          status: 'PENDING',
          category: 'open',
          sender: 'lender',
          token: 'BTC',
          quantity: '10',
          notional: '600000.00',
          replaces: transfers[0]?.id,
        }),
      ])
      await world.orders.end(id, 'asset', 'completed')
      await world.orders.end(id, 'collateral', 'completed')
      expect(await world.orders.get(id)).toMatchObject({ status: 'ACTIVE' })
      expect(await world.orders.moves(id)).toEqual([
        'create',
        'accept',
        'open',
        'retry',
        'activate',
      ])
    },
  )

  it('is refused when no transfer has failed, and the second time', async () => {
    const { id } = await world.orders.accepted()
    await refused(world.service, 409, world.orders.callOf('retry', id))
    await world.orders.end(id, 'asset', 'broadcasting')
    const reply = await refused(world.service, 409, world.orders.callOf('retry', id))
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [
        {
          field: 'status',
          issue: 'retry is not possible: none of its transfers has failed',
        },
      ],
    })
    expect(reasonAgainst(await world.orders.get(id), 'retry')).toContain('none of its transfers')
    await world.orders.end(id, 'asset', 'failed')
    await world.orders.do('retry', id)
    await refused(world.service, 409, world.orders.callOf('retry', id))
    expect(await world.orders.transfers(id)).toHaveLength(3)
  })
})

describe('abandon', () => {
  it('ends an opening of which nothing has moved', async () => {
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'asset', 'failed')
    await world.orders.end(id, 'collateral', 'cancelled')
    expect(reasonAgainst(await world.orders.get(id), 'abandon')).toBeNull()
    const order = await world.orders.do('abandon', id, borrowerKey)
    expect(order.status).toBe('FAILED')
    expect(order.actions.every(({ available }) => !available)).toBe(true)
    expect(await world.orders.position(id)).toMatchObject({
      status: 'CLOSED',
      asset: '0',
      collateral: '0',
      is_over: true,
    })
    expect(await world.orders.balances(id)).toEqual({})
    expect(await world.orders.transfers(id)).toHaveLength(2)
  })

  const halves = [
    ['asset', 'collateral', 'borrower', { 'in_transit BTC': '10' }],
    ['collateral', 'asset', 'lender', { 'in_transit ETH': '300' }],
  ] as const
  it.each(firstOf(halves))(
    'sends the %s back when the %s never arrived',
    async (arrived, failed, sender, underWay) => {
      const { id } = await world.orders.accepted()
      await world.orders.end(id, failed, 'failed')
      await world.orders.end(id, arrived, 'completed')
      expect(await world.orders.do('abandon', id)).toMatchObject({ status: 'CLOSING' })
      const back = (await world.orders.transfers(id)).filter(({ category }) => category === 'close')
      expect(back).toEqual([expect.objectContaining({ leg: arrived, sender, status: 'PENDING' })])
      expect(await world.orders.balances(id)).toEqual(underWay)
      expect(await world.orders.position(id)).toMatchObject({
        status: 'CLOSING',
        asset: arrived === 'asset' ? '10' : '0',
        collateral: arrived === 'asset' ? '0' : '300',
      })

      await world.orders.end(id, arrived, 'failed')
      expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSING' })
      // A retry now replaces the transfer that goes back, not the abandoned opening.
      await world.orders.do('retry', id, borrowerKey)
      await world.orders.end(id, arrived, 'completed')
      expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSED' })
      expect(await world.orders.position(id)).toMatchObject({
        status: 'CLOSED',
        asset: '0',
        collateral: '0',
        is_over: true,
      })
      expect(await world.orders.balances(id)).toEqual({})
    },
  )

  it('is refused while a transfer is under way', async () => {
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'asset', 'failed')
    const underWay = (await world.orders.transfers(id)).find(({ leg }) => leg === 'collateral')
    const reply = await refused(world.service, 409, world.orders.callOf('abandon', id))
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'transfer_id', value: underWay?.id }],
    })
  })
})
