import { describe, expect, it } from 'vitest'
import {
  btc,
  closeOutInputs,
  workedExamples,
  type CloseOutSample,
} from '../../test/close-out-sample.ts'
import { Decimal } from '../decimal.ts'
import { closeOut } from './close-out.ts'
import type { CloseOutStatement } from './close-out-statement.ts'
import { verifyCloseOut } from './verify-close-out.ts'

const stepOf = (statement: CloseOutStatement, name: string): string | undefined =>
  statement.calculation.steps.find((step) => step.name === name)?.value

const figures = (sample?: CloseOutSample) => {
  const { scope, claim_usd, kept, back_interest, residual_claim_usd, discharged_quantity } =
    closeOut(closeOutInputs(sample))
  return { scope, claim_usd, kept, back_interest, residual_claim_usd, discharged_quantity }
}

describe('a borrower in default', () => {
  it('loses what covers asset and interest, at a price less the discount', () => {
    const statement = closeOut(closeOutInputs())
    expect(statement).toMatchObject({
      scope: 'full',
      interest_owed: '12638.888889',
      claim_usd: '1012638.888889',
      kept: [{ asset: 'BTC', kept_quantity: '23.19905817', back_quantity: '1.80094183' }],
      back_interest: '0',
      discharged_quantity: '1000000',
      residual_claim_usd: '0.00',
    })
    expect(stepOf(statement, 'net_price')).toBe('43650')
    // 23.19905817 · 43650 less the claim.
    expect(statement.overshoot_usd).toBe('0.0002315')
  })

  it('loses less without a discount', () => {
    expect(figures({ discount: '0' }).kept).toEqual([
      { asset: 'BTC', kept_quantity: '22.50308642', back_quantity: '2.49691358' },
    ])
  })

  it('owes the rest, cut to cents, if everything is kept', () => {
    expect(figures({ collateral: [btc('25', '40000')] })).toMatchObject({
      kept: [{ asset: 'BTC', kept_quantity: '25', back_quantity: '0' }],
      residual_claim_usd: '42638.88',
    })
  })

  it('owes only the interest that is not paid', () => {
    expect(closeOut(closeOutInputs({ paid: '12000' })).interest_owed).toBe('638.888889')
    expect(closeOut(closeOutInputs({ paid: '13000' })).interest_owed).toBe('0')
  })

  it('owes everything without collateral, which then needs no price', () => {
    const collateral = [{ asset: 'BTC', quantity: '0', unit: '0.00000001' }]
    expect(figures({ collateral })).toMatchObject({
      kept: [{ asset: 'BTC', kept_quantity: '0', back_quantity: '0' }],
      residual_claim_usd: '1012638.88',
    })
  })

  it('loses the second collateral only for what the first does not cover', () => {
    const eth = { asset: 'ETH', quantity: '200', price: '3000', unit: '0.000000000000000001' }
    const statement = closeOut(closeOutInputs({ collateral: [eth, btc()] }))
    // 1012638.888889 − 200 · 2910 = 430638.888889, at 43650.
    expect(stepOf(statement, 'claim_left_2')).toBe('430638.888889')
    expect(statement.kept).toEqual([
      { asset: 'ETH', kept_quantity: '200', back_quantity: '0' },
      { asset: 'BTC', kept_quantity: '9.86572484', back_quantity: '15.13427516' },
    ])
  })
})

describe('a close-out in part', () => {
  const requirement = { percent: '150' }

  it('discharges as much of the asset as restores the requirement', () => {
    const statement = closeOut(closeOutInputs({ requirement }))
    expect(statement).toMatchObject({
      scope: 'to_requirement',
      discharged_quantity: '799450.55041',
      kept: [{ asset: 'BTC', kept_quantity: '18.31501834', back_quantity: '0' }],
      interest_owed: '12638.888889',
      residual_claim_usd: '0.00',
    })
    expect(stepOf(statement, 'shortfall')).toBe('375000')
    expect(stepOf(statement, 'asset_after')).toBe('200549.44959')
    expect(stepOf(statement, 'collateral_after')).toBe('6.68498166')
    expect(stepOf(statement, 'excess_after')).toBe('0.000315')
  })

  it('counts a haircut in place of a requirement', () => {
    const statement = closeOut(closeOutInputs({ requirement: { haircut: '0.3' } }))
    expect(statement).toMatchObject({
      scope: 'to_requirement',
      discharged_quantity: '763425.927058',
      kept: [{ asset: 'BTC', kept_quantity: '17.48971197', back_quantity: '0' }],
    })
    expect(stepOf(statement, 'shortfall')).toBe('212500')
    expect(stepOf(statement, 'asset_after')).toBe('236574.072942')
    expect(stepOf(statement, 'collateral_after')).toBe('7.51028803')
  })

  /** A deal without interest in units so coarse that a single one decides. */
  const coarse = (quantity: string, held: string, unit: string): CloseOutSample => ({
    quantity,
    assetUnit: '1',
    paid: '12639',
    discount: '0',
    collateral: [{ asset: 'BTC', quantity: held, price: '1', unit }],
  })

  it.each<[string, CloseOutSample, string, string | undefined]>([
    ['without a shortfall', { requirement, threshold: '500000' }, 'shortfall', '-125000'],
    [
      'if nothing restores the requirement',
      { requirement: { percent: '103' }, collateral: [btc('22')] },
      'part_discharged',
      undefined,
    ],
    [
      'if it would discharge all of the asset',
      { ...coarse('105', '110', '10'), requirement: { percent: '500' } },
      'part_discharged',
      '107',
    ],
    [
      'if it would keep more than is held',
      { ...coarse('100', '70', '1'), requirement, threshold: '40' },
      'part_kept',
      '82',
    ],
    [
      'with two collaterals',
      { requirement, collateral: [btc('10'), { ...btc('15'), asset: 'ETH' }] },
      'shortfall',
      undefined,
    ],
  ])('is full %s', (_when, sample, step, value) => {
    const statement = closeOut(closeOutInputs(sample))
    expect(stepOf(statement, step)).toBe(value)
    expect(statement.scope).toBe('full')
    expect(statement.discharged_quantity).toBe(sample.quantity ?? '1000000')
  })
})

describe('a close-out in part without a price', () => {
  const requirement = { percent: '150' }

  it('is full without collateral, of which no price is needed', () => {
    const collateral = [{ asset: 'BTC', quantity: '0', unit: '0.00000001' }]
    expect(figures({ requirement, collateral })).toMatchObject({
      scope: 'full',
      kept: [{ kept_quantity: '0', back_quantity: '0' }],
      residual_claim_usd: '1012638.88',
    })
  })

  it('is full where nothing is owed, of which no price is needed', () => {
    const inputs = closeOutInputs({ requirement, quantity: '0', paid: '12638.888889' })
    const statement = closeOut({ ...inputs, asset_price: undefined })
    expect(statement).toMatchObject({
      scope: 'full',
      asset_price_usd: null,
      claim_usd: '0.00',
      kept: [{ kept_quantity: '0', back_quantity: '25' }],
    })
    expect(verifyCloseOut(statement)).toEqual({ ok: true, differences: [] })
  })

  it('needs the price of what is owed', () => {
    const inputs = closeOutInputs({ requirement })
    expect(() => closeOut({ ...inputs, asset_price: undefined })).toThrow(
      'asset_price must be given',
    )
  })
})

describe('a lender in default', () => {
  const of = (quantity: string, more: CloseOutSample = {}) =>
    figures({ in_default: 'lender', collateral: [btc(quantity, '60000')], ...more })

  it('leaves the asset and its interest to the borrower, and owes the rest', () => {
    expect(of('25')).toEqual({
      scope: 'full',
      claim_usd: '1500000.00',
      kept: [{ asset: 'USDC', kept_quantity: '1012638.888889', back_quantity: '0' }],
      back_interest: '0',
      residual_claim_usd: '517740.27',
      discharged_quantity: '1000000',
    })
  })

  it('gets back what the collateral was not worth, first of all as asset', () => {
    expect(of('15')).toEqual({
      scope: 'full',
      claim_usd: '900000.00',
      kept: [{ asset: 'USDC', kept_quantity: '927835.051547', back_quantity: '84803.837342' }],
      back_interest: '0',
      residual_claim_usd: '0.00',
      discharged_quantity: '915196.162658',
    })
  })

  it('gets interest only beyond the whole asset', () => {
    expect(of('0.1')).toMatchObject({
      kept: [{ kept_quantity: '6185.567011', back_quantity: '1000000' }],
      back_interest: '6453.321878',
      discharged_quantity: '0',
    })
  })

  it('owes all of the collateral once asset and interest are back', () => {
    expect(of('25', { quantity: '0', paid: '12638.888889' })).toMatchObject({
      kept: [{ asset: 'USDC', kept_quantity: '0', back_quantity: '0' }],
      residual_claim_usd: '1500000.00',
    })
  })
})

describe('inputs of a close-out', () => {
  const valid = closeOutInputs()
  const part = closeOutInputs({ requirement: { percent: '150' } })

  it.each<[string, object]>([
    ['asset_price must be given', { ...valid, asset_price: undefined }],
    [
      'collateral_price must be given',
      { ...valid, collateral: [{ ...valid.collateral[0], price: undefined }] },
    ],
    [
      'collateral_unit must be given',
      { ...valid, collateral: [{ ...valid.collateral[0], unit: undefined }] },
    ],
    ['collateral must have one to 20 assets', { ...valid, collateral: [] }],
    [
      'collateral must name each asset once',
      { ...valid, collateral: [...valid.collateral, ...valid.collateral] },
    ],
    [
      'asset_quantity must be a multiple of the smallest unit of its asset',
      closeOutInputs({ quantity: '1.0000001' }),
    ],
    ['close_out_discount must be below one', closeOutInputs({ discount: '1' })],
    ['in_default must be borrower or lender', { ...valid, in_default: 'service' }],
    ['borrower must not be the lender', { ...valid, borrower: valid.lender }],
    [
      'price_time must be a time in UTC, such as 2026-01-31T16:00:00Z',
      { ...valid, price_time: 'noon' },
    ],
    [
      'threshold_usd plays no part in a full close-out',
      { ...part, to_requirement: false, requirement_percent: undefined },
    ],
    ['requirement_percent must be given', { ...part, requirement_percent: undefined }],
    [
      'haircut must not be given together with a requirement_percent',
      { ...part, haircut: part.close_out_discount },
    ],
    ['to_requirement must be false if the lender is in default', { ...part, in_default: 'lender' }],
    [
      'close_out_discount must be a decimal in plain notation, with at most 30 digits before its point and 20 after it',
      {
        ...valid,
        close_out_discount: {
          ...valid.close_out_discount,
          value: new Decimal('0.0300000000000000000000001'),
        },
      },
    ],
    ['price_time must be a time in UTC', { ...valid, price_time: '2026-02-30T15:00:00Z' }],
    ['price_time must be a time in UTC', { ...valid, price_time: '2026-03-12T24:00:00Z' }],
    ['price_time must be a time in UTC', { ...valid, price_time: '2026-03-12T15:00:00+00:00' }],
    [
      'interest_periods.0.from must be a calendar day',
      { ...valid, interest_periods: [{ ...valid.interest_periods[0], from: '-000001-01' }] },
    ],
    [
      'interest_periods.0.to must be after from',
      { ...valid, interest_periods: [{ ...valid.interest_periods[0], to: '2026-01-01' }] },
    ],
    [
      'interest_periods.1.from must not be in a period',
      { ...valid, interest_periods: [...valid.interest_periods, ...valid.interest_periods] },
    ],
  ])('are refused: %s', (message, inputs) => {
    // @ts-expect-error callers without types exist
    expect(() => closeOut(inputs)).toThrow(message)
  })

  it('are not changed', () => {
    for (const inputs of Object.values(workedExamples)) {
      const before = JSON.stringify(inputs)
      closeOut(inputs)
      expect(JSON.stringify(inputs)).toBe(before)
    }
  })
})
