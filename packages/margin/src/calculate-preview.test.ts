import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPreviewInputs, previewInputs } from '../test/preview-sample.ts'
import { calculatePreview } from './calculate-preview.ts'
import { Decimal } from './decimal.ts'
import { marginCall } from './margin-call.ts'
import { valuePosition } from './position-valuation.ts'

const explain = (...inputs: Parameters<typeof previewInputs>) =>
  calculatePreview(previewInputs(...inputs))

describe('figures', () => {
  it('describe a top-up', () => {
    const { figures, sender } = explain({ asset_price: '50000.0123' })
    expect(figures).toEqual({
      asset_quantity: '10',
      asset_notional_usd: '500000.12',
      current_price: '50000.0123',
      direction: 'TopUp',
      m2m_collateral_amount: '25000.12915',
      m2m_notional_usd: '25000.12',
      minimum_notional_usd: '10000.00',
      ltv_percent: '100.01',
      ccr_percent: '99.99',
      requirement_percent: 105,
      can_submit_m2m: true,
    })
    expect(sender).toBe('borrower')
  })

  it('describe a release', () => {
    const { figures, sender } = explain({ collateral_quantity: '600000.129', haircut: '0.1' })
    expect(figures).toEqual({
      asset_quantity: '10',
      asset_notional_usd: '500000.00',
      current_price: '50000',
      direction: 'Release',
      m2m_collateral_amount: '44444.57',
      m2m_notional_usd: '40000.11',
      minimum_notional_usd: '20000.00',
      ltv_percent: '83.34',
      ccr_percent: '120.00',
      requirement_percent: 100,
      can_submit_m2m: true,
    })
    expect(sender).toBe('lender')
  })

  it('describe a position on which nothing is due', () => {
    const { figures, sender } = explain({ collateral_quantity: '525000' })
    expect(figures).toMatchObject({
      direction: 'None',
      m2m_collateral_amount: '0',
      m2m_notional_usd: '0.00',
      minimum_notional_usd: '10000.00',
      can_submit_m2m: false,
    })
    expect(sender).toBe('borrower')
  })

  it('have no ratio when its divisor is zero', () => {
    expect(explain({ collateral_quantity: '0' }).figures).toMatchObject({
      ltv_percent: null,
      ccr_percent: '0.00',
    })
    expect(explain({ asset_quantity: '0' }).figures).toMatchObject({
      ltv_percent: '0.00',
      ccr_percent: null,
    })
  })

  it.each([
    ['0.005', '0.00'],
    ['0.015', '0.02'],
    ['0.0150000000001', '0.02'],
    ['0.025', '0.02'],
    ['12345.675', '12345.68'],
  ])('round a notional of %s half-even to %s', (asset_price, printed) => {
    const { figures } = explain({ asset_quantity: '1', asset_price })
    expect(figures.asset_notional_usd).toBe(printed)
  })

  it('print quantities and prices exactly and without padding', () => {
    const { figures } = explain({
      asset_quantity: '1.000000000000000000',
      asset_price: '0.00000000000000000100',
    })
    expect(figures.asset_quantity).toBe('1')
    expect(figures.current_price).toBe('0.000000000000000001')
  })

  it.each([
    ['100', '100.00'],
    ['100.5', '100.50'],
    ['100.125', '100.125'],
    ['0', '0.00'],
  ])('print a minimum of %s as %s, without rounding it', (minimum, printed) => {
    const { figures } = explain({ minimum_notional_top_up_usd: minimum })
    expect(figures.minimum_notional_usd).toBe(printed)
  })

  it('carry the requirement as a JSON number', () => {
    expect(explain({ requirement_percent: '102.0408' }).figures.requirement_percent).toBe(102.0408)
    expect(explain({ requirement_percent: '105.000' }).figures.requirement_percent).toBe(105)
  })

  it('agree with the margin call, whatever the inputs', () => {
    fc.assert(
      fc.property(anyPreviewInputs, (inputs) => {
        const { figures, sender, calculation } = calculatePreview(inputs)
        const valuation = valuePosition({
          assetQuantity: inputs.asset_quantity.value,
          assetPriceUsd: inputs.asset_price.value,
          collateralQuantity: inputs.collateral_quantity.value,
          collateralPriceUsd: inputs.collateral_price.value,
          deliveriesInTransit: inputs.deliveries_in_transit.value,
          returnsInTransit: inputs.returns_in_transit.value,
          disputedQuantity: inputs.disputed_quantity.value,
        })
        const others = {
          thresholdUsd: inputs.threshold_usd.value,
          minimumNotionalUsd: {
            topUp: inputs.minimum_notional_top_up_usd.value,
            release: inputs.minimum_notional_release_usd.value,
          },
          lot: { topUp: inputs.lot_top_up.value, release: inputs.lot_release.value },
          topUpPercent: inputs.top_up_percent?.value,
          releasePercent: inputs.release_percent?.value,
        }
        const call = marginCall(
          valuation,
          inputs.haircut === undefined
            ? { requirementPercent: inputs.requirement_percent.value, ...others }
            : { haircut: inputs.haircut.value, ...others },
        )
        expect(figures.direction).toBe(call.direction)
        expect(call.collateralAmount.equals(figures.m2m_collateral_amount)).toBe(true)
        expect(call.notionalUsd.equals(figures.m2m_notional_usd)).toBe(true)
        expect(sender).toBe(call.direction === 'Release' ? 'lender' : 'borrower')
        expect(figures.can_submit_m2m).toBe(
          inputs.role_may_create &&
            !(inputs.receiver_in_default === true && call.direction === 'Release') &&
            new Decimal(figures.m2m_notional_usd).greaterThanOrEqualTo(
              figures.minimum_notional_usd,
            ) &&
            new Decimal(figures.m2m_collateral_amount).greaterThan(0) &&
            call.levelReached,
        )
        expect(calculation.reasons.length === 0).toBe(figures.can_submit_m2m)
      }),
    )
  })

  it('are plain decimals, never padded beyond 2 decimals, whatever the inputs', () => {
    const plain = /^(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/
    const cents = /^(?:0|[1-9][0-9]*)\.[0-9]{2}$/
    fc.assert(
      fc.property(anyPreviewInputs, (inputs) => {
        const { figures } = calculatePreview(inputs)
        expect(figures.asset_quantity).toMatch(plain)
        expect(figures.current_price).toMatch(plain)
        expect(figures.m2m_collateral_amount).toMatch(plain)
        expect(figures.asset_notional_usd).toMatch(cents)
        expect(figures.m2m_notional_usd).toMatch(cents)
        expect(figures.minimum_notional_usd).toMatch(cents)
        if (figures.ltv_percent !== null) expect(figures.ltv_percent).toMatch(cents)
        if (figures.ccr_percent !== null) expect(figures.ccr_percent).toMatch(cents)
      }),
    )
  })
})

describe('calculation', () => {
  it('has the version of the formulas', () => {
    expect(explain().calculation.formula_version).toBe('1')
  })

  it('has the trigger prices, those of flags only where a level is agreed', () => {
    expect(explain({ collateral_quantity: '525000' }).calculation.trigger_prices).toEqual([
      {
        name: 'top_up',
        unit: 'USD',
        asset_price: '50952.38095238095238095239',
        collateral_price: '0.98095238095238095238',
      },
      {
        name: 'release',
        unit: 'USD',
        asset_price: '48095.23809523809523809523',
        collateral_price: '1.03809523809523809524',
      },
    ])
    const flags = { margin_call_percent: '102', liquidation_percent: '95' }
    const { trigger_prices: prices } = explain({ ...flags, collateral_quantity: '0' }).calculation
    expect(prices).toEqual([
      {
        name: 'top_up',
        unit: 'USD',
        asset_price: '952.38095238095238095239',
        collateral_price: null,
      },
      { name: 'release', unit: 'USD', asset_price: null, collateral_price: null },
      { name: 'margin_call', unit: 'USD', asset_price: null, collateral_price: null },
      { name: 'liquidation', unit: 'USD', asset_price: null, collateral_price: null },
    ])
    const levels = explain(flags).calculation.trigger_prices.slice(2)
    expect(levels).toEqual([
      {
        name: 'margin_call',
        unit: 'USD',
        asset_price: '49019.60784313725490196079',
        collateral_price: '1.02',
      },
      {
        name: 'liquidation',
        unit: 'USD',
        asset_price: '52631.57894736842105263158',
        collateral_price: '0.95',
      },
    ])
    const one = explain({ liquidation_percent: '95' }).calculation.trigger_prices
    expect(one.map(({ name }) => name)).toEqual(['top_up', 'release', 'liquidation'])
  })

  it('is the same for the same inputs', () => {
    fc.assert(
      fc.property(anyPreviewInputs, (inputs) => {
        expect(calculatePreview(structuredClone(inputs))).toEqual(calculatePreview(inputs))
      }),
      { numRuns: 20 },
    )
  })

  it('survives JSON unchanged', () => {
    const preview = explain({ margin_call_percent: '102' })
    expect(JSON.parse(JSON.stringify(preview))).toEqual(preview)
  })
})
