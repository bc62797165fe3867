import { readNonNegative } from '../decimal-input.ts'
import { ONE, type Decimal, type DecimalInput } from '../decimal.ts'
import { marginCall, type MarginCall } from '../margin-call.ts'
import { valuePosition, type PositionValuation } from '../position-valuation.ts'
import type { DealPrices, StressedDeal } from './stressed-deal.ts'

/** What a deal is worth, and what is due on it, when only settled collateral counts. */
export interface SettledFigures {
  valuation: PositionValuation
  call: MarginCall
}

/** Undefined if a price is not known of an asset of which there is some. */
export function settledFigures(
  {
    lent,
    collateral,
    terms,
  }: Pick<StressedDeal, 'lent' | 'collateral'> & {
    readonly terms: Pick<StressedDeal['terms'], 'margin'>
  },
  { assetUsd, collateralUsd }: DealPrices,
): SettledFigures | undefined {
  const assetQuantity = readNonNegative(lent, 'lent')
  const collateralQuantity = readNonNegative(collateral, 'collateral')
  const assetPriceUsd = priceFor(assetQuantity, assetUsd)
  const collateralPriceUsd = priceFor(collateralQuantity, collateralUsd)
  if (assetPriceUsd === null || collateralPriceUsd === null) return undefined
  const valuation = valuePosition({
    assetQuantity,
    assetPriceUsd,
    collateralQuantity,
    collateralPriceUsd,
  })
  return { valuation, call: marginCall(valuation, terms.margin) }
}

/** A quantity of zero has no value at any price, so the price of its asset may be missing. */
function priceFor(quantity: Decimal, priceUsd: DecimalInput | null): DecimalInput | null {
  return priceUsd ?? (quantity.isZero() ? ONE : null)
}
