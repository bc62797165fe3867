import { Decimal, type DecimalInput, formatDecimal, transferNotional } from '@vadium/margin'

/** Values in USD are kept below this, by the database and by whoever reads a decimal string. */
const usdBound = new Decimal('1e30')
const greatestUsd = usdBound.minus('0.01')

/** Whether a value in USD is so large that it cannot be booked. */
export function isBeyondBooking(usd: Decimal): boolean {
  return usd.greaterThanOrEqualTo(usdBound)
}

/**
 * The worth of what moves, as it is booked: two decimals, in USD. It is only shown, and what must move does not wait
 * for a price to come down: a worth that cannot be booked is booked as the greatest that can.
 */
export function bookedWorth(quantity: DecimalInput, priceUsd: string): string {
  return formatDecimal(Decimal.min(transferNotional(quantity, priceUsd), greatestUsd), 2)
}
