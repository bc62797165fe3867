import { medianReading } from './median.ts'
import type { PriceQuote, PriceReading, SpokenQuote } from './price-book.ts'
import { joinSpeakers, speakerColumn } from './price-sources.ts'
import type { Queries } from './queries.ts'

const counted = `asset = known.asset AND source = known.source AND accepted_at <= $2`

/**
 * Quotes are partitioned by the time of their observation. The last month is asked first, so that
 * older ones are read only where there is none in it.
 */
const newestThen = (observed: string) => `(
  SELECT max(observed_at) FROM prices WHERE ${counted} AND ${observed})`

const quotesThen = `
  SELECT p.asset, p.source, trim_scale(p.price_usd) AS "priceUsd", p.observed_at AS "observedAt",
    ${speakerColumn('p')}
  FROM latest_prices known
  CROSS JOIN LATERAL (
    SELECT * FROM prices
    WHERE asset = known.asset AND source = known.source AND observed_at = coalesce(
      ${newestThen("observed_at <= $2 AND observed_at > $2::timestamptz - interval '31 days'")},
      ${newestThen("observed_at <= $2::timestamptz - interval '31 days'")})
  ) p ${joinSpeakers('p')}
  WHERE known.asset = ANY ($1)`

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
  return new Map(
    assets.map((asset) => {
      const ofAsset = <Quote extends { readonly asset: string }>(some: readonly Quote[]) =>
        some.filter((one) => one.asset === asset)
      const reading = medianReading(ofAsset(quotes), atMs, ageSecondsMax)
      if (reading.kind === 'current') return [asset, reading]
      const fromCut = ofAsset(cuts).map((cut) => ({
        ...cut,
        source: 'market cut',
        speaker: 'market cut',
      }))
      const cut = medianReading(fromCut, atMs, ageSecondsMax)
      return [asset, cut.kind === 'current' ? cut : reading]
    }),
  )
}
