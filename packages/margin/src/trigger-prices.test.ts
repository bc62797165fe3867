import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positions, positiveText, terms } from '../test/arbitraries.ts'
import { Decimal } from './decimal.ts'
import { multiply, subtract } from './exact-arithmetic.ts'
import { marginCall } from './margin-call.ts'
import type { MarginTerms } from './margin-terms.ts'
import {
  marginCallReached,
  valuePosition,
  type Position,
  type PositionValuation,
} from './position-valuation.ts'
import { roundUp } from './rounding.ts'
import {
  flagTriggerPrices,
  releaseTriggerPrices,
  topUpTriggerPrices,
  type TriggerPricePair,
} from './trigger-prices.ts'

const lot = { topUp: '0.01', release: '0.01' }
const finestStep = new Decimal('1e-20')

const position: Position = {
  assetQuantity: '10',
  assetPriceUsd: '50000',
  collateralQuantity: '525000',
  collateralPriceUsd: '1',
}
const agreed = {
  requirementPercent: '105',
  minimumNotionalUsd: { topUp: '10500', release: '21000' },
  lot,
}

const printed = (pair: TriggerPricePair): (string | null)[] => [
  pair.assetPriceUsd?.toFixed() ?? null,
  pair.collateralPriceUsd?.toFixed() ?? null,
]
const topUp = (others: Partial<Position>, terms: MarginTerms = agreed): (string | null)[] =>
  printed(topUpTriggerPrices(valuePosition({ ...position, ...others }), terms))
const release = (others: Partial<Position>, terms: MarginTerms = agreed): (string | null)[] =>
  printed(releaseTriggerPrices(valuePosition({ ...position, ...others }), terms))

describe('trigger prices', () => {
  it('match the formulas', () => {
    expect(topUp({})).toEqual(['51000', '0.98'])
    expect(release({})).toEqual(['48000', '1.04'])
  })

  it('take threshold, haircut, transit and disputes into account', () => {
    const haircut = {
      haircut: '0.2',
      thresholdUsd: '100000',
      minimumNotionalUsd: { topUp: '1000', release: '2000' },
      lot,
    }
    const moving = {
      deliveriesInTransit: '1000',
      returnsInTransit: '4000',
      disputedQuantity: '22000',
    }
    // E = 500000, counted at 0.8: 400000, against 500000 − 100000.
    expect(topUp(moving, haircut)).toEqual(['50100', '0.9975'])
    expect(release(moving, haircut)).toEqual(['49800', '1.005'])
  })

  it('are rounded to 20 decimals towards the side on which the event occurs', () => {
    expect(topUp({ assetQuantity: '9' })).toEqual(['56666.66666666666666666667', '0.88'])
    expect(release({ assetQuantity: '9' })).toEqual(['53333.33333333333333333333', '0.94'])
    expect(topUp({ collateralQuantity: '450000' })).toEqual([
      '43857.14285714285714285715',
      '1.14333333333333333333',
    ])
    expect(release({ collateralQuantity: '450000' })).toEqual([
      '40857.14285714285714285714',
      '1.21333333333333333334',
    ])
  })

  it('use the next cent when a minimum is not in whole cents', () => {
    const minimumNotionalUsd = { topUp: '10499.991', release: '20999.991' }
    expect(topUp({}, { ...agreed, minimumNotionalUsd })).toEqual(['51000', '0.98'])
    expect(release({}, { ...agreed, minimumNotionalUsd })).toEqual(['48000', '1.04'])
  })

  it('have no value without a notional or without collateral', () => {
    expect(topUp({ assetQuantity: '0' })).toEqual([null, null])
    expect(release({ assetQuantity: '0' })).toEqual([null, '0.04'])
    expect(topUp({ collateralQuantity: '0' })).toEqual(['1000', null])
    expect(release({ collateralQuantity: '0' })).toEqual([null, null])
  })

  it('have no value when the event occurs at every price, or at none', () => {
    // 30000 more is on its way back than has settled: a top-up is due at every asset price.
    const leaving = { collateralQuantity: '0', returnsInTransit: '30000' }
    expect(topUp(leaving)).toEqual([null, null])
    expect(release(leaving)).toEqual([null, null])
    // The same with a threshold above the notional: it covers the notional, not the missing
    // collateral.
    const covered = { ...agreed, thresholdUsd: '100000' }
    expect(topUp(leaving, covered)).toEqual([null, null])
    expect(topUp({ ...leaving, returnsInTransit: '10500' }, covered)).toEqual([null, null])
    // With exactly the amount that the minimum leaves, none. With less, from some asset price
    // upwards.
    expect(topUp({ ...leaving, returnsInTransit: '10500' })).toEqual([null, null])
    expect(topUp({ ...leaving, returnsInTransit: '10499' })).toEqual([
      '0.0952380952380952381',
      null,
    ])
    // Nothing is required any more, and the minimum is only just met.
    const threshold = { ...agreed, thresholdUsd: '105000' }
    expect(release({ collateralQuantity: '21000' }, threshold)).toEqual(['10000', '21'])
    expect(release({ collateralQuantity: '20999.99' }, threshold)[0]).toBeNull()
  })

  it('give the price at which nothing is due when the minimum is zero', () => {
    const free = { requirementPercent: '105', lot }
    expect(topUp({}, free)).toEqual(['50000', '1'])
    expect(release({}, free)).toEqual(['50000', '1'])
    expect(topUp({ collateralQuantity: '0' }, { ...free, thresholdUsd: '1050' })[0]).toBe('100')
    expect(topUp({ collateralQuantity: '0' }, free)).toEqual([null, null])
    expect(topUp({}, { ...free, thresholdUsd: '525000' })[1]).toBeNull()
    expect(release({}, { ...free, thresholdUsd: '525000' })[1]).toBeNull()
  })

  it('wait for a level of coverage, too', () => {
    const lent = { assetQuantity: '1000000', assetPriceUsd: '1' }
    const pledged = { collateralQuantity: '25', collateralPriceUsd: '58000' }
    const minimumNotionalUsd = { topUp: '10000', release: '25000' }
    const loan = { requirementPercent: '150', minimumNotionalUsd, lot }
    const both = { ...lent, ...pledged }
    expect(topUp(both, loan)[1]).toBe('59600')
    expect(topUp(both, { ...loan, topUpPercent: '130' })).toEqual([
      '1.11538461538461538462',
      '52000',
    ])
    // A level above the requirement is reached before the minimum.
    expect(topUp(both, { ...loan, topUpPercent: '170' })).toEqual(topUp(both, loan))
    expect(release(both, loan)[1]).toBe('61000')
    expect(release(both, { ...loan, releasePercent: '180' })).toEqual([
      '0.80555555555555555555',
      '72000',
    ])
    expect(release(both, { ...loan, releasePercent: '120' })).toEqual(release(both, loan))
  })

  it('take the price of a level where something is due at every price, and none where at none', () => {
    const levels = { ...agreed, topUpPercent: '103', releasePercent: '110' }
    // More is on its way back than has settled: a top-up is due at every price.
    const leaving = { collateralQuantity: '20600', returnsInTransit: '50000' }
    expect(topUp(leaving)).toEqual([null, null])
    expect(topUp(leaving, levels)).toEqual(['2000', '25'])
    // All of it is on its way back, and more than the minimum is required.
    const left = { returnsInTransit: '525000' }
    expect(topUp(left)).toEqual(['1000', null])
    expect(topUp(left, levels)).toEqual(['50970.87378640776699029127', '0.98095238095238095238'])
    expect(topUp(left, { ...levels, thresholdUsd: '514500.01' })[1]).toBeNull()
    // With less than the minimum, nothing can be released at any asset price.
    expect(release({ collateralQuantity: '20999' }, levels)[0]).toBeNull()
    // Nothing is lent: coverage is infinite, at or above every level.
    expect(release({ assetQuantity: '0' }, levels)).toEqual([null, '0.04'])
    expect(topUp({ ...leaving, assetQuantity: '0' }, levels)).toEqual([null, null])
    // Nothing has settled: coverage is zero, at or below every level.
    const coming = { collateralQuantity: '0', deliveriesInTransit: '525000' }
    expect(topUp(coming, levels)).toEqual(['51000', '0.98'])
    expect(release(coming, levels)).toEqual([null, null])
    // Nothing is required, and any release is large enough.
    const free = { requirementPercent: '105', thresholdUsd: '525000', lot, releasePercent: '110' }
    expect(release({}, free)).toEqual(['47727.27272727272727272727', '1.04761904761904761905'])
  })

  it('raise a flag at its level', () => {
    const flag = (others: Partial<Position>, level: string): (string | null)[] =>
      printed(flagTriggerPrices(valuePosition({ ...position, ...others }), level))
    expect(flag({}, '105')).toEqual(['50000', '1'])
    expect(flag({}, '100')).toEqual(['52500', '0.95238095238095238095'])
    expect(flag({}, '90')).toEqual(['58333.33333333333333333334', '0.85714285714285714285'])
    expect(flag({ assetQuantity: '0' }, '100')).toEqual([null, null])
    expect(flag({ collateralQuantity: '0' }, '100')).toEqual([null, null])
    expect(() => flag({}, '0')).toThrow('levelPercent must be above zero')
  })
})

describe('a trigger price, substituted back,', () => {
  /** Whether coverage has reached the level of this direction; exact. */
  const isReached = (
    valuation: PositionValuation,
    direction: 'topUp' | 'release',
    { topUpPercent, releasePercent }: MarginTerms,
  ): boolean => {
    const { assetNotionalUsd, collateralValueUsd } = valuation
    const level = direction === 'topUp' ? topUpPercent : releasePercent
    if (level == null) return true
    if (assetNotionalUsd.isZero()) return direction === 'release'
    const covered = multiply(collateralValueUsd, new Decimal(100))
    const needed = multiply(assetNotionalUsd, new Decimal(level))
    return direction === 'topUp'
      ? covered.lessThanOrEqualTo(needed)
      : covered.greaterThanOrEqualTo(needed)
  }

  /** Whether a call of the minimum may be made in this direction; exact, without lots. */
  const callable = (
    sample: Position,
    direction: 'topUp' | 'release',
    agreedTerms: MarginTerms,
  ): boolean => {
    const valuation = valuePosition(sample)
    const { shortfallUsd } = marginCall(valuation, agreedTerms)
    const minimum = roundUp(agreedTerms.minimumNotionalUsd?.[direction] ?? '0', '0.01')
    const owed = direction === 'topUp' ? shortfallUsd : subtract(new Decimal(0), shortfallUsd)
    return owed.greaterThanOrEqualTo(minimum) && isReached(valuation, direction, agreedTerms)
  }

  const expectBoundary = (
    price: Decimal | null,
    side: 'upwards' | 'downwards',
    holdsAt: (price: Decimal) => boolean,
  ): void => {
    if (price === null) return
    const step = side === 'upwards' ? finestStep : finestStep.negated()
    expect(holdsAt(price)).toBe(true)
    const before = subtract(price, step)
    if (before.greaterThan(0)) expect(holdsAt(before)).toBe(false)
  }

  const directions = [
    ['topUp', topUpTriggerPrices, 'upwards', 'downwards'],
    ['release', releaseTriggerPrices, 'downwards', 'upwards'],
  ] as const

  it.each(directions)(
    'reaches the minimum and the level of a %s exactly',
    (direction, pricesOf, assetSide, collateralSide) => {
      fc.assert(
        fc.property(positions, terms, (sample, agreedTerms) => {
          const prices = pricesOf(valuePosition(sample), agreedTerms)
          const holds = (at: Partial<Position>): boolean =>
            callable({ ...sample, ...at }, direction, agreedTerms)
          expectBoundary(prices.assetPriceUsd, assetSide, (assetPriceUsd) =>
            holds({ assetPriceUsd }),
          )
          expectBoundary(prices.collateralPriceUsd, collateralSide, (collateralPriceUsd) =>
            holds({ collateralPriceUsd }),
          )
        }),
      )
    },
  )

  it.each(directions)(
    'is absent for a %s only when the decision is the same at every price',
    (direction, pricesOf) => {
      fc.assert(
        fc.property(positions, terms, positiveText, (sample, agreedTerms, price) => {
          // With a minimum of zero, "nothing due" and "due" meet at a shortfall of zero; left out
          // here.
          const minimum = new Decimal(agreedTerms.minimumNotionalUsd[direction])
          fc.pre(minimum.greaterThan(0))
          const prices = pricesOf(valuePosition(sample), agreedTerms)
          const now = callable(sample, direction, agreedTerms)
          if (prices.assetPriceUsd === null) {
            const then = { ...sample, assetPriceUsd: price }
            expect(callable(then, direction, agreedTerms)).toBe(now)
          }
          // Below zero, the credited collateral owes more the dearer it is: no price is given for
          // that.
          const owing = valuePosition(sample).creditedQuantity.lessThan(0)
          if (prices.collateralPriceUsd === null && !owing) {
            const then = { ...sample, collateralPriceUsd: price }
            expect(callable(then, direction, agreedTerms)).toBe(now)
          }
        }),
      )
    },
  )

  it('reaches the level of a flag exactly', () => {
    fc.assert(
      fc.property(positions, positiveText, (sample, level) => {
        const prices = flagTriggerPrices(valuePosition(sample), level)
        const raised = (at: Partial<Position>): boolean =>
          marginCallReached(valuePosition({ ...sample, ...at }), level)
        expectBoundary(prices.assetPriceUsd, 'upwards', (assetPriceUsd) =>
          raised({ assetPriceUsd }),
        )
        expectBoundary(prices.collateralPriceUsd, 'downwards', (collateralPriceUsd) =>
          raised({ collateralPriceUsd }),
        )
      }),
    )
  })
})
