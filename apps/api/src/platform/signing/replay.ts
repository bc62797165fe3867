import { signatureWindowMs } from '@vadium/schema'
import type { Refusal } from '../refusal.ts'

/**
 * How long a signature can be valid, between the slowest and the fastest clock that is accepted.
 */
export const signatureLifetimeMs = 2 * signatureWindowMs + 1000

/** A signature that the memory accepted for the first time. */
export interface AcceptedSignature {
  /** Its 64 bytes. */
  readonly bytes: Buffer
  /** Unix milliseconds. */
  readonly signedAtMs: number
  /** The memory contains every signature accepted since this time, in Unix milliseconds. */
  readonly knownFromMs: number
  /** A read with an earlier timestamp may have been accepted before that, and is refused. */
  readonly firstReadMs: number
}

/** Accepts each signature once. */
export interface ReplayStore {
  /**
   * Records a signature for as long as it can be valid. Undefined if it was recorded before, and a
   * refusal if that is not known in time.
   */
  acceptOnce(
    signature: Buffer,
    signedAtMs: number,
    nowMs: number,
  ): Promise<AcceptedSignature | Refusal | undefined>
}

interface Generation {
  readonly signatures: Set<string>
  /** The latest timestamp among the signatures. */
  newestMs: number
}

/**
 * The accepted signatures of one process, in two generations. Each lasts as long as a signature can
 * be valid, and the older one is dropped as a whole, which costs nothing. If the clock jumps ahead
 * and back, signatures are dropped too early, so a signature no newer than any dropped one is
 * refused.
 */
export class ReplayMemory implements ReplayStore {
  #current: Generation = { signatures: new Set(), newestMs: -Infinity }
  #previous: Generation = { signatures: new Set(), newestMs: -Infinity }
  #droppedToMs = -Infinity
  #rotatesAtMs = -Infinity
  readonly #knownFromMs: number
  readonly #firstReadMs: number

  /**
   * `knownFromMs`: since when every accepted signature goes through this memory. `firstReadMs`: the
   * earliest timestamp of a read that cannot have been accepted before.
   */
  constructor(knownFromMs: number, firstReadMs: number) {
    this.#knownFromMs = knownFromMs
    this.#firstReadMs = firstReadMs
  }

  acceptOnce(
    signature: Buffer,
    signedAtMs: number,
    nowMs: number,
  ): Promise<AcceptedSignature | undefined> {
    this.#rotate(nowMs)
    const key = signature.toString('latin1')
    const known = this.#current.signatures.has(key) || this.#previous.signatures.has(key)
    if (known || signedAtMs <= this.#droppedToMs) return Promise.resolve(undefined)
    this.#current.signatures.add(key)
    this.#current.newestMs = Math.max(this.#current.newestMs, signedAtMs)
    return Promise.resolve({
      bytes: signature,
      signedAtMs,
      knownFromMs: this.#knownFromMs,
      firstReadMs: this.#firstReadMs,
    })
  }

  #rotate(nowMs: number): void {
    if (nowMs < this.#rotatesAtMs) return
    this.#droppedToMs = Math.max(this.#droppedToMs, this.#previous.newestMs)
    this.#previous = this.#current
    this.#current = { signatures: new Set(), newestMs: -Infinity }
    this.#rotatesAtMs = nowMs + signatureLifetimeMs
  }
}
