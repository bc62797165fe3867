export interface ShareLimits {
  /** In use at once, in total. */
  readonly process: number
  /** In use at once by one organization. */
  readonly organization: number
}

/** Which limit is reached. */
export type FullShare = 'organization' | 'process'

/** Gives back what was taken. Further calls do nothing. */
export type Release = () => void

/** Counts what is in use at once, in this process and for each organization. */
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

  /** The number of organizations that use something. */
  get organizations(): number {
    return this.#byOrganization.size
  }

  /** How much an organization uses. */
  of(organizationId: string): number {
    return this.#byOrganization.get(organizationId) ?? 0
  }

  /** Which limit one more would exceed. Undefined if none. */
  full(organizationId: string): FullShare | undefined {
    const own = this.of(organizationId)
    if (own >= this.#limits.organization) return 'organization'
    return this.#count >= this.#limits.process ? 'process' : undefined
  }

  /** Takes one, or returns the limit that is reached. */
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
    const own = this.of(organizationId) + change
    if (own === 0) this.#byOrganization.delete(organizationId)
    else this.#byOrganization.set(organizationId, own)
  }
}
