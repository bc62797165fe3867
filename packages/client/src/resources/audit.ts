// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import { Read } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type { AuditEntry, AuditEntryList, ListAuditEntriesQuery } from '../types/audit.ts'

/** The audit trail, which is only ever appended to. */
export class Audit {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * List the audit trail. Lists each authenticated request of the caller's organization and each
   * change of its credentials, newest first. An entry must match all given filters. A page looks at
   * a limited number of entries, so it may have fewer than requested, or none, and still be
   * followed by another.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `admin`, `operator`.
   *
   * @param filter
   *   - `credential_id` (optional): Only what this credential did. A UUID.
   *   - `event` (optional): Only this operation, or this change of a credential.
   *   - `outcome` (optional): Only `ok`, only one reason of a refusal, or `refused` for all of
   *     them.
   *   - `subject_id` (optional): Only entries with this subject. A UUID.
   *   - `request_id` (optional): Only the entries of this request. A UUID.
   *   - `reads` (optional): Only requests that changed nothing and were not refused, or only the
   *     others.
   *   - `from` (optional): Only entries of this time or later. RFC 3339 in UTC, with milliseconds.
   *   - `to` (optional): Only entries before this time. RFC 3339 in UTC, with milliseconds.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const auditEntry of client.audit.list()) console.log(auditEntry.id)
   * ```
   */
  list(
    filter: ListAuditEntriesQuery = {},
    options: RequestOptions = {},
  ): PageList<AuditEntryList, AuditEntry> {
    return this.#requests.list(listAuditEntries, { query: filter }, options)
  }
}

export const listAuditEntries: OperationOf<{
  query: ListAuditEntriesQuery
  answer: AuditEntryList
}> = new Read('listAuditEntries', '/audit-entries', 'audit_entries[]')
