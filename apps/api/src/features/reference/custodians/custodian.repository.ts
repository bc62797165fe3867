import type { Custodian } from '@vadium/schema'
import type { Pool } from 'pg'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readByKey } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

export class CustodianRepository {
  readonly #pool: Pool
  readonly #database: TenantDatabase

  constructor(pool: Pool, database: TenantDatabase) {
    this.#pool = pool
    this.#database = database
  }

  async exists(id: string): Promise<boolean> {
    const { rows } = await this.#pool.query({
      name: 'custodian exists',
      text: 'SELECT 1 FROM custodians WHERE id = $1',
      values: [id],
    })
    return rows.length > 0
  }

  async isKnown(tx: WriteTransaction, id: string): Promise<boolean> {
    return (await tx.row('SELECT 1 FROM custodians WHERE id = $1', [id])) !== undefined
  }

  async identifiers(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>('SELECT id FROM custodians ORDER BY id')
    return rows.map(({ id }) => id)
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<Custodian> | Refusal> {
    return readByKey<Custodian>(
      this.#database,
      tenant,
      {
        name: 'custodians',
        select: 'SELECT id, name, adapter FROM custodians WHERE true',
        values: [],
        column: 'id',
        type: 'text',
        key: ({ id }) => id,
      },
      bounds,
    )
  }

  /** False if the id is taken. */
  async insert(tx: WriteTransaction, { id, name, adapter }: Custodian): Promise<boolean> {
    const { rowCount } = await tx.query(
      'INSERT INTO custodians (id, name, adapter) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [id, name, adapter],
    )
    return rowCount === 1
  }
}
