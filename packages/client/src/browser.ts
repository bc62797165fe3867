import { type ClientSettings, type ClientCredential, PlatformClient } from './client.ts'
import { fetchTransport } from './core/fetch-transport.ts'
import { webSigner } from './core/web-signer.ts'

/** How a client is set up. */
export type VadiumClientOptions = ClientSettings & ClientCredential

/** A client of the service. One is enough for a page: it is made for calls in parallel. */
export class VadiumClient extends PlatformClient {
  /** @throws TypeError or RangeError when an option is not as required; it never quotes the key. */
  constructor(options: VadiumClientOptions) {
    super(options, {
      signer: options.signer ?? webSigner(options.privateKey),
      transport: options.transport ?? fetchTransport(),
    })
  }
}

export * from './portable.ts'
