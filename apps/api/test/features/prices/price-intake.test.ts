import fc from 'fast-check'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import type { PriceQuote } from '../../../src/features/prices/price-book.ts'
import type { PriceBase } from '../../../src/features/prices/price-guard.ts'
import { PriceService } from '../../../src/features/prices/price-service.ts'
import { repeatQuotes } from '../../../src/features/prices/simulated-quotes.ts'
import { storedQuotes } from '../../../src/features/prices/stored-quotes.ts'
import { StoredPrices } from '../../../src/features/prices/stored-prices.ts'
import { Book } from '../../harness/book.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type GuardedAsset, takeQuote, unquoted } from '../../harness/guarded-asset.ts'
import { loadBook } from '../../harness/load-book.ts'
import { isLongRun } from '../../harness/long-run.ts'

const rules = { deviationPercent: 20, ageSecondsMax: 180 }
const epoch = Date.parse('2026-03-02T12:00:00.000Z')
const at = (second: number) => epoch + second * 1000
const iso = (second: number) => new Date(at(second)).toISOString()

/** Two sources of one account; every other source is a speaker of its own. */
const book = new Book()
const platform = book.party('platform')
for (const source of ['c', 'd']) platform.source(source)
const speakerOf = (source: string) =>
  ['c', 'd'].includes(source) ? `account ${book.scenario.accounts[0]?.id ?? ''}` : source

let database: TestDatabase
let pool: Pool
let prices: PriceService
let changes: string[][]
const log: string[] = []
beforeAll(async () => {
  database = await createDatabase()
  await loadBook(database, book)
  pool = openServicePool({ url: database.url, poolSize: 8 })
  const logger = createLogger('info', { write: (line) => void log.push(line) })
  prices = new PriceService({ pool, rules, logger })
  prices.onPricesChanged((assets) => void changes.push([...assets].sort()))
})
beforeEach(async () => {
  await database.query('TRUNCATE prices, latest_prices, held_prices, price_bases')
  changes = []
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const quote = (source: string, priceUsd: string, second: number, asset = 'BTC'): PriceQuote => ({
  asset,
  source,
  priceUsd,
  observedAt: iso(second),
})

const record = (second: number, ...quotes: PriceQuote[]) => prices.record(quotes, at(second))

async function priceOf(asset: string, second: number): Promise<string> {
  const reading = (await new StoredPrices(pool, 180).read([asset], at(second))).get(asset)
  return reading?.kind === 'current' ? reading.priceUsd : String(reading?.kind)
}

const rowsOf = async (text: string) => (await database.query(text)).rows

describe('quotes in the database', () => {
  it('are all kept, and only those that count make the price', async () => {
    expect(await record(0, quote('a', '100', 0), quote('b', '101', 0))).toEqual([
      'accepted',
      'accepted',
    ])
    expect(await record(10, quote('a', '10.00', 10))).toEqual(['held'])
    expect(await priceOf('BTC', 10)).toBe('100.5')
    expect(
      await rowsOf('SELECT source, price_usd, accepted_at IS NULL AS held FROM prices'),
    ).toEqual([
      { source: 'a', price_usd: '100', held: false },
      { source: 'b', price_usd: '101', held: false },
      { source: 'a', price_usd: '10.00', held: true },
    ])
  })

  it('count from the moment of their confirmation when they were held', async () => {
    await record(0, quote('a', '100', 0), quote('b', '101', 0))
    await record(10, quote('a', '50', 10))
    expect(await record(20, quote('b', '50.5', 15))).toEqual(['accepted'])
    expect(await priceOf('BTC', 20)).toBe('50.25')
    const kept = await rowsOf(
      "SELECT to_json(accepted_at AT TIME ZONE 'UTC') #>> '{}' AS at FROM prices WHERE price_usd < 60",
    )
    expect(kept).toEqual([{ at: '2026-03-02T12:00:20' }, { at: '2026-03-02T12:00:20' }])
    expect(await rowsOf('SELECT * FROM held_prices')).toEqual([])
  })

  it('confirm one another within a push, and get their final status at its end', async () => {
    await record(0, quote('a', '100', 0), quote('b', '101', 0))
    expect(await record(20, quote('b', '50.5', 15), quote('a', '50', 10))).toEqual([
      'accepted',
      'accepted',
    ])
    expect(await rowsOf('SELECT * FROM prices WHERE accepted_at IS NULL')).toEqual([])
  })

  it('count at once when they are of a script, even when others contradict them', async () => {
    await record(0, quote('a', '100', 0))
    await record(10, quote('b', '50', 10))
    const scripted = [quote('a', '10', 20)]
    expect(await prices.record(scripted, at(20), 'at_its_word')).toEqual(['accepted'])
    expect(await priceOf('BTC', 20)).toBe('10')
  })

  it('change nothing when they are repeated, and get the same status', async () => {
    await record(0, quote('a', '100', 0))
    await record(10, quote('a', '10', 10))
    const before = await Promise.all([
      rowsOf('SELECT * FROM prices'),
      rowsOf('SELECT * FROM held_prices'),
    ])
    changes = []
    expect(await record(500, quote('a', '10.0', 10))).toEqual(['held'])
    expect(
      await Promise.all([rowsOf('SELECT * FROM prices'), rowsOf('SELECT * FROM held_prices')]),
    ).toEqual(before)
    expect(changes).toEqual([])
  })

  it('never replace newer ones, and are kept nevertheless', async () => {
    await record(100, quote('a', '100', 100))
    expect(await record(110, quote('a', '99', 50))).toEqual(['superseded'])
    expect(await priceOf('BTC', 110)).toBe('100')
    expect(await rowsOf('SELECT price_usd FROM prices WHERE accepted_at IS NULL')).toEqual([
      { price_usd: '99' },
    ])
  })

  it('are decided by the first of one source and time', async () => {
    await record(0, quote('a', '100', 0))
    expect(await record(1, quote('a', '99', 0))).toEqual(['superseded'])
    expect(await priceOf('BTC', 1)).toBe('100')
  })

  it('are omitted and logged when they are invalid, and the others are taken', async () => {
    const future = quote('a', '100', 11)
    const unknown = quote('a', '100', 10, 'NONE')
    const zero = quote('a', '0', 10)
    log.length = 0
    expect(await record(10, future, unknown, zero, quote('b', '100', 10))).toEqual(['accepted'])
    expect(log.filter((line) => line.includes('quote refused'))).toHaveLength(3)
    expect(await rowsOf('SELECT source FROM prices')).toEqual([{ source: 'b' }])
  })

  it('are announced when the price has changed, and not when it stays', async () => {
    await record(0, quote('a', '100', 0), quote('a', '3', 0, 'ETH'))
    await record(10, quote('a', '100', 10), quote('a', '4', 10, 'ETH'))
    await record(20, quote('a', '101', 20))
    expect(changes).toEqual([['BTC', 'ETH'], ['BTC']])
    await record(500, quote('a', '101', 500))
    expect(changes).toHaveLength(3)
  })

  it('are committed even when a listener fails', async () => {
    const deaf = new PriceService({
      pool,
      rules,
      logger: createLogger('silent', { write: () => 0 }),
    })
    deaf.onPricesChanged(() => Promise.reject(new Error('deaf')))
    expect(await deaf.record([quote('a', '100', 0)], at(0))).toEqual(['accepted'])
    expect(await priceOf('BTC', 0)).toBe('100')
  })
})

describe('quotes that arrive at once', () => {
  const times = isLongRun ? 50 : 10

  it('confirm one another, whichever is first', async () => {
    for (let round = 0; round < (isLongRun ? 20 : 3); round += 1) {
      await database.query('TRUNCATE prices, latest_prices, held_prices, price_bases')
      await record(0, quote('a', '100', 0), quote('b', '100', 0), quote('c', '100', 0))
      await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((source) => record(10, quote(source, '50', 10))),
      )
      expect(await rowsOf('SELECT * FROM held_prices')).toEqual([])
      expect(await priceOf('BTC', 10)).toBe('50')
    }
  })

  it('do not deadlock when they are of the same assets in any order', async () => {
    const assets = ['BTC', 'ETH', 'USDC']
    const recordings = Array.from({ length: isLongRun ? 30 : 12 }, (_, i) =>
      record(i, ...assets.map((asset, j) => quote('a', '1', i, assets[(i + j) % 3] ?? asset))),
    )
    expect((await Promise.all(recordings)).flat()).not.toContain('held')
    expect(await rowsOf('SELECT count(*)::int AS count FROM latest_prices')).toEqual([{ count: 3 }])
  })

  it(`count once when they arrive ${times} times`, async () => {
    await record(0, quote('a', '100', 0))
    const twins = Array.from({ length: times }, () => record(10, quote('a', '50', 10)))
    expect(new Set((await Promise.all(twins)).flat())).toEqual(new Set(['held']))
    expect(await rowsOf('SELECT * FROM prices WHERE price_usd = 50')).toHaveLength(1)
  })
})

describe('whatever quotes arrive,', () => {
  const step = fc.record({
    quotes: fc.array(
      fc.record({
        asset: fc.constantFrom('BTC', 'ETH'),
        source: fc.constantFrom('a', 'b', 'c', 'd'),
        price: fc.constantFrom(100, 95, 84, 70, 60, 55, 1, 1000),
        delay: fc.constantFrom(0, 0, 1, 200),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    pause: fc.constantFrom(0, 1, 60, 181),
  })

  it('the database has the same state as the guard alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await database.query('TRUNCATE prices, latest_prices, held_prices, price_bases')
        const known = new Map<string, GuardedAsset>([
          ['BTC', unquoted],
          ['ETH', unquoted],
        ])
        let now = 1000
        for (const { quotes, pause } of steps) {
          now += pause
          const arriving = quotes
            .map((q) => quote(q.source, String(q.price), now - q.delay, q.asset))
            .sort((a, b) => Date.parse(a.observedAt) - Date.parse(b.observedAt))
          await record(now, ...arriving)
          for (const one of arriving) {
            const asset = known.get(one.asset) ?? unquoted
            const spoken = { ...one, speaker: speakerOf(one.source) }
            known.set(one.asset, takeQuote(asset, spoken, at(now), rules))
          }
          const stored = await storedQuotes(pool, ['BTC', 'ETH'])
          const bases = await pool.query<PriceBase & { asset: string }>(
            'SELECT asset, trim_scale(price_usd) AS "priceUsd", since FROM price_bases',
          )
          for (const [asset, { sources, base }] of known) {
            expect(stored.get(asset) ?? new Map()).toEqual(sources)
            const kept = bases.rows.find((row) => row.asset === asset)
            expect(kept).toEqual(base && { asset, ...base })
          }
        }
      }),
      { numRuns: isLongRun ? 200 : 6 },
    )
  })
})

describe('live quotes', () => {
  const live = [
    { asset: 'BTC', source: 'feed-1', priceUsd: '100' },
    { asset: 'BTC', source: 'feed-2', priceUsd: '102' },
  ]

  it('keep a price from becoming stale', async () => {
    await repeatQuotes(pool, prices, live, at(0))
    await repeatQuotes(pool, prices, live, at(300))
    expect(await priceOf('BTC', 300)).toBe('101')
  })

  it('do not replace a later scripted market', async () => {
    await repeatQuotes(pool, prices, live, at(0))
    await record(10, quote('feed-1', '60', 10), quote('feed-2', '62', 10))
    await repeatQuotes(pool, prices, live, at(300))
    expect(await priceOf('BTC', 300)).toBe('61')
  })

  it('repeat a price that is held, until it has lasted', async () => {
    const [one] = live
    const alone = one === undefined ? [] : [one]
    await repeatQuotes(pool, prices, alone, at(0))
    await record(10, quote('feed-1', '60', 10))
    await repeatQuotes(pool, prices, alone, at(100))
    expect(await priceOf('BTC', 100)).toBe('100')
    await repeatQuotes(pool, prices, alone, at(191))
    expect(await priceOf('BTC', 191)).toBe('60')
  })
})

describe('the list', () => {
  it('shows each asset with its price and the quote of each source', async () => {
    await record(0, quote('b', '101.50', 0), quote('a', '100', 0), quote('a', '7', 0, 'USDC'))
    await record(200, quote('a', '100', 200))
    await record(210, quote('a', '10', 210))
    const list = await prices.list({ limit: 10 }, at(210))
    expect(list).toEqual([
      {
        asset: 'BTC',
        reading: { kind: 'current', priceUsd: '100', source: 'a', observedAt: iso(200) },
        sources: [
          {
            ...quote('a', '10', 210),
            speaker: 'a',
            heldSince: iso(210),
            held: true,
            ignored: 'held',
            silenced: false,
          },
          {
            ...quote('b', '101.5', 0),
            speaker: 'b',
            held: false,
            ignored: 'stale',
            silenced: false,
          },
        ],
      },
      { asset: 'ETH', reading: { kind: 'missing' }, sources: [] },
      {
        asset: 'USDC',
        reading: { kind: 'stale', observedAt: iso(0) },
        sources: [
          {
            ...quote('a', '7', 0, 'USDC'),
            speaker: 'a',
            held: false,
            ignored: 'stale',
            silenced: false,
          },
        ],
      },
    ])
  })

  it('has pages, and can be filtered by asset', async () => {
    const symbols = async (selection: { asset?: string; after?: string; limit: number }) =>
      (await prices.list(selection, at(0))).map(({ asset }) => asset)
    expect(await symbols({ limit: 2 })).toEqual(['BTC', 'ETH'])
    expect(await symbols({ limit: 2, after: 'ETH' })).toEqual(['USDC'])
    expect(await symbols({ limit: 2, asset: 'ETH' })).toEqual(['ETH'])
    expect(await symbols({ limit: 2, asset: 'NONE' })).toEqual([])
  })
})
