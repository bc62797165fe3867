// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A version of what the organization lets the service request of a counterparty by itself. */
export interface Automation {
  /** The organization id of the counterparty. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** The number of the version, for this counterparty: 1, 2, 3. */
  version: number
  /** Whether it is the newest version, which applies. */
  in_effect: boolean
  /**
   * When the service creates mark-to-market requests by itself, of what the organization would
   * receive. off: never. market_cut: at each market cut. margin_call: at each market cut, and when
   * the coverage of a position falls to its margin call level.
   */
  calls: 'off' | 'market_cut' | 'margin_call' | (string & {})
  /**
   * The largest amount of one call, in USD. What is due above it is left to a person. Null: no
   * maximum. A decimal string.
   */
  calls_maximum_usd: string | null
  /** When the version was set. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** The account that set the version. A UUID. */
  account_id: string
}

/** What `client.automations.set` takes. */
export interface SetAutomation {
  /** The organization id of the counterparty. A UUID. */
  counterparty_id: string
  /**
   * When the service creates mark-to-market requests by itself, of what the organization would
   * receive. off: never. market_cut: at each market cut. margin_call: at each market cut, and when
   * the coverage of a position falls to its margin call level.
   */
  calls: 'off' | 'market_cut' | 'margin_call'
  /**
   * The largest amount of one call, in USD. What is due above it is left to a person. Null: no
   * maximum. A decimal string.
   */
  calls_maximum_usd?: string | null | undefined
  /**
   * The number that this version gets: one more than the newest one that you have seen. Refused if
   * another was set since, also while this one awaited approval. Left out: any.
   */
  new_version?: number | undefined
}

/** A page of automations. */
export interface AutomationList {
  /** The items of this page. */
  automations: Automation[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.automations.list` can be asked for. */
export interface ListAutomationsQuery {
  /** Only the versions for this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /** true: only versions in effect. false: only those that were replaced. */
  in_effect?: boolean | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
