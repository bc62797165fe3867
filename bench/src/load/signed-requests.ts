import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto'
import { headerNames, signingInput } from '@vadium/schema'

/** How old the time of a request may be when it is signed. The service accepts 30 s in all. */
const behindMsMax = 20_000
/** A read with a later time is recorded in the database, which costs a commit. */
const aheadMsMax = 1000

interface Key {
  readonly publicKey: string
  readonly privateKey: KeyObject
  /** The time of its last signature, in Unix milliseconds. */
  lastMs: number
}

/**
 * Requests that several keys of one organization sign in turn. Equal requests of one key and one
 * millisecond would have the same signature, which is valid once, so the times of a key differ.
 */
export class SignedRequests {
  readonly #keys: readonly Key[]
  readonly #notBeforeMs: number
  #turn = 0

  /** `notBeforeMs`: the earliest time of a request, in Unix milliseconds. */
  constructor(
    pairs: readonly { readonly publicKey: string; readonly privateKey: string }[],
    notBeforeMs: number,
  ) {
    this.#notBeforeMs = notBeforeMs
    this.#keys = pairs.map(({ publicKey, privateKey }) => ({
      publicKey,
      // Parsed once, because signRequest of the SDK parses the key at every call.
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

  /** A write that has its own idempotency key. */
  write(target: string, body: string): Buffer {
    const line = `${headerNames.idempotencyKey}: ${randomUUID()}\r\n`
    return this.#signed('POST', target, body, line)
  }

  #signed(method: string, target: string, body: string, line = ''): Buffer {
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
      `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${content}${line}` +
        `${headerNames.apiKey}: ${key.publicKey}\r\n` +
        `${headerNames.timestamp}: ${timestamp}\r\n` +
        `${headerNames.signature}: ${sign(null, input, key.privateKey).toString('base64url')}\r\n` +
        `\r\n${body}`,
    )
  }
}
