import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'
import type { PriceQuote, PriceReading } from './price-book.ts'

const smallestPrice = '0.00000000000000000001'

/**
 * The current price from the newest quote of each source: the median of those that are fresh, so that one
 * source gone wrong does not move it. As old as the oldest quote that it rests on.
 */
export function medianReading(
  quotes: readonly PriceQuote[],
  nowMs: number,
  ageSecondsMax: number,
): PriceReading {
  const fresh = quotes.filter(({ observedAt }) => isFresh(observedAt, nowMs, ageSecondsMax))
  const times = (fresh.length > 0 ? fresh : quotes).map(({ observedAt }) => observedAt).sort()
  if (fresh.length === 0) {
    const newest = times.at(-1)
    return newest === undefined ? { kind: 'missing' } : { kind: 'stale', observedAt: newest }
  }
  const sources = fresh.map(({ source }) => source).sort()
  return {
    kind: 'current',
    priceUsd: formatDecimal(median(fresh.map(({ priceUsd }) => new Decimal(priceUsd)))),
    source: sources.length === 1 ? (sources[0] ?? '') : `median of ${sources.join(', ')}`,
    observedAt: times[0] ?? '',
  }
}

/** Whether what was observed then can still be computed with now. */
export function isFresh(observedAt: string, nowMs: number, ageSecondsMax: number): boolean {
  return Date.parse(observedAt) >= nowMs - ageSecondsMax * 1000
}

function median(values: readonly Decimal[]): Decimal {
  const sorted = values.toSorted((a, b) => a.comparedTo(b))
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  // Between two prices of 20 decimals there may be a half of the last one.
  return roundHalfEven(Decimal.sum(...middle).div(middle.length), smallestPrice)
}
