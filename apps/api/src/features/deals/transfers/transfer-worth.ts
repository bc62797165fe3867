import { Decimal, type DecimalInput, formatDecimal, transferNotional } from '@vadium/margin'
import { domainBounds } from '../../../platform/decimal-bounds.ts'

const usdBound = new Decimal(domainBounds.usd_amount.below)
const greatestUsd = usdBound.minus('0.01')

/** Whether a value in USD is too large to be booked. */
export function isBeyondBooking(usd: Decimal): boolean {
  return usd.greaterThanOrEqualTo(usdBound)
}

/**
 * The value of a transfer as booked: USD with two decimals. It is for display only, and a due
 * transfer must not wait for a price to fall, so a larger value is booked as the largest possible
 * one.
 */
export function bookedWorth(quantity: DecimalInput, priceUsd: string): string {
  return bookedUsd(transferNotional(quantity, priceUsd))
}

/** A value in USD with two decimals, at most the largest one that can be stored. */
export function bookedUsd(usd: Decimal): string {
  return formatDecimal(Decimal.min(usd, greatestUsd), 2)
}
