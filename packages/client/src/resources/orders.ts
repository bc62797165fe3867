import {
  abandonOrder,
  acceptOrder,
  cancelOrder,
  closeOrder,
  createOrder,
  getOrder,
  listOrders,
  rejectOrder,
  retryOrder,
} from '@vadium/schema'
import type { Order } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type OrderList = Answer<typeof listOrders>

/** Loans of an asset against collateral, from the asking to the end. */
export class Orders {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Asks the other side for a loan, or offers one. The caller is the lender or the borrower; the
   * other side answers.
   *
   * @throws VadiumServiceError `PARTY_NOT_PERMITTED`, `REFERENCE_UNKNOWN`, `QUANTITY_TOO_FINE`,
   *   `VALUE_INVALID`, `AGREEMENT_MISSING`, `WALLET_UNSUITABLE`, `MUTED_BY_COUNTERPARTY`,
   *   `PENDING_ORDERS_EXHAUSTED`, `COUNTERPARTY_LIMITED`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  create(body: BodyInput<typeof createOrder>, options: RequestOptions = {}): Promise<Order> {
    return this.#requests.request(createOrder, { body }, options)
  }

  /**
   * The orders of which the organization of the caller is lender or borrower, newest first. All
   * filters given must hold.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`, `STATUS_UNKNOWN`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listOrders> = {},
    options: RequestOptions = {},
  ): PageList<OrderList, Order> {
    return this.#requests.list(listOrders, { query: filter }, options)
  }

  /**
   * One order, and what the caller may do with it.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  get(orderId: string, options: RequestOptions = {}): Promise<Order> {
    return this.#requests.request(getOrder, { params: { order_id: orderId } }, options)
  }

  /**
   * Copies the terms in effect, bears the position, and instructs asset and collateral to move.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`, `PARTY_NOT_PERMITTED`, `INVALID_STATE`,
   *   `AGREEMENT_MISSING`, `WALLET_UNSUITABLE`, `VALUE_INVALID`, `PRICE_MISSING`, `PRICE_STALE`; and
   *   what every call may throw: see {@link VadiumError}.
   */
  accept(
    orderId: string,
    body: BodyInput<typeof acceptOrder>,
    options: RequestOptions = {},
  ): Promise<Order> {
    return this.#requests.request(acceptOrder, { params: { order_id: orderId }, body }, options)
  }

  /**
   * Says no to what the other side has asked for.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`, `PARTY_NOT_PERMITTED`, `INVALID_STATE`; and what
   *   every call may throw: see {@link VadiumError}.
   */
  reject(orderId: string, options: RequestOptions = {}): Promise<Order> {
    return this.#requests.request(rejectOrder, { params: { order_id: orderId } }, options)
  }

  /**
   * Withdraws what was asked for and is not answered yet.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`, `PARTY_NOT_PERMITTED`, `INVALID_STATE`; and what
   *   every call may throw: see {@link VadiumError}.
   */
  cancel(orderId: string, options: RequestOptions = {}): Promise<Order> {
    return this.#requests.request(cancelOrder, { params: { order_id: orderId } }, options)
  }

  /**
   * Closes an order: the borrower gives the asset back; when it has arrived its interest follows, and
   * then the collateral comes back to the borrower.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`, `PARTY_NOT_PERMITTED`, `INVALID_STATE`,
   *   `MARK_TO_MARKET_REQUEST_OPEN`, `POSITION_QUANTITY_CHANGING`; and what every call may throw:
   *   see {@link VadiumError}.
   */
  close(orderId: string, options: RequestOptions = {}): Promise<Order> {
    return this.#requests.request(closeOrder, { params: { order_id: orderId } }, options)
  }

  /**
   * Instructs anew what of an opening came to nothing, and of a closing the first step that is missing.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`, `INVALID_STATE`; and what every call may throw:
   *   see {@link VadiumError}.
   */
  retry(orderId: string, options: RequestOptions = {}): Promise<Order> {
    return this.#requests.request(retryOrder, { params: { order_id: orderId } }, options)
  }

  /**
   * Gives up an opening of which a transfer came to nothing; what has arrived is sent back.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`, `INVALID_STATE`; and what every call may throw:
   *   see {@link VadiumError}.
   */
  abandon(orderId: string, options: RequestOptions = {}): Promise<Order> {
    return this.#requests.request(abandonOrder, { params: { order_id: orderId } }, options)
  }
}
