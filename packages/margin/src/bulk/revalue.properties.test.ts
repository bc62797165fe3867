import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPreviewInputs } from '../../test/preview-sample.ts'
import { prices, revaluations } from '../../test/revaluation-arbitraries.ts'
import { revaluedInDecimals } from '../../test/revalued-in-decimals.ts'
import { calculatePreview } from '../calculate-preview.ts'
import type { MarginTerms } from '../margin-terms.ts'
import type { PreviewInputs } from '../preview-inputs.ts'
import { compilePosition, type RevaluationInputs } from './compile-position.ts'
import { compilePrices } from './compile-prices.ts'
import { revalue } from './revalue.ts'

describe('revalue, whatever the inputs', () => {
  it('gives the same digits and decisions as the functions for one position, tick after tick', () => {
    const ticks = fc.array(prices, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(revaluations, ticks, (inputs, pairs) => {
        const compiled = compilePosition(inputs)
        for (const pair of pairs) {
          const revalued = revalue(compiled, compilePrices(pair))
          expect(revalued).toEqual(revaluedInDecimals(inputs, pair))
        }
      }),
    )
  })

  it('gives the same figures and reasons as a preview', () => {
    fc.assert(
      fc.property(anyPreviewInputs, (inputs) => {
        const { figures, calculation } = calculatePreview(inputs)
        const revalued = revalue(
          compilePosition(revaluationInputs(inputs)),
          compilePrices({
            assetPriceUsd: inputs.asset_price.value,
            collateralPriceUsd: inputs.collateral_price.value,
          }),
        )
        expect(revalued).toMatchObject({
          assetNotionalUsd: figures.asset_notional_usd,
          ltvPercent: figures.ltv_percent,
          ccrPercent: figures.ccr_percent,
          direction: figures.direction,
          m2mNotionalUsd: figures.m2m_notional_usd,
          m2mCollateralAmount: figures.m2m_collateral_amount,
        })
        const codes = calculation.reasons.map(({ code }) => code)
        expect(figures.can_submit_m2m).toBe(codes.length === 0)
        const ofCaller: unknown[] = ['RECEIVER_IN_DEFAULT', 'ROLE_MAY_NOT_CREATE']
        expect(revalued.reasons).toEqual(codes.filter((code) => !ofCaller.includes(code)))
        expect(revalued.ready).toBe(revalued.reasons.length === 0)
      }),
    )
  })

  it('covers both outcomes of every decision with these inputs', () => {
    const met = new Set<string>()
    for (const [inputs, pair] of fc.sample(fc.tuple(revaluations, prices), {
      numRuns: 3_000,
      seed: 1,
    })) {
      const revalued = revalue(compilePosition(inputs), compilePrices(pair))
      for (const [name, value] of Object.entries(revalued)) {
        if (typeof value !== 'string' || name === 'direction') met.add(`${name} ${String(value)}`)
      }
      if (compilePosition(inputs).creditedWeight < 0n) met.add('negative credited')
      if (revalued.m2mCollateralAmount.includes('.')) met.add('fraction of collateral')
    }
    expect([...met].toSorted()).toEqual([
      'ccrPercent null',
      'direction None',
      'direction Release',
      'direction TopUp',
      'fraction of collateral',
      'liquidationReached false',
      'liquidationReached true',
      'ltvPercent null',
      'marginCallReached false',
      'marginCallReached true',
      'minimumReached false',
      'minimumReached true',
      'negative credited',
      'ready false',
      'ready true',
      'reasons ',
      'reasons ABOVE_MARGIN_CALL_LEVEL',
      'reasons BELOW_MINIMUM_NOTIONAL',
      'reasons BELOW_MINIMUM_NOTIONAL,ABOVE_MARGIN_CALL_LEVEL',
      'reasons BELOW_MINIMUM_NOTIONAL,BELOW_RELEASE_LEVEL',
      'reasons BELOW_MINIMUM_NOTIONAL,ROUNDS_TO_ZERO',
      'reasons BELOW_MINIMUM_NOTIONAL,ROUNDS_TO_ZERO,BELOW_RELEASE_LEVEL',
      'reasons BELOW_RELEASE_LEVEL',
      'reasons NOTHING_DUE',
      'reasons ROUNDS_TO_ZERO',
      'reasons ROUNDS_TO_ZERO,BELOW_RELEASE_LEVEL',
    ])
  })
})

const revaluationInputs = (inputs: PreviewInputs): RevaluationInputs => ({
  position: {
    assetQuantity: inputs.asset_quantity.value,
    collateralQuantity: inputs.collateral_quantity.value,
    deliveriesInTransit: inputs.deliveries_in_transit.value,
    returnsInTransit: inputs.returns_in_transit.value,
    disputedQuantity: inputs.disputed_quantity.value,
  },
  terms: termsOf(inputs),
  marginCallPercent: inputs.margin_call_percent?.value,
  liquidationPercent: inputs.liquidation_percent?.value,
})

const termsOf = (inputs: PreviewInputs): MarginTerms => ({
  ...(inputs.haircut === undefined
    ? { requirementPercent: inputs.requirement_percent.value }
    : { haircut: inputs.haircut.value }),
  thresholdUsd: inputs.threshold_usd.value,
  minimumNotionalUsd: {
    topUp: inputs.minimum_notional_top_up_usd.value,
    release: inputs.minimum_notional_release_usd.value,
  },
  lot: { topUp: inputs.lot_top_up.value, release: inputs.lot_release.value },
  topUpPercent: inputs.top_up_percent?.value,
  releasePercent: inputs.release_percent?.value,
})
