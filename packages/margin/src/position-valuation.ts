import { readNonNegative, readPositive } from './decimal-input.ts'
import { Decimal, HUNDRED, ZERO, type DecimalInput } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { PERCENT_INCREMENT, roundQuotient } from './rounding.ts'

/** What a position holds and at which prices. Quantities are in units of their asset, prices in USD a unit. */
export interface Position {
  /** The borrowed quantity, Q. */
  assetQuantity: DecimalInput
  /** The asset's price, P: above zero. */
  assetPriceUsd: DecimalInput
  /** The settled collateral, C, what is on its way back and what is disputed still included. */
  collateralQuantity: DecimalInput
  /** The collateral's price, Pc: above zero. */
  collateralPriceUsd: DecimalInput
  /** Collateral on its way to the lender; default 0. */
  deliveriesInTransit?: DecimalInput | undefined
  /** Collateral on its way back to the borrower; default 0. */
  returnsInTransit?: DecimalInput | undefined
  /** Collateral whose standing is disputed; default 0. */
  disputedQuantity?: DecimalInput | undefined
}

/** A position with its values and ratios. All exact but the two ratios, which are rounded once. */
export interface PositionValuation {
  assetQuantity: Decimal
  assetPriceUsd: Decimal
  collateralQuantity: Decimal
  collateralPriceUsd: Decimal
  /** Settled + deliveries in transit − returns in transit − disputed: what a margin call counts. May be below zero. */
  creditedQuantity: Decimal
  /** What a release may take at most: settled − returns in transit − disputed, never below zero. */
  releasableQuantity: Decimal
  /** Q·P, in USD. */
  assetNotionalUsd: Decimal
  /** C·Pc, in USD: settled collateral only, without haircut. */
  collateralValueUsd: Decimal
  /** Loan to value, 2 decimals, rounded up; null without collateral. */
  ltvPercent: Decimal | null
  /** Collateral coverage, 2 decimals, rounded down; null without a notional. */
  ccrPercent: Decimal | null
}

/**
 * Values a position at the prices given.
 *
 *     asset_notional   = Q·P
 *     collateral_value = C·Pc
 *     ltv_percent      = 100 · asset_notional / collateral_value
 *     ccr_percent      = 100 · collateral_value / asset_notional
 *
 * @throws {MarginInputError} when a quantity is below zero, a price is not above it, or a decimal is malformed.
 */
export function valuePosition(position: Position): PositionValuation {
  const assetQuantity = readNonNegative(position.assetQuantity, 'assetQuantity')
  const assetPriceUsd = readPositive(position.assetPriceUsd, 'assetPriceUsd')
  const collateralQuantity = readNonNegative(position.collateralQuantity, 'collateralQuantity')
  const collateralPriceUsd = readPositive(position.collateralPriceUsd, 'collateralPriceUsd')
  const deliveries = readNonNegative(position.deliveriesInTransit ?? ZERO, 'deliveriesInTransit')
  const returns = readNonNegative(position.returnsInTransit ?? ZERO, 'returnsInTransit')
  const disputed = readNonNegative(position.disputedQuantity ?? ZERO, 'disputedQuantity')

  const free = subtract(collateralQuantity, add(returns, disputed))
  const assetNotionalUsd = multiply(assetQuantity, assetPriceUsd)
  const collateralValueUsd = multiply(collateralQuantity, collateralPriceUsd)
  return {
    assetQuantity,
    assetPriceUsd,
    collateralQuantity,
    collateralPriceUsd,
    creditedQuantity: add(free, deliveries),
    releasableQuantity: Decimal.max(ZERO, free),
    assetNotionalUsd,
    collateralValueUsd,
    // Never rosier than the truth: the loan weighs up, its cover weighs down.
    ltvPercent: percentOf(assetNotionalUsd, collateralValueUsd, 'up'),
    ccrPercent: percentOf(collateralValueUsd, assetNotionalUsd, 'down'),
  }
}

function percentOf(part: Decimal, whole: Decimal, mode: 'up' | 'down'): Decimal | null {
  if (whole.isZero()) return null
  return roundQuotient(multiply(part, HUNDRED), whole, PERCENT_INCREMENT, mode)
}

/**
 * Whether the flag "margin call" is up: coverage (CCR) at or below the level, on unrounded values.
 * Without a notional there is no coverage and no flag; with a notional and no collateral it is up.
 *
 * @param marginCallPercent the CCR level, above zero.
 * @throws {MarginInputError} when the level is malformed or not above zero.
 */
export function marginCallReached(
  valuation: PositionValuation,
  marginCallPercent: DecimalInput,
): boolean {
  return coverageAtOrBelow(valuation, readPositive(marginCallPercent, 'marginCallPercent'))
}

/**
 * Whether the flag "liquidation" is up: coverage (CCR) at or below the level, on unrounded values.
 *
 * @param liquidationPercent the CCR level, above zero.
 * @throws {MarginInputError} when the level is malformed or not above zero.
 */
export function liquidationReached(
  valuation: PositionValuation,
  liquidationPercent: DecimalInput,
): boolean {
  return coverageAtOrBelow(valuation, readPositive(liquidationPercent, 'liquidationPercent'))
}

function coverageAtOrBelow(valuation: PositionValuation, levelPercent: Decimal): boolean {
  if (valuation.assetNotionalUsd.isZero()) return false
  const covered = multiply(valuation.collateralValueUsd, HUNDRED)
  return covered.lessThanOrEqualTo(multiply(valuation.assetNotionalUsd, levelPercent))
}
