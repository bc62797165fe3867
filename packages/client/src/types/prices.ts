// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** What became of each pushed quote. */
export interface PushedQuoteOutcomes {
  /** The outcome of each quote, in the order of the request. */
  quotes: PushedQuoteOutcome[]
}

/** What became of a pushed quote. */
export interface PushedQuoteOutcome {
  /** The symbol of the asset. */
  asset: string
  /** The name of the price source. */
  source: string
  /**
   * accepted: the quote counts. held: it awaits confirmation. superseded: a newer quote of this
   * source exists.
   */
  outcome: 'accepted' | 'held' | 'superseded' | (string & {})
}

/** What `client.prices.push` takes. */
export interface PushPrices {
  /** 1 to 500 quotes. */
  quotes: PushedQuote[]
}

/** A price, as a source observed it. */
export interface PushedQuote {
  /** The symbol of the asset. Expected: 1 to 64 visible ASCII characters. */
  asset: string
  /** The name of the price source. Expected: 1 to 64 visible ASCII characters. */
  source: string
  /** The price of one unit of the asset in USD, above zero. A decimal string. */
  price_usd: string
  /** When the source observed the price. Default: now. RFC 3339 in UTC, with milliseconds. */
  observe_time?: string
}

/** The current price of an asset, and its quotes. */
export interface Price {
  /** The symbol of the asset. */
  asset: string
  /**
   * current: the price is used. stale: the newest quotes are too old. missing: there is no quote.
   */
  state: 'current' | 'stale' | 'missing' | (string & {})
  /**
   * The price of one unit in USD: the median of the fresh quotes. The sources of one account count
   * as one. Null unless current. A decimal string.
   */
  price_usd: string | null
  /**
   * When the oldest quote of the price was observed. Null if there is none. RFC 3339 in UTC, with
   * milliseconds.
   */
  observe_time: string | null
  /** The newest quote of each source. */
  sources: PriceQuote[]
  /** Only if requested: 120 equal steps up to now, the oldest first. */
  history?: PriceHistoryPoint[]
}

/** The newest quote of one source. */
export interface PriceQuote {
  /** The name of the price source. */
  source: string
  /** The quoted price of one unit in USD. A decimal string. */
  price_usd: string
  /** When the source observed the price. RFC 3339 in UTC, with milliseconds. */
  observe_time: string
  /**
   * Whether the quote is held: it moved too far from the previous price, or a source of another
   * account contradicts it. It counts when a source of another account confirms it, when it has
   * lasted without a contradiction, or when an operator releases it.
   */
  held: boolean
  /**
   * Why the quote is not part of the price. held: it is held, and an earlier quote of its source
   * may still count. stale: it is too old. Null if it counts.
   */
  ignored: 'held' | 'stale' | (string & {}) | null
  /**
   * Whether another account has silenced the source, and this quote goes on contradicting others.
   * It stops when a further account agrees with the new price, or when two people dismiss it.
   */
  silenced: boolean
}

/** The price of an asset and its quotes at a past time. */
export interface PriceHistoryPoint {
  /** The time of the point. RFC 3339 in UTC, with milliseconds. */
  time: string
  /**
   * The price that counted then: the median of the quotes that counted and were fresh. Null if
   * there was none. A decimal string.
   */
  price_usd: string | null
  /**
   * How far apart these quotes were: the highest less the lowest, in percent of the price, rounded
   * half even to 4 decimals. Null without a price. A decimal string.
   */
  spread_percent: string | null
  /** The newest quote of each source that had arrived by then and was fresh, by name. */
  quotes: PastPriceQuote[]
}

/** The newest quote of one source at a past time. */
export interface PastPriceQuote {
  /** The name of the price source. */
  source: string
  /** The quoted price of one unit in USD. A decimal string. */
  price_usd: string
  /**
   * Whether the quote counted then. If not, it was held, and an earlier one of its source may have
   * counted.
   */
  counts: boolean
}

/** What `client.prices.release` takes. */
export interface ReleasePrice {
  /** The symbol of the asset. Expected: 1 to 64 visible ASCII characters. */
  asset: string
  /** The name of the price source. Expected: 1 to 64 visible ASCII characters. */
  source: string
  /** The price of the held quote in USD. A decimal string. */
  price_usd: string
}

/** What `client.prices.dismiss` takes. */
export interface DismissPrice {
  /** The symbol of the asset. Expected: 1 to 64 visible ASCII characters. */
  asset: string
  /** The name of the price source. Expected: 1 to 64 visible ASCII characters. */
  source: string
  /** The price of the last quote of the source in USD. A decimal string. */
  price_usd: string
}

/** A page of prices. */
export interface PriceList {
  /** The items of this page. */
  prices: Price[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.prices.list` can be asked for. */
export interface ListPricesQuery {
  /** Only the price of this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /**
   * Whether only the assets of open positions of the caller's organization are listed. Default:
   * false.
   */
  in_positions?: boolean | undefined
  /**
   * Adds the history of the last hours, 1 to 744, in 120 equal steps: the price and the quote of
   * each source. Requires `asset`.
   */
  history_hours?: number | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
