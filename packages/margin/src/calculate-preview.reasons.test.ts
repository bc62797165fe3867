import { describe, expect, it } from 'vitest'
import { previewInputs } from '../test/preview-sample.ts'
import { calculatePreview } from './calculate-preview.ts'

const explain = (...inputs: Parameters<typeof previewInputs>) =>
  calculatePreview(previewInputs(...inputs))
const codes = (...inputs: Parameters<typeof previewInputs>): string[] =>
  explain(...inputs).calculation.reasons.map(({ code }) => code)

describe('reasons', () => {
  it('are empty when a request can be submitted', () => {
    expect(codes()).toEqual([])
  })

  it('have BELOW_MINIMUM_NOTIONAL below the minimum, and not at the minimum', () => {
    expect(codes({ collateral_quantity: '515000' })).toEqual([])
    const { calculation, figures } = explain({ collateral_quantity: '515000.001' })
    expect(calculation.reasons).toEqual([
      {
        code: 'BELOW_MINIMUM_NOTIONAL',
        message: 'The notional of 9999.99 USD is below the minimum of 10000.00 USD.',
      },
    ])
    expect(figures.can_submit_m2m).toBe(false)
    expect(codes({ collateral_quantity: '545000' })).toEqual([])
    expect(codes({ collateral_quantity: '544999.99' })).toEqual(['BELOW_MINIMUM_NOTIONAL'])
  })

  it('have ROUNDS_TO_ZERO for a release of less than a lot, or when nothing can be released', () => {
    const released = { collateral_quantity: '550000', lot_release: '30000' }
    const { calculation } = explain(released)
    expect(calculation.reasons).toEqual([
      { code: 'ROUNDS_TO_ZERO', message: 'What may be released is less than one lot of USDC.' },
    ])
    expect(codes({ ...released, lot_release: '25000' })).toEqual([])
    expect(codes({ collateral_quantity: '0', deliveries_in_transit: '600000' })).toEqual([
      'ROUNDS_TO_ZERO',
    ])
    expect(codes({ collateral_quantity: '525000.001' })).toEqual([
      'BELOW_MINIMUM_NOTIONAL',
      'ROUNDS_TO_ZERO',
    ])
  })

  it('never have ROUNDS_TO_ZERO for a top-up, which is rounded up', () => {
    const inputs = { collateral_quantity: '524999.99999999', minimum_notional_top_up_usd: '0' }
    const { figures } = explain({ ...inputs, lot_top_up: '2000' })
    expect(figures).toMatchObject({ m2m_collateral_amount: '2000', m2m_notional_usd: '0.00' })
    expect(figures.can_submit_m2m).toBe(true)
  })

  it('have only NOTHING_DUE when nothing is due, whatever the minimum', () => {
    const { calculation } = explain({ collateral_quantity: '525000' })
    expect(calculation.reasons).toEqual([
      { code: 'NOTHING_DUE', message: 'The collateral counts for exactly what is required.' },
    ])
    const free = { collateral_quantity: '525000', minimum_notional_top_up_usd: '0' }
    expect(codes(free)).toEqual(['NOTHING_DUE'])
  })

  it('have ROLE_MAY_NOT_CREATE beside the others', () => {
    const { calculation, figures } = explain({}, false)
    expect(calculation.reasons).toEqual([
      {
        code: 'ROLE_MAY_NOT_CREATE',
        message: 'The role of the caller may preview this request but not create it.',
      },
    ])
    expect(figures.can_submit_m2m).toBe(false)
    expect(codes({ collateral_quantity: '525000' }, false)).toEqual([
      'NOTHING_DUE',
      'ROLE_MAY_NOT_CREATE',
    ])
    expect(codes({ collateral_quantity: '525000.001' }, false)).toEqual([
      'BELOW_MINIMUM_NOTIONAL',
      'ROUNDS_TO_ZERO',
      'ROLE_MAY_NOT_CREATE',
    ])
  })
})
