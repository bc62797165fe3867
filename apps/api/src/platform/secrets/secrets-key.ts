import { readFileSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { StartError } from '../start-error.ts'
import { SecretBox, type SecretsKey } from './secret-box.ts'

const keyBytes = 32

type KeySettings = Pick<
  Config,
  'SECRETS_KEY' | 'SECRETS_KEY_FILE' | 'SECRETS_KEY_PREVIOUS' | 'SECRETS_KEY_PREVIOUS_FILE'
>

/**
 * Reads the keys of the settings.
 * @throws StartError that says which key is missing or invalid. It shows no key.
 */
export function openSecretBox(config: KeySettings): SecretBox {
  const current = keyOf(config, 'SECRETS_KEY')
  if (current === undefined) {
    throw new StartError(
      'Set SECRETS_KEY, or SECRETS_KEY_FILE to a file that only the service can read: the key that seals ' +
        'secrets in the database, 32 random bytes in base64url. To make one: ' +
        `node -p "crypto.randomBytes(32).toString('base64url')"`,
    )
  }
  return new SecretBox(current, keyOf(config, 'SECRETS_KEY_PREVIOUS'))
}

function keyOf(
  config: KeySettings,
  name: 'SECRETS_KEY' | 'SECRETS_KEY_PREVIOUS',
): SecretsKey | undefined {
  const fileName = `${name}_FILE` as const
  const { [name]: text, [fileName]: path } = config
  if (text !== undefined && path !== undefined) {
    throw new StartError(`Set ${name} or ${fileName}, not both.`)
  }
  if (path !== undefined) return keyFromText(fileName, read(fileName, path))
  return text === undefined ? undefined : keyFromText(name, text)
}

function read(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    throw new StartError(`The file of ${name} cannot be read: ${code}.`)
  }
}

function keyFromText(name: string, text: string): SecretsKey {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== keyBytes || bytes.toString('base64url') !== text) {
    throw new StartError(
      `${name} must have ${keyBytes} bytes in base64url, which are 43 characters.`,
    )
  }
  return bytes
}
