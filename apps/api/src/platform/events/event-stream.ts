import type { EventType } from '@vadium/schema'
import { type FrameSink, StreamedFrames } from '../http/streamed-frames.ts'
import type { StreamEnd, StreamMeter } from '../telemetry/stream-meter.ts'
import type { FramePage, LogFeed, Wake, WaitingReader } from './event-feed.ts'
import { keepaliveFrame, keepaliveMs, readyFrame, resetFrame } from './event-frames.ts'
import type { Moves, MovesReader } from './moves.ts'
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
  /** Undefined if the stream has events only. */
  readonly moves: Moves | undefined
  readonly meter: StreamMeter
  /** Called once when the stream has ended for any reason. */
  readonly ended: () => void
}

/**
 * The frames of one reader. A frame is made when the reader can take it, so a reader that does not
 * read costs no memory.
 */
export class EventStream extends StreamedFrames implements WaitingReader, MovesReader {
  readonly #parts: Parts
  #sink: FrameSink | undefined
  #isOver = false
  /** Whether the feed will wake it. */
  #isWaiting = false
  /** Whether it asks what has moved while it waits. */
  #isAsking = false
  #place: LogPlace
  /** When its client was last sent anything, by the monotonic clock. */
  #sentAtMs = performance.now()

  constructor(parts: Parts) {
    super()
    this.#parts = parts
    this.#place = parts.start
  }

  override begin(sink: FrameSink): void {
    this.#sink = sink
    if (!this.#isOver) this.#parts.moves?.follow(this)
    const { feed, cursors } = this.#parts
    const ready = readyFrame(cursors.write(feed.organizationId, this.#place))
    if (this.#isOver) {
      sink.send(ready)
      sink.end()
    } else if (this.#send(ready)) this.resume()
  }

  override resume(): void {
    this.#followLog().catch((error: unknown) => this.#failed(error))
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
    this.#isWaiting = false
    if (why === 'grown' || this.#send(keepaliveFrame)) this.resume()
  }

  moved(): void {
    this.#followMoves().catch((error: unknown) => this.#failed(error))
  }

  #failed(error: unknown): void {
    this.#over('ended')
    this.#sink?.fail(error)
  }

  #over(cause: StreamEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#isWaiting = false
    this.#parts.feed.forget(this)
    this.#parts.moves?.forget(this)
    this.#parts.meter.ended(cause)
    this.#parts.ended()
  }

  /** Sends events until the reader is behind, or waits until there are more. */
  async #followLog(): Promise<void> {
    const { feed, moves } = this.#parts
    let follows = !this.#isOver
    while (follows) {
      const { growths } = feed
      const page = await feed.after(this.#place)
      const isAtEnd = this.#isAtEnd(page)
      follows = this.#send(isAtEnd ? '' : this.#framesOf(page) || this.#keepalive())
      if (!follows || !isAtEnd) continue
      if (moves?.areBehind === true) follows = this.#send(moves.take(await moves.next()))
      else {
        follows = false
        this.#isWaiting = true
        feed.await(this, growths, this.#sentAtMs)
      }
    }
  }

  /** Takes the place after a page. Whether there was nothing on it. */
  #isAtEnd({ end, lost }: FramePage): boolean {
    const isAtEnd = isSamePlace(end, this.#place) && !lost
    this.#place = end
    return isAtEnd
  }

  /** Whether the stream is open and its reader keeps up. If not, the reader will resume it. */
  #send(text: string): boolean {
    if (this.#isOver) return false
    if (text === '') return true
    this.#sentAtMs = performance.now()
    return this.#sink?.send(text) === true
  }

  /** Due after a while in which all events were of types that the client did not ask for. */
  #keepalive(): string {
    return performance.now() - this.#sentAtMs >= keepaliveMs ? keepaliveFrame : ''
  }

  /**
   * Sends what has moved while the stream waits for events. Whatever else it does ends with a look
   * at what has moved. It goes on waiting, so that it is kept alive as before.
   */
  async #followMoves(): Promise<void> {
    const { moves } = this.#parts
    if (moves === undefined || this.#isAsking) return
    this.#isAsking = true
    while (this.#isWaiting && moves.areBehind) {
      const frame = await moves.next()
      this.#sendWhileWaiting(() => moves.take(frame))
    }
    this.#isAsking = false
  }

  #sendWhileWaiting(text: () => string): void {
    if (!this.#isWaiting || this.#send(text())) return
    // The reader is behind, and will resume the stream.
    this.#isWaiting = false
    this.#parts.feed.forget(this)
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
