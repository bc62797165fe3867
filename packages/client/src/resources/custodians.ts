// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  CreateCustodian,
  Custodian,
  CustodianList,
  ListCustodiansQuery,
} from '../types/custodians.ts'

/** The custody providers that carry transfers out. */
export class Custodians {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Create a custodian. Creates a custodian: a custody provider and the adapter that the service
   * uses for it.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `id`: The id of the custodian.
   *   - `name`: The name of the custodian.
   *   - `adapter`: The adapter that the service uses for the custodian.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ALREADY_EXISTS`: The resource already exists.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const custodian = await client.custodians.create({
   *   id: 'aurora-1',
   *   name: 'Aurora Lending',
   *   adapter: 'simulated',
   * })
   * ```
   */
  create(body: CreateCustodian, options: RequestOptions = {}): Call<Custodian> {
    return this.#requests.request(createCustodian, { body }, options)
  }

  /**
   * List custodians. Lists the custodians of this installation.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`, `operator`.
   *
   * @param filter
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const custodian of client.custodians.list()) console.log(custodian.id)
   * ```
   */
  list(
    filter: ListCustodiansQuery = {},
    options: RequestOptions = {},
  ): PageList<CustodianList, Custodian> {
    return this.#requests.list(listCustodians, { query: filter }, options)
  }
}

export const createCustodian: OperationOf<{ body: CreateCustodian; answer: Custodian }> = new Write(
  'createCustodian',
  '/custodians',
  'id name adapter',
  {},
)

export const listCustodians: OperationOf<{ query: ListCustodiansQuery; answer: CustodianList }> =
  new Read('listCustodians', '/custodians', 'custodians[]')
