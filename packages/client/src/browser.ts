import { PlatformClient } from './client.ts'
import {
  checkClientOptions,
  type ClientCredential,
  type ClientSettings,
  type Platform,
  PlatformConnection,
} from './core/connection.ts'
import { checkGiven } from './core/environment.ts'
import { fetchTransport } from './core/fetch-transport.ts'
import { webSigner } from './core/web-signer.ts'

/** The address of the service, the key that signs, and the defaults of each call. */
export type VadiumClientOptions = ClientSettings & ClientCredential

/** A client of the service. Create one for each page: it makes calls in parallel. */
export class VadiumClient extends PlatformClient {
  /** @throws TypeError or RangeError for an invalid option. The message never quotes the key. */
  constructor(options: VadiumClientOptions) {
    super(options, webPlatform(options))
  }
}

/**
 * A client without resources, for smaller bundles: `new Transfers(connection)` has the methods of
 * one resource, and a bundler leaves out the others.
 */
export class VadiumConnection extends PlatformConnection {
  /** @throws the same errors as the constructor of `VadiumClient`. */
  constructor(options: VadiumClientOptions) {
    super(options, webPlatform(options))
  }
}

function webPlatform(options: VadiumClientOptions): Platform {
  checkClientOptions(options)
  checkGiven(options)
  return {
    signer: options.signer ?? webSigner(options.privateKey),
    transport: options.transport ?? fetchTransport(),
  }
}

export * from './portable.ts'
