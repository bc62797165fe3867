import { readNonNegative, readPositive } from './decimal-input.ts'
import type { Decimal, DecimalInput } from './decimal.ts'
import { multiply } from './exact-arithmetic.ts'
import { CENT, roundTo } from './rounding.ts'

/**
 * The value of a transfer in USD: quantity · price, rounded half to even to cents. For display
 * only.
 *
 * @throws {MarginInputError} if the quantity is below zero, the price is not above zero, or either
 *   is malformed.
 */
export function transferNotional(quantity: DecimalInput, priceUsd: DecimalInput): Decimal {
  const exact = multiply(readNonNegative(quantity, 'quantity'), readPositive(priceUsd, 'priceUsd'))
  return roundTo(exact, CENT, 'half_even')
}
