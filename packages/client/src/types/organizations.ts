// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A firm that lends or borrows. */
export interface Organization {
  /** The id of the organization. A UUID. */
  id: string
  /** A short name of lower case letters, digits and hyphens. */
  slug: string
  /** The name of the organization. */
  name: string
  /** All requests of a suspended organization are refused. */
  status: 'active' | 'suspended' | (string & {})
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
}

/** What `client.organizations.create` takes. */
export interface CreateOrganization {
  /**
   * A short name of lower case letters, digits and hyphens. Expected: 1 to 63 of a-z, 0-9 and -,
   * not beginning with -.
   */
  slug: string
  /**
   * The name of the organization. Expected: 1 to 200 visible characters on one line, without space
   * at either end.
   */
  name: string
}

/** A page of organizations. */
export interface OrganizationList {
  /** The items of this page. */
  organizations: Organization[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.organizations.list` can be asked for. */
export interface ListOrganizationsQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
