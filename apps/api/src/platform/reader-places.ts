import { ReaderPace } from './reader-pace.ts'
import type { StreamRests } from './stream-rests.ts'
import { type FullShare, type Release, type ShareLimits, Shares } from './shares.ts'

/** A caller that is refused a place asks for it again within this time, in milliseconds. */
const wantedMs = 5000

/** How many streamed answers may be open at once, and how slowly they may be read. */
export interface PlaceLimits extends ShareLimits {
  /** A reader slower than this is cut off when another one needs its place. */
  readonly bytesPerSecondMin: number
  /** How long an answer rests between two of its parts. Without it, never. */
  readonly rests?: Pick<StreamRests, 'after'>
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/** The place of one reader. Giving it back more than once does nothing. */
export interface Place {
  /** Updated by the code that writes the answer. */
  readonly pace: ReaderPace
  readonly release: Release
}

interface HeldPlace extends Place {
  readonly cutOff: (why: string) => void
}

/** A streamed answer was ended before its end. What its reader received is incomplete. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError'
}

/**
 * The places of the readers of streamed answers. If all places of the process are taken, the
 * slowest reader below the least rate makes room.
 */
export class ReaderPlaces {
  readonly #limits: PlaceLimits
  readonly #shares: Shares
  readonly #held = new Set<HeldPlace>()
  /** Who found all places of the process taken, and when. */
  #wanted: { readonly by: string; readonly atMs: number } | undefined

  constructor(limits: PlaceLimits) {
    this.#limits = limits
    this.#shares = new Shares(limits)
  }

  get taken(): number {
    return this.#shares.count
  }

  /**
   * Takes a place, or returns the limit that is reached. `cutOff` ends the answer of this reader
   * and gives its place back.
   */
  take(organizationId: string, cutOff: (why: string) => void): Place | FullShare {
    if (this.#shares.full(organizationId) === 'process') {
      this.#wanted = { by: organizationId, atMs: this.#nowMs }
      this.#cutOffSlowest()
    }
    const release = this.#shares.take(organizationId)
    if (typeof release === 'string') return release
    const restAfter = (workedMs: number) => this.#restAfter(organizationId, workedMs)
    const place: HeldPlace = {
      pace: new ReaderPace(this.#limits.now, restAfter),
      cutOff,
      release: () => {
        this.#held.delete(place)
        release()
      },
    }
    this.#held.add(place)
    return place
  }

  get #nowMs(): number {
    return this.#limits.now?.() ?? performance.now()
  }

  /** An answer whose place another organization waits for does not rest: it should end soon. */
  #restAfter(organizationId: string, workedMs: number): number {
    const wanted = this.#wanted
    if (wanted !== undefined && wanted.by !== organizationId) {
      if (wanted.atMs > this.#nowMs - wantedMs) return 0
    }
    return this.#limits.rests?.after(organizationId, workedMs) ?? 0
  }

  #cutOffSlowest(): void {
    const slow = [...this.#held]
      .map((place) => ({ place, rate: place.pace.bytesPerSecond }))
      .filter(({ rate }) => rate < this.#limits.bytesPerSecondMin)
      .sort((one, other) => one.rate - other.rate)
    slow[0]?.place.cutOff('its reader was too slow while another waited')
  }
}
