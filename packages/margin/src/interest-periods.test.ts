import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, signedText } from '../test/arbitraries.ts'
import { Rational } from '../test/rational.ts'
import { accrue } from './accrual.ts'
import { formatDecimal } from './decimal.ts'
import {
  interestPeriods,
  type InterestChange,
  payableInterest,
  totalInterest,
} from './interest-periods.ts'

const loan = { notional: '36000', ratePercent: '1', from: '2026-01-01', to: '2026-01-11' }
const shown = (changes: InterestChange[], inputs = loan) =>
  interestPeriods({ ...inputs, changes }).map(({ from, to, notional, ratePercent, interest }) => [
    `${from}/${to}`,
    formatDecimal(notional),
    formatDecimal(ratePercent),
    formatDecimal(interest),
  ])

describe('interestPeriods', () => {
  it.each<[string, InterestChange[], string[][]]>([
    ['no change', [], [['2026-01-01/2026-01-11', '36000', '1', '10']]],
    [
      'another rate',
      [{ from: '2026-01-05', ratePercent: '2' }],
      [
        ['2026-01-01/2026-01-05', '36000', '1', '4'],
        ['2026-01-05/2026-01-11', '36000', '2', '12'],
      ],
    ],
    [
      'another notional, and then another rate, in any order of the input',
      [
        { from: '2026-01-09', ratePercent: '3' },
        { from: '2026-01-05', notional: '18000' },
      ],
      [
        ['2026-01-01/2026-01-05', '36000', '1', '4'],
        ['2026-01-05/2026-01-09', '18000', '1', '2'],
        ['2026-01-09/2026-01-11', '18000', '3', '3'],
      ],
    ],
    [
      'several on one day: the last one given applies to each member',
      [
        { from: '2026-01-05', ratePercent: '7' },
        { from: '2026-01-05', notional: '18000' },
        { from: '2026-01-05', ratePercent: '2' },
      ],
      [
        ['2026-01-01/2026-01-05', '36000', '1', '4'],
        ['2026-01-05/2026-01-11', '18000', '2', '6'],
      ],
    ],
    [
      'before the first day, and on it',
      [
        { from: '2025-06-01', ratePercent: '9' },
        { from: '2026-01-01', notional: '3600' },
      ],
      [['2026-01-01/2026-01-11', '3600', '9', '9']],
    ],
    [
      'on the last day, and after it',
      [
        { from: '2026-01-11', ratePercent: '9' },
        { from: '2026-02-11', notional: '0' },
      ],
      [['2026-01-01/2026-01-11', '36000', '1', '10']],
    ],
  ])('%s', (_case, changes, expected) => {
    expect(shown(changes)).toEqual(expected)
  })

  it('returns no period when there are no days', () => {
    const empty = { ...loan, to: loan.from }
    expect(shown([{ from: loan.from, ratePercent: '2' }], empty)).toEqual([])
    expect(totalInterest({ ...empty, changes: [] }).isZero()).toBe(true)
  })

  it.each<[Partial<typeof loan>, InterestChange, RegExp]>([
    [{}, { from: '2026-02-30' }, /^changes.from must be a calendar day/],
    [{}, { from: '2026-01-05', notional: '-1' }, /^changes.notional must not be below zero/],
    [{}, { from: '2026-01-05', ratePercent: 'x' }, /^changes.ratePercent must/],
    [{ to: '2025-12-31' }, { from: '2026-01-05' }, /^to must not be before from/],
    [{ to: 'x' }, { from: '2026-01-05' }, /^to must be a calendar day/],
    [{ from: 'x' }, { from: '2026-01-05' }, /^from must be a calendar day/],
    [{ ratePercent: 'x' }, { from: '2026-01-05' }, /^ratePercent must/],
    [{ notional: '-1' }, { from: '2026-01-05' }, /^notional must not be below zero/],
  ])('refuses %o with %o', (member, change, message) => {
    expect(() => interestPeriods({ ...loan, ...member, changes: [change] })).toThrow(message)
  })
})

describe('payableInterest', () => {
  const twoDays = (first: string, second: string, third: string) => ({
    notional: '10',
    ratePercent: '5',
    from: first,
    to: third,
    changes: [{ from: second, ratePercent: '4' }],
  })

  it('does not round up when the cut periods sum exactly to a whole unit', () => {
    // 10 · (5 % + 4 %) / 360 is 0.0025.
    for (let day = 1; day < 29; day += 1) {
      const days = [day, day + 1, day + 2].map((one) => `2027-01-${String(one).padStart(2, '0')}`)
      const [first = '', second = '', third = ''] = days
      const paid = payableInterest(twoDays(first, second, third), '0.00000001')
      expect(formatDecimal(paid)).toBe('0.0025')
    }
  })

  it('is zero for no days, and refuses a unit of zero', () => {
    expect(payableInterest({ ...loan, to: loan.from, changes: [] }, '1').isZero()).toBe(true)
    expect(() => payableInterest({ ...loan, changes: [] }, '0')).toThrow(/^unit must be above zero/)
  })
})

describe('interest, whatever the history', () => {
  const number = fc.integer({ min: 20_000, max: 21_000 })
  const dayOf = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10)
  const change = fc.record({
    day: number,
    notional: fc.option(decimalText, { nil: undefined }),
    ratePercent: fc.option(signedText, { nil: undefined }),
  })
  const history = fc.record({
    notional: decimalText,
    ratePercent: signedText,
    days: fc.tuple(number, number).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
    changes: fc.array(change, { maxLength: 8 }),
    dayCount: fc.constantFrom('ACT/360' as const, 'ACT/365' as const),
  })
  type History = typeof history extends fc.Arbitrary<infer T> ? T : never
  const inputsOf = ({ notional, ratePercent, days: [from, to], changes, dayCount }: History) => ({
    notional,
    ratePercent,
    from: dayOf(from),
    to: dayOf(to),
    dayCount,
    changes: changes.map(({ day, ...rest }) => ({ ...rest, from: dayOf(day) })),
  })
  /** Day by day, in integer fractions. */
  function dayByDay({ notional, ratePercent, days, changes, dayCount }: History): Rational {
    const inForce = (day: number, member: 'notional' | 'ratePercent', first: string) =>
      changes
        .toSorted((a, b) => a.day - b.day)
        .filter((one) => one.day <= day && one[member] !== undefined)
        .map((one) => one[member] ?? '')
        .at(-1) ?? first
    const aYear = new Rational(dayCount === 'ACT/360' ? 36_000n : 36_500n)
    let sum = new Rational(0n)
    for (let day = days[0]; day < days[1]; day += 1) {
      const lent = Rational.of(inForce(day, 'notional', notional))
      sum = sum.plus(lent.times(Rational.of(inForce(day, 'ratePercent', ratePercent))))
    }
    return sum.over(aYear)
  }

  it('has periods without a gap from the first day to the last', () => {
    fc.assert(
      fc.property(history, (one) => {
        const { from, to, ...rest } = inputsOf(one)
        const periods = interestPeriods({ from, to, ...rest })
        const days = periods.flatMap((period) => [period.from, period.to])
        for (const period of periods) expect(period.from < period.to).toBe(true)
        for (let i = 1; i < days.length - 1; i += 2) expect(days[i]).toBe(days[i + 1])
        expect([days[0], days.at(-1)]).toEqual(from === to ? [undefined, undefined] : [from, to])
      }),
    )
  })

  it('equals integer fractions day by day, within the last of 40 decimals a period', () => {
    const finest = Rational.of('1').over(new Rational(10n ** 40n))
    fc.assert(
      fc.property(history, (one) => {
        const inputs = inputsOf(one)
        const parts = interestPeriods(inputs)
        const total = Rational.of(totalInterest(inputs))
        const bound = finest.times(new Rational(BigInt(Math.max(parts.length, 1))))
        const error = total.minus(dayByDay(one))
        expect(error.compare(bound)).toBe(-1)
        expect(error.compare(new Rational(0n).minus(bound))).toBe(1)
      }),
    )
  })

  it('sums to the whole, digit for digit, wherever it is cut, even by changes without effect', () => {
    fc.assert(
      fc.property(history, fc.array(number, { maxLength: 5 }), (one, cuts) => {
        const inputs = inputsOf(one)
        const whole = Rational.of(totalInterest(inputs))
        const days = [inputs.from, ...cuts.map(dayOf), inputs.to]
          .filter((day) => day >= inputs.from && day <= inputs.to)
          .toSorted()
        const parts = days
          .slice(1)
          .map((to, i) => totalInterest({ ...inputs, from: days[i] ?? '', to }))
        const sum = parts.reduce((total, part) => total.plus(Rational.of(part)), new Rational(0n))
        expect(sum.compare(whole)).toBe(0)
        const nothing = cuts.map((day) => ({ from: dayOf(day) }))
        const split = totalInterest({ ...inputs, changes: [...nothing, ...inputs.changes] })
        expect(Rational.of(split).compare(whole)).toBe(0)
      }),
    )
  })

  it('is rounded up once to the unit when it is paid', () => {
    const unit = fc.constantFrom('1', '0.01', '0.000001', '0.000000000000000001')
    fc.assert(
      fc.property(history, unit, (one, smallest) => {
        const paid = Rational.of(payableInterest(inputsOf(one), smallest))
        expect(paid.compare(dayByDay(one).ceilingTo(Rational.of(smallest)))).toBe(0)
      }),
    )
  })

  it('keeps the interest before a change unchanged', () => {
    fc.assert(
      fc.property(history, change, (one, { day, ...what }) => {
        const inputs = inputsOf(one)
        const changed = { ...inputs, changes: [...inputs.changes, { ...what, from: dayOf(day) }] }
        const until = dayOf(Math.max(one.days[0], Math.min(day, one.days[1])))
        expect(
          totalInterest({ ...changed, to: until }).equals(totalInterest({ ...inputs, to: until })),
        ).toBe(true)
      }),
    )
  })

  it('equals accrue when there are no changes', () => {
    fc.assert(
      fc.property(history, (one) => {
        const { changes: _none, ...inputs } = inputsOf(one)
        expect(totalInterest({ ...inputs, changes: [] }).equals(accrue(inputs))).toBe(true)
      }),
    )
  })
})
