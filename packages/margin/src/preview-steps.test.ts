import { describe, expect, it } from 'vitest'
import { previewInputs } from '../test/preview-sample.ts'
import { calculatePreview } from './calculate-preview.ts'

const stepsOf = (...inputs: Parameters<typeof previewInputs>): unknown[][] =>
  calculatePreview(previewInputs(...inputs)).calculation.steps.map((step) => [
    step.name,
    step.formula,
    step.exact,
    step.value,
    step.unit,
    step.rounding === null ? null : `${step.rounding.mode} ${step.rounding.increment}`,
  ])

/** Sixty digits of a third, starting with the given ones. */
const repeating = (start: string, digit: string): string =>
  start + digit.repeat(60 - start.replace('.', '').length)

describe('previewSteps', () => {
  it('explains a top-up under a requirement', () => {
    const steps = stepsOf({
      asset_quantity: '3',
      asset_price: '100.005',
      collateral_quantity: '200',
      collateral_price: '1.5',
      deliveries_in_transit: '7',
      returns_in_transit: '5',
      disputed_quantity: '2.5',
      requirement_percent: '110',
      threshold_usd: '10',
      minimum_notional_top_up_usd: '1.001',
    })
    expect(steps).toEqual([
      [
        'asset_notional',
        'asset_quantity × asset_price',
        '300.015',
        '300.02',
        'USD',
        'half_even 0.01',
      ],
      ['collateral_value', 'collateral_quantity × collateral_price', '300', '300', 'USD', null],
      [
        'ltv_percent',
        '100 × asset_notional ÷ collateral_value',
        '100.005',
        '100.01',
        'percent',
        'up 0.01',
      ],
      [
        'ccr_percent',
        '100 × collateral_value ÷ asset_notional',
        '99.9950002499875006249687515624218789060546972651367431628419',
        '99.99',
        'percent',
        'down 0.01',
      ],
      ['requirement_percent', 'requirement_percent', '110', '110', 'percent', null],
      ['haircut_factor', '1, as a requirement is agreed', '1', '1', 'fraction', null],
      [
        'requirement_less_threshold',
        'asset_notional × requirement_percent ÷ 100 − threshold_usd',
        '320.0165',
        '320.0165',
        'USD',
        null,
      ],
      ['required', 'max(0, requirement_less_threshold)', '320.0165', '320.0165', 'USD', null],
      [
        'credited_quantity',
        'collateral_quantity + deliveries_in_transit − returns_in_transit − disputed_quantity',
        '199.5',
        '199.5',
        'USDC',
        null,
      ],
      ['credited_price', 'collateral_price × haircut_factor', '1.5', '1.5', 'USD', null],
      ['credited', 'credited_quantity × credited_price', '299.25', '299.25', 'USD', null],
      ['shortfall', 'required − credited', '20.7665', '20.7665', 'USD', null],
      ['m2m_notional', '|shortfall|', '20.7665', '20.76', 'USD', 'down 0.01'],
      ['minimum_notional', 'minimum_notional_top_up_usd', '1.001', '1.001', 'USD', null],
      [
        'top_up_amount',
        'max(0, shortfall) ÷ credited_price',
        repeating('13.8443', '3'),
        '13.844334',
        'USDC',
        'up 0.000001',
      ],
      [
        'releasable_quantity',
        'max(0, collateral_quantity − returns_in_transit − disputed_quantity)',
        '192.5',
        '192.5',
        'USDC',
        null,
      ],
      [
        'release_amount',
        'min(max(0, −shortfall) ÷ credited_price, releasable_quantity)',
        '0',
        '0',
        'USDC',
        'down 0.01',
      ],
      [
        'm2m_collateral_amount',
        'top_up_amount + release_amount',
        '13.844334',
        '13.844334',
        'USDC',
        null,
      ],
      ['smallest_top_up', 'minimum_notional_top_up_usd', '1.001', '1.01', 'USD', 'up 0.01'],
      ['smallest_release', 'minimum_notional_release_usd', '20000', '20000.00', 'USD', 'up 0.01'],
    ])
  })

  it('explains a release under a haircut', () => {
    const steps = stepsOf({
      collateral_quantity: '600000.129',
      haircut: '0.1',
      minimum_notional_release_usd: '0.005',
    })
    expect(
      steps.filter(([name]) => !/^(?:asset|collateral)_|_percent$/.test(String(name))),
    ).toEqual([
      ['haircut_factor', '1 − haircut', '0.9', '0.9', 'fraction', null],
      [
        'requirement_less_threshold',
        'asset_notional × requirement_percent ÷ 100 − threshold_usd',
        '500000',
        '500000',
        'USD',
        null,
      ],
      ['required', 'max(0, requirement_less_threshold)', '500000', '500000', 'USD', null],
      [
        'credited_quantity',
        'collateral_quantity + deliveries_in_transit − returns_in_transit − disputed_quantity',
        '600000.129',
        '600000.129',
        'USDC',
        null,
      ],
      ['credited_price', 'collateral_price × haircut_factor', '0.9', '0.9', 'USD', null],
      ['credited', 'credited_quantity × credited_price', '540000.1161', '540000.1161', 'USD', null],
      ['shortfall', 'required − credited', '-40000.1161', '-40000.1161', 'USD', null],
      ['m2m_notional', '|shortfall|', '40000.1161', '40000.11', 'USD', 'down 0.01'],
      ['minimum_notional', 'minimum_notional_release_usd', '0.005', '0.005', 'USD', null],
      ['top_up_amount', 'max(0, shortfall) ÷ credited_price', '0', '0', 'USDC', 'up 0.000001'],
      [
        'releasable_quantity',
        'max(0, collateral_quantity − returns_in_transit − disputed_quantity)',
        '600000.129',
        '600000.129',
        'USDC',
        null,
      ],
      [
        'release_amount',
        'min(max(0, −shortfall) ÷ credited_price, releasable_quantity)',
        repeating('44444.573', '4'),
        '44444.57',
        'USDC',
        'down 0.01',
      ],
      [
        'm2m_collateral_amount',
        'top_up_amount + release_amount',
        '44444.57',
        '44444.57',
        'USDC',
        null,
      ],
      ['smallest_top_up', 'minimum_notional_top_up_usd', '10000', '10000.00', 'USD', 'up 0.01'],
      ['smallest_release', 'minimum_notional_release_usd', '0.005', '0.01', 'USD', 'up 0.01'],
    ])
    expect(steps).toContainEqual([
      'requirement_percent',
      '100, as a haircut is agreed',
      '100',
      '100',
      'percent',
      null,
    ])
  })

  it('shows what limits a release', () => {
    const steps = stepsOf({ collateral_quantity: '100.019', deliveries_in_transit: '600000' })
    expect(steps.find(([name]) => name === 'release_amount')?.slice(2, 4)).toEqual([
      '100.019',
      '100.01',
    ])
  })

  it('prints USD figures and percentages with 2 decimals, amounts without padding', () => {
    const rounded = stepsOf({ collateral_quantity: '500000' }).filter((step) => step[5] !== null)
    expect(rounded.map(([name, , , value]) => [name, value])).toEqual([
      ['asset_notional', '500000.00'],
      ['ltv_percent', '100.00'],
      ['ccr_percent', '100.00'],
      ['m2m_notional', '25000.00'],
      ['top_up_amount', '25000'],
      ['release_amount', '0'],
      ['smallest_top_up', '10000.00'],
      ['smallest_release', '20000.00'],
    ])
  })

  it.each(['USD', 'percent'])('pads no amount of a collateral whose name is %s', (symbol) => {
    const inputs = { ...previewInputs({ collateral_quantity: '500000' }), collateral_asset: symbol }
    const { figures, calculation } = calculatePreview(inputs)
    const valueOf = (step: string) => calculation.steps.find(({ name }) => name === step)?.value
    expect(valueOf('top_up_amount')).toBe('25000')
    expect(valueOf('release_amount')).toBe('0')
    expect(valueOf('m2m_notional')).toBe('25000.00')
    expect(figures.m2m_collateral_amount).toBe('25000')
  })

  it('shows the value of the collateral at each level of the terms, and none without a level', () => {
    const levels = { top_up_percent: '103', release_percent: '120.5' }
    expect(stepsOf(levels).slice(-2)).toEqual([
      ['top_up_level', 'asset_notional × top_up_percent ÷ 100', '515000', '515000', 'USD', null],
      ['release_level', 'asset_notional × release_percent ÷ 100', '602500', '602500', 'USD', null],
    ])
    expect(stepsOf({ release_percent: '120.5' })).toHaveLength(stepsOf().length + 1)
  })

  it('omits a ratio that has no value', () => {
    const names = (...inputs: Parameters<typeof previewInputs>): unknown[] =>
      stepsOf(...inputs).map(([name]) => name)
    expect(names({ collateral_quantity: '0' })).not.toContain('ltv_percent')
    expect(names({ collateral_quantity: '0' })).toContain('ccr_percent')
    expect(names({ asset_quantity: '0' })).not.toContain('ccr_percent')
    expect(names({ asset_quantity: '0' })).toContain('ltv_percent')
  })
})
