import { createParser } from 'eventsource-parser'
import { malformed, tooLarge } from './reply.ts'
import { nextChunk, type OpenReply, utf8Decoder } from './open-reply.ts'
import type { VadiumError } from './errors.ts'

/** A frame of a stream of server-sent events. */
export interface StreamFrame {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** The largest frame that is read, in characters. */
const frameLengthMax = 1024 * 1024

/** Reads the frames of one answer on demand, with one chunk and one frame in memory at a time. */
export class FrameReader {
  readonly #opened: OpenReply
  readonly #bytes: AsyncIterator<Uint8Array>
  readonly #decode: (chunk: Uint8Array | undefined) => string
  readonly #frames: StreamFrame[] = []
  #failure: VadiumError | undefined
  #comments = 0

  readonly #parser = createParser({
    maxBufferSize: frameLengthMax,
    onEvent: ({ id = '', event = 'message', data }) => this.#frames.push({ id, event, data }),
    onComment: () => {
      this.#comments += 1
    },
    onError: ({ type }) => {
      // The standard for server-sent events asks readers to ignore unknown fields.
      if (type !== 'max-buffer-size-exceeded') return
      this.#failure = tooLarge('A frame of the stream', frameLengthMax, this.#opened.facts)
    },
  })

  constructor(opened: OpenReply) {
    this.#opened = opened
    this.#bytes = opened.reply.body[Symbol.asyncIterator]()
    this.#decode = utf8Decoder('The stream', opened.facts)
  }

  /** How many comments have arrived. The service sends them to show that it is alive. */
  get comments(): number {
    return this.#comments
  }

  /**
   * Waits for the next complete frame. An incomplete frame at the end is dropped.
   *
   * @param silenceMsMax How long nothing may arrive, not even a comment, in milliseconds.
   * @throws VadiumConnectionError, VadiumTimeoutError, VadiumAbortError. VadiumReplyError also when
   *   the stream ends, because the service never ends one.
   */
  async next(silenceMsMax: number, signal: AbortSignal): Promise<StreamFrame> {
    for (;;) {
      const frame = this.#frames.shift()
      if (frame !== undefined) return frame
      if (this.#failure !== undefined) throw this.#failure
      const { facts } = this.#opened
      const reading = { timeoutMs: silenceMsMax, signal }
      const { done, value } = await nextChunk(this.#bytes, reading, facts)
      if (done === true) throw malformed('The stream ended.', facts)
      this.#parser.feed(this.#decode(value))
    }
  }

  close(): void {
    this.#opened.life.abort()
    this.#bytes.return?.().catch(() => undefined)
  }
}
