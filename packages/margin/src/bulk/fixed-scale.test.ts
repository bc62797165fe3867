import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText } from '../../test/arbitraries.ts'
import { readNonNegative, readPositive } from '../decimal-input.ts'
import { Decimal, formatDecimal, type DecimalInput } from '../decimal.ts'
import { powerOfTen, readNonNegativeUnits, readPositiveUnits, unitsAt } from './fixed-scale.ts'

describe.each([
  ['readNonNegativeUnits', readNonNegativeUnits, readNonNegative],
  ['readPositiveUnits', readPositiveUnits, readPositive],
])('%s', (_name, read, readInDecimals) => {
  it.each<[DecimalInput, bigint, number]>([
    ['1', 1n, 0],
    ['120', 120n, 0],
    ['0.05', 5n, 2],
    ['97250.50', 9725050n, 2],
    [`${'9'.repeat(30)}.${'9'.repeat(20)}`, 10n ** 50n - 1n, 20],
    [new Decimal('1.5'), 15n, 1],
    [new Decimal('1e-100'), 1n, 100],
    [new Decimal('9e99'), 9n * 10n ** 99n, 0],
  ])('reads %s as %s units of scale %s', (value, units, scale) => {
    expect(read(value, 'member')).toEqual({ units, scale })
  })

  /** The result for a value: its plain notation, or why it is refused. */
  const outcomeOf = (plainNotation: () => string): unknown => {
    try {
      return plainNotation()
    } catch (error) {
      return error
    }
  }
  const agrees = (value: DecimalInput): void => {
    const inUnits = outcomeOf(() => {
      const { units, scale } = read(value, 'member')
      return formatDecimal(new Decimal(`${units.toString()}e-${scale}`))
    })
    expect(inUnits).toEqual(outcomeOf(() => formatDecimal(readInDecimals(value, 'member'))))
  }

  it.each<[string, unknown]>([
    ['a zero', '0'],
    ['a zero with decimals', '0.00'],
    ['a negative zero', '-0'],
    ['a negative', '-1'],
    ['nothing', ''],
    ['a space', ' 1'],
    ['a plus', '+1'],
    ['an exponent', '1e3'],
    ['a leading zero', '01'],
    ['no digit before the point', '.5'],
    ['no digit after the point', '5.'],
    ['two points', '1.2.3'],
    ['a comma', '1,5'],
    ['a hexadecimal', '0x10'],
    ['not a number', 'NaN'],
    ['31 digits', '1'.repeat(31)],
    ['21 decimals', `0.${'1'.repeat(21)}`],
    ['a million digits', '1'.repeat(1_000_000)],
    ['an infinite Decimal', new Decimal(Infinity)],
    ['a Decimal of zero', new Decimal(0)],
    ['a Decimal below zero', new Decimal(-1)],
    ['a Decimal with 101 decimals', new Decimal('1e-101')],
    ['a Decimal with 101 digits', new Decimal('1e100')],
    ['a number', 1],
    ['null', null],
    ['undefined', undefined],
  ])('decides on %s like the readers of decimals', (_case, value) => {
    // Callers without types exist.
    agrees(value as DecimalInput)
  })

  it('decides on every text like the readers of decimals', () => {
    const anyText = fc.oneof(
      decimalText,
      fc.string(),
      fc.stringMatching(/^[-+]?[0-9]{0,3}[.,]?[0-9]{0,3}(?:e[0-9])?$/),
    )
    fc.assert(fc.property(anyText, agrees))
  })
})

describe('powerOfTen', () => {
  it('returns the same however often it is called, and in any order', () => {
    for (const exponent of [0, 1, 40, 3, 40, 250]) {
      expect(powerOfTen(exponent)).toBe(10n ** BigInt(exponent))
    }
  })
})

describe('unitsAt', () => {
  it.each([
    [{ units: 15n, scale: 1 }, 1, 15n],
    [{ units: 15n, scale: 1 }, 3, 1500n],
    [{ units: 0n, scale: 0 }, 20, 0n],
  ])('%o at scale %s', (value, scale, units) => {
    expect(unitsAt(value, scale)).toBe(units)
  })
})
