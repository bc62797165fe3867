import { Refusal } from '../../platform/refusal.ts'
import type { PriceReading } from './price-book.ts'

/** A price that may be used in calculations. */
export type UsablePrice = Extract<PriceReading, { readonly kind: 'current' }>

/** The current price of an asset, or the refusal that says why there is none. */
export function usablePrice(
  asset: string,
  readings: ReadonlyMap<string, PriceReading>,
): UsablePrice | Refusal {
  const reading = readings.get(asset)
  if (reading?.kind === 'current') return reading
  if (reading?.kind === 'stale') {
    return new Refusal('PRICE_STALE', [
      { field: asset, issue: 'its newest price is too old', value: reading.observedAt },
    ])
  }
  return new Refusal('PRICE_MISSING', [{ field: asset, issue: 'has no price' }])
}
