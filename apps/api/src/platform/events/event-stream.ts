import type { EventType } from '@vadium/schema'
import type { StreamEnd, StreamMeter } from '../telemetry/stream-meter.ts'
import type { LogFeed, Wake, WaitingReader } from './event-feed.ts'
import { keepaliveFrame, readyFrame, resetFrame } from './event-frames.ts'
import { type EventCursors, isSamePlace, type LogPlace } from './event-cursors.ts'

/** Whether a stream delivers an event. */
export type EventFilter = (event: {
  readonly type: EventType
  readonly data: Readonly<Record<string, unknown>>
}) => boolean

interface Parts {
  readonly feed: LogFeed
  readonly cursors: EventCursors
  /** Where the stream starts. */
  readonly start: LogPlace
  readonly filter: EventFilter
  readonly meter: StreamMeter
  /** Called once when the stream has ended for any reason. */
  readonly ended: () => void
}

/**
 * The frames of one reader. A frame is made when it is taken, so a reader that does not read costs
 * no memory.
 */
export class EventStream implements AsyncIterableIterator<string>, WaitingReader {
  readonly #parts: Parts
  #isOver = false
  /** Continues a wait for the log to grow. */
  #continue: ((why: Wake | 'over') => void) | undefined
  #place: LogPlace
  #isReady = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#place = parts.start
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    const { feed, cursors } = this.#parts
    if (!this.#isReady) {
      this.#isReady = true
      return frame(readyFrame(cursors.write(feed.organizationId, this.#place)))
    }
    while (!this.#isOver) {
      const text = await this.#more()
      if (text !== undefined) return frame(text)
    }
    return { done: true, value: undefined }
  }

  /** Ends the stream. Its reader may reconnect and continue from its last cursor. */
  end(cause: StreamEnd = 'ended'): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#parts.feed.forget(this)
    this.#wakeFor('over')
    this.#parts.meter.ended(cause)
    this.#parts.ended()
  }

  /** Called by the feed. */
  wake(why: Wake): void {
    this.#wakeFor(why)
  }

  return(): Promise<IteratorResult<string, undefined>> {
    this.end('left')
    return Promise.resolve({ done: true, value: undefined })
  }

  /**
   * The next frames, or a keep-alive. Undefined if no event was for this reader, or the stream has
   * ended.
   */
  async #more(): Promise<string | undefined> {
    const { feed, meter, cursors, filter } = this.#parts
    const { growths } = feed
    const { frames, end, lost } = await feed.after(this.#place)
    const moved = !isSamePlace(end, this.#place)
    this.#place = end
    if (lost) {
      meter.reset()
      return resetFrame(cursors.write(feed.organizationId, end), feed.organizationId)
    }
    const texts = frames.filter(filter).map(({ text }) => text)
    if (texts.length > 0) {
      meter.sent(texts.length)
      return texts.join('')
    }
    if (moved) return undefined
    const why = await this.#awaitGrowth(growths)
    return why === 'quiet' ? keepaliveFrame : undefined
  }

  #awaitGrowth(since: number): Promise<Wake | 'over'> {
    if (this.#isOver) return Promise.resolve('over')
    return new Promise((resolve) => {
      this.#continue = resolve
      this.#parts.feed.await(this, since)
    })
  }

  #wakeFor(why: Wake | 'over'): void {
    const resume = this.#continue
    this.#continue = undefined
    resume?.(why)
  }
}

const frame = (value: string) => ({ done: false, value }) as const
