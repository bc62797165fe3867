import type { EventType } from '@vadium/schema'
import { type FrameSink, StreamedFrames } from '../http/streamed-frames.ts'
import type { StreamEnd, StreamMeter } from '../telemetry/stream-meter.ts'
import type { FramePage, LogFeed, Wake, WaitingReader } from './event-feed.ts'
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
  readonly start: LogPlace
  readonly filter: EventFilter
  readonly meter: StreamMeter
  /** Called once when the stream has ended for any reason. */
  readonly ended: () => void
}

/**
 * The frames of one reader. A frame is made when the reader can take it, so a reader that does not
 * read costs no memory.
 */
export class EventStream extends StreamedFrames implements WaitingReader {
  readonly #parts: Parts
  #sink: FrameSink | undefined
  #isOver = false
  #place: LogPlace

  constructor(parts: Parts) {
    super()
    this.#parts = parts
    this.#place = parts.start
  }

  override begin(sink: FrameSink): void {
    this.#sink = sink
    const { feed, cursors } = this.#parts
    const keepsUp = sink.send(readyFrame(cursors.write(feed.organizationId, this.#place)))
    if (this.#isOver) sink.end()
    else if (keepsUp) this.resume()
  }

  override resume(): void {
    this.#followLog().catch((error: unknown) => {
      this.#over('ended')
      this.#sink?.fail(error)
    })
  }

  override closed(cause: 'left' | 'cut_off'): void {
    this.#over(cause)
  }

  /** Ends the stream. Its reader may reconnect and continue from its last cursor. */
  end(): void {
    if (this.#isOver) return
    this.#over('ended')
    this.#sink?.end()
  }

  /** Called by the feed. */
  wake(why: Wake): void {
    if (why === 'grown' || this.#sink?.send(keepaliveFrame) === true) this.resume()
  }

  #over(cause: StreamEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#parts.feed.forget(this)
    this.#parts.meter.ended(cause)
    this.#parts.ended()
  }

  /** Sends events until the reader is behind, or waits until there are more. */
  async #followLog(): Promise<void> {
    const { feed } = this.#parts
    let follows = !this.#isOver
    while (follows) {
      const { growths } = feed
      follows = this.#sendPage(await feed.after(this.#place), growths)
    }
  }

  /** Whether the next page can be read now. If not, the feed or the reader will ask for it. */
  #sendPage(page: FramePage, growths: number): boolean {
    if (this.#isOver) return false
    const moved = !isSamePlace(page.end, this.#place)
    this.#place = page.end
    const text = this.#framesOf(page)
    if (text !== '') return this.#sink?.send(text) === true
    if (!moved) this.#parts.feed.await(this, growths)
    return moved
  }

  /** Empty if no event was for this reader. */
  #framesOf({ frames, end, lost }: FramePage): string {
    const { feed, meter, cursors, filter } = this.#parts
    if (lost) {
      meter.reset()
      return resetFrame(cursors.write(feed.organizationId, end), feed.organizationId)
    }
    const texts = frames.filter(filter).map(({ text }) => text)
    if (texts.length > 0) meter.sent(texts.length)
    return texts.join('')
  }
}
