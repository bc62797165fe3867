import { Decimal, HUNDREDTH, ZERO } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { readMarginTerms, type MarginTerms, type ReadMarginTerms } from './margin-terms.ts'
import type { PositionValuation } from './position-valuation.ts'
import { CENT, roundQuotient, roundTo } from './rounding.ts'

/** Which way collateral moves: `TopUp` from borrower to lender, `Release` back, `None` not at all. */
export type MarginDirection = 'TopUp' | 'Release' | 'None'

/** What one side owes the other in collateral. USD unless named otherwise; all exact but what says it is rounded. */
export interface MarginCall {
  direction: MarginDirection
  /** Asset notional · requirement − threshold, before the floor of zero. */
  requirementLessThresholdUsd: Decimal
  /** What the collateral must be worth: the former, never below zero. */
  requiredUsd: Decimal
  /** What one unit of collateral counts for: its price after the haircut. */
  creditedPriceUsd: Decimal
  /** What the collateral does count for, with what is in transit and without what is disputed. */
  creditedUsd: Decimal
  /** Required − credited: above zero a TopUp, below zero a Release. */
  shortfallUsd: Decimal
  /** |shortfall| cut to cents, before any rounding of the amount. */
  notionalUsd: Decimal
  /** The minimum that this notional is tested against: the top-up's, for a release the release's. */
  minimumNotionalUsd: Decimal
  /** Whether the notional reaches the minimum: equal counts. */
  minimumReached: boolean
  /** Collateral to send in a TopUp, in its units, rounded up to the lot; else 0. */
  topUpAmount: Decimal
  /** Collateral to send back in a Release, in its units, rounded down to the lot, at most what is free; else 0. */
  releaseAmount: Decimal
  /** Whichever of the two applies. */
  collateralAmount: Decimal
}

/**
 * Margin owed between lender and borrower for one position.
 *
 *     required  = max(0, asset_notional · r/100 − threshold)
 *     credited  = (C + deliveries in transit − returns in transit − disputed items) · Pc · (1−h)
 *     shortfall = required − credited
 *
 * @throws {MarginInputError} when the terms are malformed, out of bounds, or contradict one another.
 */
export function marginCall(position: PositionValuation, terms: MarginTerms): MarginCall {
  return callMargin(position, readMarginTerms(terms))
}

/** As {@link marginCall}, for terms that have been read. */
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
    topUpAmount,
    releaseAmount,
    collateralAmount: add(topUpAmount, releaseAmount),
  }
}

function directionOf(shortfallUsd: Decimal): MarginDirection {
  if (shortfallUsd.isZero()) return 'None'
  return shortfallUsd.greaterThan(ZERO) ? 'TopUp' : 'Release'
}

// Up for a top-up, down for a release: the lender is never left short by a rounding.

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
  // Only what has settled, and is neither on its way back already nor disputed, can be sent back.
  return Decimal.min(due, roundTo(position.releasableQuantity, lot.release, 'down'))
}
