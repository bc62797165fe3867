import type { Metrics } from './metrics.ts'

/** So many organizations are counted by themselves. */
const namedMax = 100

/** Counts the refusals of organizations that ask for more than they may have. */
export class RefusedOrganizations {
  readonly #refusals
  readonly #named = new Set<string>()

  constructor(metrics: Metrics) {
    this.#refusals = metrics.of('vadium_organization_refusals_total')
  }

  /** Undefined stands for callers that are not known yet. */
  refusedTo(organizationId: string | undefined): void {
    this.#refusals.inc({ organization: this.#labelOf(organizationId) })
  }

  #labelOf(organizationId: string | undefined): string {
    if (organizationId === undefined) return 'unknown'
    if (this.#named.size < namedMax) this.#named.add(organizationId)
    return this.#named.has(organizationId) ? organizationId : 'others'
  }
}
