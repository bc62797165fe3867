// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A source of prices, and whose word it is. */
export interface RegisteredPriceSource {
  /** The id of the registered price source. A UUID. */
  id: string
  /** Who observed the price. */
  source: string
  /**
   * The account whose credentials push it. Null: the service quotes it, from its feed, a scenario
   * or the script of a sandbox. A UUID.
   */
  account_id: string | null
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /**
   * From when its quotes are refused. Null: it was not revoked. RFC 3339 in UTC, with milliseconds.
   */
  revoke_time: string | null
}

/** What `client.priceSources.create` takes. */
export interface CreatePriceSource {
  /** Who observed the price. Expected: 1 to 64 visible ASCII characters. */
  source: string
  /** An account of the organization of the caller; its own unless given. A UUID. */
  account_id?: string | undefined
}

/** A page of price sources. */
export interface PriceSourceList {
  /** The price sources of this page. */
  price_sources: RegisteredPriceSource[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.priceSources.list` can be asked for. */
export interface ListPriceSourcesQuery {
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}
