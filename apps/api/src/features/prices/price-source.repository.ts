import { livePriceSourcesMax, type RegisteredPriceSource } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

const columns = 'id, source, account_id, created_at AS create_time, revoked_at AS revoke_time'

export class PriceSourceRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<RegisteredPriceSource> | Refusal> {
    const select = `SELECT ${columns} FROM price_sources WHERE true`
    return readNewestFirst<RegisteredPriceSource>(
      this.#database,
      tenant,
      { name: 'price sources', select, values: [], time: 'created_at', id: 'id' },
      bounds,
    )
  }

  /**
   * Whether the limit on the sources of accounts is reached. No other transaction can add one until
   * this one ends.
   */
  async isFull(tx: WriteTransaction): Promise<boolean> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('price sources', 0))`)
    const row = await tx.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM price_sources
       WHERE account_id IS NOT NULL AND revoked_at IS NULL`,
    )
    return (row?.count ?? 0) >= livePriceSourcesMax
  }

  /** False if the name is or was taken. */
  async insert(
    tx: WriteTransaction,
    { id, source, account_id, create_time }: RegisteredPriceSource,
  ): Promise<boolean> {
    const { rowCount } = await tx.query(
      `INSERT INTO price_sources (id, source, account_id, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [id, source, account_id, create_time],
    )
    return rowCount === 1
  }

  /** The source, locked until the end of the transaction. */
  lock(tx: WriteTransaction, id: string): Promise<RegisteredPriceSource | undefined> {
    return tx.row<RegisteredPriceSource>(
      `SELECT ${columns} FROM price_sources WHERE id = $1 FOR UPDATE`,
      [id],
    )
  }

  async revoke(tx: WriteTransaction, id: string): Promise<void> {
    await tx.query('UPDATE price_sources SET revoked_at = $2 WHERE id = $1', [id, tx.now])
  }
}
