import { createCustodian, listCustodians } from '@vadium/schema'
import type { Custodian } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type CustodianList = Answer<typeof listCustodians>

/** The custody providers that carry transfers out. */
export class Custodians {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Creates a custodian: a custody provider, and the adapter by which the service talks to it.
   *
   * @throws VadiumServiceError `ALREADY_EXISTS`, `VALUE_INVALID`; and what every call may throw:
   *   see {@link VadiumError}.
   */
  create(
    body: BodyInput<typeof createCustodian>,
    options: RequestOptions = {},
  ): Promise<Custodian> {
    return this.#requests.request(createCustodian, { body }, options)
  }

  /**
   * The custody providers of this installation.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listCustodians> = {},
    options: RequestOptions = {},
  ): PageList<CustodianList, Custodian> {
    return this.#requests.list(listCustodians, { query: filter }, options)
  }
}
