// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A page of audit entries. */
export interface AuditEntryList {
  /** The audit entries of this page. */
  audit_entries: AuditEntry[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** One line of the audit trail, which is only ever appended to. */
export interface AuditEntry {
  /** The id of the audit entry. A UUID. */
  id: string
  /** When it happened. RFC 3339 in UTC, with milliseconds. */
  time: string
  /** A request that was signed well, or what became of a credential. */
  kind: 'request' | 'credential' | (string & {})
  /** The id of the organization. A UUID. */
  organization_id: string
  /** Who did it. A UUID. */
  credential_id: string | null
  /** The operation, or what happened to the credential. */
  event: string
  /** `ok`, or the reason of the refusal. */
  outcome: string
  /** Also in the header X-Request-Id of the answer. */
  request_id: string
  /** What it was done to: the id in the path, or the credential. A UUID. */
  subject_id: string | null
}

/** What `client.audit.list` can be asked for. */
export interface ListAuditEntriesQuery {
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}
