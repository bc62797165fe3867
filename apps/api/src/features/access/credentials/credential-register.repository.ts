import type { Account, Credential, Organization } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { inScope, scopeValues } from '../organizations/organization-scope.ts'

const columns = `id, organization_id, account_id, role,
  translate(encode(public_key, 'base64'), '+/=', '-_') AS public_key, created_at AS create_time,
  expires_at AS expire_time, revoked_at AS revoke_time,
  (SELECT used_at FROM credential_uses WHERE credential_id = credentials.id) AS last_use_time`

const currentCredential = `
  SELECT c.*, a.name AS account_name, a.kind AS account_kind, o.slug AS organization_slug,
    o.name AS organization_name, o.status AS organization_status,
    o.created_at AS organization_create_time
  FROM (SELECT ${columns} FROM credentials WHERE id = $1) AS c
  JOIN accounts a ON a.id = c.account_id JOIN organizations o ON o.id = c.organization_id`

/** A credential with its account and its organization, in one row. */
type CurrentRow = Credential & {
  readonly account_name: string
  readonly account_kind: Account['kind']
  readonly organization_slug: string
  readonly organization_name: string
  readonly organization_status: Organization['status']
  readonly organization_create_time: string
}

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

  /** The credential of the caller. */
  async current(tenant: Tenant): Promise<
    | {
        readonly credential: Credential
        readonly account: Account
        readonly organization: Organization
      }
    | Refusal
    | undefined
  > {
    const row = await this.#database.readOne<CurrentRow>(tenant, {
      name: 'current_credential',
      text: currentCredential,
      values: [tenant.credentialId],
    })
    if (row === undefined || row instanceof Refusal) return row
    const {
      account_name,
      account_kind,
      organization_slug,
      organization_name,
      organization_status,
      organization_create_time,
      ...credential
    } = row
    const { account_id, organization_id } = credential
    return {
      credential,
      account: { id: account_id, organization_id, name: account_name, kind: account_kind },
      organization: {
        id: organization_id,
        slug: organization_slug,
        name: organization_name,
        status: organization_status,
        create_time: organization_create_time,
      },
    }
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
