/** How long a process bypasses Redis before it tries it again. */
export const bypassMs = 5000

/** How long a caller waits for an answer of Redis. */
const waitMs = 500

interface Options {
  /** Called when Redis is bypassed, with the error, and when it answers again. */
  readonly onChange: (isOpen: boolean, error?: unknown) => void
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
  readonly bypassMs?: number | undefined
  readonly waitMs?: number | undefined
}

/** How a caller gets what it needs. */
interface Ways<T> {
  /** With Redis. It rejects if the connection is lost, or nothing has come for seconds. */
  readonly shared: () => Promise<T>
  /** Without Redis, which is bypassed. */
  readonly alone: () => Promise<T>
  /** Redis is there, and its answer has not come in time. Default: `alone`. */
  readonly late?: () => Promise<T>
}

/**
 * Bypasses a Redis server that is away: after one failed command this process works alone. Every
 * five seconds, and when the server is connected again, one command is a trial, and the first that
 * succeeds ends the bypass. A slow answer is no failure: its caller alone does without it.
 */
export class RedisBreaker {
  readonly #onChange: Options['onChange']
  readonly #now: () => number
  readonly #bypassMs: number
  readonly #waitMs: number
  #tryAgainAtMs: number | undefined

  constructor({ onChange, now = () => performance.now(), ...times }: Options) {
    this.#onChange = onChange
    this.#now = now
    this.#bypassMs = times.bypassMs ?? bypassMs
    this.#waitMs = times.waitMs ?? waitMs
  }

  /** Whether Redis is bypassed. */
  get isOpen(): boolean {
    return this.#tryAgainAtMs !== undefined
  }

  /** The server is connected again: the next command is a trial. */
  connected(): void {
    if (this.isOpen) this.#tryAgainAtMs = -Infinity
  }

  async run<T>({ shared, alone, late = alone }: Ways<T>): Promise<T> {
    if (!this.#mayAsk()) return alone()
    let timer: NodeJS.Timeout | undefined
    const isLate = new Promise<typeof late>((resolve) => {
      timer = setTimeout(() => resolve(late), this.#waitMs)
    })
    // The answer opens or closes the breaker after its caller has left, too.
    const asked = shared().then(
      (outcome) => {
        this.#close()
        return () => Promise.resolve(outcome)
      },
      (error: unknown) => {
        this.#open(error)
        return alone
      },
    )
    const way = await Promise.race([asked, isLate])
    clearTimeout(timer)
    return way === late && this.isOpen ? alone() : way()
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
