import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'
import type { PriceReading, SpokenQuote } from './price-book.ts'

const smallestPrice = '0.00000000000000000001'

/**
 * The current price from the newest quote of each source: the median of the fresh quotes, so that
 * one wrong source does not move it. The sources of one speaker count once, with their own median.
 * The price is as old as the oldest quote in it.
 */
export function medianReading(
  quotes: readonly SpokenQuote[],
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
    // The mean of two prices with 20 decimals may have 21.
    priceUsd: formatDecimal(roundHalfEven(median(speakerPrices(fresh)), smallestPrice)),
    source: sources.length === 1 ? (sources[0] ?? '') : `median of ${sources.join(', ')}`,
    observedAt: times[0] ?? '',
  }
}

/** Whether an observation is still recent enough to compute with. */
export function isFresh(observedAt: string, nowMs: number, ageSecondsMax: number): boolean {
  return Date.parse(observedAt) >= nowMs - ageSecondsMax * 1000
}

/**
 * The price from the newest quote of each source. If none is fresh, the price at the time when the
 * newest quote was. Undefined if there is no quote.
 */
export function lastPrice(
  quotes: readonly SpokenQuote[],
  nowMs: number,
  ageSecondsMax: number,
): Decimal | undefined {
  const now = medianReading(quotes, nowMs, ageSecondsMax)
  const last =
    now.kind === 'stale' ? medianReading(quotes, Date.parse(now.observedAt), ageSecondsMax) : now
  return last.kind === 'current' ? new Decimal(last.priceUsd) : undefined
}

/** The price of each speaker. */
function speakerPrices(quotes: readonly SpokenQuote[]): Decimal[] {
  const bySpeaker = new Map<string, Decimal[]>()
  for (const { speaker, priceUsd } of quotes) {
    bySpeaker.set(speaker, [...(bySpeaker.get(speaker) ?? []), new Decimal(priceUsd)])
  }
  return [...bySpeaker.values()].map(median)
}

function median(values: readonly Decimal[]): Decimal {
  const sorted = values.toSorted((a, b) => a.comparedTo(b))
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return Decimal.sum(...middle).div(middle.length)
}
