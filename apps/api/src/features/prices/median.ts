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
    priceUsd: printed(median(speakerPrices(fresh))),
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

/** The median of the quotes of each speaker: many sources do not give a speaker more weight. */
function speakerPrices(quotes: readonly SpokenQuote[]): string[] {
  const bySpeaker = new Map<string, string[]>()
  for (const { speaker, priceUsd } of quotes) {
    const prices = bySpeaker.get(speaker)
    if (prices === undefined) bySpeaker.set(speaker, [priceUsd])
    else prices.push(priceUsd)
  }
  return [...bySpeaker.values()].map(median)
}

function median(prices: readonly string[]): string {
  const sorted = prices.toSorted(comparePrices)
  const [low = '', high] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return high === undefined ? low : formatDecimal(new Decimal(low).plus(high).div(2))
}

// A preview reads its prices again, so they are compared and printed as texts where possible.

const plainNotation = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/

/** Compares two prices by their digits, if both are in plain notation. */
function comparePrices(one: string, other: string): number {
  const [first, second] = [plainNotation.exec(one), plainNotation.exec(other)]
  if (first === null || second === null) return new Decimal(one).comparedTo(other)
  const [, integer = '', fraction = ''] = first
  const [, otherInteger = '', otherFraction = ''] = second
  return (
    integer.length - otherInteger.length ||
    order(integer, otherInteger) ||
    order(fraction, otherFraction)
  )
}

const order = (one: string, other: string) => Number(one > other) - Number(one < other)

/** The most decimals of a price. */
const decimalsMax = 20

/** A price without padding. The mean of two prices with 20 decimals may have 21. */
function printed(price: string): string {
  const fraction = plainNotation.exec(price)?.[2]
  const isPrinted = fraction === undefined ? plainNotation.test(price) : !fraction.endsWith('0')
  return isPrinted && (fraction?.length ?? 0) <= decimalsMax
    ? price
    : formatDecimal(roundHalfEven(new Decimal(price), smallestPrice))
}
