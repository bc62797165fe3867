import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@vadium/client'
import type { Role } from '@vadium/schema'
import type { Colleague } from './book.ts'
import type { TestDatabase } from './database.ts'

/** An account with a credential that no account has created: the command line has, as it were. */
export async function insider(
  database: TestDatabase,
  organizationId: string,
  role: Role,
): Promise<Colleague> {
  const accountId = randomUUID()
  const key = generateKeyPair()
  await database.query(
    `INSERT INTO accounts (id, organization_id, name, kind) VALUES ($1, $2, $3, 'person')`,
    [accountId, organizationId, `An insider: ${role}`],
  )
  await database.query(
    `INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, now())`,
    [organizationId, accountId, role, Buffer.from(key.publicKey, 'base64url')],
  )
  return { accountId, ...key }
}
