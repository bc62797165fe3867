import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hundredths, positions, terms } from '../test/arbitraries.ts'
import { Rational } from '../test/rational.ts'
import { creditSupport } from './credit-support.ts'
import { Decimal } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { marginCall, type MarginCall } from './margin-call.ts'
import type { MarginTerms } from './margin-terms.ts'
import { valuePosition, type Position } from './position-valuation.ts'

const none = new Decimal(0)

const call = (position: Position, agreed: MarginTerms): MarginCall =>
  marginCall(valuePosition(position), agreed)

describe('marginCall, whatever the inputs', () => {
  const settle = (position: Position, result: MarginCall): Position => ({
    ...position,
    collateralQuantity: subtract(
      add(new Decimal(position.collateralQuantity), result.topUpAmount),
      result.releaseAmount,
    ),
  })

  it('computes the same as integer fractions', () => {
    fc.assert(
      fc.property(positions, terms, (position, agreed) => {
        const result = call(position, agreed)
        const percent = 'haircut' in agreed ? '100' : agreed.requirementPercent
        const factor = Rational.of('1').minus(
          Rational.of('haircut' in agreed ? agreed.haircut : '0'),
        )
        const required = Rational.of(position.assetQuantity)
          .times(Rational.of(position.assetPriceUsd))
          .times(Rational.of(percent))
          .times(Rational.of('0.01'))
          .minus(Rational.of(agreed.thresholdUsd))
          .atLeastZero()
        const free = Rational.of(position.collateralQuantity)
          .minus(Rational.of(position.returnsInTransit))
          .minus(Rational.of(position.disputedQuantity))
        const unit = Rational.of(position.collateralPriceUsd).times(factor)
        const credited = free.plus(Rational.of(position.deliveriesInTransit)).times(unit)
        const shortfall = required.minus(credited)
        const topUpLot = Rational.of(agreed.lot.topUp)
        const releaseLot = Rational.of(agreed.lot.release)
        const topUp = shortfall.atLeastZero().over(unit).ceilingTo(topUpLot)
        const due = credited.minus(required).atLeastZero().over(unit)
        const most = free.atLeastZero()
        const release = (due.compare(most) < 0 ? due : most).floorTo(releaseLot)

        expect(Rational.of(result.shortfallUsd).compare(shortfall)).toBe(0)
        expect(Rational.of(result.topUpAmount).compare(topUp)).toBe(0)
        expect(Rational.of(result.releaseAmount).compare(release)).toBe(0)
        expect(Rational.of(result.collateralAmount).compare(topUp.plus(release))).toBe(0)
      }),
    )
  })

  it('restores the requirement once the request has settled, and exceeds it by less than a lot', () => {
    fc.assert(
      fc.property(positions, terms, (position, agreed) => {
        const before = call(position, agreed)
        const after = call(settle(position, before), agreed)
        if (before.direction === 'None') return
        // Never below the requirement.
        expect(after.shortfallUsd.greaterThan(0)).toBe(false)
        const settledLot = agreed.lot[before.direction === 'TopUp' ? 'topUp' : 'release']
        const oneLot = multiply(new Decimal(settledLot), after.creditedPriceUsd)
        const held = valuePosition(position).releasableQuantity
        const capped =
          before.direction === 'Release' &&
          held.lessThan(add(before.releaseAmount, new Decimal(settledLot)))
        expect(capped || after.shortfallUsd.abs().lessThan(oneLot)).toBe(true)
      }),
    )
  })

  it('never moves collateral in both directions, and none when nothing is due', () => {
    fc.assert(
      fc.property(positions, terms, (position, agreed) => {
        const { direction, topUpAmount, releaseAmount } = call(position, agreed)
        expect(topUpAmount.isZero() || releaseAmount.isZero()).toBe(true)
        expect(topUpAmount.isZero()).toBe(direction !== 'TopUp')
        expect(releaseAmount.isZero() || direction === 'Release').toBe(true)
      }),
    )
  })

  it('releases no more than has settled and is neither on its way back nor disputed', () => {
    fc.assert(
      fc.property(positions, terms, (position, agreed) => {
        const { releaseAmount } = call(position, agreed)
        const left = subtract(new Decimal(position.collateralQuantity), releaseAmount)
        const bound = add(
          new Decimal(position.returnsInTransit),
          new Decimal(position.disputedQuantity),
        )
        expect(releaseAmount.isZero() || left.greaterThanOrEqualTo(bound)).toBe(true)
      }),
    )
  })

  it('scales the USD figures, and no amount, when all USD prices are scaled', () => {
    fc.assert(
      fc.property(positions, terms, hundredths(1, 1_000_00), (position, agreed, factor) => {
        const by = new Decimal(factor)
        const scale = (value: string): Decimal => multiply(new Decimal(value), by)
        const before = call(position, agreed)
        const after = call(
          {
            ...position,
            assetPriceUsd: scale(position.assetPriceUsd),
            collateralPriceUsd: scale(position.collateralPriceUsd),
          },
          { ...agreed, thresholdUsd: scale(agreed.thresholdUsd) },
        )
        expect(after.shortfallUsd.equals(multiply(before.shortfallUsd, by))).toBe(true)
        expect(after.requiredUsd.equals(multiply(before.requiredUsd, by))).toBe(true)
        expect(after.collateralAmount.equals(before.collateralAmount)).toBe(true)
        expect(after.direction).toBe(before.direction)
      }),
    )
  })

  it('is a special case of the credit support amount', () => {
    fc.assert(
      fc.property(positions, terms, (position, agreed) => {
        const { shortfallUsd, creditedPriceUsd } = call(position, agreed)
        const percent = new Decimal('haircut' in agreed ? '100' : agreed.requirementPercent)
        const { assetNotionalUsd, collateralValueUsd } = valuePosition(position)
        const worth = (quantity: string): Decimal =>
          multiply(new Decimal(quantity), creditedPriceUsd)
        const support = creditSupport({
          exposure: multiply(assetNotionalUsd, percent, new Decimal('0.01')),
          threshold: agreed.thresholdUsd,
          posted: [
            { value: collateralValueUsd, haircut: 'haircut' in agreed ? agreed.haircut : '0' },
          ],
          deliveriesInTransit: worth(position.deliveriesInTransit),
          returnsInTransit: worth(position.returnsInTransit),
          disputed: worth(position.disputedQuantity),
        })
        expect(support.delivery.equals(Decimal.max(none, shortfallUsd))).toBe(true)
        expect(support.return.equals(Decimal.max(none, subtract(none, shortfallUsd)))).toBe(true)
      }),
    )
  })
})
