import type { Pool } from 'pg'
import { medianReading } from './median.ts'
import { spokenQuotes } from './price-columns.ts'
import type {
  HeldPrice,
  KnownPrice,
  NewestQuotes,
  PriceBook,
  PriceQuote,
  PriceReading,
  SpokenQuote,
} from './price-book.ts'
import { joinSpeakers, ownSources, speakerColumn } from './price-sources.ts'
import type { PriceWrite, Queries } from './queries.ts'

const allLatestPrices = `
  SELECT l.asset, l.source, trim_scale(l.price_usd) AS "priceUsd", l.observed_at AS "observedAt",
    ${speakerColumn('l')}
  FROM latest_prices l ${joinSpeakers('l')}`
const latestPrices = `${allLatestPrices} WHERE l.asset = ANY($1)`

// Of several holds the last to begin counts, so that an old one does not hide it. A speaker whose
// own quote is held says that the price is another.
const heldPrices = `
  WITH held AS (
    SELECT h.asset, coalesce(h.source_held_since, h.held_since) AS since, ${speakerColumn('h')}
    FROM held_prices h ${joinSpeakers('h')}
    WHERE h.asset = ANY($1) AND h.observed_at >= $2::timestamptz
  )
  SELECT held.asset, max(held.since) AS since, (
    SELECT count(DISTINCT said.speaker)::integer FROM (
      SELECT ${speakerColumn('l')} FROM latest_prices l ${joinSpeakers('l')}
      WHERE l.asset = held.asset AND l.observed_at >= $2::timestamptz) said
    WHERE NOT EXISTS (
      SELECT FROM held h WHERE h.asset = held.asset AND h.speaker = said.speaker)) AS speakers
  FROM held GROUP BY held.asset`

/** The prices in the database. */
export class StoredPrices implements PriceBook {
  readonly #pool: Pool
  readonly #ageSecondsMax: number

  constructor(pool: Pool, ageSecondsMax: number) {
    this.#pool = pool
    this.#ageSecondsMax = ageSecondsMax
  }

  async read(assets: readonly string[], nowMs: number): Promise<ReadonlyMap<string, PriceReading>> {
    const { rows } = await this.#pool.query<SpokenQuote>({
      name: 'latest prices',
      text: latestPrices,
      values: [assets],
    })
    return this.#readings(assets, rows, nowMs)
  }

  async readAll(nowMs: number): Promise<ReadonlyMap<string, PriceReading>> {
    const { rows } = await this.#pool.query<SpokenQuote>({
      name: 'all latest prices',
      text: allLatestPrices,
    })
    const assets = [...new Set(rows.map(({ asset }) => asset))]
    return this.#readings(assets, rows, nowMs)
  }

  async readCurrent(nowMs: number): Promise<ReadonlyMap<string, string>> {
    return new Map(
      [...(await this.readAll(nowMs))].flatMap(([asset, reading]) =>
        reading.kind === 'current' ? [[asset, reading.priceUsd] as const] : [],
      ),
    )
  }

  async readWithin(
    transaction: Queries,
    assets: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, PriceReading>> {
    const { rows } = await transaction.query<SpokenQuote>(latestPrices, [assets])
    return this.#readings(assets, rows, nowMs)
  }

  async held(
    assets: readonly string[],
    nowMs: number,
    transaction: Queries = this.#pool,
  ): Promise<ReadonlyMap<string, HeldPrice>> {
    const freshFrom = new Date(nowMs - this.#ageSecondsMax * 1000).toISOString()
    const { rows } = await transaction.query<HeldPrice & { readonly asset: string }>(heldPrices, [
      assets,
      freshFrom,
    ])
    return new Map(rows.map(({ asset, ...held }) => [asset, held]))
  }

  readingsOf(
    assets: readonly string[],
    quotes: NewestQuotes,
    nowMs: number,
  ): ReadonlyMap<string, PriceReading> {
    return this.#readings(assets, spokenQuotes(quotes), nowMs)
  }

  async known(
    assets: readonly string[],
    nowMs: number,
    transaction: Queries = this.#pool,
  ): Promise<ReadonlyMap<string, KnownPrice>> {
    const { rows } = await transaction.query<SpokenQuote>(latestPrices, [assets])
    const known = new Map<string, KnownPrice>()
    // Sorted oldest first, so that the newest price remains. Current prices then replace it.
    for (const { asset, priceUsd } of rows.toSorted(byObservation)) {
      known.set(asset, { priceUsd, isStale: true })
    }
    for (const [asset, reading] of this.#readings(assets, rows, nowMs)) {
      if (reading.kind === 'current')
        known.set(asset, { priceUsd: reading.priceUsd, isStale: false })
    }
    return known
  }

  async lastKnownWithin(
    transaction: Queries,
    assets: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, string>> {
    const known = await this.known(assets, nowMs, transaction)
    return new Map([...known].map(([asset, { priceUsd }]) => [asset, priceUsd]))
  }

  #readings(
    assets: readonly string[],
    newest: readonly SpokenQuote[],
    nowMs: number,
  ): Map<string, PriceReading> {
    const quotes = new Map<string, SpokenQuote[]>()
    for (const quote of newest) {
      const own = quotes.get(quote.asset)
      if (own === undefined) quotes.set(quote.asset, [quote])
      else own.push(quote)
    }
    return new Map(
      assets.map((asset) => [
        asset,
        medianReading(quotes.get(asset) ?? [], nowMs, this.#ageSecondsMax),
      ]),
    )
  }
}

function byObservation(a: PriceQuote, b: PriceQuote): number {
  return a.observedAt.localeCompare(b.observedAt)
}

/**
 * The statements that store the quotes of a scenario without the price guard, and register their
 * sources. The newest quote of each source becomes the one that prices are computed from.
 */
export function quoteWrites(quotes: readonly PriceQuote[], receivedAt: string): PriceWrite[] {
  const sources = quotes.map(({ source }) => source)
  const stored = {
    text: `
      WITH quotes AS (
        SELECT * FROM unnest($1::text[], $2::text[], $3::numeric[], $4::timestamptz[])
          AS q (asset, source, price_usd, observed_at)
      ), kept AS (
        INSERT INTO prices (asset, source, price_usd, observed_at, received_at, accepted_at)
        SELECT asset, source, price_usd, observed_at, $5, $5 FROM quotes
        ON CONFLICT DO NOTHING
      )
      INSERT INTO latest_prices AS latest (asset, source, price_usd, observed_at)
      SELECT DISTINCT ON (asset, source) asset, source, price_usd, observed_at
      FROM quotes ORDER BY asset, source, observed_at DESC
      ON CONFLICT (asset, source) DO UPDATE
        SET price_usd = excluded.price_usd, observed_at = excluded.observed_at
        WHERE latest.observed_at < excluded.observed_at`,
    values: [
      quotes.map(({ asset }) => asset),
      quotes.map(({ source }) => source),
      quotes.map(({ priceUsd }) => priceUsd),
      quotes.map(({ observedAt }) => observedAt),
      receivedAt,
    ],
  }
  return [ownSources(sources, receivedAt), stored]
}
