export interface LoadSettings {
  /** The limit while there is no overload. */
  readonly max: number
  /** If every request waits longer than this, in milliseconds, there is an overload. */
  readonly waitMsMax: number
}

/**
 * The limit never falls below this: fewer requests would leave the machine idle between two of
 * them.
 */
const floor = 64
/** The limit in quiet times: this many requests may arrive at once. */
const calmFloor = 256
const shrinkMin = 0.5
const shrinkMax = 0.9
const calmGrowth = 2
const busyGrowth = 1.1

/** Refuses up to this many requests, of those that have waited longer than this. */
type RefuseLate = (count: number, waitedMs: number) => void

/** What was measured in one window of time. */
export interface LoadWindow {
  /** The shortest wait of a request. Undefined if no request was measured. */
  readonly leastWaitMs: number | undefined
  /** The largest number of requests handled at once. */
  readonly peak: number
}

/**
 * The limit for the next window, computed from the last one. A short queue becomes empty now and
 * then, so some request waits for nothing. A queue in which every request waits too long is an
 * overload, and the limit falls. While the shortest wait is between half the bound and the bound,
 * the limit stays, so that it does not oscillate. If it is less although the limit was reached, the
 * limit rises a little: under a lasting overload, a leap would admit more than can be answered in
 * time. In quiet times the limit is twice the peak, so that a sudden flood is not admitted whole
 * before the overload shows.
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
  if (peak >= limit) return Math.min(max, Math.ceil(limit * busyGrowth))
  return Math.min(max, Math.max(calmFloor, peak * calmGrowth))
}

const tickMs = 10
const windowMs = 100

/**
 * The current limit on requests handled at once. It falls while every request waits too long: for
 * the process, which shows in how late a timer fires, or for a database connection.
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
  /** How late the last timer fired. Every request waited at least this long to be read. */
  #lateMs = 0
  #refuse: RefuseLate = () => undefined

  constructor(settings: LoadSettings) {
    this.#settings = settings
    this.#limit = nextLimit(settings.max, { leastWaitMs: undefined, peak: 0 }, settings)
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  /** The number of requests that are handled now. */
  get count(): number {
    return this.#count
  }

  get limit(): number {
    return this.#limit
  }

  get max(): number {
    return this.#settings.max
  }

  get isReached(): boolean {
    return this.#count >= this.#limit
  }

  /** Whether the upper bound of the limit is reached. */
  get isFull(): boolean {
    return this.#count >= this.#settings.max
  }

  /** Whether the process has just kept a timer waiting: it has more to do than it can at once. */
  get isLate(): boolean {
    const dueMs = this.#tickedAtMs + tickMs
    return Math.max(this.#lateMs, performance.now() - dueMs) > tickMs
  }

  enter(): void {
    this.#count += 1
    this.#peak = Math.max(this.#peak, this.#count)
  }

  leave(): void {
    this.#count -= 1
  }

  /** To be called with the time that each request waited for a database connection. */
  waited(ms: number): void {
    this.#leastWaitMs = Math.min(this.#leastWaitMs ?? Infinity, ms + this.#lateMs)
  }

  /** Registers who refuses requests that were admitted before the limit fell. */
  onExcess(refuse: RefuseLate): void {
    this.#refuse = refuse
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
    const excess = this.#count - this.#limit
    if (excess > 0) this.#refuse(excess, this.#settings.waitMsMax)
    this.#leastWaitMs = undefined
    this.#peak = this.#count
    this.#windowEndsAtMs = now + windowMs
  }
}
