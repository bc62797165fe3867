import type { EventType } from '@vadium/schema'
import { frameOf, keepaliveMs } from './event-frames.ts'
import type { EventLog } from './event-log.ts'
import { type EventCursors, isSamePlace, type LogPlace } from './event-cursors.ts'

/** An event as a stream frame. All readers of the log share it. */
interface Frame {
  readonly type: EventType
  readonly data: Readonly<Record<string, unknown>>
  readonly text: string
}

export interface FramePage {
  readonly frames: readonly Frame[]
  readonly end: LogPlace
  readonly lost: boolean
}

/** Why a reader is woken: a hint has arrived, or nothing was sent to its client for long. */
export type Wake = 'grown' | 'quiet'

/** A reader that waits for its log to grow. */
export interface WaitingReader {
  wake(why: Wake): void
}

const pageEventsMax = 200
/** Readers that are due within this time are woken together. */
const togetherMs = 500
/** How long an empty read is reused without a hint of a new event. Hints can be lost. */
const quietMsMax = 15_000

/** Reads one log for all of its readers. Readers at the same place share one read. */
export class LogFeed {
  readonly organizationId: string
  readonly #log: Pick<EventLog, 'after'>
  readonly #cursors: EventCursors
  /** The reads in progress, by place. */
  readonly #reading = new Map<string, Promise<FramePage>>()
  /** When each waiting reader is woken at the latest. One timer serves all of them. */
  readonly #waiting = new Map<WaitingReader, number>()
  #timer: NodeJS.Timeout | undefined
  /** When the timer fires. */
  #timerDueMs = Infinity
  /** The last read that found no event. */
  #quiet: { readonly place: LogPlace; readonly readAtMs: number } | undefined
  #growths = 0

  constructor(organizationId: string, log: Pick<EventLog, 'after'>, cursors: EventCursors) {
    this.organizationId = organizationId
    this.#log = log
    this.#cursors = cursors
  }

  /**
   * The number of hints received. Taken before a read, it shows whether the read may have missed an
   * event.
   */
  get growths(): number {
    return this.#growths
  }

  hasGrown(): void {
    this.#growths += 1
    this.#quiet = undefined
    // A read in progress may have missed the new event. Its readers look again; a new reader starts
    // another read.
    this.#reading.clear()
    const readers = [...this.#waiting.keys()]
    this.#waiting.clear()
    for (const reader of readers) reader.wake('grown')
  }

  /** Returns what was read a moment ago if nothing has been announced since, without a query. */
  async after(place: LogPlace): Promise<FramePage> {
    const nowMs = performance.now()
    const quiet = this.#quiet
    const isQuiet = quiet !== undefined && isSamePlace(quiet.place, place)
    if (isQuiet && nowMs - quiet.readAtMs < quietMsMax) {
      return { frames: [], end: place, lost: false }
    }
    const key = `${place.position}.${place.nonce}`
    const shared = this.#reading.get(key)
    if (shared !== undefined) return shared
    const { growths } = this
    const read = this.#read(place)
    this.#reading.set(key, read)
    try {
      const page = await read
      const hadNothing = isSamePlace(page.end, place) && !page.lost
      if (hadNothing && growths === this.growths) this.#quiet = { place, readAtMs: nowMs }
      return page
    } finally {
      if (this.#reading.get(key) === read) this.#reading.delete(key)
    }
  }

  /**
   * Wakes a reader once: when a hint has arrived since the count `since`, or when a keepalive is due
   * to its client. A log may grow for long by events that the client did not ask for.
   * @param sentAtMs When the client was last sent anything, by the monotonic clock.
   */
  await(reader: WaitingReader, since: number, sentAtMs: number): void {
    if (this.#growths !== since) {
      reader.wake('grown')
      return
    }
    const dueMs = sentAtMs + keepaliveMs
    this.#waiting.set(reader, dueMs)
    if (dueMs < this.#timerDueMs) this.#wakeAt(dueMs)
  }

  /** Does not wake this reader any more. */
  forget(reader: WaitingReader): void {
    this.#waiting.delete(reader)
    if (this.#waiting.size === 0) this.#wakeAt(Infinity)
  }

  #wakeAt(dueMs: number): void {
    clearTimeout(this.#timer)
    this.#timerDueMs = dueMs
    if (dueMs === Infinity) this.#timer = undefined
    else this.#timer = setTimeout(() => this.#wakeDue(), dueMs - performance.now())
  }

  #wakeDue(): void {
    const now = performance.now()
    const due: WaitingReader[] = []
    let nextMs = Infinity
    for (const [reader, dueMs] of this.#waiting) {
      if (dueMs <= now + togetherMs) due.push(reader)
      else nextMs = Math.min(nextMs, dueMs)
    }
    for (const reader of due) this.#waiting.delete(reader)
    this.#wakeAt(nextMs)
    for (const reader of due) reader.wake('quiet')
  }

  async #read(place: LogPlace): Promise<FramePage> {
    const { events, end, lost } = await this.#log.after(this.organizationId, place, pageEventsMax)
    const frames = events.map((event) => ({
      type: event.type,
      data: event.data,
      text: frameOf(this.organizationId, event, this.#cursors),
    }))
    return { frames, end, lost }
  }
}

/** The feeds of the logs that this process serves. */
export class EventFeeds {
  readonly #log: Pick<EventLog, 'after'>
  readonly #cursors: EventCursors
  readonly #feeds = new Map<string, { readonly feed: LogFeed; followers: number }>()

  constructor(log: Pick<EventLog, 'after'>, cursors: EventCursors) {
    this.#log = log
    this.#cursors = cursors
  }

  /** A log has grown. Undefined: any log may have grown. */
  hasGrown(organizationId: string | undefined): void {
    if (organizationId !== undefined) this.#feeds.get(organizationId)?.feed.hasGrown()
    else for (const { feed } of this.#feeds.values()) feed.hasGrown()
  }

  /** Opens the feed of a log. The caller must leave it. */
  join(organizationId: string): LogFeed {
    const known = this.#feeds.get(organizationId)
    if (known !== undefined) {
      known.followers += 1
      return known.feed
    }
    const feed = new LogFeed(organizationId, this.#log, this.#cursors)
    this.#feeds.set(organizationId, { feed, followers: 1 })
    return feed
  }

  leave({ organizationId }: LogFeed): void {
    const known = this.#feeds.get(organizationId)
    if (known === undefined) return
    known.followers -= 1
    if (known.followers === 0) this.#feeds.delete(organizationId)
  }
}
