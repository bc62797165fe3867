import { medianReading } from './median.ts'
import { dueMarketCuts } from './market-cut-times.ts'
import type { SpokenQuote } from './price-book.ts'
import { joinSpeakers, speakerColumn } from './price-sources.ts'
import type { Queries } from './queries.ts'

interface Settings {
  readonly pool: Queries
  /** The time of the daily market cut, `HH:MM` in UTC. */
  readonly cutTime: string
  readonly ageSecondsMax: number
}

/**
 * Takes the market cuts when they are due, and at a start those that were missed. The caller of
 * `run` decides when. All processes of the service may call it.
 */
export class MarketCuts {
  readonly #settings: Settings
  #takenMs: number | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /**
   * Takes the market cuts that are due at a time in Unix milliseconds.
   * @returns the number of prices that were stored.
   */
  async run(nowMs: number): Promise<number> {
    const { pool, cutTime, ageSecondsMax } = this.#settings
    let kept = 0
    for (const cutMs of dueMarketCuts(nowMs, cutTime, this.#takenMs)) {
      kept += await takeMarketCut(pool, cutMs, ageSecondsMax)
      this.#takenMs = cutMs
    }
    return kept
  }
}

/**
 * Stores the price of each asset at a market cut, if it had a fresh one.
 * @returns the number of prices that were stored.
 *
 * Only quotes that had been observed, had arrived and counted at the time of the cut are used, so a
 * late call gives the same prices. Stored prices are never replaced, so repeated calls change
 * nothing.
 *
 * @param cutMs Unix milliseconds, not after now.
 */
export async function takeMarketCut(
  client: Queries,
  cutMs: number,
  ageSecondsMax: number,
): Promise<number> {
  const cutAt = new Date(cutMs).toISOString()
  const { rows } = await client.query<SpokenQuote>(
    `
      SELECT p.asset, p.source, trim_scale(p.price_usd) AS "priceUsd", p.observed_at AS "observedAt",
        ${speakerColumn('p')}
      FROM latest_prices known
      CROSS JOIN LATERAL (
        SELECT * FROM prices
        WHERE asset = known.asset AND source = known.source AND observed_at <= $1
          AND observed_at >= $1::timestamptz - make_interval(secs => $2) AND accepted_at <= $1
        ORDER BY observed_at DESC LIMIT 1
      ) p ${joinSpeakers('p')}`,
    [cutAt, ageSecondsMax],
  )
  const cuts = [...new Set(rows.map(({ asset }) => asset))].flatMap((asset) => {
    const quotes = rows.filter((quote) => quote.asset === asset)
    const reading = medianReading(quotes, cutMs, ageSecondsMax)
    return reading.kind === 'current' ? [{ asset, priceUsd: reading.priceUsd }] : []
  })
  const { rowCount } = await client.query(
    `INSERT INTO market_cuts (asset, cut_at, price_usd)
           SELECT asset, $1, price_usd FROM unnest($2::text[], $3::numeric[]) AS c (asset, price_usd)
           ON CONFLICT DO NOTHING`,
    [cutAt, cuts.map(({ asset }) => asset), cuts.map(({ priceUsd }) => priceUsd)],
  )
  return rowCount ?? 0
}
