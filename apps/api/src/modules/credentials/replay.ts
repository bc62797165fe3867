import { signatureWindowMs } from '@vadium/schema'

/** How long a signature can be valid: from the earliest to the latest clock that may have made it. */
export const signatureLifetimeMs = 2 * signatureWindowMs + 1000

/** Signatures that were accepted, each once. */
export interface ReplayStore {
  /** Records the signature for as long as it could be valid; false if it stands there already. */
  acceptOnce(signature: Buffer, nowMs: number): Promise<boolean>
}

/**
 * The signatures of one process. Two generations, each as long as a signature may live, so that
 * forgetting costs nothing: the older one is dropped whole.
 */
export class ReplayMemory implements ReplayStore {
  #current = new Set<string>()
  #previous = new Set<string>()
  #turnAtMs = 0

  acceptOnce(signature: Buffer, nowMs: number): Promise<boolean> {
    this.#turn(nowMs)
    const key = signature.toString('latin1')
    if (this.#current.has(key) || this.#previous.has(key)) return Promise.resolve(false)
    this.#current.add(key)
    return Promise.resolve(true)
  }

  #turn(nowMs: number): void {
    if (nowMs < this.#turnAtMs) return
    // After a pause of two lifetimes nothing of before can still be valid.
    this.#previous = nowMs < this.#turnAtMs + signatureLifetimeMs ? this.#current : new Set()
    this.#current = new Set()
    this.#turnAtMs = nowMs + signatureLifetimeMs
  }
}
