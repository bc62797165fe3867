import type { EventType } from '@vadium/schema'
import type { StreamEnd, StreamMeter } from '../telemetry/stream-meter.ts'
import type { LogFeed } from './event-feed.ts'
import { keepaliveFrame, readyFrame, resetFrame } from './event-frames.ts'
import { type EventPositions, isSamePlace, type LogPlace } from './event-positions.ts'

/** Which events of a log a stream is of. */
export type Wanted = (event: {
  readonly type: EventType
  readonly data: Readonly<Record<string, unknown>>
}) => boolean

interface Parts {
  readonly feed: LogFeed
  readonly positions: EventPositions
  /** Where it begins. */
  readonly start: LogPlace
  readonly wanted: Wanted
  readonly meter: StreamMeter
  /** Done once, when it has ended for whatever reason. */
  readonly ended: () => void
}

const keepaliveMs = 20_000

/**
 * The frames for one reader, made when they are taken and not before: a reader that does not read costs its
 * place in the log, and nothing else.
 */
export class EventStream implements AsyncIterableIterator<string> {
  readonly #parts: Parts
  readonly #over = new AbortController()
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
    const { feed, positions } = this.#parts
    if (!this.#isReady) {
      this.#isReady = true
      return frame(readyFrame(positions.write(feed.organizationId, this.#place)))
    }
    while (!this.#over.signal.aborted) {
      const text = await this.#more()
      if (text !== undefined) return frame(text)
    }
    return { done: true, value: undefined }
  }

  /** Ends it: its reader sees an end, and may begin anew where it was. */
  end(cause: StreamEnd = 'ended'): void {
    if (this.#over.signal.aborted) return
    this.#over.abort()
    this.#parts.meter.ended(cause)
    this.#parts.ended()
  }

  return(): Promise<IteratorResult<string, undefined>> {
    this.end('left')
    return Promise.resolve({ done: true, value: undefined })
  }

  /** The next frames, or a sign of life; undefined where there was nothing for this reader, or it is over. */
  async #more(): Promise<string | undefined> {
    const { feed, meter, positions, wanted } = this.#parts
    const { growths } = feed
    const { frames, end, lost } = await feed.after(this.#place)
    const moved = !isSamePlace(end, this.#place)
    this.#place = end
    if (lost) {
      meter.reset()
      return resetFrame(positions.write(feed.organizationId, end), feed.organizationId)
    }
    const texts = frames.filter(wanted).map(({ text }) => text)
    if (texts.length > 0) {
      meter.sent(texts.length)
      return texts.join('')
    }
    if (moved) return undefined
    const before = performance.now()
    await feed.grown(growths, keepaliveMs, this.#over.signal)
    return performance.now() - before >= keepaliveMs - 1 ? keepaliveFrame : undefined
  }
}

const frame = (value: string) => ({ done: false, value }) as const
