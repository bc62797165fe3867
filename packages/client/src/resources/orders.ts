// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  AcceptOrder,
  ChangeOrderWallets,
  CreateOrder,
  ListOrdersQuery,
  Order,
  OrderList,
  OrderTermsList,
} from '../types/orders.ts'

/** Loans of an asset against collateral, from the request to the close. */
export class Orders {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Create an order. Offers or requests a loan. The caller's organization is the lender or the
   * borrower; the counterparty answers. TRIPARTY collateral is refused, because the service cannot
   * instruct an agent.
   *
   * Roles: `execution`, `admin`.
   *
   * @param body
   *   - `lender_id`: The organization that lends. A UUID.
   *   - `borrower_id`: The organization that borrows. A UUID.
   *   - `asset`: The asset to lend.
   *   - `asset_quantity`: The quantity to lend, in units of the asset. A decimal string above zero.
   *   - `rate_percent`: The interest rate in percent a year. Interest is paid in the asset. A
   *     decimal string.
   *   - `collateral_asset`: The asset to pledge.
   *   - `collateral_quantity`: The quantity to pledge at the opening, in units of the collateral
   *     asset. A decimal string above zero.
   *   - `collateral_type`: BILATERAL: the collateral moves between the parties. RESTRICTED:
   *     bilateral, and the lender may not reuse it. TRIPARTY: an agent manages it.
   *   - `asset_wallet_id`: Your wallet for the asset.
   *   - `collateral_wallet_id`: Your wallet for the collateral.
   *   - `expire_time` (optional): When the order expires if it has no answer. Default: after one
   *     day. RFC 3339 in UTC, with milliseconds.
   *   - `maturity_time` (optional): When the service begins the close, as if the borrower had:
   *     after `expire_time`, and at most 10,950 days from now. Default: never, so the order is open
   *     until a side ends it. RFC 3339 in UTC, with milliseconds.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `LIMIT_EXCEEDED`: The order exceeds a limit of one side for the other. The details contain
   *     the figures of own limits only.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `QUANTITY_TOO_FINE`: A quantity has more decimals than its asset.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `AGREEMENT_MISSING`: No agreement between the lender and the borrower is in effect.
   *   - `WALLET_UNSUITABLE`: A wallet does not belong to its party or cannot hold the asset.
   *   - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
   *   - `MUTED_BY_COUNTERPARTY`: The counterparty has muted the caller's organization.
   *   - `PENDING_ORDERS_EXHAUSTED`: Too many orders already await the answer of the counterparty.
   *   - `COUNTERPARTY_LIMITED`: Too many messages, new orders, proposals of terms, withdrawn
   *     requests or changes of wallets to this counterparty in this window.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const order = await client.orders.create({
   *   lender_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   borrower_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   asset: 'BTC',
   *   asset_quantity: '2.5',
   *   rate_percent: '4.25',
   *   collateral_asset: 'USDC',
   *   collateral_quantity: '160000',
   *   collateral_type: 'BILATERAL',
   *   asset_wallet_id: 'desk-btc',
   *   collateral_wallet_id: 'desk-usdc',
   * })
   * ```
   */
  create(body: CreateOrder, options: RequestOptions = {}): Call<Order> {
    return this.#requests.request(createOrder, { body }, options)
  }

  /**
   * List orders. Lists the orders of the caller's organization, newest first. An order must match
   * all given filters.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `status` (optional): Only orders with this status.
   *   - `asset` (optional): Only orders that lend this asset.
   *   - `collateral_asset` (optional): Only orders with this collateral asset.
   *   - `counterparty_id` (optional): Only orders with this counterparty. A UUID.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   *   - `STATUS_UNKNOWN`: The status does not exist.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const order of client.orders.list()) console.log(order.id)
   * ```
   */
  list(filter: ListOrdersQuery = {}, options: RequestOptions = {}): PageList<OrderList, Order> {
    return this.#requests.list(listOrders, { query: filter }, options)
  }

  /**
   * Get an order. Returns one order with the actions that the caller may take.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param orderId The id of the order. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const order = await client.orders.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(orderId: string, options: RequestOptions = {}): Call<Order> {
    return this.#requests.request(getOrder, { params: { order_id: orderId } }, options)
  }

  /**
   * List the terms of an order. Lists the terms that have applied to an accepted order, the newest
   * first: those of the acceptance, and those of each amend. Reports on a time use the terms of
   * that time.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param orderId The id of the order. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const orderTermsList = await client.orders.terms('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  terms(orderId: string, options: RequestOptions = {}): Call<OrderTermsList> {
    return this.#requests.request(listOrderTerms, { params: { order_id: orderId } }, options)
  }

  /**
   * Accept an order. Accepts an order: copies the terms in effect, creates the position, and
   * instructs the transfers of the asset and the collateral.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderId The id of the order. A UUID.
   * @param body
   *   - `asset_wallet_id`: Your wallet for the asset.
   *   - `collateral_wallet_id`: Your wallet for the collateral.
   *   - `terms_version` (optional): The `terms_version` of the order as it was read. If other terms
   *     are in effect by now, the acceptance is refused. Left out: the terms in effect are
   *     accepted, whatever they are.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `LIMIT_EXCEEDED`: The order exceeds a limit of one side for the other. The details contain
   *     the figures of own limits only.
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `AGREEMENT_MISSING`: No agreement between the lender and the borrower is in effect.
   *   - `TERMS_CHANGED`: Other terms are in effect by now than those that the request names.
   *   - `WALLET_UNSUITABLE`: A wallet does not belong to its party or cannot hold the asset.
   *   - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `PRICE_MISSING`: An asset of the position has no price.
   *   - `PRICE_STALE`: The newest price of an asset of the position is too old.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const order = await client.orders.accept('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', {
   *   asset_wallet_id: 'desk-btc',
   *   collateral_wallet_id: 'desk-usdc',
   * })
   * ```
   */
  accept(orderId: string, body: AcceptOrder, options: RequestOptions = {}): Call<Order> {
    return this.#requests.request(acceptOrder, { params: { order_id: orderId }, body }, options)
  }

  /**
   * Reject an order. Rejects the order in full.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderId The id of the order. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const order = await client.orders.reject('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  reject(orderId: string, options: RequestOptions = {}): Call<Order> {
    return this.#requests.request(rejectOrder, { params: { order_id: orderId } }, options)
  }

  /**
   * Cancel an order. Withdraws an order that has no answer yet.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderId The id of the order. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const order = await client.orders.cancel('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  cancel(orderId: string, options: RequestOptions = {}): Call<Order> {
    return this.#requests.request(cancelOrder, { params: { order_id: orderId } }, options)
  }

  /**
   * Close an order. Instructs the return of the whole asset by the borrower. When it has completed,
   * the interest is paid, and then the collateral is sent back.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderId The id of the order. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `MARK_TO_MARKET_REQUEST_OPEN`: The position has a mark-to-market request that awaits an
   *     answer or a retry.
   *   - `POSITION_QUANTITY_CHANGING`: A return, a recall or a close is changing the quantity of the
   *     position.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const order = await client.orders.close('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  close(orderId: string, options: RequestOptions = {}): Call<Order> {
    return this.#requests.request(closeOrder, { params: { order_id: orderId } }, options)
  }

  /**
   * Cancel the close of an order. Requests that a close is cancelled before it has returned the
   * asset: by the borrower, or by the lender once the transfer of the asset is late; after an
   * accepted recall by the lender only; at or after the maturity by the lender only, once the
   * transfer of the asset is late or has failed. The order is active again when the custodian has
   * confirmed that nothing moved. If the asset has moved, the close goes on.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderId The id of the order. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const order = await client.orders.cancelClose('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  cancelClose(orderId: string, options: RequestOptions = {}): Call<Order> {
    return this.#requests.request(cancelOrderClose, { params: { order_id: orderId } }, options)
  }

  /**
   * Change the wallets of an order. Names other wallets of your own for a deal. Transfers that are
   * instructed from now on use them, also those that replace a failed one; transfers already
   * instructed keep theirs. Nothing moves between your own wallets: the new one must hold what the
   * deal has yet to send from it. Both sides are notified of the old and the new address, so
   * changes are limited: by default 20 an hour for all deals with one counterparty.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderId The id of the order. A UUID.
   * @param body
   *   - `asset_wallet_id` (optional): Your new wallet for the asset. Default: as before.
   *   - `collateral_wallet_id` (optional): Your new wallet for the collateral. Default: as before.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `WALLET_UNSUITABLE`: A wallet does not belong to its party or cannot hold the asset.
   *   - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
   *   - `COUNTERPARTY_LIMITED`: Too many messages, new orders, proposals of terms, withdrawn
   *     requests or changes of wallets to this counterparty in this window.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const order = await client.orders.changeWallets('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', { asset_wallet_id: 'desk-btc' })
   * ```
   */
  changeWallets(
    orderId: string,
    body: ChangeOrderWallets,
    options: RequestOptions = {},
  ): Call<Order> {
    return this.#requests.request(
      changeOrderWallets,
      { params: { order_id: orderId }, body },
      options,
    )
  }

  /**
   * Retry the transfers of an order. Instructs transfers that failed, were rejected or were
   * cancelled again: all of them in an opening, the first missing step in a closing. Of an active
   * order that pays interest every month: what was due on the first of this month and was not paid.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderId The id of the order. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const order = await client.orders.retry('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  retry(orderId: string, options: RequestOptions = {}): Call<Order> {
    return this.#requests.request(retryOrder, { params: { order_id: orderId } }, options)
  }

  /**
   * Abandon the opening of an order. Cancels an opening of which a transfer failed, was rejected or
   * was cancelled. Whatever has arrived is sent back.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderId The id of the order. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const order = await client.orders.abandon('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  abandon(orderId: string, options: RequestOptions = {}): Call<Order> {
    return this.#requests.request(abandonOrder, { params: { order_id: orderId } }, options)
  }
}

const orderMembers =
  'id number status creator_id lender_id lender_name borrower_id borrower_name' +
  ' asset asset_quantity rate_percent collateral_asset collateral_quantity' +
  ' collateral_type lender_asset_wallet_id lender_collateral_wallet_id' +
  ' borrower_asset_wallet_id borrower_collateral_wallet_id wallets[] terms{}' +
  ' terms_version expire_time maturity_time position_id create_time update_time' +
  ' actions[]'

export const createOrder: OperationOf<{ body: CreateOrder; answer: Order }> = new Write(
  'createOrder',
  '/orders',
  orderMembers,
  {},
)

export const listOrders: OperationOf<{ query: ListOrdersQuery; answer: OrderList }> = new Read(
  'listOrders',
  '/orders',
  'orders[]',
)

export const getOrder: OperationOf<{ params: { order_id: string }; answer: Order }> = new Read(
  'getOrder',
  '/orders/{order_id}',
  orderMembers,
)

export const listOrderTerms: OperationOf<{ params: { order_id: string }; answer: OrderTermsList }> =
  new Read('listOrderTerms', '/orders/{order_id}/terms', 'order_terms[]')

export const acceptOrder: OperationOf<{
  params: { order_id: string }
  body: AcceptOrder
  answer: Order
}> = new Write('acceptOrder', '/orders/{order_id}:', orderMembers, {})

export const rejectOrder: OperationOf<{ params: { order_id: string }; answer: Order }> = new Write(
  'rejectOrder',
  '/orders/{order_id}:',
  orderMembers,
)

export const cancelOrder: OperationOf<{ params: { order_id: string }; answer: Order }> = new Write(
  'cancelOrder',
  '/orders/{order_id}:',
  orderMembers,
)

export const closeOrder: OperationOf<{ params: { order_id: string }; answer: Order }> = new Write(
  'closeOrder',
  '/orders/{order_id}:',
  orderMembers,
)

export const cancelOrderClose: OperationOf<{ params: { order_id: string }; answer: Order }> =
  new Write('cancelOrderClose', '/orders/{order_id}:cancelClose', orderMembers)

export const changeOrderWallets: OperationOf<{
  params: { order_id: string }
  body: ChangeOrderWallets
  answer: Order
}> = new Write('changeOrderWallets', '/orders/{order_id}:changeWallets', orderMembers, {})

export const retryOrder: OperationOf<{ params: { order_id: string }; answer: Order }> = new Write(
  'retryOrder',
  '/orders/{order_id}:',
  orderMembers,
)

export const abandonOrder: OperationOf<{ params: { order_id: string }; answer: Order }> = new Write(
  'abandonOrder',
  '/orders/{order_id}:',
  orderMembers,
)
