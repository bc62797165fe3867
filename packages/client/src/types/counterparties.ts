// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A counterparty, and whether its messages and new orders are refused. */
export interface CounterpartyMute {
  /** The id of the counterparty. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** Since when it is muted. Null: it is not. RFC 3339 in UTC, with milliseconds. */
  mute_time: string | null
}

/** A page of mutes. */
export interface CounterpartyMuteList {
  /** The mutes of this page. */
  mutes: CounterpartyMute[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.counterparties.muted` can be asked for. */
export interface ListMutedCounterpartiesQuery {
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}
