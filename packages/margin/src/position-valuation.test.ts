import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positions, positiveText } from '../test/arbitraries.ts'
import { Rational } from '../test/rational.ts'
import {
  liquidationReached,
  marginCallReached,
  valuePosition,
  type Position,
} from './position-valuation.ts'

const position: Position = {
  assetQuantity: '10',
  assetPriceUsd: '50000',
  collateralQuantity: '525000',
  collateralPriceUsd: '1',
}
const hundred = new Rational(100n)
const cent = Rational.of('0.01')

describe('valuePosition', () => {
  it('values both sides and returns their ratios', () => {
    const valuation = valuePosition(position)
    expect(valuation.assetNotionalUsd.toFixed()).toBe('500000')
    expect(valuation.collateralValueUsd.toFixed()).toBe('525000')
    expect(valuation.ltvPercent?.toFixed()).toBe('95.24')
    expect(valuation.ccrPercent?.toFixed()).toBe('105')
    expect(valuation.creditedQuantity.toFixed()).toBe('525000')
    expect(valuation.releasableQuantity.toFixed()).toBe('525000')
  })

  it('takes settled collateral for the ratios, and adds transit and disputes for the credited amount', () => {
    const valuation = valuePosition({
      ...position,
      deliveriesInTransit: '1000',
      returnsInTransit: '20',
      disputedQuantity: '3',
    })
    expect(valuation.collateralValueUsd.toFixed()).toBe('525000')
    expect(valuation.ccrPercent?.toFixed()).toBe('105')
    expect(valuation.creditedQuantity.toFixed()).toBe('525977')
    expect(valuation.releasableQuantity.toFixed()).toBe('524977')
  })

  it('credits less than zero when more is on its way back than has settled, but never releases it', () => {
    const valuation = valuePosition({ ...position, collateralQuantity: '5', returnsInTransit: '7' })
    expect(valuation.creditedQuantity.toFixed()).toBe('-2')
    expect(valuation.releasableQuantity.toFixed()).toBe('0')
  })

  it.each([
    // Q, P, C, Pc, ltv, ccr
    ['1', '2', '3', '1', '66.67', '150'],
    ['1', '3', '2', '1', '150', '66.66'],
    ['1', '1', '1', '1', '100', '100'],
    ['1', '1.00000001', '1', '1', '100.01', '99.99'],
    ['1', '1', '1', '1.00000001', '100', '100'],
    ['0', '1', '5', '1', '0', null],
    ['5', '1', '0', '1', null, '0'],
    ['0', '1', '0', '1', null, null],
    ['1', '0.00000000000000000001', '99999999999999999999', '1', '0.01', /^1?9{3,}/],
  ])('Q %s, P %s, C %s, Pc %s: ltv %s, ccr %s', (quantity, price, collateral, its, ltv, ccr) => {
    const valuation = valuePosition({
      assetQuantity: quantity,
      assetPriceUsd: price,
      collateralQuantity: collateral,
      collateralPriceUsd: its,
    })
    expect(valuation.ltvPercent?.toFixed() ?? null).toBe(ltv)
    if (ccr instanceof RegExp) expect(valuation.ccrPercent?.toFixed()).toMatch(ccr)
    else expect(valuation.ccrPercent?.toFixed() ?? null).toBe(ccr)
  })

  it('rounds ratios to the unfavourable side, by less than a hundredth', () => {
    fc.assert(
      fc.property(positions, (sample) => {
        const valuation = valuePosition(sample)
        const notional = Rational.of(sample.assetQuantity).times(Rational.of(sample.assetPriceUsd))
        const value = Rational.of(sample.collateralQuantity).times(
          Rational.of(sample.collateralPriceUsd),
        )
        expect(Rational.of(valuation.assetNotionalUsd).compare(notional)).toBe(0)
        expect(Rational.of(valuation.collateralValueUsd).compare(value)).toBe(0)
        expect(valuation.ltvPercent === null).toBe(value.numerator === 0n)
        expect(valuation.ccrPercent === null).toBe(notional.numerator === 0n)
        if (valuation.ltvPercent !== null) {
          const ltv = hundred.times(notional).over(value).ceilingTo(cent)
          expect(Rational.of(valuation.ltvPercent).compare(ltv)).toBe(0)
        }
        if (valuation.ccrPercent !== null) {
          const ccr = hundred.times(value).over(notional).floorTo(cent)
          expect(Rational.of(valuation.ccrPercent).compare(ccr)).toBe(0)
        }
      }),
    )
  })

  it.each([
    ['assetQuantity', '-1', 'must not be below zero'],
    ['assetPriceUsd', '0', 'must be above zero'],
    ['collateralQuantity', '-1', 'must not be below zero'],
    ['collateralPriceUsd', '0', 'must be above zero'],
    ['deliveriesInTransit', '-1', 'must not be below zero'],
    ['returnsInTransit', '-1', 'must not be below zero'],
    ['disputedQuantity', '-1', 'must not be below zero'],
  ])('refuses %s of %s', (member, value, issue) => {
    expect(() => valuePosition({ ...position, [member]: value })).toThrow(`${member} ${issue}`)
  })
})

describe.each([
  ['marginCallReached', marginCallReached, 'marginCallPercent'],
  ['liquidationReached', liquidationReached, 'liquidationPercent'],
])('%s', (_name, reached, member) => {
  const covered = (collateralQuantity: string): boolean =>
    reached(valuePosition({ ...position, collateralQuantity }), '103.5')

  it('is raised at the level and below it, on unrounded values', () => {
    expect(covered('517500.01')).toBe(false)
    expect(covered('517500.00000001')).toBe(false)
    expect(covered('517500')).toBe(true)
    expect(covered('517499.99999999')).toBe(true)
    expect(covered('517499.99')).toBe(true)
  })

  it('is raised with a notional and no collateral, and not without a notional', () => {
    expect(covered('0')).toBe(true)
    const empty = { ...position, assetQuantity: '0' }
    expect(reached(valuePosition(empty), '103.5')).toBe(false)
    expect(reached(valuePosition({ ...empty, collateralQuantity: '0' }), '103.5')).toBe(false)
  })

  it('compares like integer fractions', () => {
    fc.assert(
      fc.property(positions, positiveText, (sample, level) => {
        const notional = Rational.of(sample.assetQuantity).times(Rational.of(sample.assetPriceUsd))
        const value = Rational.of(sample.collateralQuantity).times(
          Rational.of(sample.collateralPriceUsd),
        )
        const expected =
          notional.numerator > 0n &&
          value.times(hundred).over(notional).compare(Rational.of(level)) <= 0
        expect(reached(valuePosition(sample), level)).toBe(expected)
      }),
    )
  })

  it.each([['0'], ['-5']])('refuses the level %s', (level) => {
    expect(() => reached(valuePosition(position), level)).toThrow(`${member} must be above zero`)
  })
})
