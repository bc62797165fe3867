import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText } from '../test/arbitraries.ts'
import { Decimal, formatDecimal } from './decimal.ts'
import { type DisputeInputs, type DriftInputs, resolveDispute, stillStands } from './dispute.ts'
import { add } from './exact-arithmetic.ts'

const resolved = (inputs: DisputeInputs): [string, string, string] => {
  const { agreed, disputed, outcome } = resolveDispute(inputs)
  return [formatDecimal(agreed), formatDecimal(disputed), outcome]
}

describe('resolveDispute', () => {
  // TLM Collateral, user guide. It says "at least" the tolerance where we say "beyond": a
  // difference that equals the tolerance is not a dispute here, as with split the difference.
  it.each<[string, DisputeInputs, [string, string, string]]>([
    [
      '10 % of the call, 5 % tolerated',
      { call: '1000000', counter: '900000', tolerance: { percent: '5' } },
      ['900000', '100000', 'disputed'],
    ],
    [
      '4 % of the call, 5 % tolerated',
      { call: '1000000', counter: '960000', tolerance: { percent: '5' } },
      ['960000', '0', 'agreed'],
    ],
    [
      '20000, 10000 tolerated',
      { call: '1000000', counter: '980000', tolerance: { absolute: '10000' } },
      ['980000', '20000', 'disputed'],
    ],
  ])('matches the published case: %s', (_case, inputs, expected) => {
    expect(resolved(inputs)).toEqual(expected)
  })

  it.each<[string, string, [string, string, string], [string, string, string]]>([
    ['100', '100', ['100', '0', 'agreed'], ['100', '0', 'agreed']],
    ['100', '100.01', ['100', '0', 'agreed'], ['100', '0', 'agreed']],
    ['100', '250', ['100', '0', 'agreed'], ['100', '0', 'agreed']],
    ['100', '99.99', ['99.99', '0', 'agreed'], ['99.995', '0', 'split']],
    ['100', '90', ['90', '0', 'agreed'], ['95', '0', 'split']],
    ['100', '89.99', ['89.99', '10.01', 'disputed'], ['89.99', '10.01', 'disputed']],
    ['100', '0', ['0', '100', 'disputed'], ['0', '100', 'disputed']],
    ['0', '0', ['0', '0', 'agreed'], ['0', '0', 'agreed']],
    ['0', '5', ['0', '0', 'agreed'], ['0', '0', 'agreed']],
  ])(
    'resolves call %s against counter-valuation %s with a tolerance of 10',
    (call, counter, undisputed, split) => {
      const tolerance = { absolute: '10' }
      expect(resolved({ call, counter, tolerance })).toEqual(undisputed)
      expect(resolved({ call, counter, tolerance, method: 'undisputed' })).toEqual(undisputed)
      expect(resolved({ call, counter, tolerance, method: 'split' })).toEqual(split)
    },
  )

  it('takes a percentage of the call, not of the counter-valuation', () => {
    const tolerance = { percent: '10' }
    expect(resolved({ call: '200', counter: '180', tolerance })).toEqual(['180', '0', 'agreed'])
    expect(resolved({ call: '200', counter: '179.99', tolerance })[2]).toBe('disputed')
  })

  it('tolerates no difference where no tolerance is agreed', () => {
    expect(resolved({ call: '100', counter: '99.99' })).toEqual(['99.99', '0.01', 'disputed'])
    expect(resolved({ call: '100', counter: '99.99', method: 'split' })[2]).toBe('disputed')
  })

  it.each([{ absolute: '0' }, { percent: '0' }])(
    'treats every difference as a dispute where the tolerance is %o',
    (tolerance) => {
      const method = 'split'
      const near = resolved({ call: '100', counter: '99.99', tolerance, method })
      expect(near).toEqual(['99.99', '0.01', 'disputed'])
      expect(resolved({ call: '100', counter: '100', tolerance, method })[2]).toBe('agreed')
      expect(stillStands({ shown: '100', now: '100', tolerance })).toBe(true)
      expect(stillStands({ shown: '100', now: '100.01', tolerance })).toBe(false)
    },
  )

  it('assigns every part of a call to the agreed or the disputed part', () => {
    const method = fc.constantFrom('undisputed' as const, 'split' as const)
    fc.assert(
      fc.property(decimalText, decimalText, decimalText, method, (call, counter, absolute, way) => {
        const { agreed, disputed, outcome } = resolveDispute({
          call,
          counter,
          tolerance: { absolute },
          method: way,
        })
        expect(agreed.greaterThanOrEqualTo(0)).toBe(true)
        expect(agreed.lessThanOrEqualTo(call)).toBe(true)
        expect(disputed.greaterThan(0)).toBe(outcome === 'disputed')
        if (outcome === 'disputed') expect(add(agreed, disputed).equals(call)).toBe(true)
        if (outcome === 'split') {
          expect(way).toBe('split')
          const both = add(new Decimal(call), new Decimal(counter))
          expect(add(agreed, agreed).equals(both)).toBe(true)
        }
      }),
    )
  })

  it.each<[DisputeInputs, string]>([
    [{ call: '-1', counter: '1' }, 'call must not be below zero'],
    [{ call: '1', counter: '-1' }, 'counter must not be below zero'],
    [{ call: '1', counter: '1', tolerance: { absolute: '-1' } }, 'tolerance.absolute must not'],
    [{ call: '1', counter: '1', tolerance: { percent: '-1' } }, 'tolerance.percent must not'],
  ])('refuses %o', (inputs, message) => {
    expect(() => resolveDispute(inputs)).toThrow(message)
  })

  it('refuses a tolerance of both kinds, and of neither', () => {
    expect(() =>
      // @ts-expect-error an agreement has one of the two
      resolveDispute({ call: '1', counter: '1', tolerance: { absolute: '1', percent: '1' } }),
    ).toThrow('tolerance must be either absolute or percent')
    // @ts-expect-error an agreement has one of the two
    expect(() => resolveDispute({ call: '1', counter: '1', tolerance: {} })).toThrow(
      'tolerance must be either absolute or percent',
    )
  })
})

describe('stillStands', () => {
  it.each<[string, DriftInputs, boolean]>([
    ['unchanged, no tolerance', { shown: '100', now: '100' }, true],
    ['a cent, no tolerance', { shown: '100', now: '100.01' }, false],
    ['up to the amount', { shown: '100', now: '110', tolerance: { absolute: '10' } }, true],
    ['down to the amount', { shown: '100', now: '90', tolerance: { absolute: '10' } }, true],
    ['up beyond the amount', { shown: '100', now: '110.01', tolerance: { absolute: '10' } }, false],
    [
      'down beyond the amount',
      { shown: '100', now: '89.99', tolerance: { absolute: '10' } },
      false,
    ],
    [
      'a percentage of the value shown',
      { shown: '200', now: '220', tolerance: { percent: '10' } },
      true,
    ],
    [
      'not a percentage of the value now',
      { shown: '200', now: '221', tolerance: { percent: '10' } },
      false,
    ],
    ['zero has become a value', { shown: '0', now: '0.01', tolerance: { percent: '10' } }, false],
  ])('%s', (_case, inputs, stands) => {
    expect(stillStands(inputs)).toBe(stands)
  })

  it.each([
    ['shown', { shown: '-1', now: '1' }],
    ['now', { shown: '1', now: '-1' }],
    ['tolerance.percent', { shown: '1', now: '1', tolerance: { percent: '-1' } }],
  ])('refuses a %s below zero', (member, inputs) => {
    expect(() => stillStands(inputs)).toThrow(`${member} must not be below zero`)
  })

  it('agrees with resolveDispute about a lower figure', () => {
    fc.assert(
      fc.property(decimalText, decimalText, decimalText, (one, other, percent) => {
        const [low, high] = new Decimal(one).lessThan(other) ? [one, other] : [other, one]
        const tolerance = { percent }
        const outcome = resolveDispute({ call: high, counter: low, tolerance }).outcome
        expect(stillStands({ shown: high, now: low, tolerance })).toBe(outcome !== 'disputed')
      }),
    )
  })
})
