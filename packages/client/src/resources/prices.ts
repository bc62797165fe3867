// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  DismissPrice,
  ListPricesQuery,
  Price,
  PriceList,
  PushPrices,
  PushedQuoteOutcomes,
  ReleasePrice,
} from '../types/prices.ts'

/** What assets are worth, in USD. */
export class Prices {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Push prices. Records quotes of the price sources of the caller's account. A quote is held if it
   * moves too far from the previous price or if another account contradicts it. It counts when a
   * source of another account confirms it, when it has lasted without a contradiction, or when
   * another operator releases it.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `quotes`: 1 to 500 quotes.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const pushedQuoteOutcomes = await client.prices.push({
   *   quotes: [
   *     { asset: 'BTC', source: 'desk-feed', price_usd: '59120.5' },
   *   ],
   * })
   * ```
   */
  push(body: PushPrices, options: RequestOptions = {}): Call<PushedQuoteOutcomes> {
    return this.#requests.request(pushPrices, { body }, options)
  }

  /**
   * Release a held price. Lets a held quote count from now on, as if a source of another account
   * had confirmed it. The quote must be fresh and have exactly this price. An account cannot
   * release a quote of its own source. The operator's organization is notified.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `asset`: The symbol of the asset.
   *   - `source`: The name of the price source.
   *   - `price_usd`: The price of the held quote in USD. A decimal string.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `APPROVER_NOT_PERMITTED`: This account may not decide on the request.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const price = await client.prices.release({ asset: 'BTC', source: 'desk-feed', price_usd: '59120.5' })
   * ```
   */
  release(body: ReleasePrice, options: RequestOptions = {}): Call<Price> {
    return this.#requests.request(releasePrice, { body }, options)
  }

  /**
   * Dismiss the last price of a silenced source. Lets the last quote of a silenced source
   * contradict nobody from now on. A source is silenced if another account has revoked it, or a
   * credential of its account and it has not quoted since: its last quote then goes on
   * contradicting. This always needs the approval of a second person, whatever the policy says. The
   * operator's organization is notified.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `asset`: The symbol of the asset.
   *   - `source`: The name of the price source.
   *   - `price_usd`: The price of the last quote of the source in USD. A decimal string.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const price = await client.prices.dismiss({ asset: 'BTC', source: 'desk-feed', price_usd: '59120.5' })
   * ```
   */
  dismiss(body: DismissPrice, options: RequestOptions = {}): Call<Price> {
    return this.#requests.request(dismissPrice, { body }, options)
  }

  /**
   * List prices. Lists the current price of each asset and the newest quote of each source. With
   * `history_hours`, also what they were.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`, `operator`.
   *
   * @param filter
   *   - `asset` (optional): Only the price of this asset.
   *   - `in_positions` (optional): Whether only the assets of open positions of the caller's
   *     organization are listed. Default: false.
   *   - `history_hours` (optional): Adds the history of the last hours, 1 to 744, in 120 equal
   *     steps: the price and the quote of each source. Requires `asset`.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const price of client.prices.list()) console.log(price.asset)
   * ```
   */
  list(filter: ListPricesQuery = {}, options: RequestOptions = {}): PageList<PriceList, Price> {
    return this.#requests.list(listPrices, { query: filter }, options)
  }
}

const priceMembers = 'asset state price_usd observe_time sources[]'

export const pushPrices: OperationOf<{ body: PushPrices; answer: PushedQuoteOutcomes }> = new Write(
  'pushPrices',
  '/prices',
  'quotes[]',
  {},
)

export const releasePrice: OperationOf<{ body: ReleasePrice; answer: Price }> = new Write(
  'releasePrice',
  '/prices:',
  priceMembers,
  {},
)

export const dismissPrice: OperationOf<{ body: DismissPrice; answer: Price }> = new Write(
  'dismissPrice',
  '/prices:',
  priceMembers,
  {},
)

export const listPrices: OperationOf<{ query: ListPricesQuery; answer: PriceList }> = new Read(
  'listPrices',
  '/prices',
  'prices[]',
)
