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

/** The credentials as whoever issues them sees them. */
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
   * The credential, locked to the end of the transaction; undefined where there is none within the organization,
   * whether or not another has it. Null: within any.
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
   * How many of an organization are good at a time, or as many as are asked for; who counts is alone in adding to
   * them until the transaction ends.
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
         SELECT FROM credentials WHERE organization_id = $1 AND revoked_at IS NULL
           AND (expires_at IS NULL OR expires_at > $2) LIMIT $3) AS live`,
      [organizationId, time, most],
    )
    return row?.count ?? 0
  }

  /** False where the key is that of a credential, whosever it is and was. */
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
