// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type { Account, AccountList, CreateAccount, ListAccountsQuery } from '../types/accounts.ts'

/** The persons and programs in organizations. */
export class Accounts {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Create an account. Creates an account for a person or a program of an organization. Its
   * credentials define what it may do.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `organization_id`: The organization of the account. A UUID.
   *   - `name`: The name of the person or program.
   *   - `kind`: Whether the account is of a person or a program.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const account = await client.accounts.create({
   *   organization_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   name: 'Aurora Lending',
   *   kind: 'person',
   * })
   * ```
   */
  create(body: CreateAccount, options: RequestOptions = {}): Call<Account> {
    return this.#requests.request(createAccount, { body }, options)
  }

  /**
   * List accounts. Lists the accounts of the caller's organization. The operator sees those of all
   * organizations.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `admin`, `operator`.
   *
   * @param filter
   *   - `organization_id` (optional): Only accounts of this organization. A UUID.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const account of client.accounts.list()) console.log(account.id)
   * ```
   */
  list(
    filter: ListAccountsQuery = {},
    options: RequestOptions = {},
  ): PageList<AccountList, Account> {
    return this.#requests.list(listAccounts, { query: filter }, options)
  }
}

export const createAccount: OperationOf<{ body: CreateAccount; answer: Account }> = new Write(
  'createAccount',
  '/accounts',
  'id organization_id name kind',
  {},
)

export const listAccounts: OperationOf<{ query: ListAccountsQuery; answer: AccountList }> =
  new Read('listAccounts', '/accounts', 'accounts[]')
