import { createWallet, listWallets } from '@vadium/schema'
import type { Wallet } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type WalletList = Answer<typeof listWallets>

/** Where organizations hold assets at custodians. */
export class Wallets {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Creates a wallet, where an organization holds assets at a custodian.
   *
   * @throws VadiumServiceError `ALREADY_EXISTS`, `REFERENCE_UNKNOWN`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  create(body: BodyInput<typeof createWallet>, options: RequestOptions = {}): Promise<Wallet> {
    return this.#requests.request(createWallet, { body }, options)
  }

  /**
   * The wallets of the organization of the caller; for the operator, all.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listWallets> = {},
    options: RequestOptions = {},
  ): PageList<WalletList, Wallet> {
    return this.#requests.list(listWallets, { query: filter }, options)
  }
}
