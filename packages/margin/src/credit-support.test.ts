import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, haircutText, lotText, signedText } from '../test/arbitraries.ts'
import { creditSupport, type CreditSupport, type CreditSupportInputs } from './credit-support.ts'
import { Decimal, formatDecimal } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { resolveDispute } from './dispute.ts'

const moved = ({ delivery, return: returned }: CreditSupport): [string, string] => [
  formatDecimal(delivery),
  formatDecimal(returned),
]

describe('published delivery amounts', () => {
  const rounding = { delivery: '0.5', return: '0.5' }
  const base = { exposure: '15', posted: [{ value: '5' }], rounding }

  // FINOS common-domain-model, DeliveryAmountTest.
  it.each<[string, CreditSupportInputs, string]>([
    ['base', base, '10'],
    ['disputed posted item 2', { ...base, disputed: '2' }, '12'],
    ['prior delivery in transit 1', { ...base, deliveriesInTransit: '1' }, '9'],
    ['prior return in transit 1', { ...base, returnsInTransit: '1' }, '11'],
    ['disputed transferred 2', { ...base, disputed: '2' }, '12'],
    ['threshold 10', { ...base, threshold: '10' }, '0'],
    [
      'greater of, independent amount 18',
      { ...base, marginApproach: 'greaterOf', independentAmount: { transferor: '18' } },
      '13',
    ],
    ['minimum transfer amount 16', { ...base, minimumTransferAmount: '16' }, '0'],
  ])('%s', (_case, inputs, expected) => {
    expect(moved(creditSupport(inputs))).toEqual([expected, '0'])
  })

  it('disputed delivery 3.5: the rest of the call moves', () => {
    const { delivery } = creditSupport(base)
    const counter = subtract(delivery, new Decimal('3.5'))
    const { agreed, disputed } = resolveDispute({ call: delivery, counter })
    expect([formatDecimal(agreed), formatDecimal(disputed)]).toEqual(['6.5', '3.5'])
  })

  // FINOS common-domain-model, DeliveryAmountTest and ReturnAmountTest: the published values count the
  // FX haircut twice. Posted value is cut by the sum of both haircuts, once.
  it.each([
    ['delivery', '15', '5', ['10.9', '0'], '11.3'],
    ['return', '5', '15', ['0', '7.3'], '6.1'],
  ])('haircut 10 %% and FX haircut 8 %%: %s', (_call, exposure, value, expected, published) => {
    const result = creditSupport({
      exposure,
      posted: [{ value, haircut: '0.1', fxHaircut: '0.08' }],
      rounding: { delivery: '0.01', return: '0.01' },
    })
    expect(moved(result)).toEqual(expected)
    expect(moved(result)).not.toContain(published)
  })

  // FINOS common-domain-model, ReturnAmountTest.
  it('return, base', () => {
    expect(moved(creditSupport({ exposure: '5', posted: [{ value: '15' }], rounding }))).toEqual([
      '0',
      '10',
    ])
  })
})

describe('published threshold, minimum and rounding', () => {
  // TLM Collateral, user guide: the parameters of the party that moves collateral apply.
  it.each<[string, CreditSupportInputs, [string, string]]>([
    [
      '800 over the threshold is not below 750, and is rounded up',
      {
        exposure: '25800',
        threshold: '25000',
        minimumTransferAmount: '750',
        rounding: { delivery: '2000', return: '2000' },
      },
      ['2000', '0'],
    ],
    [
      '49200 of 50000 held is rounded down',
      {
        exposure: '25800',
        threshold: '25000',
        minimumTransferAmount: '250',
        posted: [{ value: '50000' }],
        rounding: { delivery: '2000', return: '2000' },
      },
      ['0', '48000'],
    ],
  ])('%s', (_case, inputs, expected) => {
    expect(moved(creditSupport(inputs))).toEqual(expected)
  })
})

describe('creditSupport', () => {
  it('needs nothing but an exposure', () => {
    const result = creditSupport({ exposure: '100' })
    expect(moved(result)).toEqual(['100', '0'])
    expect(formatDecimal(result.creditSupportAmount)).toBe('100')
    expect(formatDecimal(result.adjustedBalance)).toBe('0')
  })

  it('takes Decimals as well as strings', () => {
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
  ])('independent amounts: %s', (_case, inputs, expected) => {
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
    'tests the minimum of 800, equal counts: exposure %s, held %s',
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

  it('carries its steps', () => {
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
      'posted[0] must not have haircuts above one in sum',
    ],
    [{ exposure: '1', deliveriesInTransit: '-1' }, 'deliveriesInTransit must not be below zero'],
    [{ exposure: '1', returnsInTransit: '-1' }, 'returnsInTransit must not be below zero'],
    [{ exposure: '1', disputed: '-1' }, 'disputed must not be below zero'],
  ])('refuses %o', (inputs, message) => {
    expect(() => creditSupport(inputs)).toThrow(message)
  })

  it('takes collateral that is cut to nothing', () => {
    const posted = [{ value: '7', haircut: '0.6', fxHaircut: '0.4' }]
    expect(formatDecimal(creditSupport({ exposure: '0', posted }).adjustedBalance)).toBe('0')
  })
})

describe('properties', () => {
  const postedItems = fc.array(fc.record({ value: decimalText, haircut: haircutText }))
  const scenario = fc.record({
    exposure: signedText,
    threshold: decimalText,
    posted: postedItems,
    deliveriesInTransit: decimalText,
    returnsInTransit: decimalText,
    disputed: decimalText,
    rounding: fc.record({ delivery: lotText, return: lotText }),
  })

  it('does not depend on the order of the posted items', () => {
    const shuffled = scenario.chain((inputs) =>
      fc.record({
        inputs: fc.constant(inputs),
        posted: fc.shuffledSubarray(inputs.posted, { minLength: inputs.posted.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ inputs, posted }) => {
        const [one, other] = [creditSupport(inputs), creditSupport({ ...inputs, posted })]
        expect(other.adjustedBalance.equals(one.adjustedBalance)).toBe(true)
        expect(moved(other)).toEqual(moved(one))
      }),
    )
  })

  it('moves one way at most, and restores the balance without falling below it', () => {
    fc.assert(
      fc.property(scenario, (inputs) => {
        const result = creditSupport(inputs)
        const { creditSupportAmount, adjustedBalance, delivery, return: returned } = result
        expect(delivery.isZero() || returned.isZero()).toBe(true)
        const after = subtract(add(adjustedBalance, delivery), returned)
        expect(after.greaterThanOrEqualTo(creditSupportAmount)).toBe(true)
        const excess = subtract(after, creditSupportAmount)
        const step = delivery.isZero() ? inputs.rounding.return : inputs.rounding.delivery
        expect(excess.lessThan(step)).toBe(true)
      }),
    )
  })

  it('scales with all amounts', () => {
    fc.assert(
      fc.property(scenario, lotText, (inputs, factor) => {
        const by = new Decimal(factor)
        const scale = (value: string): Decimal => multiply(new Decimal(value), by)
        const one = creditSupport(inputs)
        const other = creditSupport({
          exposure: scale(inputs.exposure),
          threshold: scale(inputs.threshold),
          posted: inputs.posted.map((item) => ({ ...item, value: scale(item.value) })),
          deliveriesInTransit: scale(inputs.deliveriesInTransit),
          returnsInTransit: scale(inputs.returnsInTransit),
          disputed: scale(inputs.disputed),
          rounding: {
            delivery: scale(inputs.rounding.delivery),
            return: scale(inputs.rounding.return),
          },
        })
        expect(other.delivery.equals(multiply(one.delivery, by))).toBe(true)
        expect(other.return.equals(multiply(one.return, by))).toBe(true)
      }),
    )
  })
})
