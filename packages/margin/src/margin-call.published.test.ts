import { describe, expect, it } from 'vitest'
import { Decimal, formatDecimal } from './decimal.ts'
import { multiply } from './exact-arithmetic.ts'
import { marginCall, type MarginCall } from './margin-call.ts'
import type { MarginTerms } from './margin-terms.ts'
import { valuePosition, type Position } from './position-valuation.ts'

const lot = { topUp: '0.01', release: '0.01' }

const call = (position: Position, agreed: MarginTerms): MarginCall =>
  marginCall(valuePosition(position), agreed)

describe('published settlement amounts', () => {
  // FINOS common-domain-model, functions/sec-lending: cash against securities, at the price of 1
  // for cash. Its machine output at a later commit says 100000.0 for the first (25·200000·0.02): it
  // uses the haircut as a factor.
  it.each([
    ['new loan', '200000', '25', { haircut: '0.02' }, '5102040.82', '5102040.816326531'],
    ['part return', '50000', '25', { haircut: '0.02' }, '1275510.21', '1275510.2040816327'],
    ['full return', '200000', '25', { haircut: '0.02' }, '5102040.82', '5102040.816326531'],
    ['margin of 2 %', '1000000', '9.8011', { requirementPercent: '102' }, '9997122', '9997122'],
  ])('%s', (_case, assetQuantity, assetPriceUsd, agreed, expectedInCents, published) => {
    const position = {
      assetQuantity,
      assetPriceUsd,
      collateralQuantity: '0',
      collateralPriceUsd: '1',
    }
    const result = call(position, { ...agreed, lot })
    expect(formatDecimal(result.collateralAmount)).toBe(expectedInCents)

    // The publisher prints binary floats: equal in all digits that these have.
    const fine = call(position, {
      ...agreed,
      lot: { topUp: '0.00000000000000000001', release: '1' },
    })
    expect(fine.collateralAmount.toSignificantDigits(15).toFixed()).toBe(
      new Decimal(published).toSignificantDigits(15).toFixed(),
    )
    const tooLow = multiply(
      new Decimal(assetQuantity),
      new Decimal(assetPriceUsd),
      new Decimal('0.02'),
    )
    expect(fine.collateralAmount.equals(tooLow)).toBe(false)
    if ('haircut' in agreed) {
      const asIfMargin = multiply(tooLow, new Decimal(51))
      expect(fine.collateralAmount.equals(asIfMargin)).toBe(false)
    }
  })
})
