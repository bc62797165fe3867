import type { Refusal } from '../refusal.ts'
import { type KnownSince, signatureLifetimeMs, signaturesKeptMs } from './known-since.ts'

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

/** Signatures that were accepted one after another. */
interface Generation {
  readonly signatures: Set<string>
  /** The earliest and the latest timestamp among them. */
  oldestMs: number
  newestMs: number
}

/** A generation that is no longer valid, unless the clock is set back. */
interface PastGeneration extends Pick<Generation, 'oldestMs' | 'newestMs'> {
  /** The first eight bytes of each signature. */
  readonly beginnings: BigUint64Array
}

/**
 * The accepted signatures of one process, in generations. Each lasts as long as a signature can be
 * valid. Then eight bytes of each of its signatures are kept for an hour, in which the clock may be
 * set back, so that they become valid a second time. After that, a signature with a timestamp of
 * the time in which others were forgotten is refused.
 */
export class ReplayMemory implements ReplayStore {
  readonly #since: KnownSince
  #current = emptyGeneration()
  #previous = emptyGeneration()
  #past: PastGeneration[] = []
  #beganAtMs = -Infinity

  constructor(since: KnownSince) {
    this.#since = since
  }

  acceptOnce(
    signature: Buffer,
    signedAtMs: number,
    nowMs: number,
  ): Promise<AcceptedSignature | undefined> {
    this.#since.observe(nowMs)
    this.#rotate(nowMs)
    if (this.#since.hasForgotten(signedAtMs) || this.#knows(signature, signedAtMs))
      return Promise.resolve(undefined)
    this.#current.signatures.add(signature.toString('latin1'))
    this.#current.oldestMs = Math.min(this.#current.oldestMs, signedAtMs)
    this.#current.newestMs = Math.max(this.#current.newestMs, signedAtMs)
    const { knownFromMs, firstReadMs } = this.#since
    return Promise.resolve({ bytes: signature, signedAtMs, knownFromMs, firstReadMs })
  }

  #knows(signature: Buffer, signedAtMs: number): boolean {
    const key = signature.toString('latin1')
    if (this.#current.signatures.has(key) || this.#previous.signatures.has(key)) return true
    return this.#past.some(
      ({ oldestMs, newestMs, beginnings }) =>
        oldestMs <= signedAtMs &&
        signedAtMs <= newestMs &&
        beginnings.includes(signature.readBigUInt64LE()),
    )
  }

  /** Begins a generation when the current one is over, or lies in the future of the clock. */
  #rotate(nowMs: number): void {
    if (this.#beganAtMs <= nowMs && nowMs < this.#beganAtMs + signatureLifetimeMs) return
    if (this.#previous.signatures.size > 0) this.#past.push(pastOf(this.#previous))
    this.#previous = this.#current
    this.#current = emptyGeneration()
    this.#beganAtMs = nowMs
    this.#forget(nowMs)
  }

  #forget(nowMs: number): void {
    const isKept = ({ newestMs }: PastGeneration) => newestMs >= nowMs - signaturesKeptMs
    for (const past of this.#past) {
      if (!isKept(past)) this.#since.forget({ fromMs: past.oldestMs, toMs: past.newestMs })
    }
    this.#past = this.#past.filter(isKept)
  }
}

function emptyGeneration(): Generation {
  return { signatures: new Set(), oldestMs: Infinity, newestMs: -Infinity }
}

function pastOf({ signatures, oldestMs, newestMs }: Generation): PastGeneration {
  const beginnings = new BigUint64Array(signatures.size)
  let index = 0
  for (const key of signatures) {
    beginnings[index] = Buffer.from(key, 'latin1').readBigUInt64LE()
    index += 1
  }
  return { oldestMs, newestMs, beginnings }
}
