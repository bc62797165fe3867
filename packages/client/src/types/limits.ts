// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/**
 * A version of the limits of the organization for a counterparty. No other organization sees it.
 */
export interface CounterpartyLimits {
  /** The organization id of the counterparty. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** The number of the version, for this counterparty: 1, 2, 3. */
  version: number
  /** Whether it is the newest version, which applies. */
  in_effect: boolean
  /** The most that may be lent to the counterparty, in USD. Null: no limit. A decimal string. */
  lent_usd_max: string | null
  /**
   * The most that may be uncovered with the counterparty, in USD: of each deal what is owed to the
   * organization, less what it holds for it after `shock`. Null: no limit. A decimal string.
   */
  uncovered_usd_max: string | null
  /**
   * The fraction by which the value of what is held falls, in the uncovered amount: at least 0,
   * below 1. A decimal string.
   */
  shock: string
  /** Assets of which only so much may be lent, each once. The others have no limit. */
  assets: AssetLimit[]
  /**
   * What happens to an order that exceeds a limit. warn: it goes on, and the organization is
   * notified. refuse: the request is refused.
   */
  on_breach: 'warn' | 'refuse' | (string & {})
  /** The use at the prices of now. Null unless the version is in effect. */
  use: LimitUse | null
  /**
   * The use with the order of `order_id` as well. Null without one, if it awaits no answer, and for
   * other counterparties.
   */
  use_after: LimitUse | null
  /** When the version was set. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** The account that set the version. A UUID. */
  account_id: string
}

/** The most that may be lent of one asset to a counterparty. */
export interface AssetLimit {
  /** The symbol of the asset. */
  asset: string
  /** The most that may be lent of the asset, in its units. A decimal string. */
  lent_quantity_max: string
}

/** How much is used of the limits for a counterparty, over all deals with it. */
export interface LimitUse {
  /**
   * What is lent to the counterparty, in USD, rounded up to cents. Null if an asset has no price. A
   * decimal string.
   */
  lent_usd: string | null
  /**
   * The use of `lent_usd_max` in percent of the limit, rounded up to 2 decimals. Null without a
   * limit above zero, or if the use is unknown. A decimal string.
   */
  lent_percent: string | null
  /**
   * Whether the exact use of `lent_usd_max` is above the limit. An unknown use exceeds any limit.
   */
  lent_exceeded: boolean
  /**
   * What is uncovered, in USD, rounded up to cents. Null if an asset has no price. A decimal
   * string.
   */
  uncovered_usd: string | null
  /**
   * The use of `uncovered_usd_max` in percent of the limit, rounded up to 2 decimals. Null without
   * a limit above zero, or if the use is unknown. A decimal string.
   */
  uncovered_percent: string | null
  /**
   * Whether the exact use of `uncovered_usd_max` is above the limit. An unknown use exceeds any
   * limit.
   */
  uncovered_exceeded: boolean
  /** The use of the limits of assets, in the order of the limits. */
  assets: AssetLimitUse[]
  /**
   * What the own offers to lend that await an answer are worth, in USD, rounded up to cents. It is
   * not part of the use. Null if an asset has no price. A decimal string.
   */
  pending_usd: string | null
  /** Assets with which the use was computed at an old price. */
  stale_assets: string[]
  /** Assets that never had a price. */
  unpriced_assets: string[]
}

/** How much is used of the limit of one asset. */
export interface AssetLimitUse {
  /** The symbol of the asset. */
  asset: string
  /** What is lent of the asset. A decimal string. */
  lent_quantity: string
  /**
   * The use of the limit of the asset in percent of the limit, rounded up to 2 decimals. Null
   * without a limit above zero, or if the use is unknown. A decimal string.
   */
  percent: string | null
  /**
   * Whether the exact use of the limit of the asset is above the limit. An unknown use exceeds any
   * limit.
   */
  exceeded: boolean
}

/** What `client.limits.set` takes. */
export interface SetCounterpartyLimits {
  /** The organization id of the counterparty. A UUID. */
  counterparty_id: string
  /** The most that may be lent to the counterparty, in USD. Null: no limit. A decimal string. */
  lent_usd_max?: string | null | undefined
  /**
   * The most that may be uncovered with the counterparty, in USD: of each deal what is owed to the
   * organization, less what it holds for it after `shock`. Null: no limit. A decimal string.
   */
  uncovered_usd_max?: string | null | undefined
  /**
   * The fraction by which the value of what is held falls, in the uncovered amount: at least 0,
   * below 1. A decimal string.
   */
  shock?: string | undefined
  /** Assets of which only so much may be lent, each once. The others have no limit. */
  assets?: AssetLimit[] | undefined
  /**
   * What happens to an order that exceeds a limit. warn: it goes on, and the organization is
   * notified. refuse: the request is refused.
   */
  on_breach?: 'warn' | 'refuse' | undefined
  /**
   * The number that this version gets: one more than the newest one that you have seen. Refused if
   * another was set since, also while this one awaited approval. Left out: any.
   */
  new_version?: number | undefined
}

/** A page of limits. */
export interface CounterpartyLimitsList {
  /** The items of this page. */
  limits: CounterpartyLimits[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.limits.list` can be asked for. */
export interface ListCounterpartyLimitsQuery {
  /** Only the versions for this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /** true: only versions in effect. false: only those that were replaced. */
  in_effect?: boolean | undefined
  /** An order that awaits an answer: `use_after` is the use with it. A UUID. */
  order_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
