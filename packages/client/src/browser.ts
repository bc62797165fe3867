import { PlatformClient } from './client.ts'
import {
  type ClientCredential,
  type ClientSettings,
  type Platform,
  PlatformConnection,
} from './core/connection.ts'
import { fetchTransport } from './core/fetch-transport.ts'
import { webSigner } from './core/web-signer.ts'

/** How a client is set up. */
export type VadiumClientOptions = ClientSettings & ClientCredential

/** A client of the service. One is enough for a page: it is made for calls in parallel. */
export class VadiumClient extends PlatformClient {
  /** @throws TypeError or RangeError when an option is not as required; it never quotes the key. */
  constructor(options: VadiumClientOptions) {
    super(options, webPlatform(options))
  }
}

/**
 * What a client is without its resources: `new Transfers(connection)` has the methods of one of them, and a
 * bundler leaves out all others.
 */
export class VadiumConnection extends PlatformConnection {
  /** @throws as the constructor of `VadiumClient`. */
  constructor(options: VadiumClientOptions) {
    super(options, webPlatform(options))
  }
}

function webPlatform(options: VadiumClientOptions): Platform {
  return {
    signer: options.signer ?? webSigner(options.privateKey),
    transport: options.transport ?? fetchTransport(),
  }
}

export * from './portable.ts'
