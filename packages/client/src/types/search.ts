// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** What was found. */
export interface SearchResults {
  /** What was found, at most 20, of each kind some. Empty if nothing was. */
  results: FoundResource[]
}

/** A resource that a search has found. */
export interface FoundResource {
  /** What was found. */
  kind:
    | 'order'
    | 'position'
    | 'mark_to_market_request'
    | 'order_request'
    | 'close_out'
    | 'transfer'
    | 'agreement'
    | 'organization'
    | 'chat_entry'
    | 'approval'
    | 'notification'
    | 'wallet'
    | 'account'
    | 'credential'
    | 'webhook_endpoint'
    | 'webhook_delivery'
    | 'price_source'
    | 'audit_entry'
    | (string & {})
  /** The id with which its own operation reads it. */
  id: string
  /** What it is, for people. */
  label: string
  /** The order that it belongs to. Null if it belongs to none. A UUID. */
  order_id: string | null
}

/** What `client.search.find` can be asked for. */
export interface SearchQuery {
  /**
   * An order number, the id of a resource, the id of a transfer at its custodian, or a request id.
   * Compared as a whole, but for the first 8 or more characters of an id. Expected: 1 to 128
   * visible ASCII characters.
   */
  query: string
}
