import { listAuditEntries } from '@vadium/schema'
import type { AuditEntry } from '../answers.ts'
import type { Answer, QueryInput, RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type AuditEntryList = Answer<typeof listAuditEntries>

/** The audit trail, which is only ever appended to. */
export class Audit {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Every authenticated request of the organization of the caller, and what became of its
   * credentials, newest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listAuditEntries> = {},
    options: RequestOptions = {},
  ): PageList<AuditEntryList, AuditEntry> {
    return this.#requests.list(listAuditEntries, { query: filter }, options)
  }
}
