// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A wallet in which an organization holds assets at a custodian. */
export interface Wallet {
  /** The id of the wallet at its custodian. */
  id: string
  /** The organization that owns the wallet. A UUID. */
  organization_id: string
  /** The id of the custodian. */
  custodian: string
  /**
   * The name of the wallet. It differs from those of the other wallets of the organization in more
   * than upper case and spaces.
   */
  name: string
  /** The address of the wallet. */
  address: string
  /** The assets that the wallet can hold. */
  assets: string[]
  /** When the wallet was retired. Null if it is in use. RFC 3339 in UTC, with milliseconds. */
  retire_time: string | null
}

/** What `client.wallets.create` takes. */
export interface CreateWallet {
  /** The id of the wallet at its custodian. Expected: 1 to 128 visible ASCII characters. */
  id: string
  /** The organization that owns the wallet. A UUID. */
  organization_id: string
  /**
   * The id of the custodian. Expected: 1 to 64 of a-z, 0-9, _ and -, beginning with a letter or
   * digit.
   */
  custodian: string
  /**
   * The name of the wallet. It differs from those of the other wallets of the organization in more
   * than upper case and spaces. Expected: 1 to 200 visible characters on one line, without space at
   * either end.
   */
  name: string
  /** The address of the wallet. Expected: 1 to 256 visible ASCII characters. */
  address: string
  /** The assets that the wallet can hold. */
  assets: string[]
}

/** A page of wallets. */
export interface WalletList {
  /** The items of this page. */
  wallets: Wallet[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.wallets.list` can be asked for. */
export interface ListWalletsQuery {
  /** Only wallets of this organization. A UUID. */
  organization_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** What `client.wallets.retire` takes. */
export interface RetireWallet {
  /** The id of the wallet at its custodian. Expected: 1 to 128 visible ASCII characters. */
  wallet_id: string
}
