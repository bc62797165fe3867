import type { Pool } from 'pg'
import type { PriceQuote } from './price-book.ts'
import { newestQuote } from './price-guard.ts'
import type { PriceService } from './price-service.ts'
import { storedQuotes } from './stored-quotes.ts'

/**
 * A substitute for a market: repeats the live prices of a scenario, so that they do not become
 * stale while the service runs. If somebody has pushed a newer quote of such a source, the newer
 * price is repeated.
 */
export async function repeatQuotes(
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
