import type { ConnectionShares } from '../../../platform/db/connection-shares.ts'
import { readByService } from '../../../platform/db/tenant.ts'
import { pairsStatement } from './coverage-listing.ts'
import { pricedAssets } from './position-figures.ts'
import type { Pair } from './position.repository.ts'

/** The assets that the figures of an organization's positions rest on, as it may see them. */
export class AssetsOfPositions {
  readonly #shares: ConnectionShares

  constructor(shares: ConnectionShares) {
    this.#shares = shares
  }

  /** Those of open positions in which something is lent. */
  async of(organizationId: string): Promise<ReadonlySet<string>> {
    const pairs = await readByService(this.#shares, organizationId, async (client) => {
      const { rows } = await client.query<Pair>(pairsStatement(organizationId))
      return rows
    })
    return new Set(pricedAssets(pairs))
  }
}
