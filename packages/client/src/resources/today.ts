// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { GetTodayQuery, Today } from '../types/today.ts'

/** What needs a person now, in numbers. */
export class TodayCounts {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Count what needs a person. Counts what awaits the caller's organization, and names the first of
   * each kind: requests to answer and to approve, agreements to accept, positions to call or to
   * release, failed, stuck and late transfers, declared defaults, exceeded limits; and sums what is
   * owed, in transit and disputed, now and at the last market cut.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `rows` (optional): How many of each kind are named, 0 to 1000. The others are counted.
   *     Default: 10.
   *   - `named` (optional): Whose rows are named: those of `all` kinds, or only those of
   *     `positions`, which are all that rests on prices. The others are then counted only. Default:
   *     all.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const today = await client.today.show()
   * ```
   */
  show(filter: GetTodayQuery = {}, options: RequestOptions = {}): Call<Today> {
    return this.#requests.request(getToday, { query: filter }, options)
  }
}

export const getToday: OperationOf<{ query: GetTodayQuery; answer: Today }> = new Read(
  'getToday',
  '/today',
  'as_of failed_transfers{} to_answer{} to_approve{} agreements_to_accept{}' +
    ' awaited{} to_call{} to_release{} watch{} stuck_transfers{} late_transfers{}' +
    ' defaults{} limits_exceeded{} totals{} totals_at_cut',
)
