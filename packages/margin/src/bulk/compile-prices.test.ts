import { describe, expect, it } from 'vitest'
import { Decimal } from '../decimal.ts'
import { MarginInputError } from '../margin-input-error.ts'
import { compilePrices } from './compile-prices.ts'

describe('compilePrices', () => {
  it.each([
    ['one scale', '97250.5', '0.5', 972505n, 5n, 1],
    ['a finer asset', '0.0001', '3', 1n, 30000n, 4],
    ['a finer collateral', '97250', '0.9998', 972500000n, 9998n, 4],
    ['whole USD', '2', '3', 2n, 3n, 0],
  ])('brings both prices to the finer scale: %s', (_case, its, other, asset, collateral, scale) => {
    const prices = compilePrices({ assetPriceUsd: its, collateralPriceUsd: other })
    expect(prices).toEqual({ asset, collateral, scale, one: 10n ** BigInt(scale) })
  })

  it('accepts Decimals', () => {
    const prices = { assetPriceUsd: new Decimal('1.25'), collateralPriceUsd: new Decimal(1) }
    expect(compilePrices(prices)).toEqual({ asset: 125n, collateral: 100n, scale: 2, one: 100n })
  })

  it.each([
    ['assetPriceUsd', '0', 'must be above zero'],
    ['collateralPriceUsd', '0.00', 'must be above zero'],
    ['assetPriceUsd', '-1', 'must be above zero'],
    ['collateralPriceUsd', '1e5', 'must be a decimal in plain notation'],
  ])('refuses %s of %s', (member, value, issue) => {
    const prices = { assetPriceUsd: '1', collateralPriceUsd: '1', [member]: value }
    expect(() => compilePrices(prices)).toThrow(MarginInputError)
    expect(() => compilePrices(prices)).toThrow(`${member} ${issue}`)
  })
})
