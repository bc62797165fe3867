import { Decimal as ForeignDecimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { readDecimal, readFraction, readNonNegative, readPositive } from './decimal-input.ts'
import { Decimal } from './decimal.ts'

describe('readDecimal', () => {
  it('reads strings and Decimals alike', () => {
    expect(readDecimal('-1.5', 'x').toFixed()).toBe('-1.5')
    expect(readDecimal(new Decimal('-1.5'), 'x').toFixed()).toBe('-1.5')
  })

  it('copies a Decimal of another constructor without losing digits', () => {
    const foreign = new ForeignDecimal('1.123456789012345678901234567890123456789')
    const read = readDecimal(foreign, 'x')
    expect(read.toFixed()).toBe('1.123456789012345678901234567890123456789')
    expect(read.constructor).toBe(Decimal)
  })

  it.each([['NaN'], ['Infinity'], ['-Infinity']])('refuses the Decimal %s', (text) => {
    expect(() => readDecimal(new Decimal(text), 'x')).toThrow('x must be finite')
  })

  it.each([['9'.repeat(100)], [`0.${'9'.repeat(100)}`], ['-1e99'], ['1e-100']])(
    'accepts 100 digits on either side of the point: %s',
    (text) => {
      expect(readDecimal(new Decimal(text), 'x').equals(new Decimal(text))).toBe(true)
    },
  )

  it.each([['1e100'], ['-1e100'], ['1e-101'], [`0.${'9'.repeat(101)}`]])(
    'refuses more: %s',
    (text) => {
      expect(() => readDecimal(new Decimal(text), 'x')).toThrow(
        'x must have at most 100 digits on either side of the point',
      )
    },
  )

  it('refuses a value that is neither a string nor a Decimal', () => {
    // @ts-expect-error callers without types exist
    expect(() => readDecimal(1.5, 'x')).toThrow('x must be a decimal string')
  })
})

describe('bounds', () => {
  it.each([
    ['readNonNegative', readNonNegative, ['0', '0.1', '5'], ['-0.00000000000000000001', '-1']],
    ['readPositive', readPositive, ['0.00000000000000000001', '5'], ['0', '-1']],
    ['readFraction', readFraction, ['0', '0.99999999999999999999'], ['1', '1.5', '-0.1']],
  ] as const)('%s', (_name, read, taken, refused) => {
    for (const text of taken) expect(read(text, 'x').toFixed()).toBe(text)
    for (const text of refused) expect(() => read(text, 'x')).toThrow(/^x must/)
  })

  it.each([
    [() => readNonNegative('-1', 'x'), 'x must not be below zero'],
    [() => readPositive('0', 'x'), 'x must be above zero'],
    [() => readFraction('1', 'x'), 'x must be below one'],
    [() => readFraction('-1', 'x'), 'x must not be below zero'],
  ])('explains the refusal (%#)', (read, message) => {
    expect(read).toThrow(message)
  })
})
