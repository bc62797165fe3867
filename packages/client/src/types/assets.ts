// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A token that can be lent or pledged. */
export interface Asset {
  /** The symbol of the asset. */
  symbol: string
  /** The name of the asset, for people. */
  name: string
  /** The symbol without its network or issuer: USDC for USDC_ETH. */
  normalized_symbol: string
  /** The number of decimals of the smallest unit. */
  decimals: number
}

/** What `client.assets.create` takes. */
export interface CreateAsset {
  /** The symbol of the asset. Expected: 1 to 64 visible ASCII characters. */
  symbol: string
  /**
   * The name of the asset, for people. Expected: 1 to 200 visible characters on one line, without
   * space at either end.
   */
  name: string
  /**
   * The symbol without its network or issuer: USDC for USDC_ETH. Expected: 1 to 64 visible ASCII
   * characters.
   */
  normalized_symbol: string
  /** The number of decimals of the smallest unit. */
  decimals: number
}

/** A page of assets. */
export interface AssetList {
  /** The items of this page. */
  assets: Asset[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.assets.list` can be asked for. */
export interface ListAssetsQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
