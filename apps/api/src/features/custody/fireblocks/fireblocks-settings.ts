import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from '../../../config/config.ts'
import { StartError } from '../../../platform/start-error.ts'
import type { FireblocksAccess } from './fireblocks-client.ts'
import type { WebhookKeys } from './fireblocks-webhook.ts'

export interface FireblocksSettings {
  readonly access: FireblocksAccess
  readonly assetIds: ReadonlyMap<string, string>
  readonly webhookKeys: WebhookKeys
}

/**
 * Whether the settings configure a Fireblocks workspace, so that custodians may use this adapter.
 */
export function namesFireblocks(config: Config): boolean {
  return (
    config.FIREBLOCKS_API_KEY !== undefined &&
    config.FIREBLOCKS_SECRET_KEY_FILE !== undefined &&
    config.FIREBLOCKS_BASE_URL !== undefined &&
    config.FIREBLOCKS_ASSETS !== undefined
  )
}

/**
 * Undefined if the settings configure no Fireblocks workspace.
 * @throws {StartError} if a key cannot be read.
 */
export async function readFireblocksSettings(
  config: Config,
): Promise<FireblocksSettings | undefined> {
  const {
    FIREBLOCKS_API_KEY: apiKey,
    FIREBLOCKS_SECRET_KEY_FILE: secretKeyFile,
    FIREBLOCKS_BASE_URL: baseUrl,
    FIREBLOCKS_ASSETS: assets,
    FIREBLOCKS_WEBHOOK_KEY_FILE: webhookKeyFile,
    FIREBLOCKS_WEBHOOK_JWKS_URL: keySetUrl,
  } = config
  if (
    apiKey === undefined ||
    secretKeyFile === undefined ||
    baseUrl === undefined ||
    assets === undefined
  ) {
    return undefined
  }
  const [secretKey] = await readKey('FIREBLOCKS_SECRET_KEY_FILE', secretKeyFile, createPrivateKey)
  const publicKey =
    webhookKeyFile === undefined
      ? undefined
      : (await readKey('FIREBLOCKS_WEBHOOK_KEY_FILE', webhookKeyFile, createPublicKey))[1]
  return {
    access: { apiKey, secretKey, baseUrl },
    assetIds: new Map(assets.split(',').map(pair)),
    webhookKeys: { publicKey, keySetUrl },
  }
}

function pair(text: string): [string, string] {
  const [token = '', assetId = ''] = text.split('=')
  return [token, assetId]
}

async function readKey(
  setting: string,
  file: string,
  parse: (pem: string) => KeyObject,
): Promise<[pem: string, key: KeyObject]> {
  try {
    const pem = await readFile(file, 'utf8')
    const key = parse(pem)
    if (key.asymmetricKeyType === 'rsa') return [pem, key]
  } catch {
    // The content is not quoted, because it may be a key.
  }
  throw new StartError(`${setting}: expected the path of a file with an RSA key in PEM.`)
}
