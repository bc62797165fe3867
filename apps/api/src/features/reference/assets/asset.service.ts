import type { Asset } from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { AssetRepository } from './asset.repository.ts'

/** The assets that can be lent or pledged. */
export class AssetService {
  readonly #assets: AssetRepository

  constructor(assets: AssetRepository) {
    this.#assets = assets
  }

  async create(tx: WriteTransaction, asset: Asset): Promise<Asset | Refusal> {
    if (await this.#assets.insert(tx, asset)) return asset
    return new Refusal('ALREADY_EXISTS', [{ field: 'symbol', issue: 'belongs to an asset' }])
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<Asset> | Refusal> {
    return this.#assets.page(tenant, bounds)
  }

  /** The symbols that belong to an asset. */
  known(tx: WriteTransaction, symbols: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#assets.known(tx, symbols)
  }
}
