import { Decimal } from '@vadium/margin'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type HeldQuote, releaseQuote } from '../../../src/features/prices/price-guard.ts'
import { arrival, priceAt, rules, takeAll } from '../../harness/quote-series.ts'

const second = 1_000
const nowMs = Date.parse('2026-03-02T12:00:00.000Z') + second * 1000

const arrivals = fc.array(
  fc.record({
    source: fc.constantFrom('a', 'b', 'c@b', 'd'),
    cents: fc.constantFrom(4_000, 5_000, 7_000, 10_000, 11_000, 20_000),
    second: fc.integer({ min: second - 400, max: second }),
  }),
  { minLength: 2, maxLength: 12 },
)

const isFar = (price: string, from: string) =>
  new Decimal(price).minus(from).abs().times(100).greaterThan(new Decimal(from).times(20))

it('a released quote alone begins to count, and the price after it is never far from the base', () => {
  fc.assert(
    fc.property(arrivals, (some) => {
      const inOrder = some.toSorted((one, other) => one.second - other.second)
      const asset = takeAll(inOrder.map((one) => arrival(one.source, one.cents, one.second)))
      const held = [...asset.sources.values()].flatMap((quotes): HeldQuote[] =>
        quotes.held === undefined ? [] : [quotes.held],
      )
      for (const quote of held) {
        const { heldSince: _, ...released } = quote
        const { quotes, accepted } = releaseQuote(asset, quote, nowMs, rules)
        expect(accepted).toEqual([released])
        expect(quotes.sources).toEqual(
          new Map(asset.sources).set(quote.source, { accepted: released }),
        )
        const price = priceAt({ ...quotes, counted: [] }, second)
        if (price === 'stale') continue
        expect(isFar(price, quotes.base?.priceUsd ?? '0')).toBe(false)
        if (!isFar(price, asset.base?.priceUsd ?? '0')) expect(quotes.base).toBe(asset.base)
      }
    }),
  )
})
