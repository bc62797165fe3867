import { describe, expect, it } from 'vitest'
import { creditSupport, type CreditSupport, type CreditSupportInputs } from './credit-support.ts'
import { Decimal, formatDecimal } from './decimal.ts'
import { resolveDispute } from './dispute.ts'
import { subtract } from './exact-arithmetic.ts'

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

  it('moves the undisputed rest when a delivery of 3.5 is disputed', () => {
    const { delivery } = creditSupport(base)
    const counter = subtract(delivery, new Decimal('3.5'))
    const { agreed, disputed } = resolveDispute({ call: delivery, counter })
    expect([formatDecimal(agreed), formatDecimal(disputed)]).toEqual(['6.5', '3.5'])
  })

  // FINOS common-domain-model, DeliveryAmountTest and ReturnAmountTest: the published values count
  // the FX haircut twice. Here the sum of both haircuts is deducted from the posted value once.
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
      '800 above the threshold is not below 750, and is rounded up',
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
