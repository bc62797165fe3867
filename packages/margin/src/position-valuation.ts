import { readNonNegative, readPositive } from './decimal-input.ts'
import { Decimal, HUNDRED, ZERO, type DecimalInput } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { PERCENT_INCREMENT, roundQuotient } from './rounding.ts'

/**
 * The quantities and prices of a position. Quantities are in units of their asset, prices in USD a
 * unit.
 */
export interface Position {
  /** The quantity lent, Q. */
  assetQuantity: DecimalInput
  /** The asset's price, P: above zero. */
  assetPriceUsd: DecimalInput
  /** The settled collateral, C, including returns in transit and the disputed part. */
  collateralQuantity: DecimalInput
  /** The collateral's price, Pc: above zero. */
  collateralPriceUsd: DecimalInput
  /** The collateral in transit to the lender. Default 0. */
  deliveriesInTransit?: DecimalInput | undefined
  /** The collateral in transit to the borrower. Default 0. */
  returnsInTransit?: DecimalInput | undefined
  /** The disputed part of the settled collateral. Default 0. */
  disputedQuantity?: DecimalInput | undefined
}

/**
 * A position with its values and ratios. All are exact except the two ratios, which are rounded
 * once.
 */
export interface PositionValuation {
  assetQuantity: Decimal
  assetPriceUsd: Decimal
  collateralQuantity: Decimal
  collateralPriceUsd: Decimal
  /**
   * The credited quantity: settled + deliveries in transit − returns in transit − disputed. May be
   * below zero.
   */
  creditedQuantity: Decimal
  /** The largest possible release: settled − returns in transit − disputed, never below zero. */
  releasableQuantity: Decimal
  /** Q·P, in USD. */
  assetNotionalUsd: Decimal
  /** C·Pc, in USD: settled collateral only, without haircut. */
  collateralValueUsd: Decimal
  /** Loan to value in percent, 2 decimals, rounded up; null without collateral. */
  ltvPercent: Decimal | null
  /** Collateral coverage ratio in percent, 2 decimals, rounded down; null without a notional. */
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
 * @throws {MarginInputError} if a quantity is below zero, a price is not above zero, or a decimal
 *   is malformed.
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
    // The loan is rounded up and its coverage down, so that rounding never makes a position look
    // safer.
    ltvPercent: percentOf(assetNotionalUsd, collateralValueUsd, 'up'),
    ccrPercent: percentOf(collateralValueUsd, assetNotionalUsd, 'down'),
  }
}

function percentOf(part: Decimal, whole: Decimal, mode: 'up' | 'down'): Decimal | null {
  if (whole.isZero()) return null
  return roundQuotient(multiply(part, HUNDRED), whole, PERCENT_INCREMENT, mode)
}

/**
 * Whether the margin call flag is raised: coverage (CCR) at or below the level, on unrounded
 * values.
 * Without a notional the flag is not raised; with a notional and without collateral it is.
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
 * Whether the liquidation flag is raised: coverage (CCR) at or below the level, on unrounded
 * values.
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
  return compareCoverage(valuation, levelPercent) <= 0
}

/**
 * Compares coverage (CCR) with a level, on unrounded values: below zero if coverage is lower, zero
 * if both are equal. Without a notional, coverage is infinite.
 */
export function compareCoverage(
  { assetNotionalUsd, collateralValueUsd }: PositionValuation,
  levelPercent: Decimal,
): number {
  if (assetNotionalUsd.isZero()) return 1
  const covered = multiply(collateralValueUsd, HUNDRED)
  return covered.comparedTo(multiply(assetNotionalUsd, levelPercent))
}
