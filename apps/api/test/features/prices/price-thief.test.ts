import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GuardedAsset, silence, unquoted } from '../../harness/guarded-asset.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { type Arrival, arrival, priceAt, rules, take } from '../../harness/quote-series.ts'
import { highestThatCounts, lowestThatCounts } from '../../harness/thief.ts'

/** One turn of a market: a speaker quotes, or does not. */
interface Turn {
  readonly pause: number
  readonly speaks: 'x' | 'y' | 'thief'
  /** Whether the thief takes from the honest speaker of this turn the right to speak. */
  readonly silences: boolean
  /** Of an honest speaker, how far it is from the market, in tenths of a percent. */
  readonly noise: number
  readonly lie: 'lowest' | 'highest' | 'market' | 'first' | 'half' | 'double' | 'nothing'
  readonly source: 1 | 2
  readonly delay: number
  /** By what percent the market moves. */
  readonly move: number
}

const isOfLate = (quote: Arrival, second: number) =>
  second - quote.second <= 2 * rules.ageSecondsMax

/** All quotes of honest speakers. */
class HonestQuotes {
  /** Whether the market never jumps. */
  readonly isCalm: boolean
  readonly #quotes: Arrival[] = []
  /** Since when there was no gap between their quotes longer than the maximum age of a price. */
  #unbrokenSince = 0

  constructor(isCalm: boolean) {
    this.isCalm = isCalm
  }

  add(quote: Arrival): void {
    // A second observation of the same moment changes nothing.
    if (this.last(quote.source)?.second === quote.second) return
    const last = this.#quotes.at(-1)
    if (last === undefined || quote.second - last.second > rules.ageSecondsMax) {
      this.#unbrokenSince = quote.second
    }
    this.#quotes.push(quote)
  }

  /**
   * Their recent quotes, and the last ones of those silenced, once they have quoted long enough for
   * a price to depend on them.
   */
  ofLate(second: number, { silenced }: GuardedAsset): number[] {
    if (second - this.#unbrokenSince <= rules.ageSecondsMax) return []
    return this.#quotes
      .filter((quote) => isOfLate(quote, second) || silenced.has(quote.source))
      .filter((quote) => isOfLate(quote, second) || quote === this.last(quote.source))
      .map(({ cents }) => cents)
  }

  last(source: string): Arrival | undefined {
    return this.#quotes.findLast((quote) => quote.source === source)
  }
}

function lieOf(
  turn: Turn,
  asset: GuardedAsset,
  market: number,
  second: number,
): number | undefined {
  const source = `${turn.source}@thief`
  switch (turn.lie) {
    case 'lowest':
      return lowestThatCounts(asset, source, second)
    case 'highest':
      return highestThatCounts(asset, source, second)
    case 'market':
      return market
    case 'first':
      return 10_000
    case 'half':
      return market >> 1
    case 'double':
      return market * 2
    case 'nothing':
      return undefined
  }
}

/**
 * A price of a calm market is within the bound of a recent honest quote. While a real jump passes,
 * quotes from before and after it count for a moment, so the price may also be between two of them.
 */
function expectNearHonest(asset: GuardedAsset, second: number, honest: HonestQuotes): void {
  const price = priceAt(asset, second)
  const ofLate = honest.ofLate(second, asset)
  if (price === 'stale' || price === 'missing' || ofLate.length === 0) return
  // A median of medians of whole cents.
  const fourTimes = Math.round(Number(price) * 400)
  const isAbove = (cents: number) => fourTimes * 100 >= 4 * cents * (100 - rules.deviationPercent)
  const isBelow = (cents: number) => fourTimes * 100 <= 4 * cents * (100 + rules.deviationPercent)
  const above = ofLate.filter(isAbove)
  const below = ofLate.filter(isBelow)
  if (honest.isCalm) expect(above.filter((cents) => below.includes(cents))).not.toEqual([])
  expect({ price, above: above.length > 0, below: below.length > 0 }).toEqual({
    price,
    above: true,
    below: true,
  })
}

function live(turns: readonly Turn[]): void {
  const honest = new HonestQuotes(turns.every(({ move }) => Math.abs(move) <= 1))
  let asset = unquoted
  let market = 10_000
  let second = 1000
  const silent = new Set<string>()
  for (const turn of turns) {
    for (let waited = 0; waited < turn.pause; waited += 1) {
      second += 1
      if (waited % 20 === 0) expectNearHonest(asset, second, honest)
    }
    market = Math.max(20, Math.round((market * (100 + turn.move)) / 100))
    if (turn.speaks === 'thief') {
      const observed = second - turn.delay
      const cents = lieOf(turn, asset, market, second)
      if (cents !== undefined) {
        asset = take(asset, arrival(`${turn.source}@thief`, cents, observed, turn.delay))
      }
    } else if (turn.silences) {
      silent.add(turn.speaks)
      const last = honest.last(turn.speaks)
      if (last !== undefined && isOfLate(last, second)) asset = silence(asset, turn.speaks)
    } else if (!silent.has(turn.speaks)) {
      const cents = Math.round((market * (1000 + turn.noise)) / 1000)
      const quote = arrival(turn.speaks, cents, second)
      honest.add(quote)
      asset = take(asset, quote)
    }
    expectNearHonest(asset, second, honest)
  }
}

const turnsWith = (
  speaks: fc.Arbitrary<Turn['speaks']>,
  move: fc.Arbitrary<number>,
): fc.Arbitrary<Turn[]> =>
  fc.array(
    fc.record({
      pause: fc.constantFrom(0, 1, 5, 10, 30, 60, 90, 170, 200),
      speaks,
      silences: fc.nat({ max: 19 }).map((drawn) => drawn === 0),
      noise: fc.integer({ min: -30, max: 30 }),
      lie: fc.constantFrom('lowest', 'highest', 'market', 'first', 'half', 'double', 'nothing'),
      source: fc.constantFrom(1, 2),
      delay: fc.constantFrom(0, 0, 0, 60, 179),
      move,
    }),
    { maxLength: 60, size: 'max' },
  )

describe('a dishonest speaker with one account', () => {
  const calm = fc.constantFrom(0, 0, 0, 1, -1)
  const wild = fc.constantFrom(0, 0, 0, 0, 0, 0, 5, -5, -50, 100)
  const lone = fc.constantFrom('x' as const, 'thief' as const)
  const two = fc.constantFrom('x' as const, 'y' as const, 'thief' as const)

  it.each([
    ['one honest speaker of a calm market', lone, calm],
    ['two honest speakers of a calm market', two, calm],
    ['one honest speaker of a wild market', lone, wild],
    ['two honest speakers of a wild market', two, wild],
  ])(
    'never moves the price beyond the bound from all quotes, beside %s',
    (_, speaks, move) => {
      fc.assert(fc.property(turnsWith(speaks, move), live), { numRuns: isLongRun ? 1000 : 10 })
    },
    600_000,
  )
})
