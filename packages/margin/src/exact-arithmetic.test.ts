import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rational } from '../test/rational.ts'
import { positiveText, signedText } from '../test/arbitraries.ts'
import { Decimal } from './decimal.ts'
import { add, divide, divideWithRemainder, multiply, subtract } from './exact-arithmetic.ts'

/** Decimals as wide as an argument may be: 100 digits on either side. */
const wide = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 200n) + 1n, max: 10n ** 200n - 1n }),
    fc.integer({ min: 0, max: 100 }),
  )
  .map(([digits, scale]) => new Decimal(`${digits}e-${scale}`))
  .filter((value) => value.e < 100)

const equal = (value: Decimal, expected: Rational): void => {
  expect(Rational.of(value).compare(expected)).toBe(0)
  expect(value.constructor).toBe(Decimal)
}

describe('exact arithmetic', () => {
  it('adds, subtracts and multiplies like integer fractions', () => {
    fc.assert(
      fc.property(wide, wide, wide, wide, (a, b, c, d) => {
        const [ra, rb, rc, rd] = [Rational.of(a), Rational.of(b), Rational.of(c), Rational.of(d)]
        equal(add(a, b, c, d), ra.plus(rb).plus(rc).plus(rd))
        equal(subtract(a, b), ra.minus(rb))
        equal(multiply(a, b, c, d), ra.times(rb).times(rc).times(rd))
        equal(subtract(multiply(a, b, c), multiply(b, c, d)), ra.minus(rd).times(rb).times(rc))
      }),
    )
  })

  it('leaves single values as they are, even beyond 60 digits', () => {
    const long = new Decimal(`0.${'7'.repeat(90)}`)
    expect(add(long).toFixed()).toBe(long.toFixed())
    expect(multiply(long).toFixed()).toBe(long.toFixed())
  })

  it('divides into a whole count and a rest, towards negative infinity', () => {
    fc.assert(
      fc.property(signedText, positiveText, (numerator, divisor) => {
        const { count, remainder } = divideWithRemainder(
          new Decimal(numerator),
          new Decimal(divisor),
        )
        expect(count.isInteger()).toBe(true)
        expect(remainder.greaterThanOrEqualTo(0)).toBe(true)
        expect(remainder.lessThan(divisor)).toBe(true)
        equal(add(multiply(count, new Decimal(divisor)), remainder), Rational.of(numerator))
      }),
    )
  })

  it.each([
    ['7', '2', '3', '1'],
    ['-7', '2', '-4', '1'],
    ['-6', '2', '-3', '0'],
    ['0', '2', '0', '0'],
    ['1', '2', '0', '1'],
    ['-1', '2', '-1', '1'],
  ])('%s ÷ %s is %s, rest %s', (numerator, divisor, count, remainder) => {
    const result = divideWithRemainder(new Decimal(numerator), new Decimal(divisor))
    expect([result.count.toFixed(), result.remainder.toFixed()]).toEqual([count, remainder])
  })

  it('rounds a quotient to 60 digits', () => {
    expect(divide(new Decimal(1), new Decimal(3)).toFixed()).toBe(`0.${'3'.repeat(60)}`)
    expect(divide(new Decimal(3), new Decimal(8)).toFixed()).toBe('0.375')
  })
})
