import { signatureWindowMs } from '@vadium/schema'

/** How long a signature can be valid: from the earliest to the latest clock that may have made it. */
export const signatureLifetimeMs = 2 * signatureWindowMs + 1000

/** A signature that was accepted for the first time, as far as a memory knows. */
export interface AcceptedSignature {
  /** Its 64 bytes. */
  readonly bytes: Buffer
  /** Unix time in milliseconds. */
  readonly signedAtMs: number
  /** The memory knows every signature that was accepted from this time on, Unix milliseconds. */
  readonly knownFromMs: number
}

/** Signatures that were accepted, each once. */
export interface ReplayStore {
  /** Records a signature for as long as it could be valid; undefined if it was recorded before. */
  acceptOnce(
    signature: Buffer,
    signedAtMs: number,
    nowMs: number,
  ): Promise<AcceptedSignature | undefined>
}

interface Generation {
  readonly signatures: Set<string>
  /** The latest time at which one of them was signed. */
  newestMs: number
}

/**
 * The signatures of one process. Two generations, each as long as a signature may live, so that
 * forgetting costs nothing: the older one is dropped whole. A clock that jumps ahead and back would have
 * it forget too early, so what is as old as anything forgotten is refused.
 */
export class ReplayMemory implements ReplayStore {
  #current: Generation = { signatures: new Set(), newestMs: -Infinity }
  #previous: Generation = { signatures: new Set(), newestMs: -Infinity }
  #forgottenToMs = -Infinity
  #turnAtMs = -Infinity
  readonly #knownFromMs: number

  /** `knownFromMs`: the time from which every accepted signature goes through this memory. */
  constructor(knownFromMs: number) {
    this.#knownFromMs = knownFromMs
  }

  acceptOnce(
    signature: Buffer,
    signedAtMs: number,
    nowMs: number,
  ): Promise<AcceptedSignature | undefined> {
    this.#turn(nowMs)
    const key = signature.toString('latin1')
    const known = this.#current.signatures.has(key) || this.#previous.signatures.has(key)
    if (known || signedAtMs <= this.#forgottenToMs) return Promise.resolve(undefined)
    this.#current.signatures.add(key)
    this.#current.newestMs = Math.max(this.#current.newestMs, signedAtMs)
    return Promise.resolve({ bytes: signature, signedAtMs, knownFromMs: this.#knownFromMs })
  }

  #turn(nowMs: number): void {
    if (nowMs < this.#turnAtMs) return
    this.#forgottenToMs = Math.max(this.#forgottenToMs, this.#previous.newestMs)
    this.#previous = this.#current
    this.#current = { signatures: new Set(), newestMs: -Infinity }
    this.#turnAtMs = nowMs + signatureLifetimeMs
  }
}
