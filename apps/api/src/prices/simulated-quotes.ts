import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { PriceQuote } from './price-book.ts'
import { storeQuotes } from './stored-prices.ts'

interface Settings {
  readonly pool: Pool
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  /** What is to be quoted, again and again. */
  readonly quotes: readonly Omit<PriceQuote, 'observedAt'>[]
  readonly ageSecondsMax: number
}

const longestPauseMs = 60_000

/**
 * A stand-in for a market: quotes the live prices of a scenario anew, often enough that they do not grow
 * stale while the service runs.
 */
export async function keepQuoting(settings: Settings): Promise<{ stop(): Promise<void> }> {
  const { pool, clock, logger, quotes, ageSecondsMax } = settings
  if (quotes.length === 0) return { stop: () => Promise.resolve() }
  const quoteAll = async () => {
    const now = new Date(clock.now()).toISOString()
    await storeQuotes(
      pool,
      quotes.map((quote) => ({ ...quote, observedAt: now })),
      now,
    )
  }
  await quoteAll()

  const everyMs = Math.min(Math.max(1, Math.floor(ageSecondsMax / 3)) * 1000, longestPauseMs)
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= quoteAll()
      .catch((err: unknown) => logger.warn({ err }, 'live prices could not be stored'))
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
