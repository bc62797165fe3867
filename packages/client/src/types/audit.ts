// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A page of audit entries. */
export interface AuditEntryList {
  /** The items of this page. */
  audit_entries: AuditEntry[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** One entry of the audit trail. Entries are never changed or deleted. */
export interface AuditEntry {
  /** The id of the entry. A UUID. */
  id: string
  /** When it happened. RFC 3339 in UTC, with milliseconds. */
  time: string
  /**
   * request: a request with a valid signature, or with the secret of an invitation. credential: a
   * change of a credential.
   */
  kind: 'request' | 'credential' | (string & {})
  /** The organization of the credential. A UUID. */
  organization_id: string
  /** The credential that signed the request or made the change. Null if there is none. A UUID. */
  credential_id: string | null
  /** The operation, or the change of the credential. */
  event: string
  /** `ok`, or the reason of the refusal. */
  outcome: string
  /** The id of the request. Also in the header X-Request-Id of the answer. */
  request_id: string
  /**
   * The id in the path of the request, or the changed credential. Null if there is none. A UUID.
   */
  subject_id: string | null
}

/** What `client.audit.list` can be asked for. */
export interface ListAuditEntriesQuery {
  /** Only what this credential did. A UUID. */
  credential_id?: string | undefined
  /**
   * Only this operation, or this change of a credential. Expected: 1 to 100 visible ASCII
   * characters.
   */
  event?: string | undefined
  /**
   * Only `ok`, only one reason of a refusal, or `refused` for all of them. Expected: 1 to 100
   * visible ASCII characters.
   */
  outcome?: string | undefined
  /** Only entries with this subject. A UUID. */
  subject_id?: string | undefined
  /** Only the entries of this request. A UUID. */
  request_id?: string | undefined
  /** Only requests that changed nothing and were not refused, or only the others. */
  reads?: boolean | undefined
  /** Only entries of this time or later. RFC 3339 in UTC, with milliseconds. */
  from?: string | undefined
  /** Only entries before this time. RFC 3339 in UTC, with milliseconds. */
  to?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
