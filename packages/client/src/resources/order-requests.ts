// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  ListOrderRequestsQuery,
  NewOrderRequest,
  OrderRequest,
  OrderRequestAcceptance,
  OrderRequestList,
} from '../types/order-requests.ts'

/**
 * The requests by which one side of an active position asks for the asset back, or for another
 * rate.
 */
export class OrderRequests {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Create an order request. Requests a recall (by the lender), a return or a substitution (by the
   * borrower), a rerate, an amend or an extend (by either side) of an active position. The
   * counterparty answers. Each side may have one unanswered request at a time, and one request at a
   * time may move the asset or exchange the collateral.
   *
   * `quantity` is a decimal string in units of the asset. Without it, all that is lent when the
   * request is accepted goes back, and the order closes.
   *
   * Roles: `execution`, `admin`.
   *
   * @param body
   *   - `position_id`: The position to change. A UUID.
   *   - `kind`: recall: the lender wants the asset back. return: the borrower wants to send it
   *     back. rerate: either side wants another rate. amend: either side wants the newest terms of
   *     the agreement to apply. extend: either side wants a later maturity. substitution: the
   *     borrower wants to give another collateral in place of the present one.
   *   - `quantity` (optional): The asset quantity to send back. Default: all of it, which closes
   *     the order. For a recall or a return only. A decimal string above zero.
   *   - `rate_percent` (optional): The new rate, in percent a year. Required for a rerate, not
   *     allowed otherwise. A decimal string.
   *   - `effective_time` (optional): The new rate applies from the UTC day of this time: today or
   *     later. Default: the day of the acceptance. For a rerate only. RFC 3339 in UTC, with
   *     milliseconds.
   *   - `terms_version` (optional): The version of the agreement whose terms are to apply: the
   *     newest in effect. Required for an amend, not allowed otherwise.
   *   - `maturity_time` (optional): The later maturity: after now and after that of the order, and
   *     at most 10,950 days from now. Required for an extend, not allowed otherwise. RFC 3339 in
   *     UTC, with milliseconds.
   *   - `collateral_asset` (optional): The collateral that is to replace the present one: one of
   *     the `substitute_assets` of the position. Required for a substitution, not allowed
   *     otherwise.
   *   - `collateral_quantity` (optional): How much of it, in its units. It must meet the
   *     requirement by itself when it is accepted, and when it has arrived. Required for a
   *     substitution, not allowed otherwise. A decimal string above zero.
   *   - `collateral_wallet_id` (optional): Your wallet from which it comes. Required for a
   *     substitution, not allowed otherwise.
   *   - `note` (optional): A note for the counterparty.
   *   - `expire_time` (optional): When the request expires if it has no answer. Default: after the
   *     cure time of the terms; with a notification time, of a recall and a return, the response
   *     time of a business day. At the latest on the day from which a new rate applies. RFC 3339 in
   *     UTC, with milliseconds.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `POSITION_NOT_FOUND`: The position was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `ALREADY_EXISTS`: The resource already exists.
   *   - `COLLATERAL_NOT_ELIGIBLE`: The terms do not allow this collateral for the deal.
   *   - `COLLATERAL_MANAGED_BY_AGENT`: A tri-party agent manages the collateral of the position.
   *   - `QUANTITY_TOO_FINE`: A quantity has more decimals than its asset.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
   *   - `WALLET_UNSUITABLE`: A wallet does not belong to its party or cannot hold the asset.
   *   - `COUNTERPARTY_LIMITED`: Too many messages, new orders, proposals of terms, withdrawn
   *     requests or changes of wallets to this counterparty in this window.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const orderRequest = await client.orderRequests.create({
   *   position_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   kind: 'recall',
   * })
   * ```
   */
  create(body: NewOrderRequest, options: RequestOptions = {}): Call<OrderRequest> {
    return this.#requests.request(createOrderRequest, { body }, options)
  }

  /**
   * List order requests. Lists the order requests of the caller's organization, newest first. A
   * request must match all given filters.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `status` (optional): Only requests with this status.
   *   - `kind` (optional): recall: the lender wants the asset back. return: the borrower wants to
   *     send it back. rerate: either side wants another rate. amend: either side wants the newest
   *     terms of the agreement to apply. extend: either side wants a later maturity. substitution:
   *     the borrower wants to give another collateral in place of the present one.
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
   * for await (const orderRequest of client.orderRequests.list()) console.log(orderRequest.id)
   * ```
   */
  list(
    filter: ListOrderRequestsQuery = {},
    options: RequestOptions = {},
  ): PageList<OrderRequestList, OrderRequest> {
    return this.#requests.list(listOrderRequests, { query: filter }, options)
  }

  /**
   * Get an order request. Returns one request with the actions that the caller may take.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param orderRequestId The id of the order request. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_REQUEST_NOT_FOUND`: The order request was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const orderRequest = await client.orderRequests.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(orderRequestId: string, options: RequestOptions = {}): Call<OrderRequest> {
    return this.#requests.request(
      getOrderRequest,
      { params: { order_request_id: orderRequestId } },
      options,
    )
  }

  /**
   * Accept an order request. Accepts a request. For a recall or a return, the transfer of the asset
   * is instructed; when it has completed, the collateral is sent back pro rata. Sending back the
   * whole asset closes the order and pays its interest. For a rerate, the new rate applies from its
   * day. For an amend, the terms apply at once to everything that is computed from then on; reports
   * on the past keep those of their time. For an extend, the order has the later maturity at once.
   * For a substitution, the transfer of the new collateral is instructed, and the body must name
   * your wallet for it; once it has arrived and meets the requirement at the prices of then, it is
   * the collateral, and all of the old one is sent back.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderRequestId The id of the order request. A UUID.
   * @param body
   *   - `collateral_wallet_id` (optional): Your wallet that receives the new collateral. Required
   *     for a substitution, not allowed otherwise.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `LIMIT_EXCEEDED`: The order exceeds a limit of one side for the other. The details contain
   *     the figures of own limits only.
   *   - `ORDER_REQUEST_NOT_FOUND`: The order request was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `TERMS_CHANGED`: Other terms are in effect by now than those that the request names.
   *   - `COLLATERAL_NOT_ELIGIBLE`: The terms do not allow this collateral for the deal.
   *   - `MARK_TO_MARKET_REQUEST_OPEN`: The position has a mark-to-market request that awaits an
   *     answer or a retry.
   *   - `POSITION_QUANTITY_CHANGING`: A return, a recall or a close is changing the quantity of the
   *     position.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   *   - `PRICE_MISSING`: An asset of the position has no price.
   *   - `PRICE_STALE`: The newest price of an asset of the position is too old.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
   *   - `WALLET_UNSUITABLE`: A wallet does not belong to its party or cannot hold the asset.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const orderRequest = await client.orderRequests.accept('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  accept(
    orderRequestId: string,
    body: OrderRequestAcceptance = {},
    options: RequestOptions = {},
  ): Call<OrderRequest> {
    return this.#requests.request(
      acceptOrderRequest,
      { params: { order_request_id: orderRequestId }, body },
      options,
    )
  }

  /**
   * Reject an order request. Rejects the request in full.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderRequestId The id of the order request. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_REQUEST_NOT_FOUND`: The order request was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const orderRequest = await client.orderRequests.reject('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  reject(orderRequestId: string, options: RequestOptions = {}): Call<OrderRequest> {
    return this.#requests.request(
      rejectOrderRequest,
      { params: { order_request_id: orderRequestId } },
      options,
    )
  }

  /**
   * Cancel an order request. Withdraws a request that has no answer yet. If the transfer of a
   * partial return failed, was rejected or was cancelled, either side may cancel the request.
   * Either side may also cancel a substitution that is not decided yet: the old collateral stays,
   * and what has come of the new is sent back.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderRequestId The id of the order request. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_REQUEST_NOT_FOUND`: The order request was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `COUNTERPARTY_LIMITED`: Too many messages, new orders, proposals of terms, withdrawn
   *     requests or changes of wallets to this counterparty in this window.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const orderRequest = await client.orderRequests.cancel('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  cancel(orderRequestId: string, options: RequestOptions = {}): Call<OrderRequest> {
    return this.#requests.request(
      cancelOrderRequest,
      { params: { order_request_id: orderRequestId } },
      options,
    )
  }

  /**
   * Retry an order request. Instructs the transfers that failed, were rejected or were cancelled
   * again, including those of a close. A transfer of the asset whose cancellation was requested is
   * not instructed again: cancel the request instead. Of a substitution, what is to be sent back is
   * instructed again.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderRequestId The id of the order request. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_REQUEST_NOT_FOUND`: The order request was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const orderRequest = await client.orderRequests.retry('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  retry(orderRequestId: string, options: RequestOptions = {}): Call<OrderRequest> {
    return this.#requests.request(
      retryOrderRequest,
      { params: { order_request_id: orderRequestId } },
      options,
    )
  }
}

const orderRequestMembers =
  'id kind status position_id order_id order_id_pretty creator_id lender_id' +
  ' borrower_id asset quantity whole collateral_asset collateral_returned' +
  ' rate_percent effective_time terms_version maturity_time new_collateral_asset' +
  ' new_collateral_quantity decision keep_reason note expire_time answer_day' +
  ' transfer_ids[] create_time update_time actions[]'

export const createOrderRequest: OperationOf<{ body: NewOrderRequest; answer: OrderRequest }> =
  new Write('createOrderRequest', '/order-requests', orderRequestMembers, {})

export const listOrderRequests: OperationOf<{
  query: ListOrderRequestsQuery
  answer: OrderRequestList
}> = new Read('listOrderRequests', '/order-requests', 'order_requests[]')

export const getOrderRequest: OperationOf<{
  params: { order_request_id: string }
  answer: OrderRequest
}> = new Read('getOrderRequest', '/order-requests/{order_request_id}', orderRequestMembers)

export const acceptOrderRequest: OperationOf<{
  params: { order_request_id: string }
  body: OrderRequestAcceptance
  answer: OrderRequest
}> = new Write('acceptOrderRequest', '/order-requests/{order_request_id}:', orderRequestMembers)

export const rejectOrderRequest: OperationOf<{
  params: { order_request_id: string }
  answer: OrderRequest
}> = new Write('rejectOrderRequest', '/order-requests/{order_request_id}:', orderRequestMembers)

export const cancelOrderRequest: OperationOf<{
  params: { order_request_id: string }
  answer: OrderRequest
}> = new Write('cancelOrderRequest', '/order-requests/{order_request_id}:', orderRequestMembers)

export const retryOrderRequest: OperationOf<{
  params: { order_request_id: string }
  answer: OrderRequest
}> = new Write('retryOrderRequest', '/order-requests/{order_request_id}:', orderRequestMembers)
