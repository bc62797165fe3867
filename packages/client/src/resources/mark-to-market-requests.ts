import { previewMarkToMarketRequest } from '@vadium/schema'
import type { Answer, BodyInput, RequestOptions, Requests } from '../core/operation-call.ts'

/** The requests by which one side of a position asks the other for collateral, or for some back. */
export class MarkToMarketRequests {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * The figures behind a margin call, before anyone sends it. Computes and creates nothing. Amounts,
   * prices and percentages are decimal strings; `requirement_percent` is a number.
   *
   * With `explain: true` the answer also has `calculation`: every input, step and rounding.
   *
   * @throws VadiumServiceError `POSITION_NOT_FOUND`, `MARK_TO_MARKET_REQUEST_OPEN`,
   *   `POSITION_QUANTITY_CHANGING`, `POSITION_NOT_ACTIVE`, `COLLATERAL_MANAGED_BY_AGENT`,
   *   `PRICE_MISSING`, `PRICE_STALE`, `BODY_INVALID`, `ROLE_NOT_PERMITTED`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  preview(
    body: BodyInput<typeof previewMarkToMarketRequest>,
    options: RequestOptions = {},
  ): Promise<Answer<typeof previewMarkToMarketRequest>> {
    return this.#requests.request(previewMarkToMarketRequest, { body }, options)
  }
}
