import { Decimal } from '@vadium/margin'
import type { ErrorReason } from '@vadium/schema'
import type { PriceQuote } from './price-book.ts'

/** Why a quote is invalid. */
export interface QuoteFault {
  readonly reason: ErrorReason
  readonly member: 'asset' | 'price_usd' | 'observe_time'
  readonly issue: string
  readonly value?: string
}

/** The bounds of a price, as in the database. */
const priceBelow = new Decimal('1e20')
const decimalsMax = 20
/** No asset that is lent here had a price before this time. */
const earliest = '2000-01-01T00:00:00.000Z'

/**
 * The fault of a quote; undefined if there is none. The price must be a plain decimal, and the time
 * must have the form of one.
 */
export function quoteFault(
  quote: PriceQuote,
  assets: ReadonlySet<string>,
  nowMs: number,
): QuoteFault | undefined {
  if (!assets.has(quote.asset)) {
    return { reason: 'REFERENCE_UNKNOWN', member: 'asset', issue: 'is not an asset' }
  }
  const price = new Decimal(quote.priceUsd)
  if (!price.greaterThan(0)) return invalid('price_usd', 'must be above zero')
  if (!price.lessThan(priceBelow)) {
    return invalid('price_usd', 'must have at most 20 digits before its point')
  }
  if (price.decimalPlaces() > decimalsMax) {
    return invalid('price_usd', `must have at most ${decimalsMax} decimals`)
  }
  const observedMs = Date.parse(quote.observedAt)
  if (Number.isNaN(observedMs) || new Date(observedMs).toISOString() !== quote.observedAt) {
    return invalid('observe_time', 'is not an existing time')
  }
  if (observedMs > nowMs) {
    const now = new Date(nowMs).toISOString()
    return { ...invalid('observe_time', 'is later than the time of the service'), value: now }
  }
  if (quote.observedAt < earliest) return invalid('observe_time', `must not be before ${earliest}`)
  return undefined
}

function invalid(member: QuoteFault['member'], issue: string): QuoteFault {
  return { reason: 'VALUE_INVALID', member, issue }
}
