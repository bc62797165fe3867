// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call, Export } from '../core/call.ts'
import { requestExport } from '../core/export.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  CreateMarkToMarketRequest,
  DisputeMarkToMarketRequest,
  ExportMarkToMarketRequestsQuery,
  ListMarkToMarketRequestsQuery,
  MarkToMarketPreviewRequest,
  MarkToMarketPreviewResponse,
  MarkToMarketRequest,
  MarkToMarketRequestExport,
  MarkToMarketRequestList,
} from '../types/mark-to-market-requests.ts'

/** The requests by which one side of a position asks the other for collateral, or for some back. */
export class MarkToMarketRequests {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Preview a mark-to-market request. Computes the mark-to-market request that could be created
   * now, and why it could not be submitted. Creates nothing.
   *
   * Amounts, prices and percentages are decimal strings; `requirement_percent` is a number. With
   * `explain: true` the answer also has `calculation`, which `verifyPreview` computes again, and
   * whose `calculation_id` a request is created from.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param body
   *   - `position_id`: The position to mark to market. A UUID.
   *   - `explain` (optional): Whether to return the calculation: each input, step and rounding.
   *     Default: false.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `POSITION_NOT_FOUND`: The position was not found.
   *   - `MARK_TO_MARKET_REQUEST_OPEN`: The position has a mark-to-market request that awaits an
   *     answer or a retry.
   *   - `POSITION_QUANTITY_CHANGING`: A return, a recall or a close is changing the quantity of the
   *     position.
   *   - `POSITION_NOT_ACTIVE`: The position is not active, so it cannot be marked to market or
   *     closed out.
   *   - `COLLATERAL_MANAGED_BY_AGENT`: A tri-party agent manages the collateral of the position.
   *   - `PRICE_MISSING`: An asset of the position has no price.
   *   - `PRICE_STALE`: The newest price of an asset of the position is too old.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const markToMarketPreviewResponse = await client.markToMarketRequests.preview({ position_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11' })
   * ```
   */
  preview(
    body: MarkToMarketPreviewRequest,
    options: RequestOptions = {},
  ): Call<MarkToMarketPreviewResponse> {
    return this.#requests.request(previewMarkToMarketRequest, { body }, options)
  }

  /**
   * Create a mark-to-market request. Creates a request from the calculation of a preview. If the
   * inputs have since moved by more than the tolerance of the agreement, the call is refused and
   * the error contains the new preview.
   *
   * Roles: `execution`, `admin`.
   *
   * @param body
   *   - `position_id`: The position to mark to market. A UUID.
   *   - `calculation_id`: The calculation of a preview that was made with `explain`.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `POSITION_NOT_FOUND`: The position was not found.
   *   - `MARK_TO_MARKET_REQUEST_OPEN`: The position has a mark-to-market request that awaits an
   *     answer or a retry.
   *   - `POSITION_QUANTITY_CHANGING`: A return, a recall or a close is changing the quantity of the
   *     position.
   *   - `POSITION_NOT_ACTIVE`: The position is not active, so it cannot be marked to market or
   *     closed out.
   *   - `COLLATERAL_MANAGED_BY_AGENT`: A tri-party agent manages the collateral of the position.
   *   - `PRICE_MISSING`: An asset of the position has no price.
   *   - `PRICE_STALE`: The newest price of an asset of the position is too old.
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
   * const markToMarketRequest = await client.markToMarketRequests.create({
   *   position_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   calculation_id: 'c2FtcGxl',
   * })
   * ```
   */
  create(body: CreateMarkToMarketRequest, options: RequestOptions = {}): Call<MarkToMarketRequest> {
    return this.#requests.request(createMarkToMarketRequest, { body }, options)
  }

  /**
   * List mark-to-market requests. Lists the mark-to-market requests of the caller's organization,
   * newest first. A request must match all given filters.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `status` (optional): Only requests with this status.
   *   - `position_id` (optional): Only requests of this position. A UUID.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   *   - `STATUS_UNKNOWN`: The status does not exist.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const markToMarketRequest of client.markToMarketRequests.list()) console.log(markToMarketRequest.id)
   * ```
   */
  list(
    filter: ListMarkToMarketRequestsQuery = {},
    options: RequestOptions = {},
  ): PageList<MarkToMarketRequestList, MarkToMarketRequest> {
    return this.#requests.list(listMarkToMarketRequests, { query: filter }, options)
  }

  /**
   * Export mark-to-market requests. Returns the whole list, newest first, as JSON or CSV. The
   * answer is streamed.
   *
   * Iterate over it: with `format: 'csv'` it comes as chunks of its text, otherwise as its items.
   * All of it has come when the iteration ends without an error. Nothing is sent before the
   * iteration begins.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param query
   *   - `status` (optional): Only requests with this status.
   *   - `position_id` (optional): Only requests of this position. A UUID.
   *   - `format` (optional): The format of the answer. Default: json.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `STATUS_UNKNOWN`: The status does not exist.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const markToMarketRequest of client.markToMarketRequests.export()) console.log(markToMarketRequest.id)
   * ```
   */
  export(
    query: ExportMarkToMarketRequestsQuery & { format: 'csv' },
    options?: RequestOptions,
  ): Export<string>
  export(
    query?: ExportMarkToMarketRequestsQuery & { format?: 'json' | undefined },
    options?: RequestOptions,
  ): Export<MarkToMarketRequest>
  export(
    query: ExportMarkToMarketRequestsQuery = {},
    options: RequestOptions = {},
  ): Export<string> | Export<MarkToMarketRequest> {
    return requestExport(this.#requests, exportMarkToMarketRequests, { query }, options)
  }

  /**
   * Get a mark-to-market request. Returns one request with the actions that the caller may take.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param markToMarketRequestId The id of the mark-to-market request. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MARK_TO_MARKET_REQUEST_NOT_FOUND`: The mark-to-market request was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const markToMarketRequest = await client.markToMarketRequests.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(markToMarketRequestId: string, options: RequestOptions = {}): Call<MarkToMarketRequest> {
    return this.#requests.request(
      getMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId } },
      options,
    )
  }

  /**
   * Accept a mark-to-market request. Accepts a request and instructs the transfer of the
   * collateral. In a dispute, the counterparty concedes (concede), or the creator accepts the
   * counter-valuation (settle or conclude).
   *
   * Roles: `execution`, `admin`.
   *
   * @param markToMarketRequestId The id of the mark-to-market request. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MARK_TO_MARKET_REQUEST_NOT_FOUND`: The mark-to-market request was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   *   - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const markToMarketRequest = await client.markToMarketRequests.accept('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  accept(markToMarketRequestId: string, options: RequestOptions = {}): Call<MarkToMarketRequest> {
    return this.#requests.request(
      acceptMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId } },
      options,
    )
  }

  /**
   * Reject a mark-to-market request. Rejects the request in full.
   *
   * Roles: `execution`, `admin`.
   *
   * @param markToMarketRequestId The id of the mark-to-market request. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MARK_TO_MARKET_REQUEST_NOT_FOUND`: The mark-to-market request was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const markToMarketRequest = await client.markToMarketRequests.reject('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  reject(markToMarketRequestId: string, options: RequestOptions = {}): Call<MarkToMarketRequest> {
    return this.#requests.request(
      rejectMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId } },
      options,
    )
  }

  /**
   * Dispute a mark-to-market request. Answers a request with a counter-valuation. A difference
   * within the tolerance counts as an acceptance. Otherwise the undisputed part is transferred at
   * once and the rest is disputed.
   *
   * Roles: `execution`, `admin`.
   *
   * @param markToMarketRequestId The id of the mark-to-market request. A UUID.
   * @param body
   *   - `counter_notional_usd`: The amount that is due by your own valuation, in USD. A decimal
   *     string.
   *   - `reason`: What the counterparty disagrees with.
   *   - `note` (optional): A note for the creator.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MARK_TO_MARKET_REQUEST_NOT_FOUND`: The mark-to-market request was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   *   - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `NOTHING_DISPUTED`: The counter-valuation is not below the amount of the request.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const markToMarketRequest = await client.markToMarketRequests.dispute('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', { counter_notional_usd: '125000.00', reason: 'PRICE' })
   * ```
   */
  dispute(
    markToMarketRequestId: string,
    body: DisputeMarkToMarketRequest,
    options: RequestOptions = {},
  ): Call<MarkToMarketRequest> {
    return this.#requests.request(
      disputeMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId }, body },
      options,
    )
  }

  /**
   * Cancel a mark-to-market request. Withdraws a request that has no answer yet. If its transfer
   * failed, was rejected or was cancelled, either side may cancel the request.
   *
   * Roles: `execution`, `admin`.
   *
   * @param markToMarketRequestId The id of the mark-to-market request. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MARK_TO_MARKET_REQUEST_NOT_FOUND`: The mark-to-market request was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `COUNTERPARTY_LIMITED`: Too many messages, new orders, proposals of terms, withdrawn
   *     requests or changes of wallets to this counterparty in this window.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const markToMarketRequest = await client.markToMarketRequests.cancel('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  cancel(markToMarketRequestId: string, options: RequestOptions = {}): Call<MarkToMarketRequest> {
    return this.#requests.request(
      cancelMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId } },
      options,
    )
  }

  /**
   * Retry a mark-to-market request. Instructs the transfers that failed, were rejected or were
   * cancelled again.
   *
   * Roles: `execution`, `admin`.
   *
   * @param markToMarketRequestId The id of the mark-to-market request. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `MARK_TO_MARKET_REQUEST_NOT_FOUND`: The mark-to-market request was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const markToMarketRequest = await client.markToMarketRequests.retry('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  retry(markToMarketRequestId: string, options: RequestOptions = {}): Call<MarkToMarketRequest> {
    return this.#requests.request(
      retryMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId } },
      options,
    )
  }
}

const markToMarketRequestListMembers = 'mark_to_market_requests[]'

const markToMarketRequestMembers =
  'id status position_id order_id order_id_pretty creator_id created_automatically' +
  ' lender_id borrower_id direction collateral_asset collateral_amount notional_usd' +
  ' asset_price_usd collateral_price_usd calculation_id expire_time answer_day' +
  ' call_set_id dispute superseded_by cancellation_cause transfer_ids[] create_time' +
  ' update_time actions[]'

export const previewMarkToMarketRequest: OperationOf<{
  body: MarkToMarketPreviewRequest
  answer: MarkToMarketPreviewResponse
}> = new Read('previewMarkToMarketRequest', '/mark-to-market-requests:', 'preview{}', {
  method: 'POST',
  body: {},
})

export const createMarkToMarketRequest: OperationOf<{
  body: CreateMarkToMarketRequest
  answer: MarkToMarketRequest
}> = new Write(
  'createMarkToMarketRequest',
  '/mark-to-market-requests',
  markToMarketRequestMembers,
  {},
)

export const listMarkToMarketRequests: OperationOf<{
  query: ListMarkToMarketRequestsQuery
  answer: MarkToMarketRequestList
}> = new Read(
  'listMarkToMarketRequests',
  '/mark-to-market-requests',
  markToMarketRequestListMembers,
)

export const exportMarkToMarketRequests: OperationOf<{
  query: ExportMarkToMarketRequestsQuery
  answer: MarkToMarketRequestExport
}> = new Read(
  'exportMarkToMarketRequests',
  '/mark-to-market-requests:',
  markToMarketRequestListMembers,
)

export const getMarkToMarketRequest: OperationOf<{
  params: { mark_to_market_request_id: string }
  answer: MarkToMarketRequest
}> = new Read(
  'getMarkToMarketRequest',
  '/mark-to-market-requests/{mark_to_market_request_id}',
  markToMarketRequestMembers,
)

export const acceptMarkToMarketRequest: OperationOf<{
  params: { mark_to_market_request_id: string }
  answer: MarkToMarketRequest
}> = new Write(
  'acceptMarkToMarketRequest',
  '/mark-to-market-requests/{mark_to_market_request_id}:',
  markToMarketRequestMembers,
)

export const rejectMarkToMarketRequest: OperationOf<{
  params: { mark_to_market_request_id: string }
  answer: MarkToMarketRequest
}> = new Write(
  'rejectMarkToMarketRequest',
  '/mark-to-market-requests/{mark_to_market_request_id}:',
  markToMarketRequestMembers,
)

export const disputeMarkToMarketRequest: OperationOf<{
  params: { mark_to_market_request_id: string }
  body: DisputeMarkToMarketRequest
  answer: MarkToMarketRequest
}> = new Write(
  'disputeMarkToMarketRequest',
  '/mark-to-market-requests/{mark_to_market_request_id}:',
  markToMarketRequestMembers,
  {},
)

export const cancelMarkToMarketRequest: OperationOf<{
  params: { mark_to_market_request_id: string }
  answer: MarkToMarketRequest
}> = new Write(
  'cancelMarkToMarketRequest',
  '/mark-to-market-requests/{mark_to_market_request_id}:',
  markToMarketRequestMembers,
)

export const retryMarkToMarketRequest: OperationOf<{
  params: { mark_to_market_request_id: string }
  answer: MarkToMarketRequest
}> = new Write(
  'retryMarkToMarketRequest',
  '/mark-to-market-requests/{mark_to_market_request_id}:',
  markToMarketRequestMembers,
)
