import { formatDecimal } from '@vadium/margin'
import { lastPrice } from './median.ts'
import { quotesAt } from './past-prices.ts'
import type { SpokenQuote } from './price-book.ts'
import type { AssetQuotes, PriceBase, PriceRules, SourceQuotes } from './price-guard.ts'
import { joinSpeakers, speakerColumn } from './price-sources.ts'
import type { Queries } from './queries.ts'
import { silencedSources } from './silenced-sources.ts'

interface StoredQuoteRow extends SpokenQuote {
  readonly heldSince: string | null
}

/** The newest quotes of each source of these assets, by asset and source name. */
export async function storedQuotes(
  client: Queries,
  assets: readonly string[],
): Promise<Map<string, ReadonlyMap<string, SourceQuotes>>> {
  const { rows } = await client.query<StoredQuoteRow>(
    `
      SELECT q.asset, q.source, trim_scale(q.price_usd) AS "priceUsd",
        q.observed_at AS "observedAt", q.held_since AS "heldSince", ${speakerColumn('q')}
      FROM (
        SELECT asset, source, price_usd, observed_at, NULL::timestamptz AS held_since
        FROM latest_prices
        UNION ALL
        SELECT asset, source, price_usd, observed_at, held_since FROM held_prices
      ) q ${joinSpeakers('q')}
      WHERE q.asset = ANY($1)`,
    [assets],
  )
  const stored = new Map<string, Map<string, SourceQuotes>>()
  for (const { heldSince, ...quote } of rows) {
    const sources = stored.get(quote.asset) ?? new Map<string, SourceQuotes>()
    const said = heldSince === null ? { accepted: quote } : { held: { ...quote, heldSince } }
    sources.set(quote.source, { ...sources.get(quote.source), ...said })
    stored.set(quote.asset, sources)
  }
  return stored
}

/** The input of the price guard for each of these assets at a time. */
export async function knownQuotes(
  client: Queries,
  assets: readonly string[],
  nowMs: number,
  rules: PriceRules,
): Promise<Map<string, AssetQuotes>> {
  const stored = await storedQuotes(client, assets)
  const silenced = await silencedSources(client, stored, nowMs, rules)
  const bases = await priceBases(client, assets, nowMs, rules)
  return new Map(
    assets.map((asset) => {
      const base = bases.get(asset)
      const sources = stored.get(asset) ?? new Map()
      return [asset, { sources, silenced: silenced.get(asset) ?? new Set(), ...(base && { base }) }]
    }),
  )
}

/**
 * The price base of each asset: the price of `ageSecondsMax` ago, from the quotes that counted
 * then, so that a later quote cannot change it, whatever its observation time; or a base that was
 * stored since.
 */
async function priceBases(
  client: Queries,
  assets: readonly string[],
  nowMs: number,
  { ageSecondsMax }: PriceRules,
): Promise<Map<string, PriceBase>> {
  const thenMs = nowMs - ageSecondsMax * 1000
  const { rows } = await client.query<PriceBase & { readonly asset: string }>(
    `SELECT asset, trim_scale(price_usd) AS "priceUsd", since FROM price_bases WHERE asset = ANY($1)`,
    [assets],
  )
  const bases = new Map(rows.map(({ asset, ...base }) => [asset, base]))
  const past = await quotesAt(client, assets, thenMs)
  for (const asset of assets) {
    const set = bases.get(asset)
    if (set !== undefined && Date.parse(set.since) > thenMs) continue
    const ofAsset = past.filter((quote) => quote.asset === asset)
    const price = lastPrice(ofAsset, thenMs, ageSecondsMax)
    if (price === undefined) continue
    bases.set(asset, { priceUsd: formatDecimal(price), since: new Date(thenMs).toISOString() })
  }
  return bases
}
