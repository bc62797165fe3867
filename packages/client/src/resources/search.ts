// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { SearchQuery, SearchResults } from '../types/search.ts'

/** Finds what has a number or an id. */
export class Search {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Find a resource. Finds what has a number or an id, among what the caller's organization and
   * role may read: an order and its position by its number, a resource by its id, a transfer by its
   * id at the custodian, an entry of the audit trail by the id of its request. The first 8
   * characters of an id, or more of them, find orders, positions, transfers, approvals, and
   * requests of both kinds. What others have is not found, like what does not exist.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`, `operator`.
   *
   * @param filter
   *   - `query`: An order number, the id of a resource, the id of a transfer at its custodian, or a
   *     request id. Compared as a whole, but for the first 8 or more characters of an id.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const searchResults = await client.search.find({ query: '1042' })
   * ```
   */
  find(filter: SearchQuery, options: RequestOptions = {}): Call<SearchResults> {
    return this.#requests.request(search, { query: filter }, options)
  }
}

export const search: OperationOf<{ query: SearchQuery; answer: SearchResults }> = new Read(
  'search',
  '/search',
  'results[]',
)
