/** How long a process bypasses Redis before it tries it again. */
export const bypassMs = 5000

interface Options {
  /** Called when Redis is bypassed, with the error, and when it answers again. */
  readonly onChange: (isOpen: boolean, error?: unknown) => void
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
  readonly bypassMs?: number | undefined
}

/**
 * Bypasses a Redis server that does not answer. After one failure this process works alone. Every
 * five seconds one command is a trial, and the first that succeeds ends the bypass. So an
 * unresponsive server costs one short wait every five seconds, not one for each request.
 */
export class RedisBreaker {
  readonly #onChange: Options['onChange']
  readonly #now: () => number
  readonly #bypassMs: number
  #tryAgainAtMs: number | undefined

  constructor({ onChange, now = () => performance.now(), bypassMs: ms = bypassMs }: Options) {
    this.#onChange = onChange
    this.#now = now
    this.#bypassMs = ms
  }

  /** Whether Redis is bypassed. */
  get isOpen(): boolean {
    return this.#tryAgainAtMs !== undefined
  }

  /** Runs `shared`. If Redis is bypassed or fails, runs `alone` instead. */
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
    // During this trial all other calls work alone.
    this.#tryAgainAtMs = this.#now() + this.#bypassMs
    return true
  }

  #open(error: unknown): void {
    const wasOpen = this.isOpen
    this.#tryAgainAtMs = this.#now() + this.#bypassMs
    if (!wasOpen) this.#onChange(true, error)
  }

  #close(): void {
    if (!this.isOpen) return
    this.#tryAgainAtMs = undefined
    this.#onChange(false)
  }
}
