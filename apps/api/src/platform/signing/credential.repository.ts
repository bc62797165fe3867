import type { Role } from '@vadium/schema'
import type { Pool } from 'pg'

export interface CredentialRow {
  readonly credentialId: string
  readonly organizationId: string
  readonly accountId: string
  readonly role: Role
  readonly organizationStatus: 'active' | 'suspended'
  /** Unix milliseconds. */
  readonly expiresAtMs: number | null
  readonly revoked: boolean
}

const byPublicKey = `
  SELECT credential_id AS "credentialId", organization_id AS "organizationId",
    account_id AS "accountId", role, organization_status AS "organizationStatus",
    is_revoked AS revoked, (extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAtMs"
  FROM find_credential($1)`

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
