import { type FullShare, type Release, Shares } from '../shares.ts'
import type { LoadLimit } from './load-limit.ts'

/** Counts the requests that are handled now, in total and for each organization. */
export class RequestsInFlight {
  readonly load: LoadLimit
  readonly #shares: Shares

  constructor(load: LoadLimit, organizationMax: number) {
    this.load = load
    this.#shares = new Shares({ process: Infinity, organization: organizationMax })
  }

  /** Counts an authenticated request for its organization. */
  takeShare(organizationId: string): Release | FullShare {
    return this.#shares.take(organizationId)
  }
}
