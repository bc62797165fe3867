interface Parts {
  /** Writes what waits. It must not throw. */
  readonly write: () => Promise<void>
  /** Whether something waits. */
  readonly waits: () => boolean
  /** How long something waits at first, in milliseconds. */
  readonly pauseMs: () => number
}

/**
 * Writes what waits together, a moment after the first of it. It writes once at a time: what begins
 * to wait meanwhile is written after another moment.
 */
export class DelayedWrite {
  readonly #write: Parts['write']
  readonly #waits: Parts['waits']
  readonly #pauseMs: Parts['pauseMs']
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #closed = false

  constructor({ write, waits, pauseMs }: Parts) {
    this.#write = write
    this.#waits = waits
    this.#pauseMs = pauseMs
  }

  /** To be called when something has begun to wait. */
  schedule(): void {
    if (this.#closed || this.#writing !== undefined) return
    this.#timer ??= setTimeout(() => void this.flush(), this.#pauseMs())
  }

  /** Writes what waits, or waits for the write that has begun. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waits()) this.#writing ??= this.#run()
    await this.#writing
  }

  /** Makes a last attempt, which contains all that waits. Nothing is scheduled any more. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#writing
    await this.flush()
  }

  async #run(): Promise<void> {
    await this.#write()
    this.#writing = undefined
    if (this.#waits()) this.schedule()
  }
}
