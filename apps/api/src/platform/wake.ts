/** A bell between who leaves work and who does it. Rung while nobody waits, it is heard by the next who does. */
export class Wake {
  #rung = false
  readonly #waiting = new Set<() => void>()

  call(): void {
    this.#rung = true
    for (const wake of this.#waiting) wake()
  }

  /** Resolves when it rings, or after so many milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
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
    this.#rung = false
  }
}
