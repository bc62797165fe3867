import type { Organization } from '@vadium/schema'
import { changingStatusAt } from '../../../platform/db/changing-status.ts'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

const columns = 'id, slug, name, status, created_at AS create_time'

export class OrganizationRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<Organization> | Refusal> {
    const select = `SELECT ${columns} FROM organizations WHERE true`
    return readNewestFirst<Organization>(
      this.#database,
      tenant,
      { name: 'organizations', select, values: [], time: 'created_at', id: 'id' },
      bounds,
    )
  }

  find(tenant: Tenant, id: string): Promise<Organization | Refusal | undefined> {
    const text = `SELECT ${columns} FROM organizations WHERE id = $1`
    const statement = { name: 'organization', text, values: [id] }
    return this.#database.readOne<Organization>(tenant, statement)
  }

  /** The organizations that have an agreement with this one. */
  async counterparties(tx: WriteTransaction, id: string): Promise<string[]> {
    const { rows } = await tx.query<{ id: string }>(
      `SELECT borrower_id AS id FROM agreements WHERE lender_id = $1
       UNION SELECT lender_id FROM agreements WHERE borrower_id = $1 ORDER BY id`,
      [id],
    )
    return rows.map((row) => row.id)
  }

  async exists(tx: WriteTransaction, id: string): Promise<boolean> {
    return (await tx.row('SELECT 1 FROM organizations WHERE id = $1', [id])) !== undefined
  }

  /** False if another organization has the slug. */
  async insert(tx: WriteTransaction, organization: Organization): Promise<boolean> {
    const { id, slug, name, status, create_time } = organization
    const { rowCount } = await tx.query(
      `INSERT INTO organizations (id, slug, name, status, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (slug) DO NOTHING`,
      [id, slug, name, status, create_time],
    )
    return rowCount === 1
  }

  /**
   * The organization after the change, whose time the database records. Undefined if it does not
   * exist or has the status already.
   */
  async changeStatus(
    tx: WriteTransaction,
    id: string,
    status: Organization['status'],
  ): Promise<Organization | undefined> {
    await changingStatusAt(tx, tx.now)
    return tx.row<Organization>(
      `UPDATE organizations SET status = $2 WHERE id = $1 AND status <> $2 RETURNING ${columns}`,
      [id, status],
    )
  }
}
