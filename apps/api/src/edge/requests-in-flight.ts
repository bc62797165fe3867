import { type FullShare, type Release, Shares } from '../shares.ts'

/** How many requests of operations are being worked on, by everybody and by each organization. */
export class RequestsInFlight {
  count = 0
  readonly max: number
  readonly #shares: Shares

  constructor(max: number, organizationMax: number) {
    this.max = max
    this.#shares = new Shares({ process: Infinity, organization: organizationMax })
  }

  /** Counts a request for its organization too, as soon as it is known who signed it. */
  takeShare(organizationId: string): Release | FullShare {
    return this.#shares.take(organizationId)
  }
}
