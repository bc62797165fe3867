import { exportPositions, getPosition, listPositions } from '@vadium/schema'
import type { Position } from '../answers.ts'
import { requestExport } from '../core/export.ts'
import type { Answer, QueryInput, RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type PositionList = Answer<typeof listPositions>

/** What is lent and what is pledged for it, at the prices of now. */
export class Positions {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * The positions of which the organization of the caller is lender or borrower, at the prices of
   * now, newest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`, `STATUS_UNKNOWN`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listPositions> = {},
    options: RequestOptions = {},
  ): PageList<PositionList, Position> {
    return this.#requests.list(listPositions, { query: filter }, options)
  }

  /**
   * All positions that the filters name, newest first, as JSON or CSV.
   *
   * Iterate over it: CSV comes as chunks of its text, JSON as its items, however many. All of it
   * has come when the iteration ends without an error, and nothing is sent before it begins.
   *
   * @throws VadiumServiceError `STATUS_UNKNOWN`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  export(
    query: QueryInput<typeof exportPositions> & { format: 'csv' },
    options?: RequestOptions,
  ): AsyncGenerator<string, void, undefined>
  export(
    query?: QueryInput<typeof exportPositions> & { format?: 'json' | undefined },
    options?: RequestOptions,
  ): AsyncGenerator<Position, void, undefined>
  export(
    query: QueryInput<typeof exportPositions> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<string | Position, void, undefined> {
    return requestExport(this.#requests, exportPositions, { query }, options)
  }

  /**
   * One position at the prices of now, and what the caller may do with it.
   *
   * @throws VadiumServiceError `POSITION_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  get(positionId: string, options: RequestOptions = {}): Promise<Position> {
    return this.#requests.request(getPosition, { params: { position_id: positionId } }, options)
  }
}
