// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A firm that lends or borrows. */
export interface Organization {
  /** The id of the organization. A UUID. */
  id: string
  /** A short name for addresses: lower case, digits and hyphens. */
  slug: string
  /** The name of the organization. */
  name: string
  /** A suspended organization is refused everything. */
  status: 'active' | 'suspended' | (string & {})
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
}

/** What `client.organizations.create` takes. */
export interface CreateOrganization {
  /**
   * A short name for addresses: lower case, digits and hyphens. Expected: 1 to 63 of a-z, 0-9 and
   * -, not beginning with -.
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
  /** The organizations of this page. */
  organizations: Organization[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.organizations.list` can be asked for. */
export interface ListOrganizationsQuery {
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}
