// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type { Asset, AssetList, CreateAsset, ListAssetsQuery } from '../types/assets.ts'

/** What can be lent or pledged. */
export class Assets {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Create an asset. Creates an asset that can be lent or pledged. Its decimals cannot be changed
   * later.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `symbol`: The symbol of the asset.
   *   - `name`: The name of the asset, for people.
   *   - `normalized_symbol`: The symbol without its network or issuer: USDC for USDC_ETH.
   *   - `decimals`: The number of decimals of the smallest unit.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ALREADY_EXISTS`: The resource already exists.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const asset = await client.assets.create({
   *   symbol: 'BTC',
   *   name: 'Aurora Lending',
   *   normalized_symbol: 'BTC',
   *   decimals: 8,
   * })
   * ```
   */
  create(body: CreateAsset, options: RequestOptions = {}): Call<Asset> {
    return this.#requests.request(createAsset, { body }, options)
  }

  /**
   * List assets. Lists the assets that can be lent or pledged.
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
   * for await (const asset of client.assets.list()) console.log(asset.symbol)
   * ```
   */
  list(filter: ListAssetsQuery = {}, options: RequestOptions = {}): PageList<AssetList, Asset> {
    return this.#requests.list(listAssets, { query: filter }, options)
  }
}

export const createAsset: OperationOf<{ body: CreateAsset; answer: Asset }> = new Write(
  'createAsset',
  '/assets',
  'symbol name normalized_symbol decimals',
  {},
)

export const listAssets: OperationOf<{ query: ListAssetsQuery; answer: AssetList }> = new Read(
  'listAssets',
  '/assets',
  'assets[]',
)
