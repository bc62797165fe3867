import { readPositive } from './decimal-input.ts'
import { Decimal, HUNDRED, ZERO, type DecimalInput } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { callMargin, type MarginCall } from './margin-call.ts'
import { readMarginTerms, type MarginTerms, type ReadMarginTerms } from './margin-terms.ts'
import type { PositionValuation } from './position-valuation.ts'
import { CENT, roundQuotient, roundTo, type RoundingMode } from './rounding.ts'

/**
 * At which price of the asset, and at which of the collateral, all else unchanged, something happens.
 * In USD, rounded to 20 decimals towards the side on which it does happen. `null` where no price above
 * zero divides the two sides, as it happens at every price or at none; and for the collateral of a call where
 * less than nothing of it is credited.
 */
export interface TriggerPricePair {
  assetPriceUsd: Decimal | null
  collateralPriceUsd: Decimal | null
}

/** The finest step that a price string can carry. */
const PRICE_INCREMENT = new Decimal('1e-20')

/**
 * From which asset price upwards, and from which collateral price downwards, a TopUp of the minimum
 * may be called. With E the credited quantity, T the threshold and M the minimum for top-ups:
 *
 *     asset price      = (E·Pc·(1−h) + T + M)·100 / (Q·r)
 *     collateral price = (required − M) / (E·(1−h))
 *
 * A minimum that is not in whole cents counts as the next cent, as notionals are cut to cents.
 * With a minimum of zero, the price is where nothing is due yet.
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

/** As {@link topUpTriggerPrices}, for terms that have been read and the call that they give. */
export function topUpTriggerPricesOf(
  position: PositionValuation,
  terms: ReadMarginTerms,
  { creditedUsd, requiredUsd }: MarginCall,
): TriggerPricePair {
  const minimum = roundTo(terms.minimumNotionalUsd.topUp, CENT, 'up')

  // Owing more than the minimum before anything is required, a TopUp is due whatever the asset costs.
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
 * From which asset price downwards, and from which collateral price upwards, a Release of the minimum
 * may be called. With E the credited quantity, T the threshold and M the minimum for releases:
 *
 *     asset price      = (E·Pc·(1−h) + T − M)·100 / (Q·r)
 *     collateral price = (required + M) / (E·(1−h))
 *
 * Cents and zero as for top-ups. That no more than the settled collateral can be released is not looked at.
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

/** As {@link releaseTriggerPrices}, for terms that have been read and the call that they give. */
export function releaseTriggerPricesOf(
  position: PositionValuation,
  terms: ReadMarginTerms,
  { creditedUsd, requiredUsd }: MarginCall,
): TriggerPricePair {
  const minimum = roundTo(terms.minimumNotionalUsd.release, CENT, 'up')

  // With less credited than the minimum, none can be released even when nothing is required.
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
 * From which asset price upwards, and from which collateral price downwards, a flag at the CCR level L is up:
 *
 *     asset price      = 100·C·Pc / (Q·L)
 *     collateral price = Q·P·L / (100·C)
 *
 * @param levelPercent L, above zero: `margin_call_percent` or `liquidation_percent`.
 * @throws {MarginInputError} when the level is malformed or not above zero.
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
