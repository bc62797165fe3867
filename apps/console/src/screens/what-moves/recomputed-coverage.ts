import type { ResolvedCoverage, ResolvedRequest } from '@vadium/client'
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
  assetPriceUsd: string,
  collateralPriceUsd: string,
): Computed {
  // More may be asked for than is held by now.
  if (collateral_quantity.startsWith('-')) return { ccr: null, ltv: null, collateralUsd: null }
  const { ccrPercent, ltvPercent, collateralValueUsd } = valuePosition({
    assetQuantity: asset_quantity,
    assetPriceUsd,
    collateralQuantity: collateral_quantity,
    collateralPriceUsd,
  })
  return {
    ccr: ccrPercent === null ? null : formatDecimal(ccrPercent, 2),
    ltv: ltvPercent === null ? null : formatDecimal(ltvPercent, 2),
    collateralUsd: formatDecimal(roundHalfEven(collateralValueUsd, '0.01'), 2),
  }
}

/**
 * Both coverages once more, from their quantities and prices, and whether the service says them. The
 * collateral after an exchange has a price of its own.
 */
export function recomputed(
  coverage: ResolvedCoverage,
  exchanged: ResolvedRequest['substitution'],
): {
  readonly before: Computed | null
  readonly after: Computed
  readonly isEqual: boolean
} {
  const { asset_price_usd: asset, collateral_price_usd: collateral } = coverage
  const before = coverage.before === null ? null : computedOf(coverage.before, asset, collateral)
  const after = computedOf(coverage.after, asset, exchanged?.after_price_usd ?? collateral)
  const isEqual =
    (before?.ccr ?? null) === coverage.before_percent && after.ccr === coverage.after_percent
  return { before, after, isEqual }
}
