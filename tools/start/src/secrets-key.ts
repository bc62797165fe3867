import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { writeNewWhole } from './owned-files.ts'

type Environment = Readonly<Record<string, string | undefined>>

const ownerOnly = 0o600

/**
 * The setting for the key that seals the service's secrets. Unless the environment sets one, the
 * first start generates the key in a file of the data folder.
 */
export function secretsKeySetting(dataFolder: string, environment: Environment): Environment {
  const isGiven = ['SECRETS_KEY', 'SECRETS_KEY_FILE'].some(
    (name) => (environment[name] ?? '') !== '',
  )
  if (isGiven) return {}
  const path = join(dataFolder, 'secrets.key')
  writeNewWhole(path, `${randomBytes(32).toString('base64url')}\n`, ownerOnly)
  return { SECRETS_KEY_FILE: path }
}
