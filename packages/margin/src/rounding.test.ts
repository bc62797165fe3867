import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positiveText, signedText } from '../test/arbitraries.ts'
import { Rational } from '../test/rational.ts'
import { Decimal } from './decimal.ts'
import { roundDown, roundHalfEven, roundQuotient, roundTo, roundUp } from './rounding.ts'

const nearestTo = (value: Rational, increment: Rational): Rational => {
  const [below, above] = [value.floorTo(increment), value.ceilingTo(increment)]
  const nearer = value.minus(below).compare(above.minus(value))
  const belowIsEven =
    (below.over(increment).numerator / below.over(increment).denominator) % 2n === 0n
  return nearer < 0 || (nearer === 0 && belowIsEven) ? below : above
}

describe('named roundings', () => {
  it.each([
    // value, increment, up, down, half-even
    ['0', '0.01', '0', '0', '0'],
    ['1.23', '0.01', '1.23', '1.23', '1.23'],
    ['1.231', '0.01', '1.24', '1.23', '1.23'],
    ['1.235', '0.01', '1.24', '1.23', '1.24'],
    ['1.225', '0.01', '1.23', '1.22', '1.22'],
    ['1.2250000001', '0.01', '1.23', '1.22', '1.23'],
    ['1.2249999999', '0.01', '1.23', '1.22', '1.22'],
    ['-1.235', '0.01', '-1.23', '-1.24', '-1.24'],
    ['-1.225', '0.01', '-1.22', '-1.23', '-1.22'],
    ['-1.23', '0.01', '-1.23', '-1.23', '-1.23'],
    ['800', '2000', '2000', '0', '0'],
    ['49200', '2000', '50000', '48000', '50000'],
    ['1', '0.3', '1.2', '0.9', '0.9'],
    ['0.00000000000000000001', '1', '1', '0', '0'],
    ['0.5', '1', '1', '0', '0'],
    ['1.5', '1', '2', '1', '2'],
  ])('%s to a multiple of %s: up %s, down %s, half-even %s', (value, increment, up, down, even) => {
    expect(roundUp(value, increment).toFixed()).toBe(up)
    expect(roundDown(value, increment).toFixed()).toBe(down)
    expect(roundHalfEven(value, increment).toFixed()).toBe(even)
    expect(roundTo(new Decimal(value), new Decimal(increment), 'up').toFixed()).toBe(up)
  })

  it('takes all digits into account when there are more than 60', () => {
    const barelyAbove = new Decimal(`1.${'0'.repeat(70)}1`)
    expect(roundUp(barelyAbove, '0.01').toFixed()).toBe('1.01')
    expect(roundDown(new Decimal(`0.${'9'.repeat(70)}`), '0.01').toFixed()).toBe('0.99')
    expect(roundHalfEven(new Decimal(`0.5${'0'.repeat(70)}1`), '1').toFixed()).toBe('1')
    expect(roundHalfEven(new Decimal(`1${'0'.repeat(80)}.5`), '1').toFixed()).toBe(
      `1${'0'.repeat(80)}`,
    )
    expect(roundHalfEven(new Decimal(`1${'0'.repeat(79)}1.5`), '1').toFixed()).toBe(
      `1${'0'.repeat(79)}2`,
    )
  })

  it('agrees with integer fractions', () => {
    fc.assert(
      fc.property(signedText, positiveText, (value, increment) => {
        const [exact, step] = [Rational.of(value), Rational.of(increment)]
        const up = Rational.of(roundUp(value, increment))
        const down = Rational.of(roundDown(value, increment))
        const nearest = Rational.of(roundHalfEven(value, increment))
        expect(up.compare(exact.ceilingTo(step))).toBe(0)
        expect(down.compare(exact.floorTo(step))).toBe(0)
        expect(nearest.compare(nearestTo(exact, step))).toBe(0)
      }),
    )
  })

  it.each([['0'], ['-0.01']])('refuses the increment %s', (increment) => {
    for (const round of [roundUp, roundDown, roundHalfEven]) {
      expect(() => round('1', increment)).toThrow('increment must be above zero')
    }
  })

  it('names a malformed value in its refusal', () => {
    expect(() => roundUp('1e3', '1')).toThrow(/^value must/)
    expect(() => roundUp('1', 'x')).toThrow(/^increment must/)
  })
})

describe('roundQuotient', () => {
  it('is exact when the 60-digit quotient is rounded onto a multiple', () => {
    // (10^70 − 1) / 10^70 is 0.99…9 with 70 nines: 60 digits make it 1.
    const [numerator, denominator] = [
      new Decimal('9'.repeat(70)),
      new Decimal(`1${'0'.repeat(70)}`),
    ]
    expect(numerator.div(denominator).toFixed()).toBe('1')
    expect(roundQuotient(numerator, denominator, new Decimal(1), 'down').toFixed()).toBe('0')
    expect(roundQuotient(numerator, denominator, new Decimal('0.01'), 'down').toFixed()).toBe(
      '0.99',
    )

    // The same just above one, where 60 digits make it 1 as well.
    const above = new Decimal(`1${'0'.repeat(69)}1`)
    expect(above.div(denominator).toFixed()).toBe('1')
    expect(roundQuotient(above, denominator, new Decimal(1), 'up').toFixed()).toBe('2')
  })

  it('agrees with integer fractions in every mode', () => {
    fc.assert(
      fc.property(signedText, positiveText, positiveText, (numerator, denominator, increment) => {
        const round = (mode: 'up' | 'down' | 'half_even'): Rational =>
          Rational.of(
            roundQuotient(
              new Decimal(numerator),
              new Decimal(denominator),
              new Decimal(increment),
              mode,
            ),
          )
        const exact = Rational.of(numerator).over(Rational.of(denominator))
        const step = Rational.of(increment)
        expect(round('up').compare(exact.ceilingTo(step))).toBe(0)
        expect(round('down').compare(exact.floorTo(step))).toBe(0)
        expect(round('half_even').compare(nearestTo(exact, step))).toBe(0)
      }),
    )
  })
})
