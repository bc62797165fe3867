/** The pace counts as known after the reader has kept the service waiting for this long. */
const knownAfterMs = 3000
/** Older data counts half, so that a reader who becomes slower is noticed. */
const windowMs = 10_000

/**
 * Measures how fast a reader takes what is ready for it. Only the time between giving a part and
 * the request for the next counts. The time in which the service reads rows does not.
 */
export class ReaderPace {
  readonly #now: () => number
  readonly #restAfter: (workedMs: number) => number
  #workBeganAtMs: number
  #restMs = 0
  #bytes = 0
  #readerMs = 0
  #givenAtMs: number | undefined

  /**
   * @param now Milliseconds of a monotonic clock.
   * @param restAfter How long to rest after so much work, both in milliseconds.
   */
  constructor(now = () => performance.now(), restAfter: (workedMs: number) => number = () => 0) {
    this.#now = now
    this.#restAfter = restAfter
    this.#workBeganAtMs = now()
  }

  /** These bytes were given to the reader. Its time starts. */
  given(bytes: number): void {
    this.#bytes += bytes
    this.#givenAtMs = this.#now()
    this.#restMs = this.#restAfter(Math.max(0, this.#givenAtMs - this.#workBeganAtMs))
  }

  /**
   * The reader requests more. Its time stops.
   * @returns how long the service should rest before it works on the next part, in milliseconds.
   */
  asked(): number {
    this.#readerMs = this.#elapsedMs
    this.#givenAtMs = undefined
    if (this.#readerMs > windowMs) {
      this.#readerMs /= 2
      this.#bytes /= 2
    }
    this.#workBeganAtMs = this.#now() + this.#restMs
    return this.#restMs
  }

  /** Bytes per second; Infinity while the pace is unknown. */
  get bytesPerSecond(): number {
    const elapsedMs = this.#elapsedMs
    return elapsedMs < knownAfterMs ? Infinity : (this.#bytes * 1000) / elapsedMs
  }

  get #elapsedMs(): number {
    return this.#readerMs + (this.#givenAtMs === undefined ? 0 : this.#now() - this.#givenAtMs)
  }
}
