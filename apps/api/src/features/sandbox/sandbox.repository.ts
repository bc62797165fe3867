import type { Pool } from 'pg'
import { type PriceQuote, registerOwnSources } from '../prices/index.ts'

/** A scripted price: the source quotes it from this time on. */
export interface ScriptedPrice {
  readonly asset: string
  readonly source: string
  readonly priceUsd: string
  /** RFC 3339. */
  readonly time: string
}

/** The stored time and script of a sandbox, and its due work. */
export class SandboxRepository {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async keepTime(time: string): Promise<void> {
    await this.#pool.query('UPDATE sandbox SET time = $1', [time])
  }

  /** Stores scripted prices. New sources are registered. */
  async keepPrices(prices: readonly ScriptedPrice[], now: string): Promise<void> {
    await registerOwnSources(
      this.#pool,
      prices.map(({ source }) => source),
      now,
    )
    await this.#pool.query(
      `INSERT INTO sandbox_prices (asset, source, price_usd, time)
       SELECT * FROM unnest($1::text[], $2::text[], $3::numeric[], $4::timestamptz[])`,
      [
        prices.map(({ asset }) => asset),
        prices.map(({ source }) => source),
        prices.map(({ priceUsd }) => priceUsd),
        prices.map(({ time }) => time),
      ],
    )
  }

  async unknownAsset(assets: readonly string[]): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ symbol: string }>(
      'SELECT symbol FROM assets WHERE symbol = ANY($1)',
      [assets],
    )
    return assets.find((asset) => !rows.some(({ symbol }) => symbol === asset))
  }

  /** The price that each source quotes at a time, in a fixed order. */
  async pricesAt(time: string): Promise<Omit<PriceQuote, 'observedAt'>[]> {
    const { rows } = await this.#pool.query<Omit<PriceQuote, 'observedAt'>>(
      `SELECT DISTINCT ON (asset, source) asset, source, trim_scale(price_usd) AS "priceUsd"
       FROM sandbox_prices WHERE time <= $1 ORDER BY asset, source, time DESC, sequence DESC`,
      [time],
    )
    return rows
  }

  /** The next time at which the script changes a price. */
  async nextPriceTime(time: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ time: string | null }>(
      'SELECT min(time) AS time FROM sandbox_prices WHERE time > $1',
      [time],
    )
    return rows[0]?.time ?? undefined
  }

  /**
   * When the next warning, deadline or instruction becomes due, except for the transfers in `idle`.
   */
  async nextWorkTime(idle: readonly string[]): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ time: string | null }>(
      'SELECT next_time AS time FROM work_ahead($1)',
      [idle],
    )
    return rows[0]?.time ?? undefined
  }

  async countWork(): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>(
      "SELECT work_due AS count FROM work_ahead('{}')",
    )
    return rows[0]?.count ?? 0
  }

  async externalTransferId(
    transferId: string,
  ): Promise<{ custodian_id: string; external_transfer_id: string } | undefined> {
    const { rows } = await this.#pool.query<{ custodian_id: string; external_transfer_id: string }>(
      'SELECT custodian_id, external_transfer_id FROM find_instruction($1)',
      [transferId],
    )
    return rows[0]
  }
}
