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

/** A quote with its speaker. */
export interface SpokenQuote extends PriceQuote {
  /**
   * All sources of one speaker count as one: the sources of an account have the account as speaker.
   */
  readonly speaker: string
}

/** The price of an asset at a moment, as far as it is known. */
export type PriceReading =
  | {
      readonly kind: 'current'
      readonly priceUsd: string
      readonly source: string
      readonly observedAt: string
    }
  | { readonly kind: 'stale'; readonly observedAt: string }
  | { readonly kind: 'missing' }

type NewestQuote = readonly [
  asset: string,
  source: string,
  priceUsd: string,
  observedAt: string,
  speaker: string,
]

/**
 * The newest quotes that count, as the columns of `price-columns.ts` select them. Null if there are
 * none.
 */
export type NewestQuotes = readonly NewestQuote[] | null

/** A fresh quote of an asset that does not count, because it differs too much. */
export interface HeldPrice {
  /**
   * Since when the sources of all its held quotes are held, whatever prices they have quoted: the
   * time at which the last of them began. RFC 3339.
   */
  readonly since: string
  /** The speakers with fresh quotes that count, but for those of whom a fresh quote is held. */
  readonly speakers: number
}

/** A price for figures that are only shown or compared. */
export interface KnownPrice {
  /** Decimal string. */
  readonly priceUsd: string
  /** Whether it is the last known one, because there is no current price. */
  readonly isStale: boolean
}

/** The prices, for the rest of the service. */
export interface PriceBook {
  /** The price of each asset at a time in Unix milliseconds. */
  read(assets: readonly string[], nowMs: number): Promise<ReadonlyMap<string, PriceReading>>
  /** The price of each asset that has quotes. */
  readAll(nowMs: number): Promise<ReadonlyMap<string, PriceReading>>
  /** The prices in USD of all assets that have a current one, by asset. */
  readCurrent(nowMs: number): Promise<ReadonlyMap<string, string>>
  /**
   * The same as `read` on the connection of a transaction, which must not wait for a second
   * connection of the pool.
   */
  readWithin(
    transaction: Queries,
    assets: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, PriceReading>>
  /**
   * The assets of which a fresh quote is held at a time. `transaction` is given within a write.
   */
  held(
    assets: readonly string[],
    nowMs: number,
    transaction?: Queries,
  ): Promise<ReadonlyMap<string, HeldPrice>>
  /**
   * The prices from quotes that a statement has read together with other things; see
   * {@link newestQuotes}.
   */
  readingsOf(
    assets: readonly string[],
    quotes: NewestQuotes,
    nowMs: number,
  ): ReadonlyMap<string, PriceReading>
  /**
   * The current price of each asset, or else the last known one. Assets that never had a price are
   * left out. `transaction` is given within a write.
   */
  known(
    assets: readonly string[],
    nowMs: number,
    transaction?: Queries,
  ): Promise<ReadonlyMap<string, KnownPrice>>
  /** The same in USD, for figures that are only shown. */
  lastKnownWithin(
    transaction: Queries,
    assets: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, string>>
}
