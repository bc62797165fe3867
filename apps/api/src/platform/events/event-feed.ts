import type { EventType } from '@vadium/schema'
import { frameOf } from './event-frames.ts'
import type { EventLog } from './event-log.ts'
import { type EventCursors, isSamePlace, type LogPlace } from './event-cursors.ts'

/** An event as a stream frame. All readers of the log share it. */
interface Frame {
  readonly type: EventType
  readonly data: Readonly<Record<string, unknown>>
  readonly text: string
}

interface FramePage {
  readonly frames: readonly Frame[]
  readonly end: LogPlace
  readonly lost: boolean
}

const pageEventsMax = 200
/** How long an empty read is reused without a hint of a new event. Hints can be lost. */
const quietMsMax = 15_000

/** Reads one log for all of its readers. Readers at the same place share one read. */
export class LogFeed {
  readonly organizationId: string
  readonly #log: EventLog
  readonly #cursors: EventCursors
  /** The reads in progress, by place. */
  readonly #reading = new Map<string, Promise<FramePage>>()
  readonly #waiting = new Set<() => void>()
  /** The last read that found no event. */
  #quiet: { readonly place: LogPlace; readonly readAtMs: number } | undefined
  #growths = 0

  constructor(organizationId: string, log: EventLog, cursors: EventCursors) {
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
    for (const wake of this.#waiting) wake()
  }

  /** The events after a place. */
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
   * Resolves when a hint has arrived since the count `since`, after `ms`, or when the signal
   * aborts.
   */
  async grown(since: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.#growths !== since || signal.aborted) return
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      signal.addEventListener('abort', wake)
      this.#waiting.add(wake)
    })
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
  readonly #log: EventLog
  readonly #cursors: EventCursors
  readonly #feeds = new Map<string, { readonly feed: LogFeed; followers: number }>()

  constructor(log: EventLog, cursors: EventCursors) {
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
