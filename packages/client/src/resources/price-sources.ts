import { createPriceSource, listPriceSources, revokePriceSource } from '@vadium/schema'
import type { RegisteredPriceSource } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type PriceSourceList = Answer<typeof listPriceSources>

/** Who may push prices, and under which names. */
export class PriceSources {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Gives an account of the operator a name under which its credentials push prices. All sources of
   * one account count as one.
   *
   * @throws VadiumServiceError `REFERENCE_UNKNOWN`, `ALREADY_EXISTS`, `INVALID_STATE`; and what
   *   every call may throw: see {@link VadiumError}.
   */
  create(
    body: BodyInput<typeof createPriceSource>,
    options: RequestOptions = {},
  ): Promise<RegisteredPriceSource> {
    return this.#requests.request(createPriceSource, { body }, options)
  }

  /**
   * All sources of prices, newest first: those of the service and revoked ones too.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listPriceSources> = {},
    options: RequestOptions = {},
  ): PageList<PriceSourceList, RegisteredPriceSource> {
    return this.#requests.list(listPriceSources, { query: filter }, options)
  }

  /**
   * Revokes a source: its quotes are refused from the next request on, for good.
   *
   * @throws VadiumServiceError `PRICE_SOURCE_NOT_FOUND`, `INVALID_STATE`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  revoke(priceSourceId: string, options: RequestOptions = {}): Promise<RegisteredPriceSource> {
    const params = { price_source_id: priceSourceId }
    return this.#requests.request(revokePriceSource, { params }, options)
  }
}
