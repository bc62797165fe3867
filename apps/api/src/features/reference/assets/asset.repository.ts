import type { Asset } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readByKey } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

export class AssetRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<Asset> | Refusal> {
    return readByKey<Asset>(
      this.#database,
      tenant,
      {
        name: 'assets',
        select: 'SELECT symbol, name, normalized_symbol, decimals FROM assets WHERE true',
        values: [],
        column: 'symbol',
        type: 'text',
        key: ({ symbol }) => symbol,
      },
      bounds,
    )
  }

  /** False if the symbol is taken. */
  async insert(tx: WriteTransaction, asset: Asset): Promise<boolean> {
    const { rowCount } = await tx.query(
      `INSERT INTO assets (symbol, name, normalized_symbol, decimals) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [asset.symbol, asset.name, asset.normalized_symbol, asset.decimals],
    )
    return rowCount === 1
  }

  /** The symbols that belong to an asset. */
  async known(tx: WriteTransaction, symbols: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await tx.query<{ symbol: string }>(
      'SELECT symbol FROM assets WHERE symbol = ANY($1)',
      [symbols],
    )
    return new Set(rows.map(({ symbol }) => symbol))
  }
}
