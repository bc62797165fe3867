import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { medianReading } from '../src/prices/median.ts'
import type { PriceQuote } from '../src/prices/price-book.ts'
import { type AssetQuotes, judgeQuote } from '../src/prices/price-guard.ts'
import { ModelledGuard, type ModelQuote } from './harness/modelled-guard.ts'

const rules = { deviationPercent: 20, ageSecondsMax: 180 }
const epoch = Date.parse('2026-03-02T12:00:00.000Z')
const at = (second: number) => epoch + second * 1000
const nothing: AssetQuotes = new Map()

interface Arrival extends ModelQuote {
  /** Seconds between its observation and its arrival. */
  readonly delay: number
}

const arrival = (source: string, cents: number, second: number, delay = 0): Arrival => ({
  source,
  cents,
  second,
  delay,
})

function quoteOf({ source, cents, second }: ModelQuote): PriceQuote {
  const priceUsd = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  return { asset: 'BTC', source, priceUsd, observedAt: new Date(at(second)).toISOString() }
}

function take(quotes: AssetQuotes, { delay, ...quote }: Arrival): AssetQuotes {
  return judgeQuote(quotes, quoteOf(quote), at(quote.second + delay), rules).quotes
}

const takeAll = (arrivals: readonly Arrival[]) => arrivals.reduce(take, nothing)

function priceAt(quotes: AssetQuotes, second: number): string {
  const accepted = [...quotes.values()].flatMap((source) => source.accepted ?? [])
  const reading = medianReading(accepted, at(second), rules.ageSecondsMax)
  return reading.kind === 'current' ? reading.priceUsd : reading.kind
}

const heldSources = (quotes: AssetQuotes) =>
  [...quotes].filter(([, { held }]) => held !== undefined).map(([source]) => source)

describe('a price that jumps', () => {
  const calm = [arrival('a', 10_000, 0), arrival('b', 10_010, 1), arrival('c', 9_990, 2)]

  it('is held, and the others make the price', () => {
    const quotes = takeAll([...calm, arrival('a', 100, 10)])
    expect(heldSources(quotes)).toEqual(['a'])
    expect(priceAt(quotes, 10)).toBe('100')
  })

  it('counts with the quote of a second source that is near it', () => {
    const quotes = takeAll([...calm, arrival('a', 6_000, 10), arrival('b', 6_100, 12)])
    expect(heldSources(quotes)).toEqual([])
    expect(priceAt(quotes, 12)).toBe('61')
  })

  it('counts at once where a second source is already near it', () => {
    const quotes = takeAll([
      arrival('a', 10_000, 0),
      arrival('b', 8_500, 1),
      arrival('a', 7_100, 2),
    ])
    expect(heldSources(quotes)).toEqual([])
  })

  it('is not confirmed by its own source, while others quote', () => {
    const slips = Array.from({ length: 60 }, (_, i) => arrival('a', 5_000, 10 + i * 10))
    const others = Array.from({ length: 60 }, (_, i) => arrival('b', 10_000, 11 + i * 10))
    const quotes = takeAll([...calm, ...slips.flatMap((slip, i) => [slip, others[i] ?? slip])])
    expect(heldSources(quotes)).toEqual(['a'])
    expect(priceAt(quotes, 602)).toBe('100')
  })

  it('is not confirmed by a quote that is too old, nor by one that is near nothing', () => {
    const quotes = takeAll([
      ...calm,
      arrival('a', 5_000, 10),
      arrival('b', 1_000, 12),
      arrival('c', 5_000, 200),
    ])
    expect(heldSources(quotes)).toEqual(['a', 'b', 'c'])
  })

  it('is forgotten as soon as its source quotes near the price again', () => {
    const quotes = takeAll([...calm, arrival('a', 100, 10), arrival('a', 10_020, 20)])
    expect(heldSources(quotes)).toEqual([])
    expect(priceAt(quotes, 20)).toBe('100.1')
  })

  it.each([
    ['down', 8_000, 7_999],
    ['up', 12_000, 12_001],
  ])('%s is one beyond the deviation, not at it', (_direction, within, beyond) => {
    const level = [arrival('a', 10_000, 0), arrival('b', 10_000, 0)]
    expect(heldSources(takeAll([...level, arrival('a', within, 10)]))).toEqual([])
    expect(heldSources(takeAll([...level, arrival('a', beyond, 10)]))).toEqual(['a'])
  })

  it('is a jump from the last price also when that has grown stale', () => {
    const quotes = takeAll([...calm, arrival('a', 5_000, 100_000)])
    expect(heldSources(quotes)).toEqual(['a'])
    expect(priceAt(quotes, 100_000)).toBe('stale')
  })
})

describe('an asset with one source', () => {
  const first = arrival('a', 10_000, 0)

  it('takes its first quote as it comes', () => {
    expect(priceAt(takeAll([first]), 0)).toBe('100')
  })

  it('holds a jump until the price before it is stale and the source has gone on quoting it', () => {
    let quotes = takeAll([first])
    for (let second = 60; second <= 240; second += 60) {
      quotes = take(quotes, arrival('a', 5_000 + second, second))
      expect(priceAt(quotes, second)).toBe(second <= 180 ? '100' : 'stale')
    }
    quotes = take(quotes, arrival('a', 5_300, 241))
    expect(priceAt(quotes, 241)).toBe('53')
  })

  it('never takes a slip, however long nothing follows it', () => {
    const quotes = takeAll([first, arrival('a', 100, 10), arrival('a', 9_900, 100_000)])
    expect(priceAt(quotes, 100_000)).toBe('99')
  })

  it('begins anew where the source goes on to another price', () => {
    const quotes = takeAll([first, arrival('a', 5_000, 10), arrival('a', 2_000, 300)])
    expect(heldSources(quotes)).toEqual(['a'])
    expect(heldSources(take(quotes, arrival('a', 2_000, 480)))).toEqual(['a'])
    expect(heldSources(take(quotes, arrival('a', 2_000, 481)))).toEqual([])
  })

  it('is released at once by a second word, such as the quote of an operator', () => {
    const quotes = takeAll([first, arrival('a', 5_000, 10), arrival('desk', 5_050, 11)])
    expect(priceAt(quotes, 11)).toBe('50.25')
  })
})

describe('whatever arrives', () => {
  const level = fc.constantFrom(10_000, 9_000, 8_100, 7_000, 5_000, 4_100, 100, 1_000_000)
  const arrivals = fc
    .array(
      fc.record({
        source: fc.constantFrom('a', 'b', 'c', 'd'),
        cents: fc.tuple(level, fc.integer({ min: -40, max: 40 })).map(([l, d]) => l + d),
        pause: fc.constantFrom(0, 1, 7, 60, 179, 180, 181),
        delay: fc.constantFrom(0, 0, 0, 1, 90, 400),
      }),
      { maxLength: 40 },
    )
    .map((steps) => {
      let now = 500
      return steps.map(({ pause, delay, ...quote }): Arrival => {
        now += pause
        return { ...quote, second: now - delay, delay }
      })
    })

  it('the guard does what its rules in whole numbers say', () => {
    fc.assert(
      fc.property(arrivals, (steps) => {
        const model = new ModelledGuard(rules.deviationPercent, rules.ageSecondsMax)
        let quotes = nothing
        for (const step of steps) {
          const now = step.second + step.delay
          quotes = take(quotes, step)
          model.take(step, now)
          const twice = model.price(now)
          const price = priceAt(quotes, now)
          expect(twice === undefined ? undefined : twice / 200).toBe(
            price === 'stale' || price === 'missing' ? undefined : Number(price),
          )
          const held = [...model.sources].filter(([, { newest, counting }]) => newest !== counting)
          expect(heldSources(quotes)).toEqual(held.map(([source]) => source))
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('a quote that is told again, or late, changes nothing', () => {
    fc.assert(
      fc.property(arrivals, fc.nat(), fc.nat({ max: 50 }), (steps, seed, later) => {
        fc.pre(steps.length > 0)
        const quotes = takeAll(steps)
        const told = steps[seed % steps.length]
        if (told === undefined) return
        const again = { ...told, delay: told.delay + later }
        expect(take(quotes, again)).toBe(quotes)
        expect(take(quotes, { ...again, second: told.second - 1, cents: 1 })).toBe(quotes)
      }),
    )
  })

  it('of each source the newest quote is known, and never an older one counts in its place', () => {
    fc.assert(
      fc.property(arrivals, (steps) => {
        let quotes = nothing
        for (const step of steps) {
          const before = quotes.get(step.source)?.accepted?.observedAt ?? ''
          quotes = take(quotes, step)
          for (const { accepted, held } of quotes.values()) {
            if (accepted && held) expect(held.observedAt > accepted.observedAt).toBe(true)
          }
          const after = quotes.get(step.source)?.accepted?.observedAt ?? ''
          expect(after >= before).toBe(true)
        }
      }),
    )
  })

  it('a price is never outside what honest sources say, where they are the most', () => {
    const quote = fc.record({ liar: fc.boolean(), cents: fc.integer({ min: 1, max: 100_000 }) })
    fc.assert(
      fc.property(fc.array(quote, { maxLength: 60 }), fc.nat(), (steps, seed) => {
        let quotes = nothing
        let second = 0
        const honest = new Map<string, number>()
        const hear = (source: string, cents: number) => {
          second += 1
          if (source !== 'liar') honest.set(source, cents)
          quotes = take(quotes, arrival(source, cents, second))
        }
        hear('x', 10_000)
        hear('y', 10_050)
        for (const [i, { liar, cents }] of steps.entries()) {
          if (liar) hear('liar', cents)
          else hear((seed + i) % 2 === 0 ? 'x' : 'y', 9_950 + (cents % 101))
          const price = Number(priceAt(quotes, second)) * 100
          expect(price).toBeGreaterThanOrEqual(Math.min(...honest.values()))
          expect(price).toBeLessThanOrEqual(Math.max(...honest.values()))
        }
      }),
    )
  })

  it('two sources that agree move a price, whichever of them comes first', () => {
    const move = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(move, fc.integer({ min: 0, max: 20 }), (cents, percent) => {
        const near = cents + Math.floor((cents * percent) / 100)
        const calm = [arrival('a', 10_000, 0), arrival('b', 10_000, 0), arrival('c', 10_000, 0)]
        const one = arrival('a', cents, 10)
        const other = arrival('b', near, 10)
        const [quotes, swapped] = [takeAll([...calm, one, other]), takeAll([...calm, other, one])]
        expect(heldSources(quotes)).toEqual([])
        expect(swapped).toEqual(quotes)
      }),
    )
  })
})
