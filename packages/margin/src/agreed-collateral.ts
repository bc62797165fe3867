import { readNonNegative, readPositive } from './decimal-input.ts'
import { Decimal, type DecimalInput } from './decimal.ts'
import { multiply } from './exact-arithmetic.ts'
import { readMarginTerms, type MarginTerms } from './margin-terms.ts'
import { roundQuotient } from './rounding.ts'

/** A call, and the part of it that was agreed on. */
export interface AgreedCollateralInputs {
  direction: 'TopUp' | 'Release'
  /** The agreed part, in USD. */
  agreedNotionalUsd: DecimalInput
  /** The collateral price of the call, in USD, above zero. */
  collateralPriceUsd: DecimalInput
  /** The whole call, in units of the collateral. No part is larger. */
  collateralAmount: DecimalInput
}

/**
 * The collateral to send for the agreed part of a call, in units of the collateral:
 *
 *     agreed notional / (Pc · (1−h)), rounded to the lot: a TopUp up, a Release down
 *
 * like the call itself, and never more than the call.
 *
 * @throws {MarginInputError} if a figure is malformed or out of bounds, or the terms are
 *   contradictory.
 */
export function agreedCollateral(inputs: AgreedCollateralInputs, terms: MarginTerms): Decimal {
  const notionalUsd = readNonNegative(inputs.agreedNotionalUsd, 'agreedNotionalUsd')
  const priceUsd = readPositive(inputs.collateralPriceUsd, 'collateralPriceUsd')
  const called = readNonNegative(inputs.collateralAmount, 'collateralAmount')
  const { haircutFactor, lot } = readMarginTerms(terms)

  const creditedPriceUsd = multiply(priceUsd, haircutFactor)
  const amount =
    inputs.direction === 'TopUp'
      ? roundQuotient(notionalUsd, creditedPriceUsd, lot.topUp, 'up')
      : roundQuotient(notionalUsd, creditedPriceUsd, lot.release, 'down')
  return Decimal.min(amount, called)
}
