// More signatures than this inside the server's window are beyond any rate limit.
const RECENT_MAX = 10_000

/**
 * The times that signatures carry, in Unix milliseconds. No time is given twice: two equal requests
 * in one millisecond would have one signature, and the service accepts a signature once.
 */
export class SigningClock {
  readonly #now: () => number
  readonly #recent = new Set<number>()
  #offsetMs = 0
  #last = 0

  constructor(now: () => number) {
    this.#now = now
  }

  next(): string {
    let time = Math.max(Math.floor(this.#now()) + this.#offsetMs, this.#last + 1)
    // Only after the clock was set back can a time come round again.
    while (this.#recent.has(time)) time += 1
    this.#last = time
    this.#recent.add(time)
    if (this.#recent.size > RECENT_MAX) this.#forgetOldest()
    return String(time)
  }

  /** Follows the server's clock from now on, forwards or back. */
  follow(serverTimeMs: number): void {
    this.#offsetMs = serverTimeMs - Math.floor(this.#now())
    // A last time that lies ahead of the server would keep every later one outside its window.
    if (serverTimeMs < this.#last) this.#last = 0
  }

  #forgetOldest(): void {
    for (const time of this.#recent) {
      this.#recent.delete(time)
      return
    }
  }
}
