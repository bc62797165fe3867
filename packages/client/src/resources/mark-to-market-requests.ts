import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  createMarkToMarketRequest,
  disputeMarkToMarketRequest,
  exportMarkToMarketRequests,
  getMarkToMarketRequest,
  listMarkToMarketRequests,
  previewMarkToMarketRequest,
  rejectMarkToMarketRequest,
  retryMarkToMarketRequest,
} from '@vadium/schema'
import type { MarkToMarketRequest } from '../answers.ts'
import { requestExport } from '../core/export.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type MarkToMarketRequestList = Answer<typeof listMarkToMarketRequests>

/** The requests by which one side of a position asks the other for collateral, or for some back. */
export class MarkToMarketRequests {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * The figures behind a margin call, before anyone sends it. Computes and creates nothing.
   *
   * Amounts, prices and percentages are decimal strings; `requirement_percent` is a number. With
   * `explain: true` the answer also has `calculation`: every input, step and rounding, and the
   * `calculation_id` that a request is created from.
   *
   * @throws VadiumServiceError `POSITION_NOT_FOUND`, `MARK_TO_MARKET_REQUEST_OPEN`,
   *   `POSITION_QUANTITY_CHANGING`, `POSITION_NOT_ACTIVE`, `COLLATERAL_MANAGED_BY_AGENT`,
   *   `PRICE_MISSING`, `PRICE_STALE`; and what every call may throw: see {@link VadiumError}.
   */
  preview(
    body: BodyInput<typeof previewMarkToMarketRequest>,
    options: RequestOptions = {},
  ): Promise<Answer<typeof previewMarkToMarketRequest>> {
    return this.#requests.request(previewMarkToMarketRequest, { body }, options)
  }

  /**
   * Asks for what a preview has shown. Where the inputs have moved beyond the tolerance of the
   * agreement, it is refused with the new preview.
   *
   * @throws VadiumServiceError `POSITION_NOT_FOUND`, `MARK_TO_MARKET_REQUEST_OPEN`,
   *   `POSITION_QUANTITY_CHANGING`, `POSITION_NOT_ACTIVE`, `COLLATERAL_MANAGED_BY_AGENT`,
   *   `PRICE_MISSING`, `PRICE_STALE`, `CALCULATION_INVALID`, `PREVIEW_STALE`,
   *   `MARK_TO_MARKET_NOT_DUE`, `VALUE_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  create(
    body: BodyInput<typeof createMarkToMarketRequest>,
    options: RequestOptions = {},
  ): Promise<MarkToMarketRequest> {
    return this.#requests.request(createMarkToMarketRequest, { body }, options)
  }

  /**
   * The requests of the positions of the organization of the caller, newest first. All filters
   * given must hold.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`, `STATUS_UNKNOWN`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listMarkToMarketRequests> = {},
    options: RequestOptions = {},
  ): PageList<MarkToMarketRequestList, MarkToMarketRequest> {
    return this.#requests.list(listMarkToMarketRequests, { query: filter }, options)
  }

  /**
   * All requests that the filters name, newest first, as JSON or CSV.
   *
   * Iterate over it: CSV comes as chunks of its text, JSON as its items, however many. All of it
   * has come when the iteration ends without an error, and nothing is sent before it begins.
   *
   * @throws VadiumServiceError `STATUS_UNKNOWN`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  export(
    query: QueryInput<typeof exportMarkToMarketRequests> & { format: 'csv' },
    options?: RequestOptions,
  ): AsyncGenerator<string, void, undefined>
  export(
    query?: QueryInput<typeof exportMarkToMarketRequests> & { format?: 'json' | undefined },
    options?: RequestOptions,
  ): AsyncGenerator<MarkToMarketRequest, void, undefined>
  export(
    query: QueryInput<typeof exportMarkToMarketRequests> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<string | MarkToMarketRequest, void, undefined> {
    return requestExport(this.#requests, exportMarkToMarketRequests, { query }, options)
  }

  /**
   * One request, and what the caller may do with it.
   *
   * @throws VadiumServiceError `MARK_TO_MARKET_REQUEST_NOT_FOUND`; and what every call may throw:
   *   see {@link VadiumError}.
   */
  get(markToMarketRequestId: string, options: RequestOptions = {}): Promise<MarkToMarketRequest> {
    return this.#requests.request(
      getMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId } },
      options,
    )
  }

  /**
   * Agrees: the collateral is instructed to move. In a dispute, the side that was asked gives in,
   * or the side that asked lets the counter-figure stand.
   *
   * @throws VadiumServiceError `MARK_TO_MARKET_REQUEST_NOT_FOUND`, `PARTY_NOT_PERMITTED`,
   *   `INVALID_STATE`, `QUANTITY_NOT_AVAILABLE`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  accept(
    markToMarketRequestId: string,
    options: RequestOptions = {},
  ): Promise<MarkToMarketRequest> {
    return this.#requests.request(
      acceptMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId } },
      options,
    )
  }

  /**
   * Says no to all of it.
   *
   * @throws VadiumServiceError `MARK_TO_MARKET_REQUEST_NOT_FOUND`, `PARTY_NOT_PERMITTED`,
   *   `INVALID_STATE`; and what every call may throw: see {@link VadiumError}.
   */
  reject(
    markToMarketRequestId: string,
    options: RequestOptions = {},
  ): Promise<MarkToMarketRequest> {
    return this.#requests.request(
      rejectMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId } },
      options,
    )
  }

  /**
   * Answers with another figure. Within the tolerance that is an agreement; beyond it the
   * undisputed part moves at once, and the rest is a dispute.
   *
   * @throws VadiumServiceError `MARK_TO_MARKET_REQUEST_NOT_FOUND`, `PARTY_NOT_PERMITTED`,
   *   `INVALID_STATE`, `QUANTITY_NOT_AVAILABLE`, `VALUE_INVALID`, `NOTHING_DISPUTED`; and what
   *   every call may throw: see {@link VadiumError}.
   */
  dispute(
    markToMarketRequestId: string,
    body: BodyInput<typeof disputeMarkToMarketRequest>,
    options: RequestOptions = {},
  ): Promise<MarkToMarketRequest> {
    return this.#requests.request(
      disputeMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId }, body },
      options,
    )
  }

  /**
   * Withdraws a request that is not answered yet; or, for either side, gives up one whose transfer came to
   * nothing.
   *
   * @throws VadiumServiceError `MARK_TO_MARKET_REQUEST_NOT_FOUND`, `PARTY_NOT_PERMITTED`,
   *   `INVALID_STATE`, `COUNTERPARTY_LIMITED`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  cancel(
    markToMarketRequestId: string,
    options: RequestOptions = {},
  ): Promise<MarkToMarketRequest> {
    return this.#requests.request(
      cancelMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId } },
      options,
    )
  }

  /**
   * Instructs anew the transfers that came to nothing.
   *
   * @throws VadiumServiceError `MARK_TO_MARKET_REQUEST_NOT_FOUND`, `INVALID_STATE`,
   *   `QUANTITY_NOT_AVAILABLE`; and what every call may throw: see {@link VadiumError}.
   */
  retry(markToMarketRequestId: string, options: RequestOptions = {}): Promise<MarkToMarketRequest> {
    return this.#requests.request(
      retryMarkToMarketRequest,
      { params: { mark_to_market_request_id: markToMarketRequestId } },
      options,
    )
  }
}
