import { medianReading } from './median.ts'
import type { NewestQuotes, PriceQuote, PriceReading, SpokenQuote } from './price-book.ts'
import { quoteArray, spokenQuotes } from './price-columns.ts'
import { joinSpeakers, speakerColumn } from './price-sources.ts'
import type { Queries } from './queries.ts'

/** Quotes `p` that had arrived and counted at a past time, the newest of each source `known`. */
const quotesBefore = (at: string) => {
  const counted = `asset = known.asset AND source = known.source AND accepted_at <= ${at}`
  // Quotes are partitioned by the time of their observation. The last month is asked first, so that
  // older ones are read only where there is none in it.
  const newest = (observed: string) => `(
    SELECT max(observed_at) FROM prices WHERE ${counted} AND ${observed})`
  return `
    FROM latest_prices known
    CROSS JOIN LATERAL (
      SELECT * FROM prices
      WHERE asset = known.asset AND source = known.source AND observed_at = coalesce(
        ${newest(`observed_at <= ${at} AND observed_at > ${at} - interval '31 days'`)},
        ${newest(`observed_at <= ${at} - interval '31 days'`)})
    ) p`
}

const quotesThen = `
  SELECT p.asset, p.source, trim_scale(p.price_usd) AS "priceUsd", p.observed_at AS "observedAt",
    ${speakerColumn('p')}
  ${quotesBefore('$2::timestamptz')} ${joinSpeakers('p')}
  WHERE known.asset = ANY ($1)`

/** The {@link PastQuotes} of some assets at a time (SQL expressions), as one column. */
export const pastQuotes = (at: string, ...assets: readonly string[]) => `json_build_object(
  'quotes', (SELECT json_agg(${quoteArray('p')}) ${quotesBefore(at)}
    WHERE known.asset IN (${assets.join(', ')})),
  'cuts', (SELECT json_agg(json_build_array(cut.asset, 'market cut', trim_scale(cut.price_usd)::text,
      cut.cut_at::text, 'market cut'))
    FROM unnest(ARRAY[${assets.join(', ')}]) AS of_asset (symbol)
    CROSS JOIN LATERAL (SELECT * FROM market_cuts WHERE asset = symbol AND cut_at <= ${at}
      ORDER BY cut_at DESC LIMIT 1) cut))`

/** What was known of the prices of some assets at a past time. */
export interface PastQuotes {
  readonly quotes: NewestQuotes
  readonly cuts: NewestQuotes
}

const cutsThen = `
  SELECT DISTINCT ON (asset) asset, trim_scale(price_usd) AS "priceUsd", cut_at AS "observedAt"
  FROM market_cuts WHERE asset = ANY ($1) AND cut_at <= $2
  ORDER BY asset, cut_at DESC`

type Cut = Omit<PriceQuote, 'source'>

/** The newest quotes that had arrived and counted at a past time, one for each source and asset. */
export async function quotesAt(
  client: Queries,
  assets: readonly string[],
  atMs: number,
): Promise<SpokenQuote[]> {
  const at = new Date(atMs).toISOString()
  const { rows } = await client.query<SpokenQuote>(quotesThen, [assets, at])
  return rows
}

/**
 * The price of each asset at a past time in Unix milliseconds, from the quotes that were known
 * then. If the fresh quotes of that time are no longer kept, from a market cut that was fresh then.
 */
export async function readPastPrices(
  client: Queries,
  assets: readonly string[],
  atMs: number,
  ageSecondsMax: number,
): Promise<ReadonlyMap<string, PriceReading>> {
  const at = new Date(atMs).toISOString()
  const quotes = await quotesAt(client, assets, atMs)
  const { rows: cuts } = await client.query<Cut>(cutsThen, [assets, at])
  const fromCut = cuts.map((cut) => ({ ...cut, source: 'market cut', speaker: 'market cut' }))
  return pastReadings(assets, { quotes, cuts: fromCut }, atMs, ageSecondsMax)
}

/** The same from what a statement has read together with other things; see {@link pastQuotes}. */
export function readingsThen(
  assets: readonly string[],
  { quotes, cuts }: PastQuotes,
  atMs: number,
  ageSecondsMax: number,
): ReadonlyMap<string, PriceReading> {
  const known = { quotes: spokenQuotes(quotes), cuts: spokenQuotes(cuts) }
  return pastReadings(assets, known, atMs, ageSecondsMax)
}

function pastReadings(
  assets: readonly string[],
  known: Readonly<Record<'quotes' | 'cuts', readonly SpokenQuote[]>>,
  atMs: number,
  ageSecondsMax: number,
): ReadonlyMap<string, PriceReading> {
  return new Map(
    assets.map((asset) => {
      const of = (quotes: readonly SpokenQuote[]) => quotes.filter((one) => one.asset === asset)
      const reading = medianReading(of(known.quotes), atMs, ageSecondsMax)
      if (reading.kind === 'current') return [asset, reading]
      const cut = medianReading(of(known.cuts), atMs, ageSecondsMax)
      return [asset, cut.kind === 'current' ? cut : reading]
    }),
  )
}
