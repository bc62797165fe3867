import type { ResolvedCoverage } from '@vadium/client'
import { formatDecimal, roundHalfEven, valuePosition } from '@vadium/margin'

interface Computed {
  /** In percent. Null without a notional. */
  readonly ccr: string | null
  /** In percent. Null without collateral. */
  readonly ltv: string | null
  readonly collateralUsd: string | null
}

function computedOf(
  { asset_quantity, collateral_quantity }: ResolvedCoverage['after'],
  { asset_price_usd, collateral_price_usd }: ResolvedCoverage,
): Computed {
  // More may be asked for than is held by now.
  if (collateral_quantity.startsWith('-')) return { ccr: null, ltv: null, collateralUsd: null }
  const { ccrPercent, ltvPercent, collateralValueUsd } = valuePosition({
    assetQuantity: asset_quantity,
    assetPriceUsd: asset_price_usd,
    collateralQuantity: collateral_quantity,
    collateralPriceUsd: collateral_price_usd,
  })
  return {
    ccr: ccrPercent === null ? null : formatDecimal(ccrPercent, 2),
    ltv: ltvPercent === null ? null : formatDecimal(ltvPercent, 2),
    collateralUsd: formatDecimal(roundHalfEven(collateralValueUsd, '0.01'), 2),
  }
}

/**
 * Both coverages once more, from their quantities and prices, and whether the service says them.
 */
export function recomputed(coverage: ResolvedCoverage): {
  readonly before: Computed | null
  readonly after: Computed
  readonly isEqual: boolean
} {
  const before = coverage.before === null ? null : computedOf(coverage.before, coverage)
  const after = computedOf(coverage.after, coverage)
  const isEqual =
    (before?.ccr ?? null) === coverage.before_percent && after.ccr === coverage.after_percent
  return { before, after, isEqual }
}
