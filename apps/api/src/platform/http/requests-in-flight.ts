import { type FullShare, type Release, Shares } from '../shares.ts'
import type { LoadLimit } from './load-limit.ts'

/** The requests of operations that are being worked on, by everybody and by each organization. */
export class RequestsInFlight {
  readonly load: LoadLimit
  readonly #shares: Shares

  constructor(load: LoadLimit, organizationMax: number) {
    this.load = load
    this.#shares = new Shares({ process: Infinity, organization: organizationMax })
  }

  /** Counts a request for its organization too, as soon as it is known who signed it. */
  takeShare(organizationId: string): Release | FullShare {
    return this.#shares.take(organizationId)
  }
}
