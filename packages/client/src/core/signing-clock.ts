import { type UsedTimes, usedTimes } from './used-times.ts'

/**
 * The times that the signatures of one client carry, in Unix milliseconds: by its own clock and its
 * server's, but never one that this process has given to the same key before. Two equal requests in
 * one millisecond would have one signature, and the service accepts a signature once.
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

  /** @throws RangeError when the clock does not give the time. */
  next(publicKey: string): string {
    const from = Math.max(Math.floor(this.#now()) + this.#offsetMs, this.#last + 1)
    if (!Number.isSafeInteger(from)) {
      throw new RangeError('now must give the time in Unix milliseconds.')
    }
    this.#last = this.#used.take(publicKey, from)
    return String(this.#last)
  }

  /** Follows the server's clock from now on, forwards or back. */
  follow(serverTimeMs: number): void {
    this.#offsetMs = serverTimeMs - Math.floor(this.#now())
    // A last time that lies ahead of the server would keep every later one outside its window.
    if (serverTimeMs < this.#last) this.#last = 0
  }
}
