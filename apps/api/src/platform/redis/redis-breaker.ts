/** How long a process goes on without the shared server before it tries it once more. */
export const bypassMs = 5000

interface Options {
  /** Told when the shared server is given up, with why, and when it answers again. */
  readonly onChange: (isOpen: boolean, error?: unknown) => void
  /** Milliseconds of a clock that never jumps. */
  readonly now?: () => number
}

/**
 * Stops asking a shared server that does not answer. One failure is enough: from then on this process
 * works alone. Every five seconds one command is a trial, and the first that succeeds ends the bypass.
 * So a server that hangs costs one short wait in five seconds, and not one with every request.
 */
export class RedisBreaker {
  readonly #onChange: Options['onChange']
  readonly #now: () => number
  #tryAgainAtMs: number | undefined

  constructor({ onChange, now = () => performance.now() }: Options) {
    this.#onChange = onChange
    this.#now = now
  }

  /** Whether the server is bypassed. */
  get isOpen(): boolean {
    return this.#tryAgainAtMs !== undefined
  }

  /** Does the work with the shared server, or alone where it is bypassed or fails. */
  async run<T>(shared: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
    if (!this.#mayAsk()) return alone()
    let outcome: T
    try {
      outcome = await shared()
    } catch (error) {
      this.#open(error)
      return alone()
    }
    this.#close()
    return outcome
  }

  #mayAsk(): boolean {
    if (this.#tryAgainAtMs === undefined) return true
    if (this.#now() < this.#tryAgainAtMs) return false
    // While this trial is under way, everybody else goes on alone.
    this.#tryAgainAtMs = this.#now() + bypassMs
    return true
  }

  #open(error: unknown): void {
    const wasOpen = this.isOpen
    this.#tryAgainAtMs = this.#now() + bypassMs
    if (!wasOpen) this.#onChange(true, error)
  }

  #close(): void {
    if (!this.isOpen) return
    this.#tryAgainAtMs = undefined
    this.#onChange(false)
  }
}
