import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../config/config.ts'
import { runPeriodically, type RecurringWork } from '../../platform/recurring-work.ts'
import { StartError } from '../../platform/start-error.ts'
import { nextMarketCut } from './market-cut-times.ts'
import { MarketCuts } from './market-cuts.ts'
import type { PriceQuote } from './price-book.ts'
import { type FeedPair, PriceFeed } from './price-feed.ts'
import type { PriceService } from './price-service.ts'
import { repeatQuotes } from './simulated-quotes.ts'
import { tickers } from './tickers.ts'

interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly pool: Pool
  readonly prices: PriceService
  /** The scenario's quotes that are repeated for as long as the service runs. */
  readonly live: readonly Omit<PriceQuote, 'observedAt'>[]
}

interface QuotingSettings {
  readonly config: Pick<Config, 'PRICE_MAX_AGE_S'>
}

/**
 * No pause is longer than a minute, because a clock can jump: the work looks at the clock again.
 */
const pauseMsMax = 60_000
const retryMs = 5000
const feedTimeoutMs = 5000

/** Starts the price work: live quotes, the price feed and the market cuts. */
export async function startPriceWork(parts: Parts): Promise<RecurringWork> {
  const feed = openFeed(parts)
  const works = [await keepQuoting(parts), takeCuts(parts)]
  if (feed !== undefined) works.push(runPeriodically(() => feed.poll()))
  return {
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()))
      await feed?.close()
    },
  }
}

/**
 * Quotes live prices often enough that they do not become stale. The first time is before the
 * service starts.
 */
async function keepQuoting(parts: Parts): Promise<RecurringWork> {
  const { pool, prices, clock, live, config } = parts
  if (live.length === 0) return { stop: () => Promise.resolve() }
  await repeatQuotes(pool, prices, live, clock.now())
  return runPeriodically(() => quoteLive(parts), quotingMs(config))
}

const quotingMs = ({ PRICE_MAX_AGE_S }: QuotingSettings['config']) =>
  Math.min(Math.max(1, Math.floor(PRICE_MAX_AGE_S / 3)) * 1000, pauseMsMax)

/**
 * Quotes the live prices. Never rejects.
 * @returns the pause until the next time, in milliseconds.
 */
export async function quoteLive(parts: Omit<Parts, 'config'> & QuotingSettings): Promise<number> {
  const { pool, prices, clock, logger, live, config } = parts
  const everyMs = quotingMs(config)
  try {
    await repeatQuotes(pool, prices, live, clock.now())
    return everyMs
  } catch (err) {
    logger.warn({ err }, 'live prices could not be stored')
    return Math.min(retryMs, everyMs)
  }
}

function takeCuts({ pool, clock, logger, config }: Parts): RecurringWork {
  const cutTime = config.MARKET_CUT_TIME
  const cuts = new MarketCuts({ pool, cutTime, ageSecondsMax: config.PRICE_MAX_AGE_S })
  return runPeriodically(async () => {
    try {
      const kept = await cuts.run(clock.now())
      if (kept > 0) logger.info({ prices: kept }, 'market cut')
      const now = clock.now()
      return Math.min(nextMarketCut(now, cutTime) - now, pauseMsMax)
    } catch (err) {
      logger.warn({ err }, 'market cut failed')
      return retryMs
    }
  })
}

function openFeed({ config, prices, clock, logger }: Parts): PriceFeed | undefined {
  if (config.PRICE_FEED === undefined) return undefined
  const origin = config.PRICE_FEED_URL
  if (origin !== undefined && !URL.canParse(origin))
    throw new StartError('PRICE_FEED_URL is not a URL.')
  return new PriceFeed({
    ticker: tickers[config.PRICE_FEED],
    ...(origin !== undefined && { origin }),
    pairs: feedPairs(config.PRICE_FEED_PAIRS),
    prices,
    clock,
    logger,
    everyMs: config.PRICE_FEED_EVERY_S * 1000,
    timeoutMs: feedTimeoutMs,
  })
}

function feedPairs(setting: string | undefined): FeedPair[] {
  if (setting === undefined) throw new StartError('PRICE_FEED needs PRICE_FEED_PAIRS.')
  const pairs = setting.split(',').map((text) => {
    const [asset = '', pair = ''] = text.split(':')
    return { asset, pair }
  })
  // With two pairs for one asset, one source would have two prices.
  if (new Set(pairs.map(({ asset }) => asset)).size === pairs.length) return pairs
  throw new StartError('PRICE_FEED_PAIRS names an asset twice.')
}
