import { describe, expect, it } from 'vitest'
import { previewInputs } from '../test/preview-sample.ts'
import { calculatePreview } from './calculate-preview.ts'

const explain = (...inputs: Parameters<typeof previewInputs>) =>
  calculatePreview(previewInputs(...inputs))
const codes = (...inputs: Parameters<typeof previewInputs>): string[] =>
  explain(...inputs).calculation.reasons.map(({ code }) => code)

/** A million of the asset against 25 BTC, with levels at which requests can be submitted. */
const loan = {
  asset_quantity: '1000000',
  asset_price: '1',
  collateral_quantity: '25',
  collateral_price: '58000',
  requirement_percent: '150',
  minimum_notional_release_usd: '25000',
  lot_top_up: '0.00000001',
  lot_release: '0.00000001',
  top_up_percent: '130',
  release_percent: '180',
}

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

  it('have ABOVE_MARGIN_CALL_LEVEL for a top-up above its level, and not at it', () => {
    const { calculation, figures } = explain({ ...loan, collateral_price: '52000.01' })
    expect(calculation.reasons).toEqual([
      {
        code: 'ABOVE_MARGIN_CALL_LEVEL',
        message: 'Coverage is above 130 %, at or below which a top-up can be submitted.',
      },
    ])
    expect(figures).toMatchObject({
      direction: 'TopUp',
      m2m_collateral_amount: '3.8461483',
      m2m_notional_usd: '199999.75',
      ccr_percent: '130.00',
      can_submit_m2m: false,
    })
    const reached = explain({ ...loan, collateral_price: '52000' })
    expect(reached.calculation.reasons).toEqual([])
    expect(reached.figures).toMatchObject({
      m2m_collateral_amount: '3.84615385',
      m2m_notional_usd: '200000.00',
      can_submit_m2m: true,
    })
    expect(codes({ ...loan, collateral_price: '59700' })).toEqual([
      'BELOW_MINIMUM_NOTIONAL',
      'ABOVE_MARGIN_CALL_LEVEL',
    ])
  })

  it('have BELOW_RELEASE_LEVEL for a release below its level, and not at it', () => {
    const { calculation, figures } = explain({ ...loan, collateral_price: '71999.99' })
    expect(calculation.reasons).toEqual([
      {
        code: 'BELOW_RELEASE_LEVEL',
        message: 'Coverage is below 180 %, at or above which a release can be submitted.',
      },
    ])
    expect(figures).toMatchObject({
      direction: 'Release',
      m2m_collateral_amount: '4.16666377',
      ccr_percent: '179.99',
    })
    const reached = explain({ ...loan, collateral_price: '72000' })
    expect(reached.calculation.reasons).toEqual([])
    expect(reached.figures).toMatchObject({ m2m_collateral_amount: '4.16666666' })
  })

  it('count collateral under way for the amount, and not for a level', () => {
    const underWay = { ...loan, collateral_price: '52000', deliveries_in_transit: '3.84615385' }
    const { figures } = explain(underWay)
    expect(figures).toMatchObject({ direction: 'Release', m2m_notional_usd: '0.00' })
    expect(codes(underWay, false)).toEqual([
      'BELOW_MINIMUM_NOTIONAL',
      'ROUNDS_TO_ZERO',
      'BELOW_RELEASE_LEVEL',
      'ROLE_MAY_NOT_CREATE',
    ])
  })

  it('take coverage for infinite when nothing is lent', () => {
    const returned = { ...loan, asset_quantity: '0', minimum_notional_top_up_usd: '0' }
    expect(codes(returned)).toEqual([])
    expect(codes({ ...returned, collateral_quantity: '0', returns_in_transit: '1' })).toEqual([
      'ABOVE_MARGIN_CALL_LEVEL',
    ])
  })

  it('have RECEIVER_IN_DEFAULT for a release to a borrower in default, after those of its amount', () => {
    const released = { ...loan, collateral_price: '71999.99' }
    const { calculation, figures } = explain(released, true, true)
    expect(calculation.reasons.at(-1)).toEqual({
      code: 'RECEIVER_IN_DEFAULT',
      message: 'A default of the borrower is declared: only the lender can request a release.',
    })
    expect(figures).toEqual({ ...explain(released).figures, can_submit_m2m: false })
    expect(codes(released, false, true)).toEqual([
      ...['BELOW_RELEASE_LEVEL', 'RECEIVER_IN_DEFAULT', 'ROLE_MAY_NOT_CREATE'],
    ])
    expect(codes({ ...loan, collateral_price: '72000' }, true, true)).toEqual([
      'RECEIVER_IN_DEFAULT',
    ])
    expect(codes({}, true, true)).toEqual([])
    expect(codes({ collateral_quantity: '525000' }, true, true)).toEqual(['NOTHING_DUE'])
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
