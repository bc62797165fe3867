import { createAsset, listAssets } from '@vadium/schema'
import type { Asset } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type AssetList = Answer<typeof listAssets>

/** What can be lent or pledged. */
export class Assets {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Creates an asset that can be lent or pledged. Its decimals are for good: quantities rest on
   * them.
   *
   * @throws VadiumServiceError `ALREADY_EXISTS`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  create(body: BodyInput<typeof createAsset>, options: RequestOptions = {}): Promise<Asset> {
    return this.#requests.request(createAsset, { body }, options)
  }

  /**
   * What can be lent or pledged here.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listAssets> = {},
    options: RequestOptions = {},
  ): PageList<AssetList, Asset> {
    return this.#requests.list(listAssets, { query: filter }, options)
  }
}
