import { type FullShare, type Release, Shares } from '../shares.ts'
import type { LoadLimit } from './load-limit.ts'

/** Of the requests of an organization at once, callers without a signature have this part at most. */
const unsignedPart = 1 / 4

/** Counts the requests that are handled now, in total and for each organization. */
export class RequestsInFlight {
  readonly load: LoadLimit
  readonly #shares: Shares
  readonly #unsigned: Shares

  constructor(load: LoadLimit, organizationMax: number) {
    this.load = load
    this.#shares = new Shares({ process: Infinity, organization: organizationMax })
    const organization = Math.ceil(organizationMax * unsignedPart)
    this.#unsigned = new Shares({ process: Infinity, organization })
  }

  /** Counts an authenticated request for its organization. */
  takeShare(organizationId: string): Release | FullShare {
    return this.#shares.take(organizationId)
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
    return () => {
      unsigned()
      release()
    }
  }
}
