// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  AcceptCallSet,
  CallSet,
  CallSetList,
  CallSetPreview,
  CallSetPreviewRequest,
  CreateCallSet,
  ListCallSetsQuery,
} from '../types/call-sets.ts'

/**
 * Mark-to-market requests across the deals with one counterparty, created and accepted together.
 */
export class CallSets {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Preview a call set. Computes the mark-to-market requests that could be created together now for
   * the deals of an agreement, in one direction. Deals with an open request, a quantity that is
   * changing, or no current price are left out, and so are those that owe in the other direction.
   * Creates nothing.
   *
   * With `explain: true` each row has its `calculation`, and `verifyCallSet` computes the rows and
   * their sum again.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param agreementId The agreement whose deals are called. A UUID.
   * @param body
   *   - `direction`: TopUp: the borrower sends collateral. Release: the lender sends collateral
   *     back.
   *   - `position_ids` (optional): Only these positions of the agreement are looked at. Default:
   *     the oldest 2,000 that go on.
   *   - `explain` (optional): Whether to return the calculation of each row: each input, step and
   *     rounding. Default: false.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `AGREEMENT_NOT_FOUND`: The agreement was not found.
   *   - `POSITION_NOT_FOUND`: The position was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const callSetPreview = await client.callSets.preview('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', { direction: 'TopUp' })
   * ```
   */
  preview(
    agreementId: string,
    body: CallSetPreviewRequest,
    options: RequestOptions = {},
  ): Call<CallSetPreview> {
    return this.#requests.request(
      previewCallSet,
      { params: { agreement_id: agreementId }, body },
      options,
    )
  }

  /**
   * Create a call set. Creates the mark-to-market requests of a preview, all or none. If the inputs
   * have since changed, or the rows have moved by more than the tolerance of the agreement, the
   * call is refused. A deal that has fallen due since the preview is not called.
   *
   * Roles: `execution`, `admin`.
   *
   * @param body
   *   - `calculation_id`: The `calculation_id` of a preview of a call set. Opaque.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `CALCULATION_INVALID`: The calculation_id is invalid for this position.
   *   - `PREVIEW_STALE`: The inputs have changed since the preview. The details contain the new
   *     preview.
   *   - `MARK_TO_MARKET_NOT_DUE`: The amount due is below the minimum notional or rounds to zero,
   *     or coverage has not reached the level at which it can be submitted.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const callSet = await client.callSets.create({ calculation_id: 'c2FtcGxl' })
   * ```
   */
  create(body: CreateCallSet, options: RequestOptions = {}): Call<CallSet> {
    return this.#requests.request(createCallSet, { body }, options)
  }

  /**
   * List call sets. Lists the call sets of the caller's organization, of either side, newest first.
   * Their requests are in the list of mark-to-market requests.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `agreement_id` (optional): Only call sets of this agreement. A UUID.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const callSet of client.callSets.list()) console.log(callSet.id)
   * ```
   */
  list(
    filter: ListCallSetsQuery = {},
    options: RequestOptions = {},
  ): PageList<CallSetList, CallSet> {
    return this.#requests.list(listCallSets, { query: filter }, options)
  }

  /**
   * Get a call set. Returns one call set, with its requests by status.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param callSetId The id of the call set. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `CALL_SET_NOT_FOUND`: The call set was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const callSet = await client.callSets.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(callSetId: string, options: RequestOptions = {}): Call<CallSet> {
    return this.#requests.request(getCallSet, { params: { call_set_id: callSetId } }, options)
  }

  /**
   * Accept a call set. Accepts all requests of the set that await an answer, and instructs their
   * transfers: all or none. If one is refused, the error names it, and the set can be accepted
   * except for that one.
   *
   * Roles: `execution`, `admin`.
   *
   * @param callSetId The id of the call set. A UUID.
   * @param body
   *   - `except` (optional): The ids of requests of the set that are not accepted. Default: none.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `CALL_SET_NOT_FOUND`: The call set was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   *   - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const callSet = await client.callSets.accept('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  accept(callSetId: string, body: AcceptCallSet = {}, options: RequestOptions = {}): Call<CallSet> {
    return this.#requests.request(
      acceptCallSet,
      { params: { call_set_id: callSetId }, body },
      options,
    )
  }
}

const callSetMembers =
  'id agreement_id lender_id borrower_id creator_id direction request_ids[]' +
  ' total_notional_usd minimum_notional_usd statuses[] expire_time create_time' +
  ' actions[]'

export const previewCallSet: OperationOf<{
  params: { agreement_id: string }
  body: CallSetPreviewRequest
  answer: CallSetPreview
}> = new Read(
  'previewCallSet',
  '/agreements/{agreement_id}:previewCallSet',
  'agreement_id direction rows[] total_notional_usd minimum_notional_usd can_submit' +
    ' left_out[] calculation_id',
  { method: 'POST', body: {} },
)

export const createCallSet: OperationOf<{ body: CreateCallSet; answer: CallSet }> = new Write(
  'createCallSet',
  '/call-sets',
  callSetMembers,
  {},
)

export const listCallSets: OperationOf<{ query: ListCallSetsQuery; answer: CallSetList }> =
  new Read('listCallSets', '/call-sets', 'call_sets[]')

export const getCallSet: OperationOf<{ params: { call_set_id: string }; answer: CallSet }> =
  new Read('getCallSet', '/call-sets/{call_set_id}', callSetMembers)

export const acceptCallSet: OperationOf<{
  params: { call_set_id: string }
  body: AcceptCallSet
  answer: CallSet
}> = new Write('acceptCallSet', '/call-sets/{call_set_id}:', callSetMembers, {})
