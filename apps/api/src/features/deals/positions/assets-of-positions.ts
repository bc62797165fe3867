import type { ConnectionShares } from '../../../platform/db/connection-shares.ts'
import { readByService } from '../../../platform/db/tenant.ts'
import { pairsOfPositions } from './coverage-listing.ts'
import { pricedAssets } from './position-figures.ts'
import type { Pair } from './position.repository.ts'

/** Positions that close and whose asset is back have no ratio, and are in no index of pairs. */
const assetsOfPositions = `
  WITH RECURSIVE ${pairsOfPositions}
  SELECT asset, collateral_asset AS "collateralAsset" FROM pairs
  UNION
  SELECT o.asset, o.collateral_asset FROM positions p JOIN orders o ON o.id = p.order_id
  WHERE p.status = 'CLOSING' AND p.asset_quantity = 0 AND $1 IN (p.lender_id, p.borrower_id)`

/** The assets that the figures of an organization's positions rest on, as it may see them. */
export class AssetsOfPositions {
  readonly #shares: ConnectionShares

  constructor(shares: ConnectionShares) {
    this.#shares = shares
  }

  /** Those of open positions. */
  async of(organizationId: string): Promise<ReadonlySet<string>> {
    const pairs = await readByService(this.#shares, organizationId, async (client) => {
      const { rows } = await client.query<Pair>({
        name: 'assets of positions',
        text: assetsOfPositions,
        values: [organizationId],
      })
      return rows
    })
    return new Set(pricedAssets(pairs))
  }
}
