import { describe, expect, it } from 'vitest'
import { creditSupport, type CreditSupport, type CreditSupportInputs } from './credit-support.ts'
import { Decimal, formatDecimal } from './decimal.ts'

const moved = ({ delivery, return: returned }: CreditSupport): [string, string] => [
  formatDecimal(delivery),
  formatDecimal(returned),
]

describe('creditSupport', () => {
  it('needs only an exposure', () => {
    const result = creditSupport({ exposure: '100' })
    expect(moved(result)).toEqual(['100', '0'])
    expect(formatDecimal(result.creditSupportAmount)).toBe('100')
    expect(formatDecimal(result.adjustedBalance)).toBe('0')
  })

  it('accepts Decimals as well as strings', () => {
    const result = creditSupport({ exposure: new Decimal('100'), threshold: new Decimal('1') })
    expect(moved(result)).toEqual(['99', '0'])
  })

  it.each<[string, CreditSupportInputs, string]>([
    ['the transferor gives more', { exposure: '10', independentAmount: { transferor: '3' } }, '13'],
    ['the transferee gives less', { exposure: '10', independentAmount: { transferee: '3' } }, '7'],
    [
      'both, with a threshold',
      { exposure: '10', threshold: '4', independentAmount: { transferor: '3', transferee: '1' } },
      '8',
    ],
    ['allocated by name', { exposure: '1', marginApproach: 'allocated', threshold: '5' }, '0'],
    ['never below zero', { exposure: '-10' }, '0'],
    [
      'greater of: the exposure',
      {
        exposure: '10',
        threshold: '2',
        marginApproach: 'greaterOf',
        independentAmount: { transferor: '7' },
      },
      '8',
    ],
    [
      'greater of: the independent amount',
      {
        exposure: '10',
        threshold: '4',
        marginApproach: 'greaterOf',
        independentAmount: { transferor: '7' },
      },
      '7',
    ],
    [
      'greater of: neither',
      { exposure: '-1', marginApproach: 'greaterOf', independentAmount: { transferee: '7' } },
      '0',
    ],
  ])('applies independent amounts: %s', (_case, inputs, expected) => {
    expect(formatDecimal(creditSupport(inputs).creditSupportAmount)).toBe(expected)
  })

  it.each<[string, string, [string, string]]>([
    ['800', '0', ['800', '0']],
    ['799.99', '0', ['0', '0']],
    ['800.01', '0', ['800.01', '0']],
    ['0', '800', ['0', '800']],
    ['0', '799.99', ['0', '0']],
    ['0', '800.01', ['0', '800.01']],
    ['5', '5', ['0', '0']],
  ])(
    'tests the minimum of 800, which 800 itself meets: exposure %s, held %s',
    (exposure, value, expected) => {
      const inputs = { exposure, posted: [{ value }], minimumTransferAmount: '800' }
      expect(moved(creditSupport(inputs))).toEqual(expected)
    },
  )

  it('tests the minimum before rounding', () => {
    const rounding = { delivery: '1000', return: '1000' }
    const inputs = { exposure: '799', minimumTransferAmount: '800', rounding }
    expect(moved(creditSupport(inputs))).toEqual(['0', '0'])
    const returned = { exposure: '0', posted: [{ value: '999' }], minimumTransferAmount: '800' }
    expect(moved(creditSupport({ ...returned, rounding }))).toEqual(['0', '0'])
    expect(moved(creditSupport(returned))).toEqual(['0', '999'])
  })

  it('rounds each direction to its own multiple', () => {
    const rounding = { delivery: '7', return: '3' }
    expect(moved(creditSupport({ exposure: '10', rounding }))).toEqual(['14', '0'])
    expect(moved(creditSupport({ exposure: '0', posted: [{ value: '10' }], rounding }))).toEqual([
      '0',
      '9',
    ])
  })

  it('returns its steps', () => {
    const result = creditSupport({
      exposure: '100',
      threshold: '10',
      minimumTransferAmount: '1',
      rounding: { delivery: '50' },
      independentAmount: { transferor: '5', transferee: '2' },
      posted: [
        { value: '20', haircut: '0.1', fxHaircut: '0.08' },
        { value: '10', haircut: '1' },
      ],
      deliveriesInTransit: '4',
      returnsInTransit: '3',
      disputed: '2',
    })
    expect(
      result.steps.map((step) => [step.name, formatDecimal(step.value), step.formula]),
    ).toEqual([
      ['independentAmount', '3', 'transferor − transferee'],
      ['creditSupportAmount', '93', 'max(0, exposure + independentAmount − threshold)'],
      ['postedValue', '16.4', 'Σ value × (1 − haircut − fxHaircut)'],
      [
        'adjustedBalance',
        '15.4',
        'postedValue + deliveriesInTransit − returnsInTransit − disputed',
      ],
      ['deliveryBeforeMinimum', '77.6', 'max(0, creditSupportAmount − adjustedBalance)'],
      ['returnBeforeMinimum', '0', 'max(0, adjustedBalance − creditSupportAmount)'],
      ['delivery', '100', 'deliveryBeforeMinimum or 0, rounded up'],
      ['return', '0', 'returnBeforeMinimum or 0, rounded down'],
    ])
    expect(formatDecimal(result.adjustedBalance)).toBe('15.4')
    const greaterOf = creditSupport({ exposure: '1', marginApproach: 'greaterOf' })
    expect(greaterOf.steps[1]?.formula).toBe('max(0, exposure − threshold, independentAmount)')
  })

  it.each<[CreditSupportInputs, string]>([
    [{ exposure: 'x' }, 'exposure must'],
    [{ exposure: '1', threshold: '-1' }, 'threshold must not be below zero'],
    [{ exposure: '1', minimumTransferAmount: '-1' }, 'minimumTransferAmount must not be below'],
    [{ exposure: '1', rounding: { delivery: '0' } }, 'rounding.delivery must be above zero'],
    [{ exposure: '1', rounding: { return: '0' } }, 'rounding.return must be above zero'],
    [
      { exposure: '1', independentAmount: { transferor: '-1' } },
      'independentAmount.transferor must',
    ],
    [
      { exposure: '1', independentAmount: { transferee: '-1' } },
      'independentAmount.transferee must',
    ],
    [{ exposure: '1', posted: [{ value: '1' }, { value: '-1' }] }, 'posted[1].value must not'],
    [{ exposure: '1', posted: [{ value: '1', haircut: '-0.1' }] }, 'posted[0].haircut must not'],
    [
      { exposure: '1', posted: [{ value: '1', fxHaircut: '-0.1' }] },
      'posted[0].fxHaircut must not',
    ],
    [
      { exposure: '1', posted: [{ value: '1', haircut: '0.6', fxHaircut: '0.41' }] },
      'posted[0] must have haircuts with a sum of at most one',
    ],
    [{ exposure: '1', deliveriesInTransit: '-1' }, 'deliveriesInTransit must not be below zero'],
    [{ exposure: '1', returnsInTransit: '-1' }, 'returnsInTransit must not be below zero'],
    [{ exposure: '1', disputed: '-1' }, 'disputed must not be below zero'],
  ])('refuses %o', (inputs, message) => {
    expect(() => creditSupport(inputs)).toThrow(message)
  })

  it('accepts collateral whose haircuts reduce it to zero', () => {
    const posted = [{ value: '7', haircut: '0.6', fxHaircut: '0.4' }]
    expect(formatDecimal(creditSupport({ exposure: '0', posted }).adjustedBalance)).toBe('0')
  })
})
