import { describe, expect, it } from 'vitest'
import { type GuardedAsset, unquoted } from '../../harness/guarded-asset.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { arrival, heldSources, priceAt, take, takeAll } from '../../harness/quote-series.ts'
import { lowestThatCounts } from '../../harness/thief.ts'

/** The quotes every so many seconds, from one second until before another. */
const every = (step: number, from: number, until: number) =>
  Array.from({ length: Math.ceil((until - from) / step) }, (_, i) => from + i * step)

const hour = 3600

describe('a price that two speakers contradict', () => {
  it('does not follow the speaker who always quotes the lowest price that counts', () => {
    let quotes = takeAll([arrival('honest', 10_000, 0), arrival('thief', 10_000, 1)])
    const end = isLongRun ? hour : 900
    for (const second of every(10, 10, end)) {
      quotes = take(quotes, arrival('honest', second < end / 3 ? 10_000 : 10_300, second))
      const cents = lowestThatCounts(quotes, 'thief', second + 5) ?? 1
      quotes = take(quotes, arrival('thief', cents, second + 5))
      const price = priceAt(quotes, second + 5)
      if (price !== 'stale') expect(Number(price)).toBeGreaterThanOrEqual(80)
    }
  })

  it('is absent once the price they agreed on is stale, however long one of them denies a crash', () => {
    let quotes = takeAll([arrival('honest', 10_000, 0), arrival('denies', 10_000, 1)])
    for (const second of every(10, 10, 2 * hour)) {
      quotes = take(quotes, arrival('honest', 5_000, second))
      if (second % 120 === 0) quotes = take(quotes, arrival('denies', 10_000, second + 1))
      expect(priceAt(quotes, second + 1)).toBe(second + 1 <= 181 ? '100' : 'stale')
    }
    expect(heldSources(quotes)).toEqual(['honest', 'denies'])
  })

  const torn = [
    ...[arrival('a', 10_000, 0), arrival('b', 10_000, 0)],
    ...every(10, 10, 400).flatMap((second) => [
      arrival('a', 10_000, second),
      arrival('b', 5_000, second),
    ]),
  ]

  it('stays until the price they agreed on is stale, and returns as soon as they agree', () => {
    const before = torn.filter(({ second }) => second <= 180)
    expect(priceAt(takeAll(before), 180)).toBe('100')
    expect(priceAt(takeAll(torn), 390)).toBe('stale')
    expect(priceAt(takeAll([...torn, arrival('b', 9_800, 400)]), 400)).toBe('99')
    expect(priceAt(takeAll([...torn, arrival('a', 5_200, 400)]), 400)).toBe('51')
  })

  it('is the one that a third speaker confirms, and continues', () => {
    const third = torn.flatMap((quote) => [quote, { ...quote, source: 'c', speaker: 'c' }])
    const agreeing = third.map((quote) =>
      quote.source === 'c' ? { ...quote, cents: 9_900 } : quote,
    )
    const quotes = takeAll(agreeing)
    expect(heldSources(quotes)).toEqual(['b'])
    expect(priceAt(quotes, 390)).toBe('99.5')
  })

  it('is not decided by a second source of one of the two', () => {
    const twice = torn.flatMap((quote) =>
      quote.source === 'b' ? [quote, { ...quote, source: 'b2', speaker: 'b' }] : [quote],
    )
    expect(priceAt(takeAll(twice), 390)).toBe('stale')
  })

  it('is not removed by a wrong quote that is corrected', () => {
    let quotes = unquoted
    for (const second of every(10, 0, 600)) {
      quotes = take(quotes, arrival('a', 10_000, second))
      const cents = second % 100 === 50 ? 100 : 10_000
      quotes = take(quotes, arrival('b', cents, second + 1))
      expect(priceAt(quotes, second + 1)).toBe('100')
    }
  })
})

describe('a speaker whom others contradicted until they stopped quoting', () => {
  const beside = (cents: number): GuardedAsset =>
    takeAll([
      arrival('thief', 10_000, 0),
      ...every(10, 0, hour + 1).flatMap((second) => [
        arrival('a', 10_000, second),
        arrival('b', 10_000, second),
        ...(second > 0 ? [arrival('thief', cents, second + 5)] : []),
      ]),
    ])

  it.each([
    ['a jump', 5_000],
    ['a quote near the price', 8_100],
  ])(
    'does not count with %s until nobody has contradicted it for twice the maximum age',
    (_what, cents) => {
      let quotes = beside(cents)
      for (const second of every(10, hour + 15, hour + 361)) {
        quotes = take(quotes, arrival('thief', cents, second))
        expect(priceAt(quotes, second)).toBe(second <= hour + 180 ? '100' : 'stale')
      }
      quotes = take(quotes, arrival('thief', cents, hour + 361))
      expect(priceAt(quotes, hour + 361)).toBe(String(cents / 100))
    },
  )
})
