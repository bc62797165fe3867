import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { medianReading } from '../../../src/features/prices/median.ts'

const nowMs = Date.parse('2026-03-02T12:00:00.000Z')
const observedAt = new Date(nowMs).toISOString()

const digits = (most: number) =>
  fc.oneof(
    fc.constantFrom('1', '9', '10', '100', '99', '5', '50', '05', '0'),
    fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`)),
  )
/** Prices of every size, many of them close, some with padding. */
const price = fc
  .tuple(digits(20), fc.option(digits(20), { nil: undefined }))
  .map(([integer, fraction]) => {
    const whole = integer.replace(/^0+(?=[0-9])/, '')
    return fraction === undefined ? whole : `${whole}.${fraction}`
  })
  .filter((text) => /[1-9]/.test(text))

const quotes = fc.array(fc.record({ price, speaker: fc.constantFrom('a', 'b', 'c', 'd', 'e') }), {
  minLength: 1,
  maxLength: 7,
})

/** The median of the medians of all speakers, in decimals. */
function medianInDecimals(spoken: readonly { price: string; speaker: string }[]): string {
  const speakers = [...new Set(spoken.map(({ speaker }) => speaker))]
  const medians = speakers.map((one) =>
    medianOf(
      spoken.filter(({ speaker }) => speaker === one).map((quote) => new Decimal(quote.price)),
    ),
  )
  return formatDecimal(roundHalfEven(medianOf(medians), '0.00000000000000000001'))
}

function medianOf(values: readonly Decimal[]): Decimal {
  const sorted = values.toSorted((a, b) => a.comparedTo(b))
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return Decimal.sum(...middle).div(middle.length)
}

it('is the median in decimals, digit for digit, however prices are written', () => {
  fc.assert(
    fc.property(quotes, (spoken) => {
      const readings = spoken.map(({ price: priceUsd, speaker }, i) => ({
        ...{ asset: 'BTC', source: `${speaker}${i}`, speaker, priceUsd, observedAt },
      }))
      const reading = medianReading(readings, nowMs, 180)
      expect(reading).toMatchObject({ kind: 'current', priceUsd: medianInDecimals(spoken) })
    }),
    { numRuns: 500 },
  )
})
