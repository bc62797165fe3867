import type { IncomingMessage } from 'node:http'
import sodium from 'sodium-native'
import { headerNames, signatureWindowMs, signingInput } from '@vadium/schema'
import type { Clock } from '../clock.ts'
import { Refusal } from '../refusal.ts'
import type { Principal } from './caller.ts'
import type { CredentialRepository, CredentialRow } from './credential.repository.ts'
import { invalidityOf } from './credential-validity.ts'
import type { AcceptedSignature, ReplayStore } from './replay.ts'
import { readSignatureHeaders, unauthenticated } from './signature-headers.ts'

/** A request exactly as it was received. */
export interface ReceivedRequest {
  readonly method: string
  readonly target: string
  readonly headers: IncomingMessage['headers']
  readonly body: Uint8Array
}

/** Who signed a request. The signature is not a known replay. */
export interface Authenticated {
  readonly principal: Principal
  readonly signature: AcceptedSignature
}

/** Unknown keys are verified against this key, so that they take as long as known ones. */
const nobody = Buffer.from(
  'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  'hex',
)

/**
 * Authenticates requests. Every failure has the same answer, so that it reveals nothing; the cause
 * is logged. `OVERLOADED` is no failure: the signature is valid, and not known to be new.
 * Credentials are cached. Before an answer is sent, the database confirms the cached credential: in
 * the transaction that reads for the answer, or by `confirm`.
 */
export class Authenticator {
  readonly #credentials: CredentialRepository
  readonly #replays: ReplayStore
  readonly #clock: Clock
  readonly #known = new Map<string, CredentialRow>()
  readonly #knownMax: number

  /** `knownMax` is the size of the cache. Beyond it, the oldest entry is dropped. */
  constructor(
    credentials: CredentialRepository,
    replays: ReplayStore,
    clock: Clock,
    knownMax = 10_000,
  ) {
    this.#credentials = credentials
    this.#replays = replays
    this.#clock = clock
    this.#knownMax = knownMax
  }

  async authenticate(request: ReceivedRequest): Promise<Authenticated | Refusal> {
    const headers = readSignatureHeaders(request.headers)
    if (headers instanceof Refusal) return headers
    const { publicKey, publicKeyText, timestamp } = headers

    const remembered = this.#known.get(publicKeyText)
    const credential = remembered ?? (await this.#load(publicKeyText, publicKey))
    const input = signingInput({ ...request, timestamp })
    const signer = credential === undefined ? nobody : publicKey
    const valid = sodium.crypto_sign_verify_detached(headers.signature, asBuffer(input), signer)
    if (credential === undefined || !valid) {
      // An unknown key has cost a query. A known key costs one here, so that the time does not
      // reveal it.
      if (remembered !== undefined) await this.#credentials.find(publicKey)
      return unauthenticated(credential === undefined ? 'unknown key' : 'bad signature')
    }
    const now = this.#clock.now()
    const unusable = this.#unusable(credential, now)
    if (unusable !== undefined) {
      if (remembered !== undefined) await this.#credentials.find(publicKey)
      return unusable
    }
    const signedAt = Number(timestamp)
    if (Math.abs(signedAt - now) > signatureWindowMs) return outOfWindow(now)
    const signature = await this.#replays.acceptOnce(headers.signature, signedAt, now)
    if (signature === undefined) return unauthenticated('replayed signature')
    if (signature instanceof Refusal) return signature
    return { principal: credential, signature }
  }

  /**
   * The owner of an authenticated request's key at this moment, from the database. It is for
   * answers without a transaction that has confirmed the credential.
   */
  async confirm(request: ReceivedRequest): Promise<Principal | Refusal> {
    const headers = readSignatureHeaders(request.headers)
    if (headers instanceof Refusal) return headers
    this.#known.delete(headers.publicKeyText)
    const credential = await this.#load(headers.publicKeyText, headers.publicKey)
    if (credential === undefined) return unauthenticated('unknown key')
    return this.#unusable(credential, this.#clock.now()) ?? credential
  }

  #unusable(credential: CredentialRow, now: number): Refusal | undefined {
    const invalidity = invalidityOf(credential, now)
    return invalidity && unauthenticated(`${invalidity} key`)
  }

  async #load(publicKeyText: string, publicKey: Buffer): Promise<CredentialRow | undefined> {
    const row = await this.#credentials.find(publicKey)
    if (row === undefined) return undefined
    if (!row.revoked) this.#remember(publicKeyText, row)
    return row
  }

  #remember(publicKeyText: string, credential: CredentialRow): void {
    if (this.#known.size >= this.#knownMax) {
      const [oldest] = this.#known.keys()
      if (oldest !== undefined) this.#known.delete(oldest)
    }
    this.#known.set(publicKeyText, credential)
  }
}

function outOfWindow(now: number): Refusal {
  return new Refusal('TIMESTAMP_OUT_OF_WINDOW', [
    {
      field: headerNames.timestamp,
      issue: `must be within ${signatureWindowMs / 1000} s of the server's time, ${now}`,
      value: String(now),
    },
  ])
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
