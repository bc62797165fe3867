import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal, formatDecimal } from '../decimal.ts'
import { hundredthsText, unitsText } from './fixed-scale-text.ts'

const units = fc.oneof(fc.bigInt(0n, 1_000n), fc.bigInt(0n, 10n ** 80n))
const scale = fc.integer({ min: 0, max: 60 })
const decimalOf = (digits: bigint, its: number) => new Decimal(`${digits.toString()}e-${its}`)

describe('hundredthsText', () => {
  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [50n, '0.50'],
    [100n, '1.00'],
    [12345n, '123.45'],
  ])('%s: %s', (hundredths, text) => {
    expect(hundredthsText(hundredths)).toBe(text)
  })

  it('prints as formatDecimal does', () => {
    fc.assert(
      fc.property(units, (value) => {
        expect(hundredthsText(value)).toBe(formatDecimal(decimalOf(value, 2), 2))
      }),
    )
  })
})

describe('unitsText', () => {
  it.each([
    [0n, 0, '0'],
    [0n, 6, '0'],
    [100n, 0, '100'],
    [100n, 1, '10'],
    [100n, 2, '1'],
    [100n, 3, '0.1'],
    [105n, 2, '1.05'],
    [1n, 8, '0.00000001'],
    [10n, 8, '0.0000001'],
  ])('%s of scale %s: %s', (value, its, text) => {
    expect(unitsText(value, its)).toBe(text)
  })

  it.each([
    [0n, 0, '0.00'],
    [5n, 0, '5.00'],
    [150n, 2, '1.50'],
    [1005n, 3, '1.005'],
  ])('%s of scale %s with at least 2 decimals: %s', (value, its, text) => {
    expect(unitsText(value, its, 2)).toBe(text)
  })

  it('prints as formatDecimal does', () => {
    const padded = fc.tuple(units, fc.integer({ min: 0, max: 30 }))
    const decimalsMin = fc.constantFrom(0, 2, 5)
    fc.assert(
      fc.property(padded, scale, decimalsMin, ([value, zeros], its, least) => {
        const digits = value * 10n ** BigInt(zeros)
        expect(unitsText(digits, its, least)).toBe(formatDecimal(decimalOf(digits, its), least))
      }),
    )
  })
})
