import {
  acceptOrderRequest,
  cancelOrderRequest,
  createOrderRequest,
  getOrderRequest,
  listOrderRequests,
  rejectOrderRequest,
  retryOrderRequest,
} from '@vadium/schema'
import type { OrderRequest } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type OrderRequestList = Answer<typeof listOrderRequests>

/** The requests by which one side of an active position asks for the asset back, or for another rate. */
export class OrderRequests {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Asks for a recall (the lender), a return (the borrower) or a rerate (either) of an active
   * position; the other side answers. One request a side awaits an answer at a time, and one moves
   * the asset.
   *
   * `quantity` is a decimal string in the asset; without it all goes back that is lent when it is
   * accepted, and the order closes.
   *
   * @throws VadiumServiceError `POSITION_NOT_FOUND`, `PARTY_NOT_PERMITTED`, `INVALID_STATE`,
   *   `ALREADY_EXISTS`, `COLLATERAL_MANAGED_BY_AGENT`, `QUANTITY_TOO_FINE`,
   *   `QUANTITY_NOT_AVAILABLE`, `VALUE_INVALID`, `COUNTERPARTY_LIMITED`; and what every call
   *   may throw: see {@link VadiumError}.
   */
  create(
    body: BodyInput<typeof createOrderRequest>,
    options: RequestOptions = {},
  ): Promise<OrderRequest> {
    return this.#requests.request(createOrderRequest, { body }, options)
  }

  /**
   * The requests of the positions of which the organization of the caller is lender or borrower,
   * newest first. All filters given must hold.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`, `STATUS_UNKNOWN`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listOrderRequests> = {},
    options: RequestOptions = {},
  ): PageList<OrderRequestList, OrderRequest> {
    return this.#requests.list(listOrderRequests, { query: filter }, options)
  }

  /**
   * One request, and what the caller may do with it.
   *
   * @throws VadiumServiceError `ORDER_REQUEST_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  get(orderRequestId: string, options: RequestOptions = {}): Promise<OrderRequest> {
    return this.#requests.request(getOrderRequest, onRequest(orderRequestId), options)
  }

  /**
   * Agrees. The asset is instructed to go back, and when it has arrived the collateral pro rata; all
   * of it closes the order, with its interest. A new rate holds from its day on.
   *
   * @throws VadiumServiceError `ORDER_REQUEST_NOT_FOUND`, `PARTY_NOT_PERMITTED`, `INVALID_STATE`,
   *   `MARK_TO_MARKET_REQUEST_OPEN`, `POSITION_QUANTITY_CHANGING`, `QUANTITY_NOT_AVAILABLE`; and
   *   what every call may throw: see {@link VadiumError}.
   */
  accept(orderRequestId: string, options: RequestOptions = {}): Promise<OrderRequest> {
    return this.#requests.request(acceptOrderRequest, onRequest(orderRequestId), options)
  }

  /**
   * Says no to what the other side has asked for.
   *
   * @throws VadiumServiceError `ORDER_REQUEST_NOT_FOUND`, `PARTY_NOT_PERMITTED`, `INVALID_STATE`;
   *   and what every call may throw: see {@link VadiumError}.
   */
  reject(orderRequestId: string, options: RequestOptions = {}): Promise<OrderRequest> {
    return this.#requests.request(rejectOrderRequest, onRequest(orderRequestId), options)
  }

  /**
   * Withdraws a request that is not answered yet; or, for either side, gives up a part that was to go
   * back and whose transfer came to nothing.
   *
   * @throws VadiumServiceError `ORDER_REQUEST_NOT_FOUND`, `PARTY_NOT_PERMITTED`, `INVALID_STATE`,
   *   `COUNTERPARTY_LIMITED`; and what every call may throw: see {@link VadiumError}.
   */
  cancel(orderRequestId: string, options: RequestOptions = {}): Promise<OrderRequest> {
    return this.#requests.request(cancelOrderRequest, onRequest(orderRequestId), options)
  }

  /**
   * Instructs anew the transfers that came to nothing, those of a close included.
   *
   * @throws VadiumServiceError `ORDER_REQUEST_NOT_FOUND`, `PARTY_NOT_PERMITTED`, `INVALID_STATE`,
   *   `QUANTITY_NOT_AVAILABLE`; and what every call may throw: see {@link VadiumError}.
   */
  retry(orderRequestId: string, options: RequestOptions = {}): Promise<OrderRequest> {
    return this.#requests.request(retryOrderRequest, onRequest(orderRequestId), options)
  }
}

const onRequest = (order_request_id: string) => ({ params: { order_request_id } })
