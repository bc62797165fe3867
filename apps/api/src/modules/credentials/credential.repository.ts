import type { Role } from '@vadium/schema'
import type { Pool } from 'pg'

export interface CredentialRow {
  readonly credentialId: string
  readonly organizationId: string
  readonly accountId: string
  readonly role: Role
  readonly organizationStatus: 'active' | 'suspended'
  /** Unix time in milliseconds. */
  readonly expiresAtMs: number | null
  readonly revoked: boolean
}

const byPublicKey = `
  SELECT c.id AS "credentialId", c.organization_id AS "organizationId", c.account_id AS "accountId", c.role,
         o.status AS "organizationStatus", c.revoked_at IS NOT NULL AS revoked,
         (extract(epoch FROM c.expires_at) * 1000)::float8 AS "expiresAtMs"
  FROM credentials c JOIN organizations o ON o.id = c.organization_id
  WHERE c.public_key = $1`

export class CredentialRepository {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async find(publicKey: Uint8Array): Promise<CredentialRow | undefined> {
    const { rows } = await this.#pool.query<CredentialRow>({
      name: 'credential by public key',
      text: byPublicKey,
      values: [Buffer.from(publicKey)],
    })
    return rows[0]
  }
}
