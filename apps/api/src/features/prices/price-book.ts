import type { Queries } from './queries.ts'

/** A price of one asset in USD, as a source observed it. */
export interface PriceQuote {
  readonly asset: string
  readonly source: string
  /** Decimal string, above zero. */
  readonly priceUsd: string
  /** RFC 3339, UTC. */
  readonly observedAt: string
}

/** A quote, and whose word it is. */
export interface SpokenQuote extends PriceQuote {
  /** Several sources of one speaker count as one: the sources of an account have the account in common. */
  readonly speaker: string
}

/** What is known of the price of an asset at a moment. */
export type PriceReading =
  | {
      readonly kind: 'current'
      readonly priceUsd: string
      readonly source: string
      readonly observedAt: string
    }
  | { readonly kind: 'stale'; readonly observedAt: string }
  | { readonly kind: 'missing' }

/** The price at the last scheduled market cut. */
export interface MarketCut {
  readonly priceUsd: string
  readonly cutAt: string
}

/** Where prices come from, as far as the rest of the service knows. */
export interface PriceBook {
  /** The price of each of the assets at a time, in Unix milliseconds. */
  read(assets: readonly string[], nowMs: number): Promise<ReadonlyMap<string, PriceReading>>
  /**
   * The same on the connection of a transaction: one that holds its connection must not wait for another of
   * the pool.
   */
  readWithin(
    transaction: Queries,
    assets: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, PriceReading>>
  /**
   * The current price of each of the assets, or else the newest that was ever known, in USD; for figures that
   * are only shown. An asset that never had a price is left out.
   */
  lastKnownWithin(
    transaction: Queries,
    assets: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, string>>
  /** The last market cut of an asset before a time, if there was one. */
  lastMarketCut(asset: string, nowMs: number): Promise<MarketCut | undefined>
}
