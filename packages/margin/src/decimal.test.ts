import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signedText } from '../test/arbitraries.ts'
import {
  Decimal,
  formatDecimal,
  FRACTION_DIGITS_MAX,
  INTEGER_DIGITS_MAX,
  parseDecimal,
} from './decimal.ts'
import { MarginInputError } from './margin-input-error.ts'

const nines = '9'.repeat(20)

describe('Decimal', () => {
  it('keeps 60 digits of a quotient, ties to even', () => {
    expect(new Decimal(2).div(3).toFixed()).toBe(`0.${'6'.repeat(59)}7`)
    expect(new Decimal(`1${'0'.repeat(59)}5`).plus(0).toFixed()).toBe(`1${'0'.repeat(60)}`)
    expect(new Decimal(`1${'0'.repeat(58)}15`).plus(0).toFixed()).toBe(`1${'0'.repeat(58)}20`)
  })

  it('never prints an exponent', () => {
    expect(new Decimal('1e-90').toString()).toBe(`0.${'0'.repeat(89)}1`)
    expect(new Decimal('1e90').toString()).toBe(`1${'0'.repeat(90)}`)
  })
})

describe('parseDecimal', () => {
  it.each([
    ['0'],
    ['0.0'],
    ['7'],
    ['10'],
    ['-1'],
    ['-0.5'],
    ['1.50'],
    ['123456789.123456789012345678'],
    [nines],
    [`-${nines}.${nines}`],
  ])('reads %s', (text) => {
    expect(parseDecimal(text, 'amount').equals(new Decimal(text))).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['a space before', ' 1'],
    ['a space after', '1 '],
    ['a line break after', '1\n'],
    ['a plus', '+1'],
    ['two minuses', '--1'],
    ['a minus alone', '-'],
    ['a point alone', '.'],
    ['no digit before the point', '.5'],
    ['no digit after the point', '5.'],
    ['two points', '1.2.3'],
    ['a leading zero', '01'],
    ['two zeros', '00'],
    ['a leading zero before a point', '00.1'],
    ['an exponent', '1e3'],
    ['an upper-case exponent', '1E-3'],
    ['hexadecimal', '0xff'],
    ['binary', '0b1'],
    ['a comma', '1,5'],
    ['an underscore', '1_000'],
    ['infinity', 'Infinity'],
    ['not a number', 'NaN'],
    ['digits of another script', '\u0661\u0662'],
    ['full-width digits', '\uff11'],
    ['a typographic minus', '\u22121'],
    ['31 digits before the point', `1${'0'.repeat(30)}`],
    ['21 digits after the point', `0.${'0'.repeat(20)}1`],
  ])('refuses %s', (_what, text) => {
    expect(() => parseDecimal(text, 'amount')).toThrow(
      new MarginInputError(
        'amount',
        'must be a decimal in plain notation, with at most 30 digits before its point and 20 after it',
      ),
    )
  })

  it('checks the length first', () => {
    const tooLong = 'amount must have at most 52 characters'
    expect(() => parseDecimal('1'.repeat(53), 'amount')).toThrow(tooLong)
    expect(() => parseDecimal('x'.repeat(1_000_000), 'amount')).toThrow(tooLong)
    expect(() => parseDecimal('x'.repeat(52), 'amount')).toThrow(/plain notation/)
  })

  it.each([['-0'], ['-0.0'], ['-0.00000000000000000000']])(
    'refuses the negative zero %s',
    (text) => {
      expect(() => parseDecimal(text, 'amount')).toThrow('amount must not be a negative zero')
    },
  )

  it.each([[1], [null], [undefined], [{}], [['1']], [1n]])(
    'refuses %s, which is not a string',
    (value) => {
      // @ts-expect-error callers without types exist
      expect(() => parseDecimal(value, 'amount')).toThrow('amount must be a decimal string')
    },
  )

  it('names the member and the issue in a typed error', () => {
    expect.assertions(4)
    try {
      parseDecimal('x', 'asset_price')
    } catch (error) {
      expect(error).toBeInstanceOf(MarginInputError)
      expect(error).toBeInstanceOf(Error)
      expect(error).toMatchObject({ name: 'MarginInputError', member: 'asset_price' })
      expect(error).toHaveProperty('issue', expect.stringMatching(/^must be a decimal in plain/))
    }
  })

  it('exports the bounds that it applies', () => {
    expect([INTEGER_DIGITS_MAX, FRACTION_DIGITS_MAX]).toEqual([30, 20])
  })
})

describe('formatDecimal', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['1.500', '1.5'],
    ['100', '100'],
    ['1e21', '1000000000000000000000'],
    ['1e-21', '0.000000000000000000001'],
    ['-1.50', '-1.5'],
  ])('prints %s as %s', (value, printed) => {
    expect(formatDecimal(new Decimal(value))).toBe(printed)
  })

  it.each([
    ['0', '0.00'],
    ['-0', '0.00'],
    ['1.5', '1.50'],
    ['1.25', '1.25'],
    ['1.255', '1.255'],
    ['-7', '-7.00'],
  ])('prints %s with at least 2 decimals as %s', (value, printed) => {
    expect(formatDecimal(new Decimal(value), 2)).toBe(printed)
  })

  it.each([['NaN'], ['Infinity'], ['-Infinity']])('refuses %s', (value) => {
    expect(() => formatDecimal(new Decimal(value))).toThrow('value must be finite')
  })

  it('prints what parseDecimal reads, digit for digit', () => {
    fc.assert(
      fc.property(signedText, (text) => {
        const printed = formatDecimal(parseDecimal(text, 'amount'))
        expect(printed).toBe(text.includes('.') ? text.replace(/\.?0+$/, '') : text)
        expect(formatDecimal(parseDecimal(printed, 'amount'))).toBe(printed)
      }),
    )
  })
})
