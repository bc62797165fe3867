// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  Automation,
  AutomationList,
  ListAutomationsQuery,
  SetAutomation,
} from '../types/automations.ts'

/** What the service requests of counterparties by itself. */
export class Automations {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Set an automation. Replaces what the caller's organization lets the service request of a
   * counterparty by itself, by a new version. It applies from the next market cut on, and at once
   * to what has not been called. Nothing is accepted, rejected or disputed automatically. To set
   * `off` needs no approval.
   *
   * Roles: `admin`.
   *
   * @param body
   *   - `counterparty_id`: The organization id of the counterparty. A UUID.
   *   - `calls`: When the service creates mark-to-market requests by itself, of what the
   *     organization would receive. off: never. market_cut: at each market cut. margin_call: at
   *     each market cut, and when the coverage of a position falls to its margin call level.
   *   - `calls_maximum_usd` (optional): The largest amount of one call, in USD. What is due above
   *     it is left to a person. Null: no maximum. A decimal string.
   *   - `new_version` (optional): The number that this version gets: one more than the newest one
   *     that you have seen. Refused if another was set since, also while this one awaited approval.
   *     Left out: any.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORGANIZATION_NOT_FOUND`: The organization was not found.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const automation = await client.automations.set({
   *   counterparty_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   calls: 'off',
   * })
   * ```
   */
  set(body: SetAutomation, options: RequestOptions = {}): Call<Automation> {
    return this.#requests.request(setAutomation, { body }, options)
  }

  /**
   * List automations. Lists the versions of the automations of the caller's organization, newest
   * first: those in effect and those that they have replaced.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `counterparty_id` (optional): Only the versions for this counterparty. A UUID.
   *   - `in_effect` (optional): true: only versions in effect. false: only those that were
   *     replaced.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const automation of client.automations.list()) console.log(automation.counterparty_id)
   * ```
   */
  list(
    filter: ListAutomationsQuery = {},
    options: RequestOptions = {},
  ): PageList<AutomationList, Automation> {
    return this.#requests.list(listAutomations, { query: filter }, options)
  }
}

export const setAutomation: OperationOf<{ body: SetAutomation; answer: Automation }> = new Write(
  'setAutomation',
  '/automations',
  'counterparty_id counterparty_name version in_effect calls calls_maximum_usd' +
    ' create_time account_id',
  {},
)

export const listAutomations: OperationOf<{ query: ListAutomationsQuery; answer: AutomationList }> =
  new Read('listAutomations', '/automations', 'automations[]')
