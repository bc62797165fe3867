import { MarginInputError, parseDecimal } from '@vadium/margin'
import type { FastifyBaseLogger } from 'fastify'
import { Pool } from 'undici'
import type { Clock } from '../../platform/clock.ts'
import type { PriceQuote } from './price-book.ts'
import type { PriceService } from './price-service.ts'
import { type Ticker, TickerFault } from './ticker.ts'

/** An asset, and the ticker's name for its pair with the US dollar. */
export interface FeedPair {
  readonly asset: string
  readonly pair: string
}

interface Settings {
  readonly ticker: Ticker
  /** Scheme, host and port. Default: those of the ticker. */
  readonly origin?: string
  readonly pairs: readonly FeedPair[]
  readonly prices: PriceService
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  /** The pause between polls, if they succeed. */
  readonly everyMs: number
  /** The time limit of an answer. */
  readonly timeoutMs: number
}

/** A normal answer has a few hundred bytes. */
const answerBytesMax = 65_536
const connectionsMax = 4
const pauseMsMax = 300_000
/**
 * The pause after quotes could not be stored. The ticker itself works, and its prices must not
 * become stale.
 */
const notStoredPauseMs = 5000
const doublingsMax = 10

/**
 * Polls a public ticker and records its quotes. The ticker is not trusted: the time and size of its
 * answers are bounded, redirects are not followed, and anything that is not a price is logged and
 * left out.
 */
export class PriceFeed {
  readonly #settings: Settings
  readonly #connections: Pool
  #failuresInARow = 0

  constructor(settings: Settings) {
    this.#settings = settings
    const { origin = settings.ticker.origin, timeoutMs } = settings
    this.#connections = new Pool(origin, {
      connections: connectionsMax,
      connect: { timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: answerBytesMax,
    })
  }

  /**
   * Polls every pair once. Never rejects.
   * @returns the pause until the next poll, in milliseconds.
   */
  async poll(): Promise<number> {
    const { pairs, prices, clock, logger, ticker } = this.#settings
    const answers = await Promise.allSettled(pairs.map((pair) => this.#quote(pair)))
    const quotes = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const faults = answers.flatMap((answer, i) =>
      answer.status === 'rejected' ? [`${pairs[i]?.pair ?? ''}: ${faultOf(answer.reason)}`] : [],
    )
    if (faults.length > 0) {
      logger.warn({ feed: ticker.name, faults }, 'price feed failed for some assets')
    }
    if (quotes.length > 0) {
      try {
        await prices.record(quotes, clock.now())
      } catch (err) {
        logger.warn({ err }, 'storing quotes of the price feed failed')
        return Math.min(notStoredPauseMs, this.#settings.everyMs)
      }
    }
    return this.#pauseAfter(quotes.length > 0)
  }

  async close(): Promise<void> {
    await this.#connections.destroy()
  }

  /** If every pair failed, the pause doubles each time. */
  #pauseAfter(hasQuotes: boolean): number {
    this.#failuresInARow = hasQuotes ? 0 : Math.min(this.#failuresInARow + 1, doublingsMax)
    return Math.min(this.#settings.everyMs * 2 ** this.#failuresInARow, pauseMsMax)
  }

  async #quote({ asset, pair }: FeedPair): Promise<PriceQuote> {
    const { ticker, clock, timeoutMs } = this.#settings
    // The time before the request: the price is from a moment after it, and must not appear newer
    // than it is.
    const askedAt = new Date(clock.now()).toISOString()
    const { statusCode, body } = await this.#connections.request({
      method: 'GET',
      path: ticker.target(pair),
      headers: { accept: 'application/json', 'user-agent': 'vadium' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (statusCode !== 200) {
      await body.dump()
      throw new TickerFault(`status ${statusCode}`)
    }
    const priceUsd = ticker.readPrice(await body.text())
    parseDecimal(priceUsd, 'price') // throws if it is not a decimal
    return { asset, source: ticker.name, priceUsd, observedAt: askedAt }
  }
}

/** What is logged of a failure. Of an answer, only the ticker's own error message. */
function faultOf(reason: unknown): string {
  if (reason instanceof TickerFault || reason instanceof MarginInputError) return reason.message
  if (!(reason instanceof Error)) return 'unknown'
  return 'code' in reason ? String(reason.code) : reason.name
}
