import { describe, expect, it } from 'vitest'
import { BORROWER, input, LENDER, previewInputs } from '../test/preview-sample.ts'
import { calculatePreview } from './calculate-preview.ts'
import {
  DECIMAL_INPUT_NAMES,
  isDecimalInputName,
  readPreviewInputs,
  type DecimalInputName,
} from './preview-inputs.ts'

describe('recorded inputs', () => {
  it('are complete and in order, with unit, source and time', () => {
    const levels = { margin_call_percent: '102', liquidation_percent: '95.0' }
    const inputs = previewInputs(
      { ...levels, top_up_percent: '102', release_percent: '120.50' },
      false,
    )
    const { recorded } = readPreviewInputs(inputs)
    const price = '2026-01-31T16:00:00.000Z'
    expect(
      recorded.map((entry) => [entry.name, entry.value, entry.unit, entry.observed_at]),
    ).toEqual([
      ['asset_quantity', '10', 'BTC', null],
      ['asset_price', '50000', 'USD', price],
      ['collateral_quantity', '500000', 'USDC', null],
      ['collateral_price', '1', 'USD', price],
      ['deliveries_in_transit', '0', 'USDC', null],
      ['returns_in_transit', '0', 'USDC', null],
      ['disputed_quantity', '0', 'USDC', null],
      ['requirement_percent', '105', 'percent', null],
      ['threshold_usd', '0', 'USD', null],
      ['minimum_notional_top_up_usd', '10000', 'USD', null],
      ['minimum_notional_release_usd', '20000', 'USD', null],
      ['lot_top_up', '0.000001', 'USDC', null],
      ['lot_release', '0.01', 'USDC', null],
      ['margin_call_percent', '102', 'percent', null],
      ['liquidation_percent', '95', 'percent', null],
      ['top_up_percent', '102', 'percent', null],
      ['release_percent', '120.5', 'percent', null],
      ['lender', LENDER, 'organization', null],
      ['borrower', BORROWER, 'organization', null],
      ['role_may_create', 'false', 'boolean', null],
    ])
    for (const entry of recorded.slice(0, -3)) expect(entry.source).toBe(`source of ${entry.name}`)
    expect(recorded.slice(-3).map(({ source }) => source)).toEqual([
      'parties to the position',
      'parties to the position',
      'role of the caller',
    ])
  })

  it('have a haircut instead of a requirement, and no levels where none are agreed', () => {
    const { recorded } = readPreviewInputs(previewInputs({ haircut: '0.020' }))
    const names = recorded.map(({ name }) => name)
    expect(recorded[7]).toMatchObject({ name: 'haircut', value: '0.02', unit: 'fraction' })
    expect(names).not.toContain('requirement_percent')
    expect(names).not.toContain('margin_call_percent')
    expect(recorded.at(-1)).toMatchObject({ name: 'role_may_create', value: 'true' })
  })
})

describe('previewInputs', () => {
  it.each<[DecimalInputName, string, string]>([
    ['asset_quantity', '-1', 'must not be below zero'],
    ['asset_price', '0', 'must be above zero'],
    ['collateral_quantity', '-1', 'must not be below zero'],
    ['collateral_price', '0', 'must be above zero'],
    ['deliveries_in_transit', '-1', 'must not be below zero'],
    ['returns_in_transit', '-1', 'must not be below zero'],
    ['disputed_quantity', '-1', 'must not be below zero'],
    ['requirement_percent', '0', 'must be above zero'],
    ['requirement_percent', '105.1234567890123', 'must have at most 15 digits'],
    ['haircut', '1', 'must be below one'],
    ['threshold_usd', '-1', 'must not be below zero'],
    ['minimum_notional_top_up_usd', '-1', 'must not be below zero'],
    ['minimum_notional_release_usd', '-1', 'must not be below zero'],
    ['lot_top_up', '0', 'must be above zero'],
    ['lot_release', '0', 'must be above zero'],
    ['margin_call_percent', '0', 'must be above zero'],
    ['liquidation_percent', '0', 'must be above zero'],
    ['top_up_percent', '0', 'must be above zero'],
    ['release_percent', '0', 'must be above zero'],
    ['asset_price', '1e3', 'must be a decimal in plain notation'],
  ])('refuses %s of %s', (name, value, issue) => {
    expect(() => calculatePreview(previewInputs({ [name]: value }))).toThrow(`${name} ${issue}`)
  })

  it('accepts a requirement of 15 digits', () => {
    const { figures } = calculatePreview(previewInputs({ requirement_percent: '105.123456789012' }))
    expect(figures.requirement_percent).toBe(105.123456789012)
    expect(() =>
      calculatePreview(previewInputs({ requirement_percent: '1050000000000000' })),
    ).toThrow('requirement_percent must have at most 15 digits')
  })

  it.each(DECIMAL_INPUT_NAMES.filter((name) => !/haircut|_percent$/.test(name)))(
    'refuses a missing %s',
    (name) => {
      const { [name]: _left, ...others } = previewInputs()
      // @ts-expect-error a required input is missing
      expect(() => calculatePreview(others)).toThrow(`${name} must be given`)
    },
  )

  it('refuses a requirement and a haircut together, and neither', () => {
    const both = { ...previewInputs(), haircut: input('haircut', '0.02') }
    // @ts-expect-error an agreement has one of the two, never both
    expect(() => calculatePreview(both)).toThrow(
      'haircut must not be given together with a requirement_percent',
    )
    const { requirement_percent: _left, ...neither } = previewInputs()
    // @ts-expect-error an agreement has one of the two, never neither
    expect(() => calculatePreview(neither)).toThrow(
      'requirement_percent must be given if there is no haircut',
    )
  })

  it('refuses a missing party, and one organization as both parties', () => {
    const inputs = previewInputs()
    expect(() => calculatePreview({ ...inputs, lender: '' })).toThrow('lender must be given')
    expect(() => calculatePreview({ ...inputs, borrower: '' })).toThrow('borrower must be given')
    expect(() => calculatePreview({ ...inputs, borrower: inputs.lender })).toThrow(
      'borrower must not be the lender',
    )
  })

  it('knows its own names, and not those that every object has', () => {
    expect(DECIMAL_INPUT_NAMES).toHaveLength(18)
    expect(isDecimalInputName('asset_price')).toBe(true)
    expect(isDecimalInputName('role_may_create')).toBe(false)
    expect(isDecimalInputName('toString')).toBe(false)
    expect(isDecimalInputName('__proto__')).toBe(false)
  })
})
