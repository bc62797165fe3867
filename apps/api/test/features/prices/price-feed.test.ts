import type { ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import { krakenTicker } from '../../../src/features/prices/kraken-ticker.ts'
import { PriceFeed } from '../../../src/features/prices/price-feed.ts'
import { PriceService } from '../../../src/features/prices/price-service.ts'
import { Book } from '../../harness/book.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { freePort } from '@vadium/local-postgres'
import { type KrakenStandIn, startKrakenStandIn, tickerOf } from '../../harness/kraken-stand-in.ts'
import { loadBook } from '../../harness/load-book.ts'
import { isLongRun } from '../../harness/long-run.ts'

const now = Date.parse('2026-03-02T12:00:00.000Z')
const pairs = [
  { asset: 'BTC', pair: 'XBTUSD' },
  { asset: 'ETH', pair: 'ETHUSD' },
]

let database: TestDatabase
let pool: Pool
let kraken: KrakenStandIn
let feed: PriceFeed
let log: string[]
beforeAll(async () => {
  database = await createDatabase()
  await loadBook(database, new Book())
  pool = openServicePool({ url: database.url, poolSize: 2 })
})
beforeEach(async () => {
  await database.query('TRUNCATE prices, latest_prices, held_prices, price_bases')
  log = []
  kraken = await startKrakenStandIn()
  kraken.behave('ETHUSD', { lastTrade: '2500.50' })
  feed = feedFrom(kraken.origin)
})
afterEach(async () => {
  await feed.close()
  await kraken.stop()
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

function feedFrom(origin: string): PriceFeed {
  const logger = createLogger('info', { write: (line) => void log.push(line) })
  const rules = { deviationPercent: 20, ageSecondsMax: 180 }
  return new PriceFeed({
    ticker: krakenTicker,
    origin,
    pairs,
    prices: new PriceService({ pool, rules, logger }),
    clock: { now: () => now },
    logger,
    everyMs: 10_000,
    timeoutMs: 300,
  })
}

const stored = async () =>
  (
    await database.query(
      'SELECT asset, source, price_usd, observed_at FROM latest_prices ORDER BY asset',
    )
  ).rows
const ether = {
  asset: 'ETH',
  source: 'kraken',
  price_usd: '2500.50',
  observed_at: new Date(now),
}

describe('the price feed', () => {
  it('stores the last trade of each pair under the name of the ticker', async () => {
    kraken.behave('XBTUSD', { lastTrade: '52641.10000' })
    expect(await feed.poll()).toBe(10_000)
    expect(kraken.asked.toSorted()).toEqual([
      '/0/public/Ticker?pair=ETHUSD',
      '/0/public/Ticker?pair=XBTUSD',
    ])
    expect(await stored()).toEqual([{ ...ether, asset: 'BTC', price_usd: '52641.10000' }, ether])
    expect(log).toEqual([])
  })

  it.each(['0.00000000000000000001', '12345678901234567890.12345678901234567891'])(
    'reads %s with every digit, as a string and as a number',
    async (digits) => {
      kraken.behave('XBTUSD', { lastTrade: digits })
      await feed.poll()
      expect((await stored())[0]).toMatchObject({ price_usd: digits })
      await database.query('TRUNCATE prices, latest_prices, held_prices, price_bases')
      const text = JSON.stringify(tickerOf('XXBTZUSD', digits)).replace(`"${digits}"`, digits)
      kraken.behave('XBTUSD', { answer: (response) => response.end(text) })
      await feed.poll()
      expect((await stored())[0]).toMatchObject({ price_usd: digits })
    },
  )

  it('is subject to the price guard like every source', async () => {
    kraken.behave('XBTUSD', { lastTrade: '50000' })
    await feed.poll()
    await database.query("UPDATE latest_prices SET observed_at = observed_at - interval '1 s'")
    kraken.behave('XBTUSD', { lastTrade: '5' })
    await feed.poll()
    expect((await stored())[0]).toMatchObject({ asset: 'BTC', price_usd: '50000' })
  })

  const raw = (text: string) => (response: ServerResponse) => response.end(text)
  const priced = (price: unknown) =>
    raw(JSON.stringify({ error: [], result: { XXBTZUSD: { c: [price, '1'] } } }))
  const answers: [what: string, answer: (response: ServerResponse) => void][] = [
    ['nothing', raw('')],
    ['invalid JSON', raw('<html>')],
    ['a value that is not an object', raw('[]')],
    ['no ticker', raw('{"error":[]}')],
    ['no pair', raw('{"error":[],"result":{}}')],
    [
      'more pairs than one',
      raw(JSON.stringify({ error: [], result: { A: { c: ['1'] }, B: { c: ['1'] } } })),
    ],
    ['no trade', raw('{"error":[],"result":{"XXBTZUSD":{"c":[]}}}')],
    ['unlimited nesting', raw('['.repeat(60_000))],
    ['a duplicate member', raw('{"error":[],"error":["x"],"result":{"A":{"c":["1"]}}}')],
    ['zero', priced('0.00000')],
    ['less than zero', priced('-1')],
    ['words', priced('NaN')],
    ['infinity', priced('Infinity')],
    ['an exponent', priced('1e5')],
    ['null', priced(null)],
    ['other digits', priced('١٢٣')],
    ['more digits than a price has', priced('1'.repeat(40))],
    ['more than a price can be', priced('1'.repeat(21))],
    ['more decimals than a price has', priced('1.123456789012345678901')],
    ['a status', (response: ServerResponse) => response.writeHead(503).end('{}')],
    [
      'a redirect',
      (response: ServerResponse) =>
        response.writeHead(302, { location: '/0/public/Ticker?pair=ETHUSD' }).end(),
    ],
    ['silence', () => undefined],
    [
      'an answer that does not end',
      (response: ServerResponse) => void response.writeHead(200).write('{"error":'),
    ],
    ['an unlimited answer', (response: ServerResponse) => response.end(' '.repeat(10_000_000))],
    [
      'an answer shorter than its announced length',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-length': '10000000' }).end('{'),
    ],
    ['a connection that closes too early', (response: ServerResponse) => void response.destroy()],
  ]
  const typical = ['invalid JSON', 'zero', 'an exponent', 'a status', 'an unlimited answer']
  const tried = isLongRun ? answers : answers.filter(([what]) => typical.includes(what))

  it.each(tried)(
    'omits a pair answered with %s, logs that, and reads the others',
    async (_what, answer) => {
      kraken.behave('XBTUSD', { answer })
      expect(await feed.poll()).toBe(10_000)
      expect(await stored()).toEqual([ether])
      expect(log).toHaveLength(1)
      expect(log[0]).toContain('"level":"warn"')
      expect(log.join('').length).toBeLessThan(1000)
      expect(kraken.asked).toHaveLength(2)
    },
  )

  it('logs the error that the ticker reports', async () => {
    kraken.behave('XBTUSD', { error: 'EGeneral:Temporary lockout' })
    await feed.poll()
    expect(log.join('')).toContain('XBTUSD: EGeneral:Temporary lockout')
  })

  it('doubles its pause each time that no quote arrives, and resets it when one does', async () => {
    kraken.behave('ETHUSD', { error: 'EService:Unavailable' })
    const pauses = []
    for (let i = 0; i < 7; i += 1) pauses.push(await feed.poll())
    expect(pauses).toEqual([20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000])
    kraken.behave('ETHUSD', { lastTrade: '2500.50' })
    expect(await feed.poll()).toBe(10_000)
    expect(await stored()).toEqual([ether])
  })

  it('continues when the ticker is unavailable', async () => {
    const lost = feedFrom(`http://127.0.0.1:${await freePort()}`)
    expect(await lost.poll()).toBe(20_000)
    expect(log.join('')).toContain('ECONNREFUSED')
    await lost.close()
  })

  it('continues when the database is unavailable', async () => {
    const own = openServicePool({ url: 'postgres://127.0.0.1:1/none', poolSize: 1 })
    const logger = createLogger('info', { write: (line) => void log.push(line) })
    const rules = { deviationPercent: 20, ageSecondsMax: 180 }
    const unstored = new PriceFeed({
      ticker: krakenTicker,
      origin: kraken.origin,
      pairs: [{ asset: 'ETH', pair: 'ETHUSD' }],
      prices: new PriceService({ pool: own, rules, logger }),
      clock: { now: () => now },
      logger,
      everyMs: 10_000,
      timeoutMs: 300,
    })
    expect(await unstored.poll()).toBe(5000)
    expect(log.join('')).toContain('storing quotes of the price feed failed')
    await unstored.close()
    await own.end()
  })
})
