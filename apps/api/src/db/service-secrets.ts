import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'

/**
 * A secret that all processes on one database share: made by whichever comes first, kept in the
 * database, never shown.
 */
export async function serviceSecret(
  client: Pick<ClientBase, 'query'>,
  name: string,
): Promise<Buffer> {
  await client.query(
    'INSERT INTO service_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [name, randomBytes(32)],
  )
  const { rows } = await client.query<{ value: Buffer }>(
    'SELECT value FROM service_secrets WHERE name = $1',
    [name],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`the secret ${name} is not in the database`)
  return row.value
}
