export interface LoadSettings {
  /** Worked on at once where there is no overload. */
  readonly max: number
  /** Requests that wait longer than this, all of them, are a sign of overload. */
  readonly waitMsMax: number
}

/** So many at once are always worked on: fewer would leave the machine idle between two of them. */
const floor = 64
/** So many may come at once after a calm time. */
const calmFloor = 256
const shrinkMin = 0.5
const shrinkMax = 0.9
const growth = 2

/** What was seen in a window of time. */
export interface LoadWindow {
  /** What the request waited that waited least; undefined where none was seen. */
  readonly leastWaitMs: number | undefined
  /** The most that were worked on at once. */
  readonly peak: number
}

/**
 * How many requests may be worked on at once, from what the last window has shown. A short queue empties
 * now and then, so some request waits for nothing; a queue in which every request waits too long only
 * keeps all of them waiting, and is made shorter. Between half the bound and the bound nothing changes,
 * so that the limit does not swing. In calm times as many again may be worked on as were, so that a flood
 * is not let in whole before it shows.
 */
export function nextLimit(
  limit: number,
  { leastWaitMs = 0, peak }: LoadWindow,
  { max, waitMsMax }: LoadSettings,
): number {
  if (leastWaitMs > waitMsMax) {
    const factor = Math.max(shrinkMin, Math.min(shrinkMax, waitMsMax / leastWaitMs))
    return Math.max(Math.min(floor, max), Math.floor(Math.min(limit, peak) * factor))
  }
  if (leastWaitMs > waitMsMax / 2) return limit
  return Math.min(max, Math.max(calmFloor, peak * growth))
}

const tickMs = 10
const windowMs = 100

/**
 * How many requests may be worked on at once at this moment. It falls while every request waits too long:
 * for the process, which shows in how late a timer comes, or for a connection to the database.
 */
export class LoadLimit {
  readonly #settings: LoadSettings
  readonly #timer: NodeJS.Timeout
  #limit: number
  #count = 0
  #peak = 0
  #leastWaitMs: number | undefined
  #tickedAtMs = performance.now()
  #windowEndsAtMs = this.#tickedAtMs + windowMs
  /** How late the last timer came: so long, at the least, requests have waited to be read. */
  #lateMs = 0

  constructor(settings: LoadSettings) {
    this.#settings = settings
    this.#limit = nextLimit(settings.max, { leastWaitMs: undefined, peak: 0 }, settings)
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  /** How many are being worked on. */
  get count(): number {
    return this.#count
  }

  get limit(): number {
    return this.#limit
  }

  get max(): number {
    return this.#settings.max
  }

  /** Whether one more would be too many. */
  get isReached(): boolean {
    return this.#count >= this.#limit
  }

  enter(): void {
    this.#count += 1
    this.#peak = Math.max(this.#peak, this.#count)
  }

  leave(): void {
    this.#count -= 1
  }

  /** Told of every request what it has waited for a connection to the database. */
  waited(ms: number): void {
    this.#leastWaitMs = Math.min(this.#leastWaitMs ?? Infinity, ms + this.#lateMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = performance.now()
    this.#lateMs = Math.max(0, now - this.#tickedAtMs - tickMs)
    this.#tickedAtMs = now
    if (now < this.#windowEndsAtMs) return
    const seen = { leastWaitMs: this.#leastWaitMs, peak: this.#peak }
    this.#limit = nextLimit(this.#limit, seen, this.#settings)
    this.#leastWaitMs = undefined
    this.#peak = this.#count
    this.#windowEndsAtMs = now + windowMs
  }
}
