import type { Invitation } from '@vadium/schema'
import type { Pool } from 'pg'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** What is compared with the secret of a link, before the caller is known. */
export interface FoundInvitation {
  readonly organizationId: string
  /** SHA-256 of the secret. */
  readonly secretHash: Buffer
  readonly isForgotten: boolean
}

export interface NewInvitation {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly role: Invitation['role']
  readonly secretHash: Buffer
  readonly creatorAccountId: string
  /** RFC 3339. */
  readonly createTime: string
  /** RFC 3339. */
  readonly expireTime: string
}

/**
 * The columns at a time, which is given as SQL. An invitation lives as long as the credential that
 * created it.
 */
const columns = (now: string) => `id, organization_id, account_id, name, role,
  CASE WHEN credential_id IS NOT NULL THEN 'CONFIRMED'
    WHEN revoked_at IS NOT NULL THEN 'REVOKED'
    WHEN expires_at <= ${now}
      OR NOT credential_is_good(creator_credential_id, organization_id, 'admin') THEN 'EXPIRED'
    WHEN accepted_at IS NOT NULL THEN 'ACCEPTED'
    ELSE 'PENDING' END AS state,
  expires_at AS expire_time,
  translate(encode(public_key, 'base64'), '+/=', '-_') AS public_key,
  creator_account_id, created_at AS create_time, accepted_at AS accept_time, credential_id`

export class InvitationRepository {
  readonly #pool: Pool
  readonly #database: TenantDatabase

  constructor(pool: Pool, database: TenantDatabase) {
    this.#pool = pool
    this.#database = database
  }

  /**
   * Undefined if there is no such invitation in any organization. One that ended at the given time
   * or before is forgotten.
   */
  async ofLink(id: string, endedBy: string): Promise<FoundInvitation | undefined> {
    const { rows } = await this.#pool.query<FoundInvitation>({
      name: 'invitation of link',
      text: `SELECT organization_id AS "organizationId", secret_hash AS "secretHash",
          end_of_invitation($1) <= $2 AS "isForgotten"
        FROM find_invitation($1)`,
      values: [id, endedBy],
    })
    return rows[0]
  }

  page(tenant: Tenant, now: string, bounds: PageBounds): Promise<ListPage<Invitation> | Refusal> {
    return readNewestFirst<Invitation>(
      this.#database,
      tenant,
      {
        name: 'invitations',
        select: `SELECT ${columns('$2::timestamptz')} FROM invitations WHERE organization_id = $1`,
        values: [tenant.organizationId, now],
        time: 'created_at',
        id: 'id',
      },
      bounds,
    )
  }

  /** Undefined if it does not exist or belongs to another organization. */
  find(tenant: Tenant, now: string, id: string): Promise<Invitation | Refusal | undefined> {
    return this.#database.readOne<Invitation>(tenant, {
      name: 'invitation',
      text: `SELECT ${columns('$2::timestamptz')} FROM invitations
        WHERE organization_id = $1 AND id = $3`,
      values: [tenant.organizationId, now, id],
    })
  }

  /**
   * The same, locked until the transaction ends. Its creator's credential stays as it is as long.
   */
  async lock(tx: WriteTransaction, now: string, id: string): Promise<Invitation | undefined> {
    // By itself: the state must be read after the wait for the locks.
    await tx.query(
      `SELECT FROM invitations i JOIN credentials c ON c.id = i.creator_credential_id
       WHERE i.organization_id = $1 AND i.id = $2 FOR UPDATE OF i FOR SHARE OF c`,
      [tx.organizationId, id],
    )
    return this.read(tx, now, id)
  }

  /** The same as it is now. Nobody waits for it, and it waits for nobody. */
  read(tx: WriteTransaction, now: string, id: string): Promise<Invitation | undefined> {
    return tx.row<Invitation>(
      `SELECT ${columns('$2::timestamptz')} FROM invitations WHERE organization_id = $1 AND id = $3`,
      [tx.organizationId, now, id],
    )
  }

  async organizationName(tx: WriteTransaction): Promise<string> {
    const row = await tx.row<{ name: string }>('SELECT name FROM organizations WHERE id = $1', [
      tx.organizationId,
    ])
    if (row === undefined) throw new Error(`organization ${tx.organizationId} is missing`)
    return row.name
  }

  /**
   * The number of open invitations of an organization, at most the limit. No other transaction can
   * add one until this one ends.
   */
  async countOpenToAdd(tx: WriteTransaction, now: string, most: number): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('invitations ' || $1, 0))`, [
      tx.organizationId,
    ])
    const row = await tx.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM invitations WHERE organization_id = $1 AND credential_id IS NULL
           AND revoked_at IS NULL AND expires_at > $2 LIMIT $3) AS open`,
      [tx.organizationId, now, most],
    )
    return row?.count ?? 0
  }

  async insert(tx: WriteTransaction, invitation: NewInvitation): Promise<void> {
    await tx.query(
      `INSERT INTO invitations (id, organization_id, account_id, name, role, secret_hash,
         creator_credential_id, creator_account_id, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        invitation.id,
        tx.organizationId,
        invitation.accountId,
        invitation.name,
        invitation.role,
        invitation.secretHash,
        tx.credentialId,
        invitation.creatorAccountId,
        invitation.createTime,
        invitation.expireTime,
      ],
    )
  }

  /** The invitation must be locked, as for each change below. */
  accept(
    tx: WriteTransaction,
    id: string,
    key: { readonly publicKey: string; readonly acceptTime: string; readonly expireTime: string },
  ): Promise<void> {
    return tx.writeOne(
      `UPDATE invitations SET public_key = $2, accepted_at = $3, expires_at = $4
       WHERE id = $1 AND public_key IS NULL`,
      [id, Buffer.from(key.publicKey, 'base64url'), key.acceptTime, key.expireTime],
      `the invitation ${id} is not as locked`,
    )
  }

  confirm(tx: WriteTransaction, id: string, credentialId: string): Promise<void> {
    return tx.writeOne(
      'UPDATE invitations SET credential_id = $2 WHERE id = $1 AND credential_id IS NULL',
      [id, credentialId],
      `the invitation ${id} is not as locked`,
    )
  }

  revoke(tx: WriteTransaction, id: string, time: string): Promise<void> {
    return tx.writeOne(
      'UPDATE invitations SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL',
      [id, time],
      `the invitation ${id} is not as locked`,
    )
  }

  /** Whether a key belongs or belonged to a credential of any organization. */
  async isEnrolled(tx: WriteTransaction, publicKey: string): Promise<boolean> {
    const { rowCount } = await tx.query('SELECT FROM find_credential($1)', [
      Buffer.from(publicKey, 'base64url'),
    ])
    return rowCount !== 0
  }
}
