// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** What became of each pushed quote. */
export interface PushPricesResponse {
  /** What became of each, in the order in which they were pushed. */
  quotes: PushedQuoteOutcome[]
}

/** What became of a pushed quote. */
export interface PushedQuoteOutcome {
  /** The symbol of the asset. */
  asset: string
  /** Who observed the price. */
  source: string
  /** superseded: a newer quote of this source is known already. */
  outcome: 'accepted' | 'held' | 'superseded' | (string & {})
}

/** What `client.prices.push` takes. */
export interface PushPrices {
  /** The quotes, 500 at the most. */
  quotes: PushedQuote[]
}

/** A price, as a source observed it. */
export interface PushedQuote {
  /** The symbol of the asset. Expected: 1 to 64 visible ASCII characters. */
  asset: string
  /** Who observed the price. Expected: 1 to 64 visible ASCII characters. */
  source: string
  /** Above zero. A decimal string. */
  price_usd: string
  /** When the source observed it; now unless given. RFC 3339 in UTC, with milliseconds. */
  observe_time?: string
}

/** A page of prices. */
export interface PriceList {
  /** The prices of this page. */
  prices: Price[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What an asset is worth, in USD. */
export interface Price {
  /** The symbol of the asset. */
  asset: string
  /** current: fit to compute with. stale: the newest is too old. */
  state: 'current' | 'stale' | 'missing' | (string & {})
  /**
   * The median of the fresh sources; those of one account count as one. Null unless current. A
   * decimal string.
   */
  price_usd: string | null
  /** When the oldest quote it rests on was observed. RFC 3339 in UTC, with milliseconds. */
  observe_time: string | null
  /** The newest quote of each source. */
  sources: PriceQuote[]
}

/** What one source says an asset is worth. */
export interface PriceQuote {
  /** Who observed the price. */
  source: string
  /** The price in USD. A decimal string. */
  price_usd: string
  /** When it was observed. RFC 3339 in UTC, with milliseconds. */
  observe_time: string
  /**
   * It jumped too far, or a source of another account contradicts it. It counts when a source of
   * another account confirms it, or when it lasts and is not contradicted.
   */
  held: boolean
}

/** What `client.prices.list` can be asked for. */
export interface ListPricesQuery {
  /** The symbol of the asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}
