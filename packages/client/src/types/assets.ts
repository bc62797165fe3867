// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** What is lent, or pledged. */
export interface Asset {
  /** The symbol of the asset. */
  symbol: string
  /** The name of the asset. */
  name: string
  /** The symbol without what tells its network or issuer. */
  normalized_symbol: string
  /** Decimals of the smallest unit. */
  decimals: number
}

/** What `client.assets.create` takes. */
export interface CreateAsset {
  /** The symbol of the asset. Expected: 1 to 64 visible ASCII characters. */
  symbol: string
  /**
   * The name of the asset. Expected: 1 to 200 visible characters on one line, without space at
   * either end.
   */
  name: string
  /**
   * The symbol without what tells its network or issuer. Expected: 1 to 64 visible ASCII
   * characters.
   */
  normalized_symbol: string
  /** Decimals of the smallest unit. */
  decimals: number
}

/** A page of assets. */
export interface AssetList {
  /** The assets of this page. */
  assets: Asset[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.assets.list` can be asked for. */
export interface ListAssetsQuery {
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}
