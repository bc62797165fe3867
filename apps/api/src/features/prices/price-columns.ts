import { timestampText } from '../../platform/db/pool.ts'
import type { NewestQuotes, SpokenQuote } from './price-book.ts'
import { speakerOf } from './price-sources.ts'

// Prices as columns of other statements, so that they come from the same snapshot in the same trip.

/** The speaker of a quote, found for each of a few quotes instead of joined with all sources. */
const speaker = (quote: string) =>
  speakerOf(
    quote,
    `(SELECT account_id FROM price_sources registered WHERE registered.source = ${quote}.source)`,
  )

/** A row of quotes as one value, which {@link spokenQuotes} reads. */
export const quoteArray = (quote: string) => `ARRAY[${quote}.asset, ${quote}.source,
  trim_scale(${quote}.price_usd)::text, ${quote}.observed_at::text, ${speaker(quote)}]`

/** The newest quote of each source for some assets (SQL expressions), as one column. */
export const newestQuotes = (...assets: readonly string[]) => `(
  SELECT json_agg(${quoteArray('l')})
  FROM latest_prices l WHERE l.asset IN (${assets.join(', ')}))`

const ofLastCut = (column: string) => (asset: string, nowMs: string) =>
  `(
  SELECT ${column} FROM market_cuts cut
  WHERE cut.asset = ${asset} AND cut.cut_at <= to_timestamp(${nowMs}::float8 / 1000)
  ORDER BY cut.cut_at DESC LIMIT 1)`

/** The price of an asset at the last market cut until a time in Unix milliseconds, or null. */
export const priceAtLastCut = ofLastCut('trim_scale(cut.price_usd)')
/** The time of that market cut, or null. */
export const timeOfLastCut = ofLastCut('cut.cut_at')

export function spokenQuotes(quotes: NewestQuotes): SpokenQuote[] {
  return (quotes ?? []).map(([asset, source, priceUsd, observedAt, speaker]) => ({
    ...{ asset, source, priceUsd, speaker },
    observedAt: timestampText(observedAt),
  }))
}
