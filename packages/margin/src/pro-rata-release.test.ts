import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rational } from '../test/rational.ts'
import { formatDecimal } from './decimal.ts'
import { proRataRelease, type ProRataReleaseInputs } from './pro-rata-release.ts'

const usual = { settled: '300', lent: '10', returned: '4', smallestUnit: '0.000001' }
const released = (changes: Partial<ProRataReleaseInputs>) =>
  formatDecimal(proRataRelease({ ...usual, ...changes }))

describe('proRataRelease', () => {
  it.each<[string, Partial<ProRataReleaseInputs>, string]>([
    ['four tenths', {}, '120'],
    ['the whole loan', { returned: '10' }, '300'],
    [
      'rounded down to the smallest unit',
      { returned: '1', lent: '3', settled: '100' },
      '33.333333',
    ],
    ['less than a smallest unit', { returned: '0.00000001', settled: '1' }, '0'],
    ['nothing pledged', { settled: '0' }, '0'],
    ['without what is already on its way back', { returnsInTransit: '100' }, '80'],
    ['without what is disputed', { returned: '10', disputed: '45.5' }, '254.5'],
    ['never less than zero', { settled: '5', returnsInTransit: '9' }, '0'],
  ])('releases %s', (_case, changes, expected) => {
    expect(released(changes)).toBe(expected)
  })

  it.each<[Partial<ProRataReleaseInputs>, RegExp]>([
    [{ returned: '10.1' }, /^returned must not be above lent/],
    [{ returned: '0' }, /^returned must be above zero/],
    [{ lent: '0' }, /^lent must be above zero/],
    [{ settled: '-1' }, /^settled must not be below zero/],
    [{ returnsInTransit: '-1' }, /^returnsInTransit must not be below zero/],
    [{ disputed: '-1' }, /^disputed must not be below zero/],
    [{ smallestUnit: '0' }, /^smallestUnit must be above zero/],
  ])('refuses %o', (changes, message) => {
    expect(() => proRataRelease({ ...usual, ...changes })).toThrow(message)
  })
})

describe('proRataRelease of any position', () => {
  const units = (max: bigint) => fc.bigInt({ min: 0n, max })
  const text = (value: bigint) => value.toString()

  it('rounds the share down', () => {
    fc.assert(
      fc.property(
        units(10n ** 20n),
        units(10n ** 20n),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (settled, returns, a, b) => {
          const [returned, lent] = a < b ? [a, b] : [b, a]
          const quantity = BigInt(
            proRataRelease({
              settled: text(settled),
              returnsInTransit: text(returns),
              lent: text(lent),
              returned: text(returned),
              smallestUnit: '1',
            }).toFixed(),
          )
          const share = new Rational((settled - returns) * returned, lent)
          const expected = share.floorTo(new Rational(1n)).numerator
          expect(quantity).toBe(expected < 0n ? 0n : expected)
        },
      ),
    )
  })

  it('leaves the rest as well covered as before, however many parts come back', () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(units(10n ** 20n), parts, (pledged, all) => {
        const total = all.reduce((sum, part) => sum + part, 0n)
        let [settled, lent] = [pledged, total]
        for (const part of all) {
          const quantity = BigInt(
            proRataRelease({
              settled: text(settled),
              lent: text(lent),
              returned: text(part),
              smallestUnit: '1',
            }).toFixed(),
          )
          settled -= quantity
          lent -= part
          // The rest of the collateral is at least the share of the rest of the loan.
          expect(settled * total >= pledged * lent).toBe(true)
        }
        expect(settled).toBe(0n)
      }),
    )
  })
})
