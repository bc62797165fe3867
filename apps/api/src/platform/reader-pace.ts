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
  #bytes = 0
  #readerMs = 0
  #givenAtMs: number | undefined

  /** @param now Milliseconds of a monotonic clock. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** These bytes were given to the reader. Its time starts. */
  given(bytes: number): void {
    this.#bytes += bytes
    this.#givenAtMs = this.#now()
  }

  /** The reader requests more. Its time stops. */
  asked(): void {
    this.#readerMs = this.#elapsedMs
    this.#givenAtMs = undefined
    if (this.#readerMs <= windowMs) return
    this.#readerMs /= 2
    this.#bytes /= 2
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
