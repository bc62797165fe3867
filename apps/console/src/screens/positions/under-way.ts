import type { Position } from '@vadium/client'
import {
  Decimal,
  formatDecimal,
  liquidationReached,
  marginCallReached,
  valuePosition,
} from '@vadium/margin'
import { type CoverageZone, coverageZone } from '../../figures/coverage-meter.tsx'
import { isZero } from '../../figures/decimal-text.ts'

/** The coverage once what is under way has arrived, by the margin package. */
export interface CoverageUnderWay {
  readonly zone: CoverageZone
  readonly ccrPercent: string
}

/** Undefined if nothing is under way, or without a ratio. */
export function coverageUnderWay(position: Position): CoverageUnderWay | undefined {
  const { deliveries_in_transit: deliveries, returns_in_transit: returns, terms } = position
  const { current_price: assetPriceUsd, collateral_price: collateralPriceUsd } = position
  if (isZero(deliveries) && isZero(returns)) return undefined
  if (assetPriceUsd === null || collateralPriceUsd === null) return undefined
  const arrived = new Decimal(position.collateral_quantity).plus(deliveries).minus(returns)
  if (arrived.isNegative()) return undefined
  const valuation = valuePosition({
    assetQuantity: position.asset_quantity,
    assetPriceUsd,
    collateralQuantity: formatDecimal(arrived),
    collateralPriceUsd,
  })
  if (valuation.ccrPercent === null) return undefined
  return {
    zone: coverageZone({
      ccr_percent: formatDecimal(valuation.ccrPercent, 2),
      liquidation_reached: liquidationReached(valuation, terms.liquidation_percent),
      margin_call_reached: marginCallReached(valuation, terms.margin_call_percent),
      m2m_direction: position.m2m_direction,
    }),
    ccrPercent: formatDecimal(valuation.ccrPercent, 2),
  }
}
