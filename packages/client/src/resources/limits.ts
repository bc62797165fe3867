// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  CounterpartyLimits,
  CounterpartyLimitsList,
  ListCounterpartyLimitsQuery,
  SetCounterpartyLimits,
} from '../types/limits.ts'

/** How much the organization may have with each counterparty, and how much it has. */
export class Limits {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Set the limits for a counterparty. Replaces the limits of the caller's organization for a
   * counterparty, by a new version that applies at once. A limit that is left out ends. Limits are
   * tested when an order is created, and by both sides when it is accepted. What open deals owe is
   * never refused.
   *
   * Roles: `admin`.
   *
   * @param body
   *   - `counterparty_id`: The organization id of the counterparty. A UUID.
   *   - `lent_usd_max` (optional): The most that may be lent to the counterparty, in USD. Null: no
   *     limit. A decimal string.
   *   - `uncovered_usd_max` (optional): The most that may be uncovered with the counterparty, in
   *     USD: of each deal what is owed to the organization, less what it holds for it after
   *     `shock`. Null: no limit. A decimal string.
   *   - `shock` (optional): The fraction by which the value of what is held falls, in the uncovered
   *     amount: at least 0, below 1. A decimal string.
   *   - `assets` (optional): Assets of which only so much may be lent, each once. The others have
   *     no limit.
   *   - `on_breach` (optional): What happens to an order that exceeds a limit. warn: it goes on,
   *     and the organization is notified. refuse: the request is refused.
   *   - `new_version` (optional): The number that this version gets: one more than the newest one
   *     that you have seen. Refused if another was set since, also while this one awaited approval.
   *     Left out: any.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORGANIZATION_NOT_FOUND`: The organization was not found.
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const counterpartyLimits = await client.limits.set({ counterparty_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11' })
   * ```
   */
  set(body: SetCounterpartyLimits, options: RequestOptions = {}): Call<CounterpartyLimits> {
    return this.#requests.request(setCounterpartyLimits, { body }, options)
  }

  /**
   * List limits for counterparties. Lists the versions of the limits of the caller's organization,
   * newest first: those in effect, with their use, and those that they have replaced.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `reporting`, `execution`, `admin`.
   *
   * @param filter
   *   - `counterparty_id` (optional): Only the versions for this counterparty. A UUID.
   *   - `in_effect` (optional): true: only versions in effect. false: only those that were
   *     replaced.
   *   - `order_id` (optional): An order that awaits an answer: `use_after` is the use with it. A
   *     UUID.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const counterpartyLimits of client.limits.list()) console.log(counterpartyLimits.counterparty_id)
   * ```
   */
  list(
    filter: ListCounterpartyLimitsQuery = {},
    options: RequestOptions = {},
  ): PageList<CounterpartyLimitsList, CounterpartyLimits> {
    return this.#requests.list(listCounterpartyLimits, { query: filter }, options)
  }
}

export const setCounterpartyLimits: OperationOf<{
  body: SetCounterpartyLimits
  answer: CounterpartyLimits
}> = new Write(
  'setCounterpartyLimits',
  '/counterparty-limits',
  'counterparty_id counterparty_name version in_effect lent_usd_max' +
    ' uncovered_usd_max shock assets[] on_breach use use_after create_time account_id',
  {},
)

export const listCounterpartyLimits: OperationOf<{
  query: ListCounterpartyLimitsQuery
  answer: CounterpartyLimitsList
}> = new Read('listCounterpartyLimits', '/counterparty-limits', 'limits[]')
