import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { PriceBook } from './price-book.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { notify } from '../notifications/index.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly prices: PriceBook
  readonly clock: Clock
}

/** An asset, and when its newest quote was observed. */
interface Quoted {
  readonly asset: string
  readonly observedAt: string
}

/** A time in which an asset has no current price, until it has one again. */
interface Episode extends Quoted {
  readonly occasion: string
}

interface Reader {
  readonly organizationId: string
  readonly asset: string
}

/**
 * Notifies the organizations with a deal on an asset that its price is stale, once in an episode.
 * Only a newer quote ends an episode, so two processes with different clocks agree on the episodes.
 */
export class StalePriceWatch {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Checks all prices by the clock of the book.
   * @returns the number of organizations that were notified.
   */
  async run(): Promise<number> {
    const { pool, prices, clock } = this.#parts
    const { rows } = await pool.query<{ asset: string }>('SELECT DISTINCT asset FROM latest_prices')
    const readings = await prices.read(
      rows.map(({ asset }) => asset),
      clock.now(),
    )
    const current: Quoted[] = []
    const stale: Quoted[] = []
    for (const [asset, reading] of readings) {
      if (reading.kind === 'current') current.push({ asset, observedAt: reading.observedAt })
      if (reading.kind === 'stale') stale.push({ asset, observedAt: reading.observedAt })
    }
    await this.#end(current)
    if (stale.length === 0) return 0
    return this.#notify(await this.#begin(stale))
  }

  async #end(current: readonly Quoted[]): Promise<void> {
    await this.#parts.pool.query(
      `UPDATE stale_prices s SET is_active = false
       FROM unnest($1::text[], $2::timestamptz[]) AS q (asset, observed_at)
       WHERE s.asset = q.asset AND s.is_active AND q.observed_at > s.observed_at`,
      columnsOf(current),
    )
  }

  /** The current episodes of these assets, whichever process has noticed them first. */
  async #begin(stale: readonly Quoted[]): Promise<Episode[]> {
    const { pool } = this.#parts
    await pool.query(
      `INSERT INTO stale_prices AS s (asset, episode, is_active, observed_at)
       SELECT q.asset, 1, true, q.observed_at
       FROM unnest($1::text[], $2::timestamptz[]) AS q (asset, observed_at)
       WHERE NOT EXISTS (SELECT FROM stale_prices k WHERE k.asset = q.asset AND k.is_active)
       ORDER BY q.asset
       ON CONFLICT (asset) DO UPDATE
       SET episode = s.episode + 1, is_active = true, observed_at = excluded.observed_at
       WHERE NOT s.is_active AND excluded.observed_at > s.observed_at`,
      columnsOf(stale),
    )
    const { rows } = await pool.query<Episode>(
      `SELECT asset, observed_at AS "observedAt", asset || ' ' || episode AS occasion
       FROM stale_prices WHERE is_active AND asset = ANY ($1) ORDER BY asset`,
      [stale.map(({ asset }) => asset)],
    )
    return rows
  }

  async #notify(episodes: readonly Episode[]): Promise<number> {
    const { pool, writes } = this.#parts
    const { rows: readers } = await pool.query<Reader>(
      `SELECT organization_id AS "organizationId", asset FROM readers_of_stale_prices($1, $2)`,
      [episodes.map(({ asset }) => asset), episodes.map(({ occasion }) => occasion)],
    )
    const organizations = [...new Set(readers.map(({ organizationId }) => organizationId))]
    for (const organizationId of organizations) {
      const assets = new Set(
        readers.filter((reader) => reader.organizationId === organizationId).map((r) => r.asset),
      )
      const ownEpisodes = episodes.filter(({ asset }) => assets.has(asset))
      await writes.byService(organizationId, (tx) =>
        notify(
          tx,
          ownEpisodes.map((episode) => notificationOf(organizationId, episode)),
        ),
      )
    }
    return organizations.length
  }
}

function columnsOf(quoted: readonly Quoted[]): [string[], string[]] {
  return [quoted.map(({ asset }) => asset), quoted.map(({ observedAt }) => observedAt)]
}

function notificationOf(organizationId: string, { asset, observedAt, occasion }: Episode) {
  return {
    organizationId,
    category: 'price_stale',
    severity: 'warning',
    occasion,
    title: `Price stale: ${asset}`,
    body: `${asset} has had no quote since ${observedAt}. Until it has one, positions in it are not valued and no margin is called.`,
    link: { resource: 'price', id: asset, order_id: null },
  } as const
}
