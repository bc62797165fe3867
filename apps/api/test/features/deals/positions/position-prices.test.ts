import { getPosition, getPositionPrices, type PositionPrices } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removePrices } from '../../../harness/altered-rows.ts'
import { bookTime, type Deal } from '../../../harness/book.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World({ short: 3, over: 1 })
const { book, lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const reporting = lender.credential('reporting')
const unpriced = book.deal(lender, borrower, { collateral_asset: 'USDC' })
const closedAt = '2026-03-02T01:00:00.000Z'
const closed = book.deal(lender, borrower, { state: 'CLOSED', closedAt })
const cutAt = '2026-03-01T16:00:00.000Z'

const short = world.shortDeal()
const over = world.overDeal()

beforeAll(async () => {
  await world.start()
  await removePrices(world.service.database, 'USDC')
  await world.service.database.query(
    `INSERT INTO market_cuts (asset, cut_at, price_usd) VALUES
      ('BTC', '2026-02-28T16:00:00Z', 1), ('BTC', $1, 59500.5), ('BTC', '2026-03-03T16:00:00Z', 2),
      ('ETH', $1, 2499)
     ON CONFLICT (asset, cut_at) DO UPDATE SET price_usd = excluded.price_usd`,
    [cutAt],
  )
}, 60_000)
afterAll(() => world.close())

const pricesOf = ({ positionId }: Deal, key = lenderKey): Promise<PositionPrices> =>
  succeed(world.service, getPositionPrices, { key, params: { position_id: positionId } })

describe('200 OK', () => {
  it('returns 200 with the price at the last market cut, at the opening and now, each with its origin', async () => {
    const { trigger_prices: _triggers, ...prices } = await pricesOf(short)
    expect(prices).toEqual({
      position_id: short.positionId,
      asset: {
        asset: 'BTC',
        at_last_market_cut: { price_usd: '59500.5', source: 'market cut', observe_time: cutAt },
        at_last_m2m: { price_usd: '59000', source: 'opening', observe_time: bookTime },
        now: { price_usd: '60000', source: 'test', observe_time: now },
        state: 'current',
        newest_observe_time: now,
      },
      collateral: {
        asset: 'ETH',
        at_last_market_cut: { price_usd: '2499', source: 'market cut', observe_time: cutAt },
        at_last_m2m: null,
        now: { price_usd: '2500', source: 'test', observe_time: now },
        state: 'current',
        newest_observe_time: now,
      },
    })
  })

  it('returns 200 with the trigger prices of the explained preview', async () => {
    for (const deal of [short, over]) {
      const { calculation } = await world.margin.preview(deal)
      expect((await pricesOf(deal)).trigger_prices).toEqual(calculation.trigger_prices)
    }
  })

  it('returns 200 with trigger prices at which the level is reached, and not one step before', async () => {
    const deal = world.shortDeal()
    const { trigger_prices } = await pricesOf(deal)
    const params = { position_id: deal.positionId }
    for (const [name, member] of [
      ['margin_call', 'margin_call_reached'],
      ['liquidation', 'liquidation_reached'],
    ] as const) {
      const price = trigger_prices.find((trigger) => trigger.name === name)?.asset_price ?? ''
      expect(price).toMatch(/^\d+\.\d{20}$/)
      const step = 10n ** 20n
      const whole = BigInt(price.replace('.', ''))
      const text = (value: bigint) => `${value / step}.${String(value % step).padStart(20, '0')}`
      for (const [at, isReached] of [
        [whole, true],
        [whole - 1n, false],
      ] as const) {
        await world.setPrice('BTC', text(at))
        const position = await succeed(world.service, getPosition, { key: lenderKey, params })
        expect(position[member], `${name} at ${text(at)}`).toBe(isReached)
      }
    }
    await world.setPrice('BTC', '60000')
  })

  it('returns 200 with both prices of the request that marked the position', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.accepted(deal)
    for (const { id } of await world.margin.transfersOf(request)) {
      await world.report(String(id), 'broadcasting')
      await world.report(String(id), 'completed')
    }
    await world.setPrice('ETH', '2600')
    const { asset, collateral } = await pricesOf(deal, borrowerKey)
    const marked = { source: 'mark-to-market request', observe_time: now }
    expect(asset.at_last_m2m).toEqual({ price_usd: '60000', ...marked })
    expect(collateral.at_last_m2m).toEqual({ price_usd: '2500', ...marked })
    expect(collateral.now?.price_usd).toBe('2600')
    await world.setPrice('ETH', '2500')
  })

  it('returns 200 without the trigger prices that follow from a missing price', async () => {
    const { collateral, trigger_prices } = await pricesOf(unpriced)
    expect(collateral).toEqual({
      asset: 'USDC',
      at_last_market_cut: null,
      at_last_m2m: null,
      now: null,
      state: 'missing',
      newest_observe_time: null,
    })
    for (const { name, asset_price, collateral_price } of trigger_prices) {
      expect(asset_price, name).toBeNull()
      expect(collateral_price, name).not.toBeNull()
    }
  })

  it('returns 200 with the age of a price that is too old, and no current price', async () => {
    const old = '2025-01-01T00:00:00.000Z'
    await world.setPrice('ETH', '2500', old)
    const { collateral } = await pricesOf(short)
    expect(collateral).toMatchObject({ now: null, state: 'stale', newest_observe_time: old })
    await world.setPrice('ETH', '2500')
  })

  it('returns 200 without trigger prices for a position that lends nothing any more', async () => {
    const { trigger_prices } = await pricesOf(closed)
    expect(trigger_prices.map(({ name }) => name)).toEqual([
      'top_up',
      'release',
      'margin_call',
      'liquidation',
    ])
    for (const { asset_price } of trigger_prices) expect(asset_price).toBeNull()
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for a role that may not read positions', async () => {
    const params = { position_id: short.positionId }
    await refused(world.service, 403, callOf(getPositionPrices, { key: reporting, params }))
  })
})

describe('404 Not Found', () => {
  it('returns 404 for the position of other organizations', async () => {
    const params = { position_id: short.positionId }
    const call = callOf(getPositionPrices, { key: strangerKey, params })
    expect((await refused(world.service, 404, call)).reason).toBe('POSITION_NOT_FOUND')
  })
})
