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

/** The options of a client. */
export type VadiumClientOptions = ClientSettings &
  ClientCredential & {
    /** An undici dispatcher, for a proxy, a pool or other TLS settings. The caller closes it. */
    readonly dispatcher?: Dispatcher | undefined
  }

/** A client of the service. Create one for each process: it makes calls in parallel. */
export class VadiumClient extends PlatformClient {
  /** @throws TypeError or RangeError for an invalid option. The message never quotes the key. */
  constructor(options: VadiumClientOptions) {
    super(options, nodePlatform(options))
  }
}

/**
 * A client without resources, for smaller bundles: `new Transfers(connection)` has the methods of
 * one resource, and a bundler leaves out the others.
 */
export class VadiumConnection extends PlatformConnection {
  /** @throws the same errors as the constructor of `VadiumClient`. */
  constructor(options: VadiumClientOptions) {
    super(options, nodePlatform(options))
  }
}

function nodePlatform(options: VadiumClientOptions): Platform {
  if (options.transport !== undefined && options.dispatcher !== undefined) {
    throw new TypeError('Set transport or dispatcher, not both.')
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
