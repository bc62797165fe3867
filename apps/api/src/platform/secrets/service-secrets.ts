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
  const { rows } = await client.query<{ value: Buffer | null }>(
    'SELECT keep_service_secret($1, $2) AS value',
    [name, box.seal(place, randomBytes(32))],
  )
  const [row] = rows
  if (row?.value == null) throw new Error(`the secret ${name} is not in the database`)
  return box.unseal(place, row.value)
}
