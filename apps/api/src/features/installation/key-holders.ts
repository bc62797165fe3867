import type { Role } from '@vadium/schema'
import type { HostTransaction } from './host-transaction.ts'

/** A valid credential, its account and its organization. */
export interface KeyHolder {
  readonly credentialId: string
  readonly accountId: string
  readonly accountName: string
  readonly organizationId: string
  readonly slug: string
  /** base64url. */
  readonly publicKey: string
}

/** The valid credentials of a role, whether their organization is suspended or not. */
export async function keyHolders(
  { client, now }: HostTransaction,
  role: Role,
  organizationId: string | null = null,
): Promise<KeyHolder[]> {
  const { rows } = await client.query<Omit<KeyHolder, 'publicKey'> & { publicKey: Buffer }>(
    `SELECT c.id AS "credentialId", a.id AS "accountId", a.name AS "accountName",
       o.id AS "organizationId", o.slug, c.public_key AS "publicKey"
     FROM credentials c
     JOIN accounts a ON a.id = c.account_id
     JOIN organizations o ON o.id = c.organization_id
     WHERE c.role = $1 AND credential_is_valid(c.revoked_at, c.expires_at, $2)
       AND ($3::uuid IS NULL OR o.id = $3)
     ORDER BY c.created_at, c.id`,
    [role, now, organizationId],
  )
  return rows.map(({ publicKey, ...row }) => ({
    ...row,
    publicKey: publicKey.toString('base64url'),
  }))
}

/** Whether an organization, or any if none is named, has ever had a credential of a role. */
export async function hasHad(
  { client }: HostTransaction,
  role: Role,
  organizationId: string | null = null,
): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM credentials
     WHERE role = $1 AND ($2::uuid IS NULL OR organization_id = $2) LIMIT 1`,
    [role, organizationId],
  )
  return rows.length > 0
}

/** The holders of exactly these keys; undefined if one of the keys is not theirs. */
export function holdersOf(
  holders: readonly KeyHolder[],
  publicKeys: readonly string[],
): KeyHolder[] | undefined {
  const found = publicKeys.flatMap((key) => holders.filter(({ publicKey }) => publicKey === key))
  return found.length === publicKeys.length ? found : undefined
}
