import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import { krakenTicker } from '../../../src/features/prices/kraken-ticker.ts'
import { PriceFeed } from '../../../src/features/prices/price-feed.ts'
import { PriceService } from '../../../src/features/prices/price-service.ts'
import { quoteLive } from '../../../src/features/prices/price-work.ts'
import { Book } from '../../harness/book.ts'
import { type BreakableLink, openBreakableLink } from '../../harness/breakable-link.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { startKrakenStandIn } from '../../harness/kraken-stand-in.ts'
import { loadBook } from '../../harness/load-book.ts'

const clock = { now: () => Date.parse('2026-03-02T12:00:00.000Z') }
const logger = createLogger('silent', { write: () => undefined })
const live = [{ asset: 'BTC', source: 'live', priceUsd: '60000' }]
const config = { PRICE_MAX_AGE_S: 180 }

let database: TestDatabase
let link: BreakableLink
let pool: Pool
let prices: PriceService
beforeAll(async () => {
  database = await createDatabase()
  await loadBook(database, new Book())
  link = await openBreakableLink(database.url)
  pool = openServicePool({ url: link.url, poolSize: 2 })
  prices = new PriceService({ pool, rules: { deviationPercent: 20, ageSecondsMax: 180 }, logger })
})
afterAll(async () => {
  await pool.end()
  await link.close()
  await database.drop()
})

it('quotes a live price again after 5 s when it could not be stored', async () => {
  const quote = () => quoteLive({ pool, prices, clock, logger, live, config })
  expect(await quote()).toBe(60_000)
  await link.cut()
  expect(await quote()).toBe(5000)
  await link.mend()
  expect(await quote()).toBe(60_000)
})

it('polls the feed again after 5 s when its quotes could not be stored', async () => {
  const kraken = await startKrakenStandIn()
  kraken.behave('XBTUSD', { lastTrade: '52641.10000' })
  const feed = new PriceFeed({
    ticker: krakenTicker,
    origin: kraken.origin,
    pairs: [{ asset: 'BTC', pair: 'XBTUSD' }],
    prices,
    clock,
    logger,
    everyMs: 60_000,
    timeoutMs: 5000,
  })
  expect(await feed.poll()).toBe(60_000)
  await link.cut()
  expect(await feed.poll()).toBe(5000)
  await link.mend()
  expect(await feed.poll()).toBe(60_000)
  await feed.close()
  await kraken.stop()
})
