import type { Credential } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { inScope, scopeValues } from '../organizations/organization-scope.ts'

const columns = `id, organization_id, account_id, role,
  translate(encode(public_key, 'base64'), '+/=', '-_') AS public_key, created_at AS create_time,
  expires_at AS expire_time, revoked_at AS revoke_time`

/** The credentials, for those who issue them. */
export class CredentialRegister {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  page(
    tenant: Tenant,
    organizationId: string | undefined,
    bounds: PageBounds,
  ): Promise<ListPage<Credential> | Refusal> {
    const select = `SELECT ${columns} FROM credentials WHERE ${inScope('organization_id')}`
    const values = scopeValues(tenant, organizationId)
    return readNewestFirst<Credential>(
      this.#database,
      tenant,
      { name: 'credentials', select, values, time: 'created_at', id: 'id' },
      bounds,
    )
  }

  /**
   * The credential, locked until the end of the transaction. Undefined if it does not exist or
   * belongs to another organization. Null means any organization.
   */
  lock(
    tx: WriteTransaction,
    id: string,
    organizationId: string | null,
  ): Promise<Credential | undefined> {
    return tx.row<Credential>(
      `SELECT ${columns} FROM credentials
       WHERE id = $1 AND ($2::uuid IS NULL OR organization_id = $2) FOR UPDATE`,
      [id, organizationId],
    )
  }

  /**
   * The number of valid credentials of an organization, at most the limit. No other transaction can
   * add one until this one ends.
   */
  async countLiveToAdd(
    tx: WriteTransaction,
    organizationId: string,
    time: string,
    most: number,
  ): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('credentials ' || $1, 0))`, [
      organizationId,
    ])
    const row = await tx.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM credentials WHERE organization_id = $1
           AND credential_is_valid(revoked_at, expires_at, $2) LIMIT $3) AS live`,
      [organizationId, time, most],
    )
    return row?.count ?? 0
  }

  /** False if the key belongs or belonged to a credential of any organization. */
  async insert(tx: WriteTransaction, credential: Credential): Promise<boolean> {
    const { id, organization_id, account_id, role, public_key, create_time, expire_time } =
      credential
    const { rowCount } = await tx.query(
      `INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (public_key) DO NOTHING`,
      [
        id,
        organization_id,
        account_id,
        role,
        Buffer.from(public_key, 'base64url'),
        create_time,
        expire_time,
      ],
    )
    return rowCount === 1
  }

  async revoke(tx: WriteTransaction, id: string, time: string): Promise<void> {
    await tx.query('UPDATE credentials SET revoked_at = $2 WHERE id = $1', [id, time])
  }

  async expire(tx: WriteTransaction, id: string, time: string): Promise<void> {
    await tx.query('UPDATE credentials SET expires_at = $2 WHERE id = $1', [id, time])
  }
}
