import type { EventType } from '@vadium/schema'
import { frameOf } from './event-frames.ts'
import type { EventLog } from './event-log.ts'
import { type EventPositions, isSamePlace, type LogPlace } from './event-positions.ts'

/** An event as it is sent, the same to all who follow the log. */
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
/** A log of which no hint came for so long is looked at all the same: hints can be lost. */
const unheardMs = 15_000

/** Reads of one log, shared: readers at the same position share one read. */
export class LogFeed {
  readonly organizationId: string
  readonly #log: EventLog
  readonly #positions: EventPositions
  /** By place. */
  readonly #reading = new Map<string, Promise<FramePage>>()
  readonly #waiting = new Set<() => void>()
  /** The last page that had nothing, and when it was read. */
  #quiet: { readonly place: LogPlace; readonly readAtMs: number } | undefined
  #growths = 0

  constructor(organizationId: string, log: EventLog, positions: EventPositions) {
    this.organizationId = organizationId
    this.#log = log
    this.#positions = positions
  }

  /** How often the log was heard to grow. Taken before a read, it tells whether that missed something. */
  get growths(): number {
    return this.#growths
  }

  hasGrown(): void {
    this.#growths += 1
    this.#quiet = undefined
    // What is being read may have missed it. Who waits for that looks again; who comes now reads anew.
    this.#reading.clear()
    for (const wake of this.#waiting) wake()
  }

  /** What follows a place. */
  async after(place: LogPlace): Promise<FramePage> {
    const nowMs = performance.now()
    const quiet = this.#quiet
    const isQuiet = quiet !== undefined && isSamePlace(quiet.place, place)
    if (isQuiet && nowMs - quiet.readAtMs < unheardMs) {
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

  /** Resolves when the log has grown beyond a count of growths, after so long, or when it is given up. */
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
      text: frameOf(this.organizationId, event, this.#positions),
    }))
    return { frames, end, lost }
  }
}

/** The logs that are followed at this process. */
export class EventFeeds {
  readonly #log: EventLog
  readonly #positions: EventPositions
  readonly #feeds = new Map<string, { readonly feed: LogFeed; followers: number }>()

  constructor(log: EventLog, positions: EventPositions) {
    this.#log = log
    this.#positions = positions
  }

  /** A log has grown; undefined: any may have. */
  hasGrown(organizationId: string | undefined): void {
    if (organizationId !== undefined) this.#feeds.get(organizationId)?.feed.hasGrown()
    else for (const { feed } of this.#feeds.values()) feed.hasGrown()
  }

  /** Begins to follow a log. Whoever does must leave it. */
  join(organizationId: string): LogFeed {
    const known = this.#feeds.get(organizationId)
    if (known !== undefined) {
      known.followers += 1
      return known.feed
    }
    const feed = new LogFeed(organizationId, this.#log, this.#positions)
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
