import { Decimal, HUNDREDTH, ZERO } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { readMarginTerms, type MarginTerms, type ReadMarginTerms } from './margin-terms.ts'
import { compareCoverage, type PositionValuation } from './position-valuation.ts'
import { CENT, roundQuotient, roundTo } from './rounding.ts'

/**
 * The direction of collateral: `TopUp` to the lender, `Release` back to the borrower, `None` if
 * nothing is due.
 */
export type MarginDirection = 'TopUp' | 'Release' | 'None'

/**
 * The collateral that one side owes the other. In USD unless stated; exact unless stated as
 * rounded.
 */
export interface MarginCall {
  direction: MarginDirection
  /** Asset notional · requirement − threshold, before the floor of zero. */
  requirementLessThresholdUsd: Decimal
  /** The required collateral: the member above, with a floor of zero. */
  requiredUsd: Decimal
  /** The price of one unit of collateral after the haircut. */
  creditedPriceUsd: Decimal
  /**
   * The credited collateral: settled plus in transit to the lender, less returns in transit and
   * disputed.
   */
  creditedUsd: Decimal
  /** Required − credited: above zero a TopUp, below zero a Release. */
  shortfallUsd: Decimal
  /** |shortfall| truncated to cents, before any rounding of the amount. */
  notionalUsd: Decimal
  /**
   * The minimum notional of the direction: for a release that of releases, otherwise that of
   * top-ups.
   */
  minimumNotionalUsd: Decimal
  /** Whether the notional reaches the minimum. An equal notional reaches it. */
  minimumReached: boolean
  /**
   * The level of coverage at which a request of the direction can be submitted, in percent; null if
   * none is agreed.
   */
  levelPercent: Decimal | null
  /**
   * Whether the coverage of settled collateral, without haircut, reaches that level. An equal one
   * reaches it. True without a level.
   */
  levelReached: boolean
  /** The collateral to send in a TopUp, in its units, rounded up to the lot; otherwise 0. */
  topUpAmount: Decimal
  /**
   * The collateral to send back in a Release, in its units, rounded down to the lot; otherwise 0.
   */
  releaseAmount: Decimal
  /** The amount of the direction, in units of the collateral. */
  collateralAmount: Decimal
}

/**
 * Margin owed between lender and borrower for one position.
 *
 *     required  = max(0, asset_notional · r/100 − threshold)
 *     credited  = (C + deliveries in transit − returns in transit − disputed items) · Pc · (1−h)
 *     shortfall = required − credited
 *
 * @throws {MarginInputError} if the terms are malformed, out of bounds or contradictory.
 */
export function marginCall(position: PositionValuation, terms: MarginTerms): MarginCall {
  return callMargin(position, readMarginTerms(terms))
}

/** Like {@link marginCall}, for terms that have been read. */
export function callMargin(position: PositionValuation, terms: ReadMarginTerms): MarginCall {
  const requirementLessThresholdUsd = subtract(
    multiply(position.assetNotionalUsd, terms.requirementPercent, HUNDREDTH),
    terms.thresholdUsd,
  )
  const requiredUsd = Decimal.max(ZERO, requirementLessThresholdUsd)
  const creditedPriceUsd = multiply(position.collateralPriceUsd, terms.haircutFactor)
  const creditedUsd = multiply(position.creditedQuantity, creditedPriceUsd)
  const shortfallUsd = subtract(requiredUsd, creditedUsd)

  const direction = directionOf(shortfallUsd)
  const notionalUsd = roundTo(shortfallUsd.abs(), CENT, 'down')
  const minimumNotionalUsd =
    direction === 'Release' ? terms.minimumNotionalUsd.release : terms.minimumNotionalUsd.topUp
  const levelPercent = levelOf(direction, terms)
  const topUpAmount = topUpFor(shortfallUsd, creditedPriceUsd, terms.lot)
  const releaseAmount = releaseFor(shortfallUsd, creditedPriceUsd, position, terms.lot)
  return {
    direction,
    requirementLessThresholdUsd,
    requiredUsd,
    creditedPriceUsd,
    creditedUsd,
    shortfallUsd,
    notionalUsd,
    minimumNotionalUsd,
    minimumReached: notionalUsd.greaterThanOrEqualTo(minimumNotionalUsd),
    levelPercent,
    levelReached: levelPercent === null || reachesLevel(position, direction, levelPercent),
    topUpAmount,
    releaseAmount,
    collateralAmount: add(topUpAmount, releaseAmount),
  }
}

function directionOf(shortfallUsd: Decimal): MarginDirection {
  if (shortfallUsd.isZero()) return 'None'
  return shortfallUsd.greaterThan(ZERO) ? 'TopUp' : 'Release'
}

function levelOf(
  direction: MarginDirection,
  { topUpPercent, releasePercent }: ReadMarginTerms,
): Decimal | null {
  if (direction === 'None') return null
  return direction === 'TopUp' ? topUpPercent : releasePercent
}

function reachesLevel(
  position: PositionValuation,
  direction: MarginDirection,
  levelPercent: Decimal,
): boolean {
  const compared = compareCoverage(position, levelPercent)
  return direction === 'TopUp' ? compared <= 0 : compared >= 0
}

// A top-up is rounded up and a release down, so that the lender never has too little collateral.

function topUpFor(
  shortfallUsd: Decimal,
  creditedPriceUsd: Decimal,
  lot: ReadMarginTerms['lot'],
): Decimal {
  return roundQuotient(Decimal.max(ZERO, shortfallUsd), creditedPriceUsd, lot.topUp, 'up')
}

function releaseFor(
  shortfallUsd: Decimal,
  creditedPriceUsd: Decimal,
  position: PositionValuation,
  lot: ReadMarginTerms['lot'],
): Decimal {
  const excessUsd = Decimal.max(ZERO, subtract(ZERO, shortfallUsd))
  const due = roundQuotient(excessUsd, creditedPriceUsd, lot.release, 'down')
  // Only settled collateral that is neither returning nor disputed can be sent back.
  return Decimal.min(due, roundTo(position.releasableQuantity, lot.release, 'down'))
}
