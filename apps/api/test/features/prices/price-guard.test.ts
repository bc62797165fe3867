import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endSilence, silence, unquoted } from '../../harness/guarded-asset.ts'
import { ModelledGuard } from '../../harness/modelled-guard.ts'
import { arrival, heldSources, priceAt, rules, take, takeAll } from '../../harness/quote-series.ts'

describe('a price that jumps', () => {
  const calm = [arrival('a', 10_000, 0), arrival('b', 10_010, 1), arrival('c', 9_990, 2)]

  it('is held, and the other quotes make the price', () => {
    const quotes = takeAll([...calm, arrival('a', 100, 10)])
    expect(heldSources(quotes)).toEqual(['a'])
    expect(priceAt(quotes, 10)).toBe('100')
  })

  it('counts once a second source quotes near it', () => {
    const quotes = takeAll([...calm, arrival('a', 6_000, 10), arrival('b', 6_100, 12)])
    expect(heldSources(quotes)).toEqual([])
    expect(priceAt(quotes, 12)).toBe('61')
  })

  it('counts at once when a second source is already near it', () => {
    const quotes = takeAll([
      arrival('a', 10_000, 0),
      arrival('b', 8_500, 1),
      arrival('a', 7_100, 2),
    ])
    expect(heldSources(quotes)).toEqual([])
  })

  it('is not confirmed by its own source while others quote, and one other source alone makes no price', () => {
    const slips = Array.from({ length: 60 }, (_, i) => arrival('a', 5_000, 10 + i * 10))
    const others = Array.from({ length: 60 }, (_, i) => arrival('b', 10_000, 11 + i * 10))
    const quotes = takeAll([...calm, ...slips.flatMap((slip, i) => [slip, others[i] ?? slip])])
    // Until the third has been silent for so long that it contradicts nobody any more.
    expect(heldSources(quotes)).toEqual(['a', 'b'])
    expect(quotes.sources.get('b')?.accepted?.observedAt).toBe('2026-03-02T12:03:01.000Z')
    expect(priceAt(quotes, 602)).toBe('stale')
  })

  it('is not confirmed by a quote that is too old, nor by one that is not near it', () => {
    const quotes = takeAll([
      ...calm,
      arrival('a', 5_000, 10),
      arrival('b', 1_000, 12),
      arrival('c', 5_000, 200),
    ])
    expect(heldSources(quotes)).toEqual(['a', 'b', 'c'])
  })

  it('is dropped as soon as its source quotes near the price again', () => {
    const quotes = takeAll([...calm, arrival('a', 100, 10), arrival('a', 10_020, 20)])
    expect(heldSources(quotes)).toEqual([])
    expect(priceAt(quotes, 20)).toBe('100.1')
  })

  it.each([
    ['down', 8_000, 7_999],
    ['up', 12_000, 12_001],
  ])(
    '%s is held beyond the deviation, and counts at the deviation',
    (_direction, within, beyond) => {
      const level = [arrival('a', 10_000, 0)]
      expect(heldSources(takeAll([...level, arrival('a', within, 10)]))).toEqual([])
      expect(heldSources(takeAll([...level, arrival('a', beyond, 10)]))).toEqual(['a'])
    },
  )

  it('is measured from the last price even when that is stale', () => {
    const quotes = takeAll([...calm, arrival('a', 5_000, 100_000)])
    expect(heldSources(quotes)).toEqual(['a'])
    expect(priceAt(quotes, 100_000)).toBe('stale')
  })
})

describe('an asset with one source', () => {
  const first = arrival('a', 10_000, 0)

  it('takes its first quote at once', () => {
    expect(priceAt(takeAll([first]), 0)).toBe('100')
  })

  it('holds a jump until the earlier price is stale and the source has kept quoting it', () => {
    let quotes = takeAll([first])
    for (let second = 60; second <= 240; second += 60) {
      quotes = take(quotes, arrival('a', 5_000 + second, second))
      expect(priceAt(quotes, second)).toBe(second <= 180 ? '100' : 'stale')
    }
    quotes = take(quotes, arrival('a', 5_300, 241))
    expect(priceAt(quotes, 241)).toBe('53')
  })

  it('never takes a single wrong quote, however long no other follows', () => {
    const quotes = takeAll([first, arrival('a', 100, 10), arrival('a', 9_900, 100_000)])
    expect(priceAt(quotes, 100_000)).toBe('99')
  })

  it('holds a jump again when the source moves to another price', () => {
    const quotes = takeAll([first, arrival('a', 5_000, 10), arrival('a', 2_000, 300)])
    expect(heldSources(quotes)).toEqual(['a'])
    expect(heldSources(take(quotes, arrival('a', 2_000, 480)))).toEqual(['a'])
    expect(heldSources(take(quotes, arrival('a', 2_000, 481)))).toEqual([])
  })

  it('takes a jump at once when a second speaker confirms it, such as an operator', () => {
    const quotes = takeAll([first, arrival('a', 5_000, 10), arrival('desk', 5_050, 11)])
    expect(priceAt(quotes, 11)).toBe('50.25')
  })
})

describe('several sources of one speaker', () => {
  const calm = [arrival('x', 10_000, 0), arrival('y', 10_000, 0)]

  it('do not confirm one another, however many there are and whenever they arrive', () => {
    const lies = [1, 2, 3].map((name) => arrival(`${name}@liar`, 5_000, 10))
    const quotes = takeAll([...calm, ...lies, ...lies.map((lie) => ({ ...lie, second: 20 }))])
    expect(heldSources(quotes)).toEqual(['1@liar', '2@liar', '3@liar'])
    expect(priceAt(quotes, 20)).toBe('100')
  })

  it('have one vote in the median', () => {
    const near = [1, 2, 3, 4, 5].map((name) => arrival(`${name}@liar`, 8_100, 10))
    expect(priceAt(takeAll([...calm, ...near]), 10)).toBe('100')
  })

  it('make a jump count after a time like one source, unless one contradicts the other', () => {
    const first = arrival('1@liar', 10_000, 0)
    const agreeing = takeAll([
      first,
      ...[10, 100, 191].flatMap((second) => [
        arrival('1@liar', 5_000, second),
        arrival('2@liar', 5_100, second),
      ]),
    ])
    expect(priceAt(agreeing, 191)).toBe('50.5')
    const torn = takeAll([
      first,
      ...[10, 100, 191, 300].flatMap((second) => [
        arrival('1@liar', 5_000, second),
        arrival('2@liar', 9_900, second),
      ]),
    ])
    expect(heldSources(torn)).toEqual(['1@liar'])
    expect(priceAt(torn, 300)).toBe('99')
  })
})

describe('small steps', () => {
  const calm = Array.from({ length: 19 }, (_, i) => arrival('a', 10_000, i * 10))
  /** Six steps of 19 % each, after some time. */
  const walk = (source: string, after: number) =>
    Array.from({ length: 6 }, (_, i) =>
      arrival(source, Math.round(10_000 * 0.81 ** (i + 1)), after + i),
    )

  it('do not add up to a jump', () => {
    const quotes = takeAll([...calm, ...walk('a', 181)])
    expect(priceAt(quotes, 186)).toBe('81')
    expect(heldSources(quotes)).toEqual(['a'])
  })

  it('do not add up when the asset has had a price only for moments', () => {
    expect(priceAt(takeAll([arrival('a', 10_000, 0), ...walk('a', 1)]), 6)).toBe('81')
  })

  it('do not add up when quotes report them late, or with earlier times', () => {
    const backDated = walk('a', 181).map((step) => ({ ...step, delay: 170 }))
    const quotes = takeAll([arrival('b', 10_000, 340), ...calm, ...backDated])
    expect(Number(priceAt(quotes, 356))).toBeGreaterThanOrEqual(80)
  })

  it('count once they have lasted, when nobody else quotes', () => {
    let quotes = takeAll([...calm, ...walk('a', 181)])
    for (let second = 190; second <= 360; second += 10) {
      quotes = take(quotes, arrival('a', 2_800, second))
      expect(Number(priceAt(quotes, second))).toBe(81)
    }
    // The last step was a price of its own.
    expect(priceAt(take(quotes, arrival('a', 2_800, 366)), 366)).toBe('stale')
    expect(priceAt(take(quotes, arrival('a', 2_800, 367)), 367)).toBe('28')
  })

  it('always count in a slow drift', () => {
    let quotes = unquoted
    for (let second = 0; second <= 3600; second += 10) {
      const cents = Math.round(1_000_000 * 0.85 ** (second / 180))
      quotes = take(quotes, arrival('a', cents, second))
      expect(Number(priceAt(quotes, second))).toBe(cents / 100)
    }
  })

  it('leave no gap longer than one quote in a fast drift, when nobody else quotes', () => {
    let quotes = unquoted
    let gaps = 0
    for (let second = 0; second <= 3600; second += 10) {
      const cents = Math.round(100_000_000 * 0.6 ** (second / 180))
      quotes = take(quotes, arrival('a', cents, second))
      gaps = priceAt(quotes, second) === 'stale' ? gaps + 1 : 0
      expect(gaps).toBeLessThanOrEqual(1)
    }
  })
})

describe('a move that counts', () => {
  it('is the new price base, so that the next quote counts as well', () => {
    const jump = [10, 100, 191].map((second) => arrival('a', 5_000, second))
    const quotes = takeAll([arrival('a', 10_000, 0), ...jump, arrival('a', 4_900, 192)])
    expect(priceAt(quotes, 192)).toBe('49')
    const confirmed = [arrival('a', 5_000, 10), arrival('b', 5_000, 10), arrival('a', 4_200, 11)]
    expect(priceAt(takeAll([arrival('a', 10_000, 0), ...confirmed]), 11)).toBe('46')
  })
})

describe('whatever quotes arrive,', () => {
  const level = fc.constantFrom(10_000, 9_000, 8_100, 7_000, 5_000, 4_100, 100, 1_000_000)
  const arrivals = fc
    .array(
      fc.record({
        source: fc.constantFrom('a', 'b', 'c@x', 'd@x'),
        cents: fc.tuple(level, fc.integer({ min: -40, max: 40 })).map(([l, d]) => l + d),
        pause: fc.constantFrom(0, 1, 7, 60, 179, 180, 181, 360),
        delay: fc.constantFrom(0, 0, 0, 1, 90, 400),
        silences: fc.constantFrom(undefined, undefined, undefined, undefined, 'a', 'b', 'd@x'),
        restores: fc.constantFrom(undefined, undefined, undefined, undefined, 'a', 'b', 'd@x'),
      }),
      { maxLength: 40 },
    )
    .map((steps) => {
      let now = 500
      return steps.map(({ pause, delay, silences, restores, ...quote }) => {
        now += pause
        return { ...arrival(quote.source, quote.cents, now - delay, delay), silences, restores }
      })
    })

  it('the guard decides like a model of its rules in whole numbers', () => {
    fc.assert(
      fc.property(arrivals, (steps) => {
        const model = new ModelledGuard(rules.deviationPercent, rules.ageSecondsMax)
        let quotes = unquoted
        for (const { silences, restores, ...step } of steps) {
          const now = step.second + step.delay
          if (silences !== undefined) {
            quotes = silence(quotes, silences)
            model.silenced.add(silences)
          }
          if (restores !== undefined) {
            quotes = endSilence(quotes, restores)
            model.silenced.delete(restores)
          }
          quotes = take(quotes, step)
          model.take(step, now)
          const fourTimes = model.price(now)
          const price = priceAt(quotes, now)
          expect(fourTimes === undefined ? undefined : fourTimes / 400).toBe(
            price === 'stale' || price === 'missing' ? undefined : Number(price),
          )
          const held = [...model.sources].filter(([, { newest, counting }]) => newest !== counting)
          expect(heldSources(quotes)).toEqual(held.map(([source]) => source))
          expect([...quotes.silenced].sort()).toEqual([...model.silenced].sort())
        }
      }),
      { numRuns: 2000 },
    )
  }, 180_000)

  it('a repeated or late quote changes nothing', () => {
    fc.assert(
      fc.property(arrivals, fc.nat(), fc.nat({ max: 50 }), (steps, seed, later) => {
        fc.pre(steps.length > 0)
        const quotes = takeAll(steps)
        const repeated = steps[seed % steps.length]
        if (repeated === undefined) return
        const again = { ...repeated, delay: repeated.delay + later }
        expect(take(quotes, again)).toBe(quotes)
        expect(take(quotes, { ...again, second: repeated.second - 1, cents: 1 })).toBe(quotes)
      }),
    )
  })

  it('the newest quote of each source is known, and no older one counts in its place', () => {
    fc.assert(
      fc.property(arrivals, (steps) => {
        let quotes = unquoted
        for (const step of steps) {
          const before = quotes.sources.get(step.source)?.accepted?.observedAt ?? ''
          quotes = take(quotes, step)
          for (const { accepted, held } of quotes.sources.values()) {
            if (accepted && held) expect(held.observedAt > accepted.observedAt).toBe(true)
          }
          const after = quotes.sources.get(step.source)?.accepted?.observedAt ?? ''
          expect(after >= before).toBe(true)
        }
      }),
    )
  })

  it('a price is never outside the quotes of honest speakers when they are the majority', () => {
    const quote = fc.record({ liar: fc.boolean(), cents: fc.integer({ min: 1, max: 100_000 }) })
    fc.assert(
      fc.property(fc.array(quote, { maxLength: 60 }), fc.nat(), (steps, seed) => {
        let quotes = unquoted
        let second = 0
        const honest = new Map<string, number>()
        const takeFrom = (source: string, cents: number) => {
          second += 1
          if (!source.endsWith('@liar')) honest.set(source, cents)
          quotes = take(quotes, arrival(source, cents, second))
        }
        takeFrom('x', 10_000)
        takeFrom('y', 10_050)
        for (const [i, { liar, cents }] of steps.entries()) {
          if (liar) takeFrom(`${i % 5}@liar`, cents)
          else takeFrom((seed + i) % 2 === 0 ? 'x' : 'y', 9_950 + (cents % 101))
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
        expect(swapped.sources).toEqual(quotes.sources)
        expect(swapped.base).toEqual(quotes.base)
      }),
    )
  })
})
