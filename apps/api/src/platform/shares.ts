export interface ShareLimits {
  /** In use at once, by everybody. */
  readonly process: number
  /** In use at once, by one organization. */
  readonly organization: number
}

/** Which limit has been reached. */
export type FullShare = 'organization' | 'process'

/** Gives back what was taken. Only the first time counts. */
export type Release = () => void

/** Counts how many of something are in use at once: by this process, and by each organization in it. */
export class Shares {
  readonly #limits: ShareLimits
  readonly #byOrganization = new Map<string, number>()
  #count = 0

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#count
  }

  /** Which limit one more would exceed; undefined where there is room. */
  full(organizationId: string): FullShare | undefined {
    const own = this.#byOrganization.get(organizationId) ?? 0
    if (own >= this.#limits.organization) return 'organization'
    return this.#count >= this.#limits.process ? 'process' : undefined
  }

  /** Takes one, or says which limit has been reached. */
  take(organizationId: string): Release | FullShare {
    const full = this.full(organizationId)
    if (full !== undefined) return full
    this.#add(organizationId, 1)
    let isHeld = true
    return () => {
      if (isHeld) this.#add(organizationId, -1)
      isHeld = false
    }
  }

  #add(organizationId: string, change: 1 | -1): void {
    this.#count += change
    const own = (this.#byOrganization.get(organizationId) ?? 0) + change
    if (own === 0) this.#byOrganization.delete(organizationId)
    else this.#byOrganization.set(organizationId, own)
  }
}
