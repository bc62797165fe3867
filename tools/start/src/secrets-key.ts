import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { writeNewWhole } from './owned-files.ts'

type Environment = Readonly<Record<string, string | undefined>>

const ownerOnly = 0o600

/**
 * Where the service finds the key that seals its secrets: in a file of the data folder, made by the first start, unless the
 * environment has one.
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
