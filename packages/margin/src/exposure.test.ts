import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addExposure, exposureValue, netExposure, NO_EXPOSURE } from './exposure.ts'
import { formatDecimal, type Decimal } from './decimal.ts'

const units = fc.bigInt({ min: 0n, max: 10n ** 40n - 1n })
const text = (count: bigint) => {
  const digits = count.toString().padStart(21, '0')
  return formatted(`${digits.slice(0, -20)}.${digits.slice(-20)}`)
}
const formatted = (decimal: string) =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal

const parts = fc.record({
  lent: units,
  borrowed: units,
  collateralHeld: units,
  collateralPosted: units,
})
const asTexts = (exposure: Record<string, bigint>) =>
  Object.fromEntries(Object.entries(exposure).map(([name, count]) => [name, text(count)]))

/** A decimal as a whole number of units with this many decimals. */
const countOf = (value: Decimal, decimals: number) => {
  const [whole = '', fraction = ''] = formatDecimal(value, decimals).split('.')
  return BigInt(whole + fraction)
}

describe('exposure', () => {
  it('is what others owe, less what is owed to them', () => {
    const exposure = addExposure(addExposure(NO_EXPOSURE, { lent: '10', collateralHeld: '12.5' }), {
      borrowed: '3',
      collateralPosted: '4.25',
    })
    expect(formatDecimal(netExposure(exposure))).toBe('-1.25')
    expect(formatDecimal(netExposure(exposureValue(exposure, '60000.1')))).toBe('-75000.125')
  })

  it('is exact to the last digit, however long the numbers are', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), units, (all, priceUnits) => {
        fc.pre(priceUnits > 0n)
        const exposure = all.reduce((sum, one) => addExposure(sum, asTexts(one)), NO_EXPOSURE)
        const net = all.reduce(
          (sum, one) => sum + one.lent + one.collateralPosted - one.borrowed - one.collateralHeld,
          0n,
        )
        expect(countOf(netExposure(exposure), 20)).toBe(net)
        const value = netExposure(exposureValue(exposure, text(priceUnits)))
        expect(countOf(value, 40)).toBe(net * priceUnits)
      }),
    )
  })

  it('refuses quantities below zero and a price of zero', () => {
    expect(() => addExposure(NO_EXPOSURE, { lent: '-1' })).toThrow(/lent/)
    expect(() => exposureValue(NO_EXPOSURE, '0')).toThrow(/priceUsd/)
  })
})
