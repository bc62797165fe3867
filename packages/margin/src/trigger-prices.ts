import { readPositive } from './decimal-input.ts'
import { Decimal, HUNDRED, ZERO, type DecimalInput } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { callMargin, type MarginCall } from './margin-call.ts'
import { readMarginTerms, type MarginTerms, type ReadMarginTerms } from './margin-terms.ts'
import type { PositionValuation } from './position-valuation.ts'
import { CENT, roundQuotient, roundTo, type RoundingMode } from './rounding.ts'

/**
 * The asset price and the collateral price at which a trigger is reached, if all else stays equal.
 * In USD, rounded to 20 decimals towards the side on which it is reached. `null` if it is reached
 * at every price above zero or at none, and for the collateral price of a call that is due from
 * some price upwards, because the credited quantity is below zero.
 */
export interface TriggerPricePair {
  assetPriceUsd: Decimal | null
  collateralPriceUsd: Decimal | null
}

/**
 * The prices from which, upwards or downwards, a trigger is reached. Zero or infinite where it is
 * reached at every price above zero, or at none: which of the two follows from the direction.
 */
interface Bounds {
  asset: Decimal
  collateral: Decimal
}

const INFINITE = new Decimal(Infinity)

/** The smallest step of a price string. */
const PRICE_INCREMENT = new Decimal('1e-20')

/**
 * The asset price from which upwards, and the collateral price from which downwards, a TopUp of the
 * minimum is due and coverage has reached the level of top-ups, if one is agreed. With E the
 * credited quantity, T the threshold and M the minimum for top-ups, without a level:
 *
 *     asset price      = (E·Pc·(1−h) + T + M)·100 / (Q·r)
 *     collateral price = (required − M) / (E·(1−h))
 *
 * A minimum that is not in whole cents counts as the next cent, because notionals are truncated to
 * cents.
 * With a minimum of zero, the price is the one at which nothing is due yet. With a level, the asset
 * price is the larger of this one and that of {@link flagTriggerPrices}, the collateral price the
 * smaller.
 *
 * @throws {MarginInputError} as {@link marginCall} does.
 */
export function topUpTriggerPrices(
  position: PositionValuation,
  terms: MarginTerms,
): TriggerPricePair {
  const read = readMarginTerms(terms)
  return topUpTriggerPricesOf(position, read, callMargin(position, read))
}

/** Like {@link topUpTriggerPrices}, for terms that have been read and their call. */
export function topUpTriggerPricesOf(
  position: PositionValuation,
  terms: ReadMarginTerms,
  call: MarginCall,
): TriggerPricePair {
  const due = topUpBounds(position, terms, call)
  if (terms.topUpPercent === null) return pairOf(due)
  const level = levelBounds(position, terms.topUpPercent, 'below')
  return pairOf({
    asset: Decimal.max(due.asset, level.asset),
    collateral: Decimal.min(due.collateral, level.collateral),
  })
}

function topUpBounds(
  position: PositionValuation,
  terms: ReadMarginTerms,
  { creditedUsd, requiredUsd }: MarginCall,
): Bounds {
  const minimum = roundTo(terms.minimumNotionalUsd.topUp, CENT, 'up')

  // If more than the minimum is due at an asset price of zero, a TopUp is due at every asset price.
  const coverable = add(creditedUsd, minimum)
  const always = creditedUsd.lessThan(ZERO) && coverable.lessThanOrEqualTo(ZERO)
  // If nothing is credited, what is required decides at every collateral price.
  const isRequired = requiredUsd.greaterThan(ZERO) && requiredUsd.greaterThanOrEqualTo(minimum)
  return {
    asset: always
      ? ZERO
      : priceAt(
          multiply(add(coverable, terms.thresholdUsd), HUNDRED),
          multiply(position.assetQuantity, terms.requirementPercent),
          'up',
        ),
    collateral: priceAt(
      subtract(requiredUsd, minimum),
      multiply(position.creditedQuantity, terms.haircutFactor),
      'down',
      isRequired ? INFINITE : ZERO,
    ),
  }
}

/**
 * The asset price from which downwards, and the collateral price from which upwards, a Release of
 * the minimum is due and coverage has reached the level of releases, if one is agreed. With E the
 * credited quantity, T the threshold and M the minimum for releases, without a level:
 *
 *     asset price      = (E·Pc·(1−h) + T − M)·100 / (Q·r)
 *     collateral price = (required + M) / (E·(1−h))
 *
 * Cents and zero count as for top-ups. With a level, the asset price is the smaller of this one and
 * that at which coverage is the level, the collateral price the larger. The limit of a release to
 * the settled collateral is not considered.
 *
 * @throws {MarginInputError} as {@link marginCall} does.
 */
export function releaseTriggerPrices(
  position: PositionValuation,
  terms: MarginTerms,
): TriggerPricePair {
  const read = readMarginTerms(terms)
  return releaseTriggerPricesOf(position, read, callMargin(position, read))
}

/** Like {@link releaseTriggerPrices}, for terms that have been read and their call. */
export function releaseTriggerPricesOf(
  position: PositionValuation,
  terms: ReadMarginTerms,
  call: MarginCall,
): TriggerPricePair {
  const due = releaseBounds(position, terms, call)
  if (terms.releasePercent === null) return pairOf(due)
  const level = levelBounds(position, terms.releasePercent, 'above')
  return pairOf({
    asset: Decimal.min(due.asset, level.asset),
    collateral: Decimal.max(due.collateral, level.collateral),
  })
}

function releaseBounds(
  position: PositionValuation,
  terms: ReadMarginTerms,
  { creditedUsd, requiredUsd }: MarginCall,
): Bounds {
  const minimum = roundTo(terms.minimumNotionalUsd.release, CENT, 'up')

  // If less than the minimum is credited, nothing can be released, even if nothing is required.
  const releasable = subtract(creditedUsd, minimum)
  return {
    asset: releasable.lessThan(ZERO)
      ? ZERO
      : priceAt(
          multiply(add(releasable, terms.thresholdUsd), HUNDRED),
          multiply(position.assetQuantity, terms.requirementPercent),
          'down',
        ),
    collateral: priceAt(
      add(requiredUsd, minimum),
      multiply(position.creditedQuantity, terms.haircutFactor),
      'up',
    ),
  }
}

/**
 * The asset price from which upwards, and the collateral price from which downwards, a flag at the
 * CCR level
 * L is raised:
 *
 *     asset price      = 100·C·Pc / (Q·L)
 *     collateral price = Q·P·L / (100·C)
 *
 * @param levelPercent L, above zero: `margin_call_percent` or `liquidation_percent`.
 * @throws {MarginInputError} if the level is malformed or not above zero.
 */
export function flagTriggerPrices(
  position: PositionValuation,
  levelPercent: DecimalInput,
): TriggerPricePair {
  const level = readPositive(levelPercent, 'levelPercent')
  return pairOf(levelBounds(position, level, 'below'))
}

/** The prices at which coverage is the level, rounded to the side below it, or to that above it. */
function levelBounds(position: PositionValuation, level: Decimal, side: 'below' | 'above'): Bounds {
  const isBelow = side === 'below'
  return {
    asset: priceAt(
      multiply(position.collateralValueUsd, HUNDRED),
      multiply(position.assetQuantity, level),
      isBelow ? 'up' : 'down',
    ),
    collateral: priceAt(
      multiply(position.assetNotionalUsd, level),
      multiply(position.collateralQuantity, HUNDRED),
      isBelow ? 'down' : 'up',
      position.assetNotionalUsd.isZero() ? ZERO : INFINITE,
    ),
  }
}

/** Without a denominator, no price changes anything: `fixed` says where the bound is then. */
function priceAt(
  numerator: Decimal,
  denominator: Decimal,
  mode: RoundingMode,
  fixed: Decimal = INFINITE,
): Decimal {
  if (!denominator.greaterThan(ZERO)) return fixed
  return Decimal.max(ZERO, roundQuotient(numerator, denominator, PRICE_INCREMENT, mode))
}

function pairOf({ asset, collateral }: Bounds): TriggerPricePair {
  return { assetPriceUsd: priceOf(asset), collateralPriceUsd: priceOf(collateral) }
}

function priceOf(bound: Decimal): Decimal | null {
  return bound.isZero() || !bound.isFinite() ? null : bound
}
