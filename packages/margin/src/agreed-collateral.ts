import { readNonNegative, readPositive } from './decimal-input.ts'
import { Decimal, type DecimalInput } from './decimal.ts'
import { multiply } from './exact-arithmetic.ts'
import { readMarginTerms, type MarginTerms } from './margin-terms.ts'
import { roundQuotient } from './rounding.ts'

/** The call of which only a part was agreed on, and that part. */
export interface AgreedCollateralInputs {
  direction: 'TopUp' | 'Release'
  /** What was agreed on, in USD. */
  agreedNotionalUsd: DecimalInput
  /** The price of the collateral that the call was computed with: above zero. */
  collateralPriceUsd: DecimalInput
  /** What was called, in units of the collateral: no part is more than the whole. */
  collateralAmount: DecimalInput
}

/**
 * The collateral that moves for the part of a call that was agreed on, in units of the collateral:
 *
 *     agreed notional / (Pc · (1−h)), rounded to the lot: a TopUp up, a Release down
 *
 * as the call itself was, and never more than the call.
 *
 * @throws {MarginInputError} when a figure is malformed or out of bounds, or the terms contradict one another.
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
