import type { Dispatcher } from 'undici'
import { PlatformClient } from './client.ts'
import {
  checkClientOptions,
  type ClientCredential,
  type ClientSettings,
  type Platform,
  PlatformConnection,
} from './core/connection.ts'
import { fromEnvironment } from './core/environment.ts'
import { fetchTransport } from './core/fetch-transport.ts'
import { nodeSigner } from './core/node-signer.ts'
import type { Signer } from './core/signing.ts'
import type { Transport } from './core/transport.ts'
import { undiciTransport } from './core/undici-transport.ts'
import { type AppInfo, userAgent } from './core/user-agent.ts'

/**
 * The options of a client. The environment variables `VADIUM_URL` and `VADIUM_PRIVATE_KEY` are the
 * defaults of `baseUrl` and `privateKey`.
 */
export type VadiumClientOptions = Partial<ClientSettings> &
  (ClientCredential | { readonly privateKey?: undefined; readonly signer?: undefined }) & {
    /** Names your program in the `User-Agent` of each request. */
    readonly appInfo?: AppInfo | undefined
    /** An undici dispatcher, for a proxy, a pool or other TLS settings. The caller closes it. */
    readonly dispatcher?: Dispatcher | undefined
  }

/** A client of the service. Create one for each process: it makes calls in parallel. */
export class VadiumClient extends PlatformClient {
  /** @throws TypeError or RangeError for an invalid option. The message never quotes the key. */
  constructor(options: VadiumClientOptions = {}) {
    const settings = nodeSettings(options)
    super(settings, nodePlatform(settings))
  }
}

/**
 * A client without resources, for smaller bundles: `new Transfers(connection)` has the methods of
 * one resource, and a bundler leaves out the others.
 */
export class VadiumConnection extends PlatformConnection {
  /** @throws the same errors as the constructor of `VadiumClient`. */
  constructor(options: VadiumClientOptions = {}) {
    const settings = nodeSettings(options)
    super(settings, nodePlatform(settings))
  }
}

type NodeSettings = ReturnType<typeof nodeSettings>

function nodeSettings(options: VadiumClientOptions) {
  checkClientOptions(options, ['dispatcher', 'appInfo'])
  return { ...options, ...fromEnvironment(options, process.env) }
}

function nodePlatform(options: NodeSettings): Platform {
  if (options.transport !== undefined && options.dispatcher !== undefined) {
    throw new TypeError('Set transport or dispatcher, not both.')
  }
  return {
    signer: options.signer ?? signerOf(options),
    transport: options.transport ?? ownTransport(options.dispatcher),
    userAgent: userAgent(runtime(), options.appInfo),
  }
}

/** Bun has its own `undici`, which cannot send. */
function ownTransport(dispatcher: Dispatcher | undefined): Transport {
  const usesFetch = process.versions['bun'] !== undefined && dispatcher === undefined
  return usesFetch ? fetchTransport() : undiciTransport(dispatcher)
}

function runtime(): string {
  const { bun, node } = process.versions
  return bun === undefined ? `node/${node}` : `bun/${bun}`
}

function signerOf({ privateKey, keySource }: NodeSettings): Signer {
  try {
    return nodeSigner(privateKey ?? '')
  } catch (error) {
    if (keySource === undefined || !(error instanceof TypeError)) throw error
    throw new TypeError(`${keySource}: ${error.message}`, { cause: error })
  }
}

export { generateKeyPair, proveKey, publicKeyOf, signRequest } from './core/node-signer.ts'
export type { AppInfo } from './core/user-agent.ts'
export { undiciTransport } from './core/undici-transport.ts'
export {
  VadiumWebhookError,
  verifyWebhook,
  type WebhookErrorReason,
  type WebhookEvent,
} from './core/verify-webhook.ts'
export * from './portable.ts'
