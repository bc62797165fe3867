import { medianReading } from './median.ts'
import { dueMarketCuts } from './market-cut-times.ts'
import type { SpokenQuote } from './price-book.ts'
import { joinSpeakers, speakerColumn } from './price-sources.ts'
import type { Queries } from './queries.ts'

interface Settings {
  readonly pool: Queries
  /** When the market is cut every day: `HH:MM` in UTC. */
  readonly cutTime: string
  readonly ageSecondsMax: number
}

/**
 * Takes the market cuts as they fall due, and after a start those that fell due meanwhile. Whoever keeps
 * the time calls `run`; the processes of a service may all do so.
 */
export class MarketCuts {
  readonly #settings: Settings
  #takenMs: number | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Takes what is due at a time, in Unix milliseconds, and says how many prices were kept. */
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
 * Keeps the price that each asset had at a market cut, where it had one that was fresh, and says how many
 * were kept. It rests on what had been observed, had arrived and counted at that time, so it makes no
 * difference how late it is called; and what is kept stays, so neither does how often.
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
