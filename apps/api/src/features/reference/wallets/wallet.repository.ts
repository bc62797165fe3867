import { foldedName, type Wallet } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readByKey } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { inScope, scopeValues } from '../../access/index.ts'

const columns = `
  w.id, w.organization_id, w.custodian_id AS custodian, w.name, w.address,
  ARRAY(SELECT asset FROM wallet_assets WHERE wallet_id = w.id ORDER BY asset COLLATE "C") AS assets,
  w.retired_at AS retire_time`
const select = `SELECT ${columns} FROM wallets w WHERE ${inScope('w.organization_id')}`

export class WalletRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  page(
    tenant: Tenant,
    organizationId: string | undefined,
    bounds: PageBounds,
  ): Promise<ListPage<Wallet> | Refusal> {
    return readByKey<Wallet>(
      this.#database,
      tenant,
      {
        name: 'wallets',
        select,
        values: scopeValues(tenant, organizationId),
        column: 'w.id',
        type: 'text',
        key: ({ id }) => id,
      },
      bounds,
    )
  }

  /**
   * Inserts a wallet. Returns the member that another wallet already has; undefined if it was
   * inserted.
   */
  async insert(
    tx: WriteTransaction,
    wallet: Omit<Wallet, 'retire_time'>,
  ): Promise<'id' | 'address' | 'name' | undefined> {
    const { id, organization_id, custodian, name, address, assets } = wallet
    const { rowCount } = await tx.query(
      `INSERT INTO wallets (id, organization_id, custodian_id, name, folded_name, address)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [id, organization_id, custodian, name, foldedName(name), address],
    )
    if (rowCount !== 1) {
      const same = await tx.row<{ member: 'id' | 'address' }>(
        `SELECT CASE id WHEN $1 THEN 'id' ELSE 'address' END AS member FROM wallets
         WHERE id = $1 OR (custodian_id, address) = ($2, $3) ORDER BY id = $1 DESC LIMIT 1`,
        [id, custodian, address],
      )
      return same?.member ?? 'name'
    }
    await tx.query('INSERT INTO wallet_assets (wallet_id, asset) SELECT $1, unnest($2::text[])', [
      id,
      assets,
    ])
    return undefined
  }

  /** The wallet, locked until the end of the transaction. Undefined if the caller has none. */
  lock(tx: WriteTransaction, caller: Tenant, id: string): Promise<Wallet | undefined> {
    return tx.row<Wallet>(`${select} AND w.id = $3 FOR NO KEY UPDATE OF w`, [
      ...scopeValues(caller, undefined),
      id,
    ])
  }

  async retire(tx: WriteTransaction, id: string): Promise<void> {
    await tx.query('UPDATE wallets SET retired_at = $2 WHERE id = $1', [id, tx.now])
  }
}
