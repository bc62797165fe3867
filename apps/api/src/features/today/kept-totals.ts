import { Refusal } from '../../platform/refusal.ts'

/** Sums at a market cut, as decimal strings in USD. */
export interface TotalsThen {
  readonly calls: Readonly<Record<'owedToUs' | 'owedByUs' | 'disputed', string>>
  readonly moving: Readonly<Record<'toUs' | 'fromUs', string>>
  readonly hasMore: boolean
}

/** The last market cut of an organization, with its totals. Both are null if there was none. */
export interface LastCut {
  /** RFC 3339. */
  readonly cutTime: string | null
  readonly totalsAtCut: TotalsThen | null
}

interface Limits {
  /** The most organizations whose totals are kept. */
  readonly organizationsMax: number
  /** How long after a cut its totals may still change, in milliseconds. */
  readonly settleMs: number
  /** The time of the machine in milliseconds, from any start. */
  readonly elapsedMs: () => number
}

/** Requests may be read in another order than that in which they came. */
const outOfOrderMs = 1000

/** A change takes a few seconds. Its time is that of its beginning, so it may be before the cut. */
const usual: Limits = {
  organizationsMax: 10_000,
  settleMs: 120_000,
  elapsedMs: () => performance.now(),
}

/**
 * What organizations had at the last market cut. It is kept in memory once it cannot change any
 * more: a cut includes its whole millisecond, at which the clock of a sandbox may stand still, and a
 * transaction that began then may be committed later. So nothing is kept until this process has
 * known for some time that the cut is past.
 */
export class KeptTotals {
  readonly #limits: Limits
  readonly #kept = new Map<string, LastCut>()
  /** The last cut that was found to be past, and since when. */
  #past: { readonly cutTime: string; readonly sinceMs: number } | undefined
  /** The latest time of the book at which totals were looked for. */
  #latestMs = -Infinity

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...usual, ...limits }
  }

  /**
   * What is kept for an organization, which may have had another cut since. If the clock was set
   * back, what was before a cut can change again, and nothing is kept any more.
   *
   * @param now The time of the book, RFC 3339.
   */
  of(organizationId: string, now: string): LastCut | undefined {
    const nowMs = Date.parse(now)
    if (nowMs < this.#latestMs - outOfOrderMs) {
      this.#kept.clear()
      this.#past = undefined
      this.#latestMs = nowMs
    }
    this.#latestMs = Math.max(this.#latestMs, nowMs)
    return this.#kept.get(organizationId)
  }

  /** Forgets the totals of an organization that has had another cut since. */
  forget(organizationId: string): void {
    this.#kept.delete(organizationId)
  }

  /**
   * What `read` finds for an organization, which is kept if it cannot change any more.
   *
   * @param now The time of the book, RFC 3339.
   */
  async learn<Found extends LastCut>(
    organizationId: string,
    now: string,
    read: () => Promise<Found | Refusal>,
  ): Promise<Found | Refusal> {
    const begunMs = this.#limits.elapsedMs()
    const found = await read()
    if (found instanceof Refusal) return found
    if (this.#isSettled(found.cutTime, now, begunMs)) this.#keep(organizationId, found)
    return found
  }

  #isSettled(cutTime: string | null, now: string, begunMs: number): boolean {
    if (cutTime === null) return true
    if (now <= cutTime) return false
    if (this.#past?.cutTime !== cutTime) {
      this.#past = { cutTime, sinceMs: this.#limits.elapsedMs() }
    }
    return begunMs - this.#past.sinceMs >= this.#limits.settleMs
  }

  #keep(organizationId: string, { cutTime, totalsAtCut }: LastCut): void {
    this.#kept.delete(organizationId)
    this.#kept.set(organizationId, { cutTime, totalsAtCut })
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > this.#limits.organizationsMax) {
      this.#kept.delete(oldest)
    }
  }
}
