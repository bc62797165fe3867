// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A custody provider that carries transfers out. */
export interface Custodian {
  /** The id of the custodian. */
  id: string
  /** The name of the custodian. */
  name: string
  /** The adapter that the service uses for the custodian. */
  adapter: 'simulated' | 'fireblocks' | (string & {})
}

/** What `client.custodians.create` takes. */
export interface CreateCustodian {
  /**
   * The id of the custodian. Expected: 1 to 64 of a-z, 0-9, _ and -, beginning with a letter or
   * digit.
   */
  id: string
  /**
   * The name of the custodian. Expected: 1 to 200 visible characters on one line, without space at
   * either end.
   */
  name: string
  /** The adapter that the service uses for the custodian. */
  adapter: 'simulated' | 'fireblocks'
}

/** A page of custodians. */
export interface CustodianList {
  /** The items of this page. */
  custodians: Custodian[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.custodians.list` can be asked for. */
export interface ListCustodiansQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
