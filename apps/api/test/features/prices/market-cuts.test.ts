import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import {
  dueMarketCuts,
  lastMarketCut,
  nextMarketCut,
} from '../../../src/features/prices/market-cut-times.ts'
import { MarketCuts, takeMarketCut } from '../../../src/features/prices/market-cuts.ts'
import { PriceService } from '../../../src/features/prices/price-service.ts'
import { priceAtLastCut } from '../../../src/features/prices/price-columns.ts'
import { Book } from '../../harness/book.ts'
import { openBreakableLink } from '../../harness/breakable-link.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { loadBook } from '../../harness/load-book.ts'

const time = (text: string) => Date.parse(text)
const cut = time('2026-03-02T16:00:00.000Z')
const before = (seconds: number) => cut - seconds * 1000

describe('the times of the market cuts', () => {
  it.each([
    ['2026-03-02T16:00:00.000Z', '16:00', '2026-03-02T16:00:00.000Z'],
    ['2026-03-02T15:59:59.999Z', '16:00', '2026-03-01T16:00:00.000Z'],
    ['2028-03-01T00:00:00.000Z', '23:59', '2028-02-29T23:59:00.000Z'],
    ['2026-03-29T01:30:00.000Z', '00:00', '2026-03-29T00:00:00.000Z'],
    ['1969-12-31T12:00:00.000Z', '16:00', '1969-12-30T16:00:00.000Z'],
  ])('are read from the setting: at %s the last one at %s was %s', (now, cutTime, last) => {
    expect(new Date(lastMarketCut(time(now), cutTime)).toISOString()).toBe(last)
    expect(nextMarketCut(time(now), cutTime)).toBe(time(last) + 86_400_000)
  })

  it('are due since the last one taken, oldest first', () => {
    const now = cut + 5000
    const due = (taken?: number) => dueMarketCuts(now, '16:00', taken)
    expect(due(cut)).toEqual([])
    expect(due(before(2 * 86_400))).toEqual([before(86_400), cut])
    expect(due()).toHaveLength(7)
    expect(due(before(400 * 86_400))).toHaveLength(7)
  })

  it('are due again when the clock has been set back', () => {
    expect(dueMarketCuts(before(3600), '16:00', cut)).toHaveLength(7)
  })
})

describe('a market cut', () => {
  let database: TestDatabase
  let pool: Pool
  let prices: PriceService
  beforeAll(async () => {
    database = await createDatabase()
    await loadBook(database, new Book())
    pool = openServicePool({ url: database.url, poolSize: 4 })
    const logger = createLogger('silent', { write: () => undefined })
    prices = new PriceService({
      pool,
      rules: { deviationPercent: 20, ageSecondsMax: 180 },
      logger,
    })
  })
  beforeEach(() =>
    database.query('TRUNCATE prices, latest_prices, held_prices, price_bases, market_cuts'),
  )
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })

  /** A quote that arrives some time after it was observed. */
  const recordQuote = (
    source: string,
    priceUsd: string,
    observedMs: number,
    delayMs = 0,
    asset = 'BTC',
  ) =>
    prices.record(
      [{ asset, source, priceUsd, observedAt: new Date(observedMs).toISOString() }],
      observedMs + delayMs,
    )
  const scheduler = () => new MarketCuts({ pool, cutTime: '16:00', ageSecondsMax: 180 })
  const kept = async () =>
    (await database.query('SELECT asset, price_usd FROM market_cuts ORDER BY asset, cut_at')).rows

  it('keeps the median of the fresh quotes', async () => {
    await recordQuote('a', '100', before(10))
    await recordQuote('b', '101', before(180))
    await recordQuote('c', '90', before(181))
    await recordQuote('a', '3', before(181), 0, 'ETH')
    expect(await scheduler().run(cut)).toBe(1)
    expect(await kept()).toEqual([{ asset: 'BTC', price_usd: '100.5' }])
    const lastPrice = async (nowMs: number) => {
      const select = `SELECT ${priceAtLastCut('$1::text', '$2')} AS price`
      const { rows } = await pool.query<{ price: string | null }>(select, ['BTC', nowMs])
      return rows.map(({ price }) => price)
    }
    expect(await lastPrice(cut)).toEqual(['100.5'])
    expect(await lastPrice(cut - 1)).toEqual([null])
  })

  it('is not taken before its time', async () => {
    await recordQuote('a', '100', before(10))
    expect(await scheduler().run(cut - 1)).toBe(0)
    expect(await kept()).toEqual([])
  })

  it('is the same however late it is taken', async () => {
    await recordQuote('a', '100', before(20))
    await recordQuote('b', '102', before(10))
    await recordQuote('b', '50', before(5)) // held
    await recordQuote('a', '110', cut + 1000)
    await recordQuote('c', '105', before(1), 2000) // observed before the cut, but it came after
    await recordQuote('a', '51', cut + 3000) // confirms what was held at the cut
    expect(await scheduler().run(cut + 3_600_000)).toBe(1)
    expect(await kept()).toEqual([{ asset: 'BTC', price_usd: '101' }])
  })

  it('stays empty when no quote was fresh, whatever is quoted later', async () => {
    await recordQuote('a', '100', before(500))
    await recordQuote('a', '101', cut + 1)
    expect(await scheduler().run(cut + 60_000)).toBe(0)
  })

  it('is taken once, by any number of processes', async () => {
    await recordQuote('a', '100', before(10))
    const counts = await Promise.all(Array.from({ length: 10 }, () => scheduler().run(cut)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    await database.query('UPDATE market_cuts SET price_usd = 7')
    const again = scheduler()
    expect(await again.run(cut + 1)).toBe(0)
    expect(await again.run(cut + 2)).toBe(0)
    expect(await takeMarketCut(pool, cut, 180)).toBe(0)
    expect(await kept()).toEqual([{ asset: 'BTC', price_usd: '7' }])
  })

  it('is taken later when it was missed, in its order', async () => {
    const day = 86_400
    await recordQuote('a', '100', before(2 * day + 10))
    await recordQuote('a', '101', before(10))
    expect(await scheduler().run(cut + 5)).toBe(2)
    expect(await kept()).toEqual([
      { asset: 'BTC', price_usd: '100' },
      { asset: 'BTC', price_usd: '101' },
    ])
  })

  it('is tried again when it failed', async () => {
    await recordQuote('a', '100', before(10))
    const link = await openBreakableLink(database.url)
    const linked = openServicePool({ url: link.url, poolSize: 1 })
    const cuts = new MarketCuts({ pool: linked, cutTime: '16:00', ageSecondsMax: 180 })
    await link.cut()
    await expect(cuts.run(cut)).rejects.toThrow()
    await link.mend()
    expect(await cuts.run(cut + 1)).toBe(1)
    await linked.end()
    await link.close()
  })
})
