import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, haircutText, lotText, positiveText } from '../test/arbitraries.ts'
import { agreedCollateral, type AgreedCollateralInputs } from './agreed-collateral.ts'
import { Decimal, formatDecimal, ONE } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { marginCall } from './margin-call.ts'
import { positions, terms } from '../test/arbitraries.ts'
import { valuePosition } from './position-valuation.ts'

const lot = { topUp: '0.01', release: '0.01' }

describe('agreedCollateral', () => {
  it.each<[string, 'TopUp' | 'Release', string, string, string]>([
    ['the agreed value at the current price', 'TopUp', '2500', '2500', '1'],
    ['a top-up rounded up to the lot', 'TopUp', '2500.01', '2500', '1.01'],
    ['a release rounded down to the lot', 'Release', '2524.99', '2500', '1'],
    ['nothing when nothing is agreed', 'TopUp', '0', '2500', '0'],
    ['one lot for a top-up of a cent', 'TopUp', '0.01', '2500', '0.01'],
    ['nothing for a release of a cent', 'Release', '0.01', '2500', '0'],
    ['no more than the top-up called for', 'TopUp', '999999999', '2500', '60'],
    ['no more than the release called for', 'Release', '999999999', '2500', '60'],
  ])('moves %s', (_case, direction, agreedNotionalUsd, collateralPriceUsd, amount) => {
    const inputs = { direction, agreedNotionalUsd, collateralPriceUsd, collateralAmount: '60' }
    const moved = agreedCollateral(inputs, { requirementPercent: '150', lot })
    expect(formatDecimal(moved)).toBe(amount)
  })

  it('counts collateral at its value after the haircut', () => {
    const inputs: AgreedCollateralInputs = {
      direction: 'TopUp',
      agreedNotionalUsd: '98',
      collateralPriceUsd: '1',
      collateralAmount: '1000',
    }
    expect(formatDecimal(agreedCollateral(inputs, { haircut: '0.02', lot }))).toBe('100')
    expect(formatDecimal(agreedCollateral(inputs, { requirementPercent: '105', lot }))).toBe('98')
  })

  it('covers an agreed top-up with less than a lot to spare, and rounds an agreed release down', () => {
    fc.assert(
      fc.property(
        decimalText,
        positiveText,
        haircutText,
        lotText,
        (notional, price, haircut, size) => {
          const part = (direction: 'TopUp' | 'Release') =>
            agreedCollateral(
              {
                direction,
                agreedNotionalUsd: notional,
                collateralPriceUsd: price,
                collateralAmount: new Decimal('1e99'),
              },
              { haircut, lot: { topUp: size, release: size } },
            )
          const credited = multiply(new Decimal(price), subtract(ONE, new Decimal(haircut)))
          const worth = (amount: Decimal) => multiply(amount, credited)
          const step = new Decimal(size)
          expect(worth(part('TopUp')).greaterThanOrEqualTo(notional)).toBe(true)
          expect(worth(subtract(part('TopUp'), step)).lessThan(notional)).toBe(true)
          expect(worth(part('Release')).lessThanOrEqualTo(notional)).toBe(true)
          expect(worth(add(part('Release'), step)).greaterThan(notional)).toBe(true)
        },
      ),
    )
  })

  it('never moves more for a part than the call asks for the whole', () => {
    fc.assert(
      fc.property(
        positions,
        terms,
        fc.integer({ min: 0, max: 100 }),
        (position, agreed, percent) => {
          const call = marginCall(valuePosition(position), agreed)
          if (call.direction === 'None') return
          const part = multiply(call.notionalUsd, new Decimal(percent), new Decimal('0.01'))
          const moved = agreedCollateral(
            {
              direction: call.direction,
              agreedNotionalUsd: part,
              collateralPriceUsd: position.collateralPriceUsd,
              collateralAmount: call.collateralAmount,
            },
            agreed,
          )
          expect(moved.lessThanOrEqualTo(call.collateralAmount)).toBe(true)
          expect(moved.greaterThanOrEqualTo(0)).toBe(true)
        },
      ),
    )
  })

  it.each<[Partial<AgreedCollateralInputs>, string]>([
    [{ agreedNotionalUsd: '-1' }, 'agreedNotionalUsd must not be below zero'],
    [{ collateralPriceUsd: '0' }, 'collateralPriceUsd must be above zero'],
    [{ collateralAmount: '-1' }, 'collateralAmount must not be below zero'],
  ])('refuses %o', (wrong, message) => {
    const right: AgreedCollateralInputs = {
      direction: 'TopUp',
      agreedNotionalUsd: '1',
      collateralPriceUsd: '1',
      collateralAmount: '1',
    }
    expect(() => agreedCollateral({ ...right, ...wrong }, { haircut: '0', lot })).toThrow(message)
  })
})
