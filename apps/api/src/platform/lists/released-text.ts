import type { ReaderPace } from '../reader-pace.ts'

const rest = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms))

interface Parts {
  readonly chunks: AsyncGenerator<string, void, undefined>
  /** Releases what the text is read from. It may be called more than once. */
  readonly end: () => Promise<void> | void
  readonly failed: (error: unknown) => void
  readonly pace: ReaderPace
}

/**
 * A text that releases its source when it ends, when it fails and when its reader leaves, even
 * before the first part.
 */
export class ReleasedText implements AsyncIterableIterator<string> {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<string>> {
    const { chunks, end, failed, pace } = this.#parts
    const restMs = pace.asked()
    if (restMs > 0) await rest(restMs)
    try {
      const result = await chunks.next()
      if (result.done === true) await end()
      else pace.given(result.value.length)
      return result
    } catch (error) {
      failed(error)
      await end()
      throw error
    }
  }

  async return(): Promise<IteratorResult<string>> {
    await this.#parts.chunks.return()
    await this.#parts.end()
    return { done: true, value: undefined }
  }
}
