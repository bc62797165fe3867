import type { Dispatcher } from 'undici'
import { PlatformClient } from './client.ts'
import {
  type ClientCredential,
  type ClientSettings,
  type Platform,
  PlatformConnection,
} from './core/connection.ts'
import { nodeSigner } from './core/node-signer.ts'
import { undiciTransport } from './core/undici-transport.ts'

/** How a client is set up. */
export type VadiumClientOptions = ClientSettings &
  ClientCredential & {
    /** An undici dispatcher to send with: a proxy, a pool, other TLS settings. The caller closes it. */
    readonly dispatcher?: Dispatcher | undefined
  }

/** A client of the service. One is enough for a process: it is made for calls in parallel. */
export class VadiumClient extends PlatformClient {
  /** @throws TypeError or RangeError when an option is not as required; it never quotes the key. */
  constructor(options: VadiumClientOptions) {
    super(options, nodePlatform(options))
  }
}

/**
 * What a client is without its resources: `new Transfers(connection)` has the methods of one of them, and a
 * bundler leaves out all others.
 */
export class VadiumConnection extends PlatformConnection {
  /** @throws as the constructor of `VadiumClient`. */
  constructor(options: VadiumClientOptions) {
    super(options, nodePlatform(options))
  }
}

function nodePlatform(options: VadiumClientOptions): Platform {
  if (options.transport !== undefined && options.dispatcher !== undefined) {
    throw new TypeError('Give a transport or a dispatcher, not both.')
  }
  return {
    signer: options.signer ?? nodeSigner(options.privateKey),
    transport: options.transport ?? undiciTransport(options.dispatcher),
  }
}

export { generateKeyPair, proveKey, publicKeyOf, signRequest } from './core/node-signer.ts'
export { undiciTransport } from './core/undici-transport.ts'
export { VadiumWebhookError, verifyWebhook, type WebhookEvent } from './core/verify-webhook.ts'
export * from './portable.ts'
