import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node'
import { type Config, ConfigError } from '../../config/config.ts'
import { StartError } from '../../platform/start-error.ts'

/**
 * What the subjects begin with on which answers come. A user may listen on those of its own alone,
 * or it would read the answers to others.
 */
const inboxPrefix = '_INBOX_vadium_relay'
const reconnectMs = 1000

/**
 * Connects to NATS_URL, and again whenever the connection is lost.
 * @throws ConfigError that names the setting that is missing or wrong, StartError if the server accepts
 * no connection.
 */
export async function connectToNats(config: Config): Promise<NatsConnection> {
  const urls = natsUrlsOf(config)
  const isSafe = urls.every((url) => url.startsWith('tls://'))
  if (!isSafe && config.NATS_CA_FILE !== undefined) {
    throw new ConfigError('NATS_CA_FILE is for tls://, and NATS_URL has nats://.')
  }
  const isNamed = urls.every((url) => isIP(new URL(url).hostname.replace(/^\[|\]$/g, '')) === 0)
  if (isSafe && !isNamed) {
    throw new ConfigError('NATS_URL with tls:// needs names of hosts: a certificate is of a name.')
  }
  const authenticator = await authenticatorOf(config)
  const ca = await textOf(config, 'NATS_CA_FILE')
  try {
    return await connect({
      name: 'vadium relay',
      servers: urls.map((url) => url.replace(/^[a-z]+:\/\//, '')),
      inboxPrefix,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectMs,
      ...(authenticator && { authenticator }),
      ...(isSafe && { tls: ca === undefined ? {} : { ca } }),
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(`The server of NATS_URL accepted no connection: ${why}.`)
  }
}

function natsUrlsOf({ NATS_URL: url }: Config): string[] {
  if (url === undefined) throw new ConfigError('NATS_URL is required for `vadium-api relay`.')
  return url.split(',')
}

async function authenticatorOf(config: Config): Promise<Authenticator | undefined> {
  const { NATS_USER: user } = config
  const ways = ['NATS_CREDENTIALS_FILE', 'NATS_NKEY_FILE', 'NATS_USER'] as const
  const given = ways.filter((name) => config[name] !== undefined)
  if (given.length > 1) throw new ConfigError(`Set only one of ${given.join(' and ')}.`)
  if ((user === undefined) !== (config.NATS_PASSWORD_FILE === undefined)) {
    throw new ConfigError('NATS_USER and NATS_PASSWORD_FILE belong together.')
  }
  const credentials = await textOf(config, 'NATS_CREDENTIALS_FILE')
  if (credentials !== undefined) return credsAuthenticator(Buffer.from(credentials))
  const seed = await textOf(config, 'NATS_NKEY_FILE')
  if (seed !== undefined) return nkeyAuthenticator(Buffer.from(seed))
  const password = await textOf(config, 'NATS_PASSWORD_FILE')
  return user === undefined ? undefined : usernamePasswordAuthenticator(user, password)
}

type FileSetting =
  | 'NATS_CREDENTIALS_FILE'
  | 'NATS_NKEY_FILE'
  | 'NATS_PASSWORD_FILE'
  | 'NATS_CA_FILE'

/** The text of a file that a setting names, without white space around it. */
async function textOf(config: Config, name: FileSetting): Promise<string | undefined> {
  const path = config[name]
  if (path === undefined) return undefined
  let text: string
  try {
    text = (await readFile(path, 'utf8')).trim()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`The file of ${name} cannot be read: ${why}`)
  }
  if (text === '') throw new ConfigError(`The file of ${name} is empty.`)
  return text
}
