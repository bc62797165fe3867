import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, signedText } from '../test/arbitraries.ts'
import { Rational } from '../test/rational.ts'
import { accrue, type AccrualInputs } from './accrual.ts'
import { Decimal, formatDecimal } from './decimal.ts'
import { add, divide, multiply } from './exact-arithmetic.ts'

describe('published lending fees', () => {
  // FINOS common-domain-model, functions/sec-lending: average price · quantity / (1 − haircut) ·
  // fee rate · days / 360. The average is a sum over a count of days, kept here as a fraction so
  // that its rounding is not visible.
  const fee = (from: string, to: string, quantity: string, sum: string, count: string): Decimal => {
    const lent = multiply(new Decimal(sum), new Decimal(quantity))
    const notional = divide(lent, multiply(new Decimal(count), new Decimal('0.98')))
    return accrue({ notional, ratePercent: '1', from, to })
  }

  it.each([
    ['2020-10-01', '2020-10-22', '200000', '654.61', '22', 21, '3542.2619047619046'],
    ['2020-10-01', '2020-10-09', '150000', '252.55', '9', 8, '954.4595616024187'],
    ['2020-10-10', '2020-10-22', '150000', '402.06', '13', 12, '1577.9434850863422'],
  ])('%s to %s', (from, to, quantity, sum, count, days, published) => {
    const charged = fee(from, to, quantity, sum, count)
    // The publisher prints binary floats: equal in all digits that these have.
    expect(charged.toSignificantDigits(15).toFixed()).toBe(
      new Decimal(published).toSignificantDigits(15).toFixed(),
    )
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(days)
  })

  it('loses no day between the parts, as the published parts do', () => {
    const loan = { notional: '5102040', ratePercent: '1' }
    const whole = accrue({ ...loan, from: '2020-10-01', to: '2020-10-22' })
    const first = accrue({ ...loan, from: '2020-10-01', to: '2020-10-09' })
    const rest = accrue({ ...loan, from: '2020-10-09', to: '2020-10-22' })
    const published = accrue({ ...loan, from: '2020-10-10', to: '2020-10-22' })
    const lost = accrue({ ...loan, from: '2020-10-09', to: '2020-10-10' })
    expect(first.plus(rest).equals(whole)).toBe(true)
    expect(first.plus(published).equals(whole)).toBe(false)
    expect(first.plus(published).plus(lost).equals(whole)).toBe(true)
  })
})

describe('accrue', () => {
  it.each<[string, AccrualInputs, string]>([
    [
      'a year of 360 days',
      { notional: '1000', ratePercent: '5', from: '2026-01-01', to: '2026-12-27' },
      '50',
    ],
    [
      'a year of 365 days',
      {
        notional: '1000',
        ratePercent: '5',
        from: '2026-01-01',
        to: '2027-01-01',
        dayCount: 'ACT/365',
      },
      '50',
    ],
    [
      'ACT/360 by name',
      {
        notional: '36000',
        ratePercent: '1',
        from: '2026-01-01',
        to: '2026-01-02',
        dayCount: 'ACT/360',
      },
      '1',
    ],
    ['no days', { notional: '1000', ratePercent: '5', from: '2026-01-01', to: '2026-01-01' }, '0'],
    [
      'the leap day',
      { notional: '36000', ratePercent: '1', from: '2024-02-28', to: '2024-03-01' },
      '2',
    ],
    [
      'no leap day',
      { notional: '36000', ratePercent: '1', from: '2026-02-28', to: '2026-03-01' },
      '1',
    ],
    [
      'a rebate',
      { notional: '36000', ratePercent: '-1', from: '2026-01-01', to: '2026-01-02' },
      '-1',
    ],
    [
      'before 1970',
      { notional: '36000', ratePercent: '1', from: '1969-12-30', to: '1970-01-02' },
      '3',
    ],
    ['no rate', { notional: '1', ratePercent: '0', from: '2026-01-01', to: '2026-12-31' }, '0'],
    [
      'nothing lent',
      { notional: '0', ratePercent: '5', from: '2026-01-01', to: '2026-12-31' },
      '0',
    ],
    [
      'the change to summer time',
      { notional: '36000', ratePercent: '1', from: '2026-03-28', to: '2026-03-30' },
      '2',
    ],
  ])('%s', (_case, inputs, expected) => {
    expect(formatDecimal(accrue(inputs))).toBe(expected)
  })

  const day = fc
    .integer({ min: -30_000, max: 60_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
  const days = fc.array(day, { minLength: 3, maxLength: 8 }).map((list) => list.toSorted())
  const dayCount = fc.constantFrom('ACT/360' as const, 'ACT/365' as const)
  const daysBetween = (from: string, to: string): bigint =>
    BigInt((Date.parse(to) - Date.parse(from)) / 86_400_000)

  it('sums to the whole over any split, to the last digit', () => {
    fc.assert(
      fc.property(
        decimalText,
        signedText,
        days,
        dayCount,
        (notional, ratePercent, dates, basis) => {
          const between = (from: string | undefined, to: string | undefined): Decimal =>
            accrue({ notional, ratePercent, from: from ?? '', to: to ?? '', dayCount: basis })
          const parts = dates.slice(1).map((to, index) => between(dates[index], to))
          const whole = between(dates[0], dates.at(-1))
          expect(add(new Decimal(0), ...parts).equals(whole)).toBe(true)
        },
      ),
    )
  })

  it('equals integer fractions, within the last of 40 decimals', () => {
    const finest = Rational.of('1').over(new Rational(10n ** 40n))
    fc.assert(
      fc.property(
        decimalText,
        signedText,
        days,
        dayCount,
        (notional, ratePercent, dates, basis) => {
          const [from = '', to = ''] = dates
          const accrued = Rational.of(accrue({ notional, ratePercent, from, to, dayCount: basis }))
          const exact = Rational.of(notional)
            .times(Rational.of(ratePercent))
            .times(new Rational(daysBetween(from, to), basis === 'ACT/360' ? 36_000n : 36_500n))
          const error = accrued.minus(exact)
          expect(error.compare(finest)).toBe(-1)
          expect(error.compare(new Rational(0n).minus(finest))).toBe(1)
          if (exact.floorTo(finest).compare(exact) === 0) expect(error.numerator).toBe(0n)
        },
      ),
    )
  })

  it.each([
    ['2026-02-30'],
    ['2025-02-29'],
    ['2026-13-01'],
    ['2026-00-10'],
    ['2026-01-00'],
    ['2026-1-1'],
    ['20260101'],
    ['2026-01-01T00:00:00Z'],
    ['2026-01-01 '],
    [' 2026-01-01'],
    ['+002026-01-01'],
    [''],
    ['yesterday'],
  ])('refuses the day %s', (text) => {
    const inputs = { notional: '1', ratePercent: '1', from: '2026-01-01', to: '2026-01-01' }
    const message = 'must be a calendar day, such as 2026-01-31'
    expect(() => accrue({ ...inputs, from: text })).toThrow(`from ${message}`)
    expect(() => accrue({ ...inputs, to: text })).toThrow(`to ${message}`)
  })

  it.each([
    [{ to: '2025-12-31' }, 'to must not be before from'],
    [{ notional: '-1' }, 'notional must not be below zero'],
    [{ ratePercent: 'x' }, /^ratePercent must/],
  ])('refuses %o', (member, message) => {
    const inputs = { notional: '1', ratePercent: '1', from: '2026-01-01', to: '2026-02-01' }
    expect(() => accrue({ ...inputs, ...member })).toThrow(message)
  })
})
