import { readPositive } from './decimal-input.ts'
import { Decimal, HUNDRED, ZERO, type DecimalInput } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { callMargin, type MarginCall } from './margin-call.ts'
import { readMarginTerms, type MarginTerms, type ReadMarginTerms } from './margin-terms.ts'
import type { PositionValuation } from './position-valuation.ts'
import { CENT, roundQuotient, roundTo, type RoundingMode } from './rounding.ts'

/**
 * The asset price and the collateral price at which a trigger is reached, if all else stays equal.
 * In USD,
 * rounded to 20 decimals towards the side on which it is reached. `null` if it is reached at every
 * price
 * above zero or at none, and for the collateral price of a call if the credited quantity is below
 * zero.
 */
export interface TriggerPricePair {
  assetPriceUsd: Decimal | null
  collateralPriceUsd: Decimal | null
}

/** The smallest step of a price string. */
const PRICE_INCREMENT = new Decimal('1e-20')

/**
 * The asset price from which upwards, and the collateral price from which downwards, a TopUp of the
 * minimum
 * is due. With E the credited quantity, T the threshold and M the minimum for top-ups:
 *
 *     asset price      = (E·Pc·(1−h) + T + M)·100 / (Q·r)
 *     collateral price = (required − M) / (E·(1−h))
 *
 * A minimum that is not in whole cents counts as the next cent, because notionals are truncated to
 * cents.
 * With a minimum of zero, the price is the one at which nothing is due yet.
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
  { creditedUsd, requiredUsd }: MarginCall,
): TriggerPricePair {
  const minimum = roundTo(terms.minimumNotionalUsd.topUp, CENT, 'up')

  // If more than the minimum is due at an asset price of zero, a TopUp is due at every asset price.
  const coverable = add(creditedUsd, minimum)
  const always = creditedUsd.lessThan(ZERO) && coverable.lessThanOrEqualTo(ZERO)
  return {
    assetPriceUsd: always
      ? null
      : priceAt(
          multiply(add(coverable, terms.thresholdUsd), HUNDRED),
          multiply(position.assetQuantity, terms.requirementPercent),
          'up',
        ),
    collateralPriceUsd: priceAt(
      subtract(requiredUsd, minimum),
      multiply(position.creditedQuantity, terms.haircutFactor),
      'down',
    ),
  }
}

/**
 * The asset price from which downwards, and the collateral price from which upwards, a Release of
 * the
 * minimum is due. With E the credited quantity, T the threshold and M the minimum for releases:
 *
 *     asset price      = (E·Pc·(1−h) + T − M)·100 / (Q·r)
 *     collateral price = (required + M) / (E·(1−h))
 *
 * Cents and zero count as for top-ups. The limit of a release to the settled collateral is not
 * considered.
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
  { creditedUsd, requiredUsd }: MarginCall,
): TriggerPricePair {
  const minimum = roundTo(terms.minimumNotionalUsd.release, CENT, 'up')

  // If less than the minimum is credited, nothing can be released, even if nothing is required.
  const releasable = subtract(creditedUsd, minimum)
  return {
    assetPriceUsd: releasable.lessThan(ZERO)
      ? null
      : priceAt(
          multiply(add(releasable, terms.thresholdUsd), HUNDRED),
          multiply(position.assetQuantity, terms.requirementPercent),
          'down',
        ),
    collateralPriceUsd: priceAt(
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
  return {
    assetPriceUsd: priceAt(
      multiply(position.collateralValueUsd, HUNDRED),
      multiply(position.assetQuantity, level),
      'up',
    ),
    collateralPriceUsd: priceAt(
      multiply(position.assetNotionalUsd, level),
      multiply(position.collateralQuantity, HUNDRED),
      'down',
    ),
  }
}

function priceAt(numerator: Decimal, denominator: Decimal, mode: RoundingMode): Decimal | null {
  if (!denominator.greaterThan(ZERO)) return null
  const price = roundQuotient(numerator, denominator, PRICE_INCREMENT, mode)
  return price.greaterThan(ZERO) ? price : null
}
