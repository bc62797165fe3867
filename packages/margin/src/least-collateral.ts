import { readNonNegative, readPositive } from './decimal-input.ts'
import { Decimal, HUNDREDTH, ZERO, type DecimalInput } from './decimal.ts'
import { multiply, subtract } from './exact-arithmetic.ts'
import { type CollateralRequirement, readMarginTerms } from './margin-terms.ts'
import { roundQuotient } from './rounding.ts'

/** A loan, and another collateral that is to secure it, with the terms that apply to it. */
export interface LeastCollateralInputs {
  /** The quantity lent, in units of the asset. */
  assetQuantity: DecimalInput
  /** In USD for one unit of the asset, above zero. */
  assetPriceUsd: DecimalInput
  /** In USD for one unit of the collateral, above zero. */
  collateralPriceUsd: DecimalInput
  terms: CollateralRequirement & {
    /** The exposure that needs no collateral, in USD. Default 0. */
    thresholdUsd?: DecimalInput | undefined
  }
  /** The smallest unit of the collateral, above zero. */
  smallestUnit: DecimalInput
}

/** The least collateral that meets the requirement, and what it follows from. */
export interface LeastCollateral {
  /** In units of the collateral. */
  least: Decimal
  /** The required collateral, in USD. */
  requiredUsd: Decimal
  /** The price of one unit of the collateral after the haircut, in USD. */
  creditedPriceUsd: Decimal
}

/**
 * The least quantity of a collateral that meets the requirement of a loan by itself:
 *
 *     least = roundUp(max(0, Q·Pa·r − T) / (Pb·(1−h)), smallest unit)
 *
 * It is rounded up, so that the lender never has too little.
 *
 * @example
 * const { least } = leastCollateral({
 *   assetQuantity: '1000000',
 *   assetPriceUsd: '1',
 *   collateralPriceUsd: '3000',
 *   terms: { requirementPercent: '160' },
 *   smallestUnit: '0.000000000000000001',
 * })
 * least.toFixed() // '533.333333333333333334'
 * @throws {MarginInputError} if a decimal is malformed, out of bounds or contradictory.
 */
export function leastCollateral(inputs: LeastCollateralInputs): LeastCollateral {
  const quantity = readNonNegative(inputs.assetQuantity, 'assetQuantity')
  const assetPrice = readPositive(inputs.assetPriceUsd, 'assetPriceUsd')
  const price = readPositive(inputs.collateralPriceUsd, 'collateralPriceUsd')
  const smallestUnit = readPositive(inputs.smallestUnit, 'smallestUnit')
  const { requirementPercent, haircutFactor, thresholdUsd } = readMarginTerms({
    ...inputs.terms,
    lot: { topUp: smallestUnit, release: smallestUnit },
  })
  const required = multiply(quantity, assetPrice, requirementPercent, HUNDREDTH)
  const requiredUsd = Decimal.max(ZERO, subtract(required, thresholdUsd))
  const creditedPriceUsd = multiply(price, haircutFactor)
  const least = roundQuotient(requiredUsd, creditedPriceUsd, smallestUnit, 'up')
  return { least, requiredUsd, creditedPriceUsd }
}
