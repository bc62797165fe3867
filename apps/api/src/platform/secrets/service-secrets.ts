import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { SecretBox } from './secret-box.ts'
import { placeOfServiceSecret } from './stored-secrets.ts'

/**
 * A secret that all processes on one database share. The first process creates it. It is stored
 * sealed and never shown.
 */
export async function serviceSecret(
  client: Pick<ClientBase, 'query'>,
  name: string,
  box: SecretBox,
): Promise<Buffer> {
  const place = placeOfServiceSecret(name)
  await client.query(
    'INSERT INTO service_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [name, box.seal(place, randomBytes(32))],
  )
  const { rows } = await client.query<{ value: Buffer }>(
    'SELECT value FROM service_secrets WHERE name = $1',
    [name],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`the secret ${name} is not in the database`)
  return box.unseal(place, row.value)
}
