/** Told when a part of a text is wanted, and when it is given. */
interface Pace {
  asked(): void
  given(characters: number): void
}

interface Parts {
  readonly chunks: AsyncGenerator<string, void, undefined>
  /** Gives back what it is read from. May be done more than once. */
  readonly end: () => Promise<void> | void
  readonly failed: (error: unknown) => void
  readonly pace?: Pace
}

/** A text that gives back what it is read from: at its end, when it fails, and when its reader goes, even before its beginning. */
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
    pace?.asked()
    try {
      const result = await chunks.next()
      if (result.done === true) await end()
      else pace?.given(result.value.length)
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
