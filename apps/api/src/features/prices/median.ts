import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'
import type { PriceReading, SpokenQuote } from './price-book.ts'

const smallestPrice = '0.00000000000000000001'

/**
 * The current price from the newest quote of each source: the median of those that are fresh, so that one source that
 * is wrong does not move it. Several sources of one speaker have one word in it, their own median. As old as the oldest
 * quote that it rests on.
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
    // Between two prices of 20 decimals there may be a half of the last one.
    priceUsd: formatDecimal(roundHalfEven(median(words(fresh)), smallestPrice)),
    source: sources.length === 1 ? (sources[0] ?? '') : `median of ${sources.join(', ')}`,
    observedAt: times[0] ?? '',
  }
}

/** Whether what was observed then can still be computed with now. */
export function isFresh(observedAt: string, nowMs: number, ageSecondsMax: number): boolean {
  return Date.parse(observedAt) >= nowMs - ageSecondsMax * 1000
}

/**
 * The price from the newest quote of each source, or where none is fresh any more, what it was when the newest was.
 * Undefined where there is no quote.
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

/** What each speaker says. */
function words(quotes: readonly SpokenQuote[]): Decimal[] {
  const said = new Map<string, Decimal[]>()
  for (const { speaker, priceUsd } of quotes) {
    said.set(speaker, [...(said.get(speaker) ?? []), new Decimal(priceUsd)])
  }
  return [...said.values()].map(median)
}

function median(values: readonly Decimal[]): Decimal {
  const sorted = values.toSorted((a, b) => a.comparedTo(b))
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return Decimal.sum(...middle).div(middle.length)
}
