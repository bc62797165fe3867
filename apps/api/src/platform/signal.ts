/** Wakes a waiting worker. A signal sent while nobody waits is kept for the next wait. */
export class Signal {
  #isSent = false
  readonly #waiting = new Set<() => void>()

  send(): void {
    this.#isSent = true
    for (const wake of this.#waiting) wake()
  }

  /** Resolves when a signal is sent, or after `ms` milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#isSent) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          this.#waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        this.#waiting.add(wake)
      })
    }
    this.#isSent = false
  }
}
