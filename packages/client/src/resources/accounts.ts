import { createAccount, listAccounts } from '@vadium/schema'
import type { Account } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type AccountList = Answer<typeof listAccounts>

/** The persons and programs in organizations. */
export class Accounts {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Creates an account: a person or a program in an organization. What it may do, its credentials
   * say.
   *
   * @throws VadiumServiceError `REFERENCE_UNKNOWN`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  create(body: BodyInput<typeof createAccount>, options: RequestOptions = {}): Promise<Account> {
    return this.#requests.request(createAccount, { body }, options)
  }

  /**
   * The accounts of the organization of the caller; for the operator, of all.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listAccounts> = {},
    options: RequestOptions = {},
  ): PageList<AccountList, Account> {
    return this.#requests.list(listAccounts, { query: filter }, options)
  }
}
