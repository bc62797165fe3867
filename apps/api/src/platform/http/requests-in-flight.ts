import { type FullShare, type Release, Shares } from '../shares.ts'
import type { LoadLimit } from './load-limit.ts'

type Load = Pick<
  LoadLimit,
  'count' | 'enter' | 'isFull' | 'isLate' | 'isReached' | 'leave' | 'limit'
>

/** Of the requests of an organization at once, callers without a signature have this part at most. */
const unsignedPart = 1 / 4

/** A request that is handled now. */
export interface RequestInFlight {
  /** Counts it for its organization, whose signature is valid. */
  takeShare(organizationId: string): Release | FullShare
  /** It is over. */
  leave(): void
}

/** Counts the requests that are handled now, in total and for each organization. */
export class RequestsInFlight {
  readonly load: Load
  readonly #shares: Shares
  readonly #unsigned: Shares
  /** Whose requests they are, including those that only name their organization yet. */
  readonly #owned = new Shares({ process: Infinity, organization: Infinity })

  constructor(load: Load, organizationMax: number) {
    this.load = load
    this.#shares = new Shares({ process: Infinity, organization: organizationMax })
    const organization = Math.ceil(organizationMax * unsignedPart)
    this.#unsigned = new Shares({ process: Infinity, organization })
  }

  /**
   * Whether a request of this organization may begin; undefined stands for all callers that are not
   * known yet. Once the limit is reached, each may have an equal part of it, so that only those
   * wait who have more.
   */
  hasRoomFor(organizationId: string | undefined): boolean {
    if (this.load.isFull) return false
    if (organizationId !== undefined && this.#shares.full(organizationId) !== undefined)
      return false
    if (!this.load.isReached) return true
    const unknown = this.load.count - this.#owned.count
    const own = organizationId === undefined ? unknown : this.#owned.of(organizationId)
    const parts = this.#owned.organizations + (unknown > 0 ? 1 : 0) + (own > 0 ? 0 : 1)
    return own * parts < this.load.limit
  }

  /** Whether requests must share the process now. */
  get isShort(): boolean {
    return this.load.isReached || this.load.isLate
  }

  /** Whether so many requests may begin without exceeding the limit. */
  hasRoomForAll(count: number): boolean {
    return this.load.count + count <= this.load.limit
  }

  /**
   * Counts a request until it leaves, for the organization that it names if the caller is known.
   * Only a valid signature takes a share of the organization: a forger could use it up.
   */
  enter(named: string | undefined): RequestInFlight {
    this.load.enter()
    let disown = named === undefined ? undefined : this.#own(named)
    return {
      takeShare: (organizationId) => {
        disown?.()
        disown = this.#own(organizationId)
        return this.#shares.take(organizationId)
      },
      leave: () => {
        disown?.()
        this.load.leave()
      },
    }
  }

  #own(organizationId: string): Release {
    const release = this.#owned.take(organizationId)
    return () => {
      if (typeof release === 'function') release()
    }
  }

  /**
   * Counts a request that nobody has signed, for the organization that it is about. Such requests
   * leave room for those of the organization itself.
   */
  takeUnsignedShare(organizationId: string): Release | FullShare {
    const unsigned = this.#unsigned.take(organizationId)
    if (typeof unsigned === 'string') return unsigned
    const release = this.#shares.take(organizationId)
    if (typeof release === 'string') {
      unsigned()
      return release
    }
    const disown = this.#own(organizationId)
    return () => {
      unsigned()
      release()
      disown()
    }
  }
}
