import { readNonNegative, readPositive } from './decimal-input.ts'
import type { Decimal, DecimalInput } from './decimal.ts'
import { multiply } from './exact-arithmetic.ts'
import { CENT, roundTo } from './rounding.ts'

/**
 * What a transfer is worth in USD: quantity · price, to cents, half-even. Shown, never computed with.
 *
 * @throws {MarginInputError} when the quantity is below zero, the price is not above it, or either is malformed.
 */
export function transferNotional(quantity: DecimalInput, priceUsd: DecimalInput): Decimal {
  const exact = multiply(readNonNegative(quantity, 'quantity'), readPositive(priceUsd, 'priceUsd'))
  return roundTo(exact, CENT, 'half_even')
}
