import {
  exactStep,
  FIGURE_DECIMALS_MIN,
  QUANTITY_DECIMALS_MIN,
  roundedStep,
} from './calculation-steps.ts'
import type { CalculationStep, StepName } from './calculation.ts'
import { Decimal, HUNDRED, HUNDREDTH, ZERO } from './decimal.ts'
import { divide, multiply, subtract } from './exact-arithmetic.ts'
import type { MarginCall } from './margin-call.ts'
import type { ReadMarginTerms } from './margin-terms.ts'
import type { PositionValuation } from './position-valuation.ts'
import type { ReadPreviewInputs } from './preview-inputs.ts'
import { CENT, PERCENT_INCREMENT, roundTo } from './rounding.ts'

/** A preview before it is printed: its inputs and its computed values. */
export interface ComputedPreview {
  inputs: ReadPreviewInputs
  valuation: PositionValuation
  terms: ReadMarginTerms
  call: MarginCall
}

/**
 * Lists the steps of a preview in the order of computation. A ratio without a value has no step.
 */
export function previewSteps(computed: ComputedPreview): CalculationStep[] {
  return [
    ...valueSteps(computed.valuation),
    ...shortfallSteps(computed),
    ...amountSteps(computed),
    ...smallestCallSteps(computed.terms),
    ...levelSteps(computed),
  ]
}

function valueSteps(valuation: PositionValuation): CalculationStep[] {
  const { assetNotionalUsd: notional, collateralValueUsd: value } = valuation
  const steps: CalculationStep[] = [
    roundedStep('asset_notional', 'asset_quantity × asset_price', 'USD', notional, {
      value: roundTo(notional, CENT, 'half_even'),
      mode: 'half_even',
      increment: CENT,
      decimalsMin: FIGURE_DECIMALS_MIN,
    }),
    exactStep('collateral_value', 'collateral_quantity × collateral_price', 'USD', value),
  ]
  if (valuation.ltvPercent !== null) {
    const formula = '100 × asset_notional ÷ collateral_value'
    steps.push(
      roundedStep('ltv_percent', formula, 'percent', divide(multiply(notional, HUNDRED), value), {
        value: valuation.ltvPercent,
        mode: 'up',
        increment: PERCENT_INCREMENT,
        decimalsMin: FIGURE_DECIMALS_MIN,
      }),
    )
  }
  if (valuation.ccrPercent !== null) {
    const formula = '100 × collateral_value ÷ asset_notional'
    steps.push(
      roundedStep('ccr_percent', formula, 'percent', divide(multiply(value, HUNDRED), notional), {
        value: valuation.ccrPercent,
        mode: 'down',
        increment: PERCENT_INCREMENT,
        decimalsMin: FIGURE_DECIMALS_MIN,
      }),
    )
  }
  return steps
}

function shortfallSteps(computed: ComputedPreview): CalculationStep[] {
  const { inputs, valuation, terms, call } = computed
  const haircutAgreed = inputs.terms.haircut !== undefined
  return [
    exactStep(
      'requirement_percent',
      haircutAgreed ? '100, as a haircut is agreed' : 'requirement_percent',
      'percent',
      terms.requirementPercent,
    ),
    exactStep(
      'haircut_factor',
      haircutAgreed ? '1 − haircut' : '1, as a requirement is agreed',
      'fraction',
      terms.haircutFactor,
    ),
    exactStep(
      'requirement_less_threshold',
      'asset_notional × requirement_percent ÷ 100 − threshold_usd',
      'USD',
      call.requirementLessThresholdUsd,
    ),
    exactStep('required', 'max(0, requirement_less_threshold)', 'USD', call.requiredUsd),
    exactStep(
      'credited_quantity',
      'collateral_quantity + deliveries_in_transit − returns_in_transit − disputed_quantity',
      inputs.collateralAsset,
      valuation.creditedQuantity,
    ),
    exactStep('credited_price', 'collateral_price × haircut_factor', 'USD', call.creditedPriceUsd),
    exactStep('credited', 'credited_quantity × credited_price', 'USD', call.creditedUsd),
    exactStep('shortfall', 'required − credited', 'USD', call.shortfallUsd),
  ]
}

function amountSteps(computed: ComputedPreview): CalculationStep[] {
  const { valuation, terms, call } = computed
  const { collateralAsset } = computed.inputs
  const { releasableQuantity: releasable } = valuation
  const topUp = divide(Decimal.max(ZERO, call.shortfallUsd), call.creditedPriceUsd)
  const excess = Decimal.max(ZERO, subtract(ZERO, call.shortfallUsd))
  const release = Decimal.min(divide(excess, call.creditedPriceUsd), releasable)
  return [
    roundedStep('m2m_notional', '|shortfall|', 'USD', call.shortfallUsd.abs(), {
      value: call.notionalUsd,
      mode: 'down',
      increment: CENT,
      decimalsMin: FIGURE_DECIMALS_MIN,
    }),
    exactStep(
      'minimum_notional',
      call.direction === 'Release' ? 'minimum_notional_release_usd' : 'minimum_notional_top_up_usd',
      'USD',
      call.minimumNotionalUsd,
    ),
    roundedStep('top_up_amount', 'max(0, shortfall) ÷ credited_price', collateralAsset, topUp, {
      value: call.topUpAmount,
      mode: 'up',
      increment: terms.lot.topUp,
      decimalsMin: QUANTITY_DECIMALS_MIN,
    }),
    exactStep(
      'releasable_quantity',
      'max(0, collateral_quantity − returns_in_transit − disputed_quantity)',
      collateralAsset,
      releasable,
    ),
    roundedStep(
      'release_amount',
      'min(max(0, −shortfall) ÷ credited_price, releasable_quantity)',
      collateralAsset,
      release,
      {
        value: call.releaseAmount,
        mode: 'down',
        increment: terms.lot.release,
        decimalsMin: QUANTITY_DECIMALS_MIN,
      },
    ),
    exactStep(
      'm2m_collateral_amount',
      'top_up_amount + release_amount',
      collateralAsset,
      call.collateralAmount,
    ),
  ]
}

/**
 * The smallest notionals in whole cents that reach the minimum. The trigger prices are computed for
 * them.
 */
function smallestCallSteps({ minimumNotionalUsd }: ReadMarginTerms): CalculationStep[] {
  const { topUp, release } = minimumNotionalUsd
  return [
    roundedStep('smallest_top_up', 'minimum_notional_top_up_usd', 'USD', topUp, {
      value: roundTo(topUp, CENT, 'up'),
      mode: 'up',
      increment: CENT,
      decimalsMin: FIGURE_DECIMALS_MIN,
    }),
    roundedStep('smallest_release', 'minimum_notional_release_usd', 'USD', release, {
      value: roundTo(release, CENT, 'up'),
      mode: 'up',
      increment: CENT,
      decimalsMin: FIGURE_DECIMALS_MIN,
    }),
  ]
}

/** The values of the collateral with which a request can be submitted, where levels are agreed. */
function levelSteps({ valuation, terms }: ComputedPreview): CalculationStep[] {
  const step = (name: StepName, percentName: string, percent: Decimal | null) => {
    if (percent === null) return []
    const value = multiply(valuation.assetNotionalUsd, percent, HUNDREDTH)
    return [exactStep(name, `asset_notional × ${percentName} ÷ 100`, 'USD', value)]
  }
  return [
    ...step('top_up_level', 'top_up_percent', terms.topUpPercent),
    ...step('release_level', 'release_percent', terms.releasePercent),
  ]
}
