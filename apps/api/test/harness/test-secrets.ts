import { openSecretBox } from '../../src/platform/secrets/secrets-key.ts'
import { placeOfServiceSecret } from '../../src/platform/secrets/stored-secrets.ts'
import type { TestDatabase } from './database.ts'

/** The key that seals secrets in the databases of tests. */
export const testSecretsKey = Buffer.alloc(32, 28).toString('base64url')

export const testSecretBox = openSecretBox({ SECRETS_KEY: testSecretsKey })

/** A secret that the processes on a database share. */
export async function serviceSecretOf(database: TestDatabase, name: string): Promise<Buffer> {
  const { rows } = await database.query<{ value: Buffer }>(
    'SELECT value FROM service_secrets WHERE name = $1',
    [name],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`there is no secret ${name}`)
  return testSecretBox.unseal(placeOfServiceSecret(name), row.value)
}
