/** A pace is known when the reader has kept the service waiting for so long. */
const knownAfterMs = 3000
/** What is older counts half, so that a reader who slows down is noticed. */
const windowMs = 10_000

/**
 * How fast a reader takes what is ready for it. Only the time from giving a part until the next is wanted
 * is the reader's; while the service itself looks for rows, no time passes here.
 */
export class ReaderPace {
  readonly #now: () => number
  #bytes = 0
  #readerMs = 0
  #givenAtMs: number | undefined

  /** @param now Milliseconds of a clock that never jumps. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** So much was given to the reader, whose time begins. */
  given(bytes: number): void {
    this.#bytes += bytes
    this.#givenAtMs = this.#now()
  }

  /** The reader wants more. */
  asked(): void {
    this.#readerMs = this.#elapsedMs
    this.#givenAtMs = undefined
    if (this.#readerMs <= windowMs) return
    this.#readerMs /= 2
    this.#bytes /= 2
  }

  /** Bytes a second; as fast as can be while that is not known. */
  get bytesPerSecond(): number {
    const elapsedMs = this.#elapsedMs
    return elapsedMs < knownAfterMs ? Infinity : (this.#bytes * 1000) / elapsedMs
  }

  get #elapsedMs(): number {
    return this.#readerMs + (this.#givenAtMs === undefined ? 0 : this.#now() - this.#givenAtMs)
  }
}
