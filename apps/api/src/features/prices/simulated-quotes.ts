import type { Pool } from 'pg'
import type { PriceQuote } from './price-book.ts'
import { newestQuote } from './price-guard.ts'
import type { PriceService } from './price-service.ts'
import { storedQuotes } from './stored-quotes.ts'

/**
 * A stand-in for a market: quotes the live prices of a scenario anew, so that they do not grow stale while
 * the service runs. Where somebody has pushed a newer quote of such a source, its market stands there.
 */
export async function quoteAnew(
  pool: Pool,
  prices: PriceService,
  live: readonly Omit<PriceQuote, 'observedAt'>[],
  nowMs: number,
): Promise<void> {
  const stored = await storedQuotes(pool, [...new Set(live.map(({ asset }) => asset))])
  const observedAt = new Date(nowMs).toISOString()
  const quotes = live.map((quote) => {
    const known = stored.get(quote.asset)?.get(quote.source)
    const newest = known && newestQuote(known)
    return { ...quote, priceUsd: newest?.priceUsd ?? quote.priceUsd, observedAt }
  })
  await prices.record(quotes, nowMs)
}
