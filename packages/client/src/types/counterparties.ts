// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A counterparty, and whether its messages, new orders and proposals of terms are refused. */
export interface CounterpartyMute {
  /** The organization id of the counterparty. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** When it was muted. Null if it is not muted. RFC 3339 in UTC, with milliseconds. */
  mute_time: string | null
}

/** A page of mutes. */
export interface CounterpartyMuteList {
  /** The items of this page. */
  mutes: CounterpartyMute[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.counterparties.muted` can be asked for. */
export interface ListMutedCounterpartiesQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
