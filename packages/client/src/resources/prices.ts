import { listPrices, pushPrices } from '@vadium/schema'
import type { Price } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type PriceList = Answer<typeof listPrices>

/** What assets are worth, in USD. */
export class Prices {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Pushes quotes as the sources of the account of the caller observed them. One that jumps too far
   * is held until a source of another account confirms it.
   *
   * @throws VadiumServiceError `REFERENCE_UNKNOWN`, `VALUE_INVALID`; and what every call may throw:
   *   see {@link VadiumError}.
   */
  push(
    body: BodyInput<typeof pushPrices>,
    options: RequestOptions = {},
  ): Promise<Answer<typeof pushPrices>> {
    return this.#requests.request(pushPrices, { body }, options)
  }

  /**
   * What each asset is worth now, and what each source says.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listPrices> = {},
    options: RequestOptions = {},
  ): PageList<PriceList, Price> {
    return this.#requests.list(listPrices, { query: filter }, options)
  }
}
