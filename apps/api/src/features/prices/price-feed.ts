import { MarginInputError, parseDecimal } from '@vadium/margin'
import type { FastifyBaseLogger } from 'fastify'
import { Pool } from 'undici'
import type { Clock } from '../../platform/clock.ts'
import type { PriceQuote } from './price-book.ts'
import type { PriceService } from './price-service.ts'
import { type Ticker, TickerFault } from './ticker.ts'

/** An asset, and what the ticker calls its pair with the US dollar. */
export interface FeedPair {
  readonly asset: string
  readonly pair: string
}

interface Settings {
  readonly ticker: Ticker
  /** Scheme, host and port; the ticker's own unless given. */
  readonly origin?: string
  readonly pairs: readonly FeedPair[]
  readonly prices: PriceService
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  /** From one poll to the next, while all is well. */
  readonly everyMs: number
  /** How long an answer may take, from first to last. */
  readonly timeoutMs: number
}

/** An answer is a few hundred bytes. */
const answerBytesMax = 65_536
const connectionsMax = 4
const pauseMsMax = 300_000
/** The ticker did its part: it is asked again before its prices grow old. */
const notStoredPauseMs = 5000
const doublingsMax = 10

/**
 * Polls a public ticker and records what it quotes. The source is trusted with nothing: time and size of
 * its answers are bounded, redirects are not followed, and what is no price is logged and left out.
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

  /** Asks for every pair once, and says after what time to ask again, in milliseconds. Never fails. */
  async poll(): Promise<number> {
    const { pairs, prices, clock, logger, ticker } = this.#settings
    const answers = await Promise.allSettled(pairs.map((pair) => this.#quote(pair)))
    const quotes = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const faults = answers.flatMap((answer, i) =>
      answer.status === 'rejected' ? [`${pairs[i]?.pair ?? ''}: ${faultOf(answer.reason)}`] : [],
    )
    if (faults.length > 0) {
      logger.warn({ feed: ticker.name, faults }, 'the price feed did not quote everything')
    }
    if (quotes.length > 0) {
      try {
        await prices.record(quotes, clock.now())
      } catch (err) {
        logger.warn({ err }, 'quotes of the price feed could not be stored')
        return Math.min(notStoredPauseMs, this.#settings.everyMs)
      }
    }
    return this.#pauseAfter(quotes.length > 0)
  }

  async close(): Promise<void> {
    await this.#connections.destroy()
  }

  /** Where it gives nothing at all it is left alone, twice as long each time. */
  #pauseAfter(gaveSomething: boolean): number {
    this.#failuresInARow = gaveSomething ? 0 : Math.min(this.#failuresInARow + 1, doublingsMax)
    return Math.min(this.#settings.everyMs * 2 ** this.#failuresInARow, pauseMsMax)
  }

  async #quote({ asset, pair }: FeedPair): Promise<PriceQuote> {
    const { ticker, clock, timeoutMs } = this.#settings
    // The price is as of some moment between question and answer: it is not said to be newer than it is.
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
    parseDecimal(priceUsd, 'price') // throws where it is none
    return { asset, source: ticker.name, priceUsd, observedAt: askedAt }
  }
}

/** What may be logged of a failure: nothing of an answer but what the ticker says is a fault of its own. */
function faultOf(reason: unknown): string {
  if (reason instanceof TickerFault || reason instanceof MarginInputError) return reason.message
  if (!(reason instanceof Error)) return 'unknown'
  return 'code' in reason ? String(reason.code) : reason.name
}
