// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A registered price source and the account that quotes it. */
export interface RegisteredPriceSource {
  /** The id of the price source. A UUID. */
  id: string
  /** The name of the price source. */
  source: string
  /**
   * The account whose credentials push its prices. Null: the service quotes it, from its feed, a
   * scenario file or a sandbox script. A UUID.
   */
  account_id: string | null
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /**
   * When the price source was revoked. Null if it is not revoked. RFC 3339 in UTC, with
   * milliseconds.
   */
  revoke_time: string | null
}

/** What `client.priceSources.create` takes. */
export interface CreatePriceSource {
  /** The name of the price source. Expected: 1 to 64 visible ASCII characters. */
  source: string
  /**
   * The account that pushes the prices, of the caller's organization. Default: the caller's
   * account. A UUID.
   */
  account_id?: string | undefined
}

/** A page of price sources. */
export interface PriceSourceList {
  /** The items of this page. */
  price_sources: RegisteredPriceSource[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.priceSources.list` can be asked for. */
export interface ListPriceSourcesQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
