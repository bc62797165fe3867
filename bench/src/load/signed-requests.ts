import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { headerNames, signingInput } from '@vadium/schema'

/** How long before it is made a request may be dated: the service takes 30 s, and it has to be sent yet. */
const behindMsMax = 20_000
/** A read that is dated further ahead is recorded in the database, which costs a commit. */
const aheadMsMax = 1000

interface Key {
  readonly publicKey: string
  readonly privateKey: KeyObject
  /** Unix time in milliseconds that its last signature carries. */
  lastMs: number
}

/**
 * Requests signed with several keys of one organization in turn. A signature is good for one use, and
 * equal requests of one millisecond would share it, so each key dates its requests a millisecond apart.
 */
export class SignedRequests {
  readonly #keys: readonly Key[]
  readonly #notBeforeMs: number
  #turn = 0

  /** `notBeforeMs`: the earliest time to date a request at, Unix milliseconds. */
  constructor(
    pairs: readonly { readonly publicKey: string; readonly privateKey: string }[],
    notBeforeMs: number,
  ) {
    this.#notBeforeMs = notBeforeMs
    this.#keys = pairs.map(({ publicKey, privateKey }) => ({
      publicKey,
      // Parsed once: the SDK's signRequest parses the key at every call.
      privateKey: createPrivateKey({
        key: { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey.slice(0, 43) },
        format: 'jwk',
      }),
      lastMs: 0,
    }))
  }

  get(target: string): Buffer {
    return this.#signed('GET', target, '')
  }

  post(target: string, body: string): Buffer {
    return this.#signed('POST', target, body)
  }

  #signed(method: string, target: string, body: string): Buffer {
    const key = this.#keys[this.#turn % this.#keys.length]
    if (key === undefined) throw new Error('there is no key to sign with')
    this.#turn += 1
    const now = Date.now()
    key.lastMs = Math.max(this.#notBeforeMs, now - behindMsMax, key.lastMs + 1)
    if (key.lastMs > now + aheadMsMax) throw new Error('more was signed than the window holds')
    const timestamp = String(key.lastMs)
    const input = signingInput({ method, target, body: Buffer.from(body), timestamp })
    const content =
      body === ''
        ? ''
        : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    return Buffer.from(
      `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${content}` +
        `${headerNames.apiKey}: ${key.publicKey}\r\n` +
        `${headerNames.timestamp}: ${timestamp}\r\n` +
        `${headerNames.signature}: ${sign(null, input, key.privateKey).toString('base64url')}\r\n` +
        `\r\n${body}`,
    )
  }
}
