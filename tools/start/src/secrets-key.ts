import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '@vadium/local-postgres'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The setting for the key that seals the service's secrets. Unless the environment sets one, the
 * first start generates the key in a file of the data folder. The caller holds the lock of the
 * folder.
 */
export function secretsKeySetting(dataFolder: string, environment: Environment): Environment {
  const isGiven = ['SECRETS_KEY', 'SECRETS_KEY_FILE'].some(
    (name) => (environment[name] ?? '') !== '',
  )
  if (isGiven) return {}
  const path = join(dataFolder, 'secrets.key')
  if (!existsSync(path)) writePrivateFile(path, `${randomBytes(32).toString('base64url')}\n`)
  return { SECRETS_KEY_FILE: path }
}
