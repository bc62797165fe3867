import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rational } from '../../test/rational.ts'
import { Decimal } from '../decimal.ts'
import { roundHalfEven } from '../rounding.ts'
import { divideDown, divideUp, shiftHalfEven } from './whole-division.ts'

const numerator = fc.oneof(fc.bigInt(0n, 30n), fc.bigInt(0n, 10n ** 60n))
const divisor = fc.oneof(fc.bigInt(1n, 10n), fc.bigInt(1n, 10n ** 40n))
const whole = new Rational(1n)

describe('divideDown and divideUp', () => {
  it.each([
    [0n, 7n, 0n, 0n],
    [6n, 7n, 0n, 1n],
    [7n, 7n, 1n, 1n],
    [8n, 7n, 1n, 2n],
    [9n, 1n, 9n, 9n],
  ])('%s by %s: %s and %s', (dividend, by, down, up) => {
    expect(divideDown(dividend, by)).toBe(down)
    expect(divideUp(dividend, by)).toBe(up)
  })

  it('equal integer fractions', () => {
    fc.assert(
      fc.property(numerator, divisor, (dividend, by) => {
        const exact = new Rational(dividend, by)
        const rounded = (value: bigint) => new Rational(value)
        expect(exact.floorTo(whole).compare(rounded(divideDown(dividend, by)))).toBe(0)
        expect(exact.ceilingTo(whole).compare(rounded(divideUp(dividend, by)))).toBe(0)
      }),
    )
  })
})

describe('shiftHalfEven', () => {
  it.each([
    [0n, 1, 0n],
    [4n, 1, 0n],
    [5n, 1, 0n],
    [6n, 1, 1n],
    [14n, 1, 1n],
    [15n, 1, 2n],
    [16n, 1, 2n],
    [25n, 1, 2n],
    [35n, 1, 4n],
    [250n, 2, 2n],
    [251n, 2, 3n],
    [349n, 2, 3n],
    [350n, 2, 4n],
    [1_000n, 3, 1n],
  ])('%s by 10^%s: %s', (value, exponent, shifted) => {
    expect(shiftHalfEven(value, exponent)).toBe(shifted)
  })

  it('rounds as decimals are rounded', () => {
    fc.assert(
      fc.property(numerator, fc.integer({ min: 1, max: 40 }), (value, exponent) => {
        const exact = new Decimal(`${value.toString()}e-${exponent}`)
        expect(shiftHalfEven(value, exponent).toString()).toBe(roundHalfEven(exact, '1').toFixed())
      }),
    )
  })
})
