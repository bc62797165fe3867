// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** Which documents an organization wants. At first it wants none. */
export interface DocumentPreferences {
  /**
   * The kinds of documents that are made of the deals of the organization. Empty: none, unless the
   * counterparty wants them.
   */
  kinds: (
    | 'confirmation'
    | 'margin_call_notice'
    | 'margin_statement'
    | 'close_out_statement'
    | (string & {})
  )[]
  /** When they were last set. Null: never. RFC 3339 in UTC, with milliseconds. */
  update_time: string | null
}

/** What `client.documentPreferences.set` takes. */
export interface SetDocumentPreferences {
  /**
   * The kinds of documents that are made of the deals of the organization. Empty: none, unless the
   * counterparty wants them.
   */
  kinds: ('confirmation' | 'margin_call_notice' | 'margin_statement' | 'close_out_statement')[]
}
