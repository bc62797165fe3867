// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** An account of a person or a program in an organization. */
export interface Account {
  /** The id of the account. A UUID. */
  id: string
  /** The organization of the account. A UUID. */
  organization_id: string
  /** The name of the person or program. */
  name: string
  /** Whether the account is of a person or a program. */
  kind: 'person' | 'program' | (string & {})
}

/** What `client.accounts.create` takes. */
export interface CreateAccount {
  /** The organization of the account. A UUID. */
  organization_id: string
  /**
   * The name of the person or program. Expected: 1 to 200 visible characters on one line, without
   * space at either end.
   */
  name: string
  /** Whether the account is of a person or a program. */
  kind: 'person' | 'program'
}

/** A page of accounts. */
export interface AccountList {
  /** The items of this page. */
  accounts: Account[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.accounts.list` can be asked for. */
export interface ListAccountsQuery {
  /** Only accounts of this organization. A UUID. */
  organization_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
