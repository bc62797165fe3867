import { type UsedTimes, usedTimes } from './used-times.ts'

/**
 * The timestamps of one client's signatures, in Unix milliseconds, from its own clock and its
 * server's. No timestamp is used twice with one key in this process: equal requests of one
 * millisecond would have the same signature, and the service accepts a signature once.
 */
export class SigningClock {
  readonly #now: () => number
  readonly #used: UsedTimes
  #offsetMs = 0
  #last = 0

  constructor(now: () => number, used: UsedTimes = usedTimes) {
    this.#now = now
    this.#used = used
  }

  /** @throws RangeError when the clock does not return whole milliseconds. */
  next(publicKey: string): string {
    const from = Math.max(Math.floor(this.#now()) + this.#offsetMs, this.#last + 1)
    if (!Number.isSafeInteger(from)) {
      throw new RangeError('now must return the time in Unix milliseconds.')
    }
    this.#last = this.#used.take(publicKey, from)
    return String(this.#last)
  }

  /** Makes later timestamps use the server's clock. */
  follow(serverTimeMs: number): void {
    this.#offsetMs = serverTimeMs - Math.floor(this.#now())
    // A last timestamp ahead of the server's clock would keep later ones ahead of it too.
    if (serverTimeMs < this.#last) this.#last = 0
  }
}
