// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  CreatePriceSource,
  ListPriceSourcesQuery,
  PriceSourceList,
  RegisteredPriceSource,
} from '../types/price-sources.ts'

/** Who may push prices, and under which names. */
export class PriceSources {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Register a price source. Registers a name under which the credentials of one operator account
   * push prices. All sources of one account count as one. A name cannot be registered twice. At
   * most 100 sources are registered at a time. All active organizations are notified.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `source`: The name of the price source.
   *   - `account_id` (optional): The account that pushes the prices, of the caller's organization.
   *     Default: the caller's account. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `ALREADY_EXISTS`: The resource already exists.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const registeredPriceSource = await client.priceSources.create({ source: 'desk-feed' })
   * ```
   */
  create(body: CreatePriceSource, options: RequestOptions = {}): Call<RegisteredPriceSource> {
    return this.#requests.request(createPriceSource, { body }, options)
  }

  /**
   * List price sources. Lists all price sources, newest first, including those of the service and
   * revoked ones.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `operator`.
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
   * for await (const registeredPriceSource of client.priceSources.list()) console.log(registeredPriceSource.id)
   * ```
   */
  list(
    filter: ListPriceSourcesQuery = {},
    options: RequestOptions = {},
  ): PageList<PriceSourceList, RegisteredPriceSource> {
    return this.#requests.list(listPriceSources, { query: filter }, options)
  }

  /**
   * Revoke a price source. Revokes a price source permanently. Its further quotes are refused; its
   * last quotes count until they are stale. If the source belongs to another account, they go on
   * contradicting other sources until a further account agrees with the new price, or until two
   * people dismiss them. All active organizations are notified.
   *
   * Roles: `operator`.
   *
   * @param priceSourceId The id of the price source. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PRICE_SOURCE_NOT_FOUND`: The price source was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const registeredPriceSource = await client.priceSources.revoke('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  revoke(priceSourceId: string, options: RequestOptions = {}): Call<RegisteredPriceSource> {
    return this.#requests.request(
      revokePriceSource,
      { params: { price_source_id: priceSourceId } },
      options,
    )
  }
}

const registeredPriceSourceMembers = 'id source account_id create_time revoke_time'

export const createPriceSource: OperationOf<{
  body: CreatePriceSource
  answer: RegisteredPriceSource
}> = new Write('createPriceSource', '/price-sources', registeredPriceSourceMembers, {})

export const listPriceSources: OperationOf<{
  query: ListPriceSourcesQuery
  answer: PriceSourceList
}> = new Read('listPriceSources', '/price-sources', 'price_sources[]')

export const revokePriceSource: OperationOf<{
  params: { price_source_id: string }
  answer: RegisteredPriceSource
}> = new Write(
  'revokePriceSource',
  '/price-sources/{price_source_id}:',
  registeredPriceSourceMembers,
)
