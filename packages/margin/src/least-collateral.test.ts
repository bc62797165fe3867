import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lotText, positions, terms } from '../test/arbitraries.ts'
import { Rational } from '../test/rational.ts'
import { type Decimal, leastCollateral, marginCall, valuePosition } from './index.ts'

const worked = {
  assetQuantity: '1000000',
  assetPriceUsd: '1',
  collateralPriceUsd: '3000',
  terms: { requirementPercent: '160' },
  smallestUnit: '0.000000000000000001',
}

it('is what meets the requirement, rounded up to the smallest unit', () => {
  const { least, requiredUsd, creditedPriceUsd } = leastCollateral(worked)
  expect([least, requiredUsd, creditedPriceUsd].map((figure) => figure.toFixed())).toEqual([
    '533.333333333333333334',
    '1600000',
    '3000',
  ])
})

it.each([
  ['533.34', { smallestUnit: '0.01' }],
  ['534', { smallestUnit: '1' }],
  ['500', { terms: { requirementPercent: '150' } }],
  ['416.666666666666666667', { terms: { haircut: '0.2' } }],
  ['200', { terms: { requirementPercent: '160', thresholdUsd: '1000000' } }],
  ['0', { terms: { requirementPercent: '160', thresholdUsd: '1600000' } }],
  ['0', { terms: { requirementPercent: '160', thresholdUsd: '2000000' } }],
  ['0', { assetQuantity: '0' }],
])('is %s with %o', (least, changes) => {
  expect(leastCollateral({ ...worked, ...changes }).least.toFixed()).toBe(least)
})

describe('any position and terms', () => {
  it('leaves no TopUp due, and one unit less would', () => {
    fc.assert(
      fc.property(positions, terms, lotText, (position, agreed, smallestUnit) => {
        const { assetQuantity, assetPriceUsd, collateralPriceUsd } = position
        const loan = { assetQuantity, assetPriceUsd, collateralPriceUsd }
        const { least } = leastCollateral({ ...loan, terms: agreed, smallestUnit })
        fc.pre(least.lessThan('1e30'))
        const directionWith = (held: Decimal) =>
          marginCall(valuePosition({ ...loan, collateralQuantity: held.toFixed() }), agreed)
            .direction
        expect(directionWith(least)).not.toBe('TopUp')
        if (least.isZero()) return
        expect(directionWith(least.minus(smallestUnit))).toBe('TopUp')
      }),
    )
  })

  it('lets a quantity take the place of the collateral exactly if it is credited what is required', () => {
    const near = fc.bigInt({ min: -3n, max: 3n })
    fc.assert(
      fc.property(positions, terms, lotText, near, (position, agreed, smallestUnit, units) => {
        const { assetQuantity, assetPriceUsd, collateralPriceUsd } = position
        const loan = { assetQuantity, assetPriceUsd, collateralPriceUsd }
        const { least } = leastCollateral({ ...loan, terms: agreed, smallestUnit })
        const given = Rational.of(least)
          .plus(new Rational(units).times(Rational.of(smallestUnit)))
          .atLeastZero()

        const haircut = 'haircut' in agreed ? agreed.haircut : '0'
        const percent = 'requirementPercent' in agreed ? agreed.requirementPercent : '100'
        const credited = given
          .times(Rational.of(collateralPriceUsd))
          .times(new Rational(1n).minus(Rational.of(haircut)))
        const required = Rational.of(assetQuantity)
          .times(Rational.of(assetPriceUsd))
          .times(Rational.of(percent))
          .over(new Rational(100n))
          .minus(Rational.of(agreed.thresholdUsd))
          .atLeastZero()

        const switches = given.compare(Rational.of(least)) >= 0
        expect(switches).toBe(credited.compare(required) >= 0)
      }),
    )
  })
})
