import type { ErrorReason } from '@vadium/schema'
import type { PriceQuote } from './price-book.ts'
import { boundsFault, domainBounds } from '../../platform/decimal-bounds.ts'
import { instantText, readInstant } from '../../platform/instant.ts'

/** Why a quote is invalid. */
export interface QuoteFault {
  readonly reason: ErrorReason
  readonly member: 'asset' | 'price_usd' | 'observe_time'
  readonly issue: string
  readonly value?: string
}

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
  const fault = boundsFault(quote.priceUsd, domainBounds.usd_price)
  if (fault !== undefined) return invalid('price_usd', fault)
  const observedMs = readInstant(quote.observedAt)
  if (observedMs === undefined) return invalid('observe_time', 'is not an existing time')
  if (observedMs > nowMs) {
    const now = instantText(nowMs)
    return { ...invalid('observe_time', 'is later than the time of the service'), value: now }
  }
  if (quote.observedAt < earliest) return invalid('observe_time', `must not be before ${earliest}`)
  return undefined
}

function invalid(member: QuoteFault['member'], issue: string): QuoteFault {
  return { reason: 'VALUE_INVALID', member, issue }
}
