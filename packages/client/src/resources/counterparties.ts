// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  CounterpartyMute,
  CounterpartyMuteList,
  ListMutedCounterpartiesQuery,
} from '../types/counterparties.ts'

/** The counterparties whose messages, new orders and proposals of terms are refused. */
export class Counterparties {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Mute a counterparty. Refuses further messages, new orders and proposals of terms of a
   * counterparty, with the reason MUTED_BY_COUNTERPARTY. Existing chats and orders stay readable.
   * Margin calls, disputes, returns, recalls, rerates and answers are not affected.
   *
   * Roles: `admin`.
   *
   * @param counterpartyId The organization id of the counterparty. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORGANIZATION_NOT_FOUND`: The organization was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const counterpartyMute = await client.counterparties.mute('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  mute(counterpartyId: string, options: RequestOptions = {}): Call<CounterpartyMute> {
    return this.#requests.request(
      muteCounterparty,
      { params: { counterparty_id: counterpartyId } },
      options,
    )
  }

  /**
   * Unmute a counterparty. Accepts messages, new orders and proposals of terms of the counterparty
   * again.
   *
   * Roles: `admin`.
   *
   * @param counterpartyId The organization id of the counterparty. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORGANIZATION_NOT_FOUND`: The organization was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const counterpartyMute = await client.counterparties.unmute('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  unmute(counterpartyId: string, options: RequestOptions = {}): Call<CounterpartyMute> {
    return this.#requests.request(
      unmuteCounterparty,
      { params: { counterparty_id: counterpartyId } },
      options,
    )
  }

  /**
   * List muted counterparties. Lists the counterparties that the caller's organization has muted.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const counterpartyMute of client.counterparties.muted()) console.log(counterpartyMute.counterparty_id)
   * ```
   */
  muted(
    filter: ListMutedCounterpartiesQuery = {},
    options: RequestOptions = {},
  ): PageList<CounterpartyMuteList, CounterpartyMute> {
    return this.#requests.list(listMutedCounterparties, { query: filter }, options)
  }
}

const counterpartyMuteMembers = 'counterparty_id counterparty_name mute_time'

export const muteCounterparty: OperationOf<{
  params: { counterparty_id: string }
  answer: CounterpartyMute
}> = new Write('muteCounterparty', '/counterparties/{counterparty_id}:', counterpartyMuteMembers)

export const unmuteCounterparty: OperationOf<{
  params: { counterparty_id: string }
  answer: CounterpartyMute
}> = new Write('unmuteCounterparty', '/counterparties/{counterparty_id}:', counterpartyMuteMembers)

export const listMutedCounterparties: OperationOf<{
  query: ListMutedCounterpartiesQuery
  answer: CounterpartyMuteList
}> = new Read('listMutedCounterparties', '/muted-counterparties', 'mutes[]')
