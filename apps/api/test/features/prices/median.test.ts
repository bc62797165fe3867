import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFresh, lastPrice, medianReading } from '../../../src/features/prices/median.ts'

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

/** A quote of a speaker of its own, so many seconds old. */
const quote = (source: string, priceUsd: string, age = 0) => ({
  ...{ asset: 'BTC', source, speaker: source, priceUsd },
  observedAt: new Date(nowMs - age * 1000).toISOString(),
})

describe('a reading', () => {
  it('is missing without a quote', () => {
    expect(medianReading([], nowMs, 180)).toEqual({ kind: 'missing' })
  })

  it('is stale with the newest time if no quote is fresh', () => {
    const quotes = [quote('a', '100', 300), quote('b', '100', 180.001), quote('c', '100', 200)]
    expect(medianReading(quotes, nowMs, 180)).toEqual({
      kind: 'stale',
      observedAt: '2026-03-02T11:56:59.999Z',
    })
  })

  it('names its only source', () => {
    expect(medianReading([quote('a', '100.50', 1)], nowMs, 180)).toEqual({
      kind: 'current',
      priceUsd: '100.5',
      source: 'a',
      observedAt: '2026-03-02T11:59:59.000Z',
    })
  })

  it('names its fresh sources by name, and is as old as the oldest of them', () => {
    const quotes = [quote('c', '103', 180), quote('a', '101', 2), quote('b', '1', 181)]
    expect(medianReading(quotes, nowMs, 180)).toEqual({
      kind: 'current',
      priceUsd: '102',
      source: 'median of a, c',
      observedAt: '2026-03-02T11:57:00.000Z',
    })
  })

  it.each([
    [['9', '10', '100'], '10'],
    [['1.5', '1.45', '1.05'], '1.45'],
    [['100', '99.99'], '99.995'],
    [['0.00000000000000000001', '0.00000000000000000004'], '0.00000000000000000002'],
    [['0.00000000000000000001', '0.00000000000000000002'], '0.00000000000000000002'],
    [['1e3', '2000', '2e3'], '2000'],
    [['100.0'], '100'],
    [['1e3'], '1000'],
    [['0.000000000000000000015'], '0.00000000000000000002'],
  ])('is, of %j, %s', (prices, expected) => {
    const quotes = prices.map((price, i) => quote(`s${i}`, price))
    expect(medianReading(quotes, nowMs, 180)).toMatchObject({ priceUsd: expected })
  })
})

it('an observation is fresh until exactly the age', () => {
  expect(isFresh('2026-03-02T11:57:00.000Z', nowMs, 180)).toBe(true)
  expect(isFresh('2026-03-02T11:56:59.999Z', nowMs, 180)).toBe(false)
})

describe('the last price', () => {
  it('is the current one, or that at the time of the newest quote', () => {
    const last = (...quotes: ReturnType<typeof quote>[]) => lastPrice(quotes, nowMs, 180)
    expect(last(quote('a', '100', 180), quote('b', '1', 181))).toEqual(new Decimal(100))
    const [newest, near, far] = [
      quote('a', '100', 600),
      quote('b', '50', 780),
      quote('c', '1', 781),
    ]
    expect(last(far, newest, near)).toEqual(new Decimal(75))
    expect(last()).toBeUndefined()
  })
})
