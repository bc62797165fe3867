import type { Account } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readByKey } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { inScope, scopeValues } from '../organizations/organization-scope.ts'

const columns = 'id, organization_id, name, kind'

export class AccountRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  page(
    tenant: Tenant,
    organizationId: string | undefined,
    bounds: PageBounds,
  ): Promise<ListPage<Account> | Refusal> {
    const select = `SELECT ${columns} FROM accounts WHERE ${inScope('organization_id')}`
    return readByKey<Account>(
      this.#database,
      tenant,
      {
        name: 'accounts',
        select,
        values: scopeValues(tenant, organizationId),
        column: 'id',
        type: 'uuid',
        key: ({ id }) => id,
      },
      bounds,
    )
  }

  /**
   * The account. Undefined if it does not exist or belongs to another organization. Null means any
   * organization.
   */
  find(
    tx: WriteTransaction,
    id: string,
    organizationId: string | null,
  ): Promise<Account | undefined> {
    return tx.row<Account>(
      `SELECT ${columns} FROM accounts WHERE id = $1 AND ($2::uuid IS NULL OR organization_id = $2)`,
      [id, organizationId],
    )
  }

  async insert(tx: WriteTransaction, account: Account): Promise<void> {
    await tx.query(
      'INSERT INTO accounts (id, organization_id, name, kind) VALUES ($1, $2, $3, $4)',
      [account.id, account.organization_id, account.name, account.kind],
    )
  }
}
