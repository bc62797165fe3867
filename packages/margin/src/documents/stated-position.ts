import { formatDecimal, type Decimal, type DecimalInput } from '../decimal.ts'
import { liquidationReached, marginCallReached, valuePosition } from '../position-valuation.ts'
import { CENT, roundHalfEven } from '../rounding.ts'

/** Quantities are in units of their asset, prices in USD for one unit. Null: there is no price. */
export interface StatedQuantities {
  asset_quantity: DecimalInput
  asset_price_usd: DecimalInput | null
  collateral_quantity: DecimalInput
  collateral_price_usd: DecimalInput | null
}

/** What a document says of the value of a position. Null without the price. */
export interface StatedFigures {
  /** 2 decimals, half-even, as are those of the collateral. */
  asset_notional_usd: string | null
  collateral_value_usd: string | null
  /** 2 decimals, rounded up; also null without collateral. */
  ltv_percent: string | null
  /** 2 decimals, rounded down; also null without a notional. */
  ccr_percent: string | null
}

/** Levels in percent, and whether they count: only while the asset is lent. */
export interface StatedLevels {
  margin_call_percent: DecimalInput
  liquidation_percent: DecimalInput
  is_lent: boolean
}

/** Used instead of a missing price; no figure that depends on it is kept. */
const ANY_PRICE = '1'

/**
 * The figures of a position as documents state them, which are those of a report.
 *
 * @throws {MarginInputError} if a decimal is malformed or out of bounds.
 */
export function statedFigures(quantities: StatedQuantities): StatedFigures {
  const { asset_price_usd: assetPrice, collateral_price_usd: collateralPrice } = quantities
  const valuation = valued(quantities)
  const isPriced = assetPrice !== null && collateralPrice !== null
  return {
    asset_notional_usd: assetPrice === null ? null : cents(valuation.assetNotionalUsd),
    collateral_value_usd: collateralPrice === null ? null : cents(valuation.collateralValueUsd),
    ltv_percent: isPriced ? percent(valuation.ltvPercent) : null,
    ccr_percent: isPriced ? percent(valuation.ccrPercent) : null,
  }
}

/** Whether the levels of a position are reached. Null without both prices. */
export function statedLevels(
  quantities: StatedQuantities,
  levels: StatedLevels,
): { margin_call_reached: boolean | null; liquidation_reached: boolean | null } {
  if (quantities.asset_price_usd === null || quantities.collateral_price_usd === null) {
    return { margin_call_reached: null, liquidation_reached: null }
  }
  const valuation = valued(quantities)
  const { margin_call_percent, liquidation_percent, is_lent } = levels
  return {
    margin_call_reached: is_lent && marginCallReached(valuation, margin_call_percent),
    liquidation_reached: is_lent && liquidationReached(valuation, liquidation_percent),
  }
}

function valued(quantities: StatedQuantities) {
  return valuePosition({
    assetQuantity: quantities.asset_quantity,
    assetPriceUsd: quantities.asset_price_usd ?? ANY_PRICE,
    collateralQuantity: quantities.collateral_quantity,
    collateralPriceUsd: quantities.collateral_price_usd ?? ANY_PRICE,
  })
}

const cents = (value: Decimal) => formatDecimal(roundHalfEven(value, CENT), 2)
const percent = (value: Decimal | null) => (value === null ? null : formatDecimal(value, 2))
