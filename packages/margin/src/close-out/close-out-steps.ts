import {
  exactStep,
  FIGURE_DECIMALS_MIN,
  QUANTITY_DECIMALS_MIN,
  roundedStep,
  type NamedStep,
  type Rounded,
} from '../calculation-steps.ts'
import { Decimal, formatDecimal, HUNDREDTH, ZERO } from '../decimal.ts'
import { divide, multiply, subtract } from '../exact-arithmetic.ts'
import { CENT } from '../rounding.ts'
import type { PricedAsset } from './close-out-inputs.ts'
import type {
  ComputedCloseOut,
  ComputedKept,
  ComputedPart,
  ComputedRequirement,
  PartTrial,
  Restoring,
} from './computed-close-out.ts'

type Step = NamedStep<string>

const NOTHING_OWED = '0, as nothing is owed'
const NOTHING_HELD = '0, as nothing is held'

/** Lists the steps of a close-out in the order of computation. */
export function closeOutSteps(computed: ComputedCloseOut): Step[] {
  const { required, part, restoring, kept } = computed
  return [
    ...interestSteps(computed),
    ...(required === null ? [] : requirementSteps(required)),
    ...(part === null ? [] : partSteps(computed, part)),
    ...(restoring === null ? [] : [dischargedStep(computed, 'part_discharged')]),
    exactStep('claim', claimFormula(computed), 'USD', computed.claim),
    ...kept.flatMap((one, index) => keptSteps(computed, one, index)),
    ...(restoring === null ? fullSteps(computed) : remainingSteps(computed, restoring)),
    ...differenceSteps(computed),
  ]
}

function interestSteps({ inputs, interest }: ComputedCloseOut): Step[] {
  const { asset, context } = inputs
  return [
    roundedStep(
      'interest_accrued',
      `Σ quantity × rate_percent × days ÷ ${formatDecimal(interest.basis)}, as ${context.day_count}`,
      asset.asset,
      divide(interest.numerator, interest.basis),
      {
        value: interest.accrued,
        mode: 'up',
        increment: asset.unit,
        decimalsMin: QUANTITY_DECIMALS_MIN,
      },
    ),
    exactStep(
      'interest_accrued_less_paid',
      'interest_accrued − interest_paid',
      asset.asset,
      interest.accruedLessPaid,
    ),
    exactStep('interest_owed', 'max(0, interest_accrued_less_paid)', asset.asset, interest.owed),
  ]
}

function requirementSteps({ requirement, lessThreshold, required }: ComputedRequirement): Step[] {
  const { percent, haircutFactor, haircutAgreed } = requirement
  return [
    exactStep(
      'required_percent',
      haircutAgreed ? '100, as a haircut is agreed' : 'requirement_percent',
      'percent',
      percent,
    ),
    exactStep(
      'haircut_factor',
      haircutAgreed ? '1 − haircut' : '1, as a requirement is agreed',
      'fraction',
      haircutFactor,
    ),
    exactStep(
      'requirement_less_threshold',
      'asset_quantity × asset_price × required_percent ÷ 100 − threshold_usd',
      'USD',
      lessThreshold,
    ),
    exactStep('required', 'max(0, requirement_less_threshold)', 'USD', required),
  ]
}

function partSteps({ inputs, netFactor }: ComputedCloseOut, part: ComputedPart): Step[] {
  const steps = [
    exactStep('credited_price', 'collateral_price × haircut_factor', 'USD', part.creditedPrice),
    exactStep('credited', 'collateral_quantity × credited_price', 'USD', part.credited),
    exactStep('shortfall', 'required − credited', 'USD', part.shortfall),
    exactStep(
      'restored_fraction',
      'required_percent ÷ 100 − haircut_factor ÷ (1 − close_out_discount)',
      'fraction',
      divide(part.restoredFactor, netFactor),
    ),
  ]
  return part.trial === null
    ? steps
    : [...steps, ...trialSteps(inputs.asset, part.held, part.trial)]
}

function trialSteps(
  asset: PricedAsset,
  held: PricedAsset,
  { dischargedOf, discharged, keptOf, kept }: PartTrial,
): Step[] {
  return [
    roundedStep(
      'part_discharged',
      '(shortfall + collateral_unit × credited_price) ÷ (asset_price × restored_fraction)',
      asset.asset,
      divide(dischargedOf.numerator, dischargedOf.denominator),
      {
        value: discharged,
        mode: 'up',
        increment: asset.unit,
        decimalsMin: QUANTITY_DECIMALS_MIN,
      },
    ),
    roundedStep(
      'part_kept',
      'part_discharged × asset_price ÷ (collateral_price × (1 − close_out_discount))',
      held.asset,
      divide(keptOf.numerator, keptOf.denominator),
      {
        value: kept,
        mode: 'up',
        increment: held.unit,
        decimalsMin: QUANTITY_DECIMALS_MIN,
      },
    ),
  ]
}

function claimFormula({ inputs, restoring, claim }: ComputedCloseOut): string {
  if (restoring !== null) return 'discharged_quantity × asset_price'
  if (claim.isZero()) return NOTHING_OWED
  if (inputs.context.in_default === 'borrower')
    return '(asset_quantity + interest_owed) × asset_price'
  return inputs.collateral
    .filter(({ price }) => price !== null)
    .map(({ suffix }) => `collateral_quantity${suffix} × collateral_price${suffix}`)
    .join(' + ')
}

/** Of the lent asset: what the borrower need not return any more. */
function dischargedStep({ inputs, discharged }: ComputedCloseOut, formula: string): Step {
  return exactStep('discharged_quantity', formula, inputs.asset.asset, discharged)
}

/** The held quantity of an asset, in the names of inputs and steps. */
function heldFormula({ inputs }: ComputedCloseOut, { suffix }: PricedAsset): string {
  return inputs.context.in_default === 'lender'
    ? 'asset_quantity + interest_owed'
    : `collateral_quantity${suffix}`
}

function keptSteps(computed: ComputedCloseOut, kept: ComputedKept, index: number): Step[] {
  const { item, netPrice, due } = kept
  const { asset, suffix, unit } = item
  const name = `kept_quantity${suffix}`
  const rounded: Rounded = {
    value: kept.kept,
    mode: 'up',
    increment: unit,
    decimalsMin: QUANTITY_DECIMALS_MIN,
  }
  if (netPrice === null) return [roundedStep(name, NOTHING_HELD, asset, ZERO, rounded)]
  const price =
    computed.inputs.context.in_default === 'lender' ? 'asset_price' : `collateral_price${suffix}`
  const dueName = index === 0 ? 'claim' : `claim_left${suffix}`
  const left = `max(0, ${['claim', ...coveredBy(computed.kept.slice(0, index))].join(' − ')})`
  return [
    exactStep(`net_price${suffix}`, `${price} × (1 − close_out_discount)`, 'USD', netPrice),
    ...(index === 0 ? [] : [exactStep(dueName, left, 'USD', due)]),
    roundedStep(
      name,
      `min(${heldFormula(computed, item)}, ${dueName} ÷ net_price${suffix})`,
      asset,
      Decimal.min(item.quantity, divide(due, netPrice)),
      rounded,
    ),
  ]
}

/** What covers the claim, in the names of steps. */
function coveredBy(kept: readonly ComputedKept[]): string[] {
  return kept.flatMap(({ item: { suffix }, netPrice }) =>
    netPrice === null ? [] : [`kept_quantity${suffix} × net_price${suffix}`],
  )
}

function fullSteps(computed: ComputedCloseOut): Step[] {
  const { inputs, kept, back } = computed
  const { asset } = inputs.asset
  if (back === null) {
    return [
      ...kept.map(({ item, rest }) =>
        exactStep(
          `back_quantity${item.suffix}`,
          `collateral_quantity${item.suffix} − kept_quantity${item.suffix}`,
          item.asset,
          rest,
        ),
      ),
      dischargedStep(computed, 'asset_quantity'),
    ]
  }
  return [
    exactStep('back', 'asset_quantity + interest_owed − kept_quantity', asset, back.total),
    exactStep('back_quantity', 'min(back, asset_quantity)', asset, back.asset),
    exactStep('back_interest', 'back − back_quantity', asset, back.interest),
    dischargedStep(computed, 'asset_quantity − back_quantity'),
  ]
}

/** What remains of the deal after a close-out in part, and that it meets the requirement. */
function remainingSteps(
  { inputs: { asset }, discharged }: ComputedCloseOut,
  { part: { requirement, assetPrice, creditedPrice, held }, trial }: Restoring,
): Step[] {
  const remaining = subtract(asset.quantity, discharged)
  const required = Decimal.max(
    ZERO,
    subtract(
      multiply(remaining, assetPrice, requirement.percent, HUNDREDTH),
      requirement.thresholdUsd,
    ),
  )
  const collateral = subtract(held.quantity, trial.kept)
  const credited = multiply(collateral, creditedPrice)
  return [
    exactStep('asset_after', 'asset_quantity − discharged_quantity', asset.asset, remaining),
    exactStep('collateral_after', 'collateral_quantity − kept_quantity', held.asset, collateral),
    exactStep(
      'required_after',
      'max(0, asset_after × asset_price × required_percent ÷ 100 − threshold_usd)',
      'USD',
      required,
    ),
    exactStep('credited_after', 'collateral_after × credited_price', 'USD', credited),
    exactStep(
      'excess_after',
      'credited_after − required_after',
      'USD',
      subtract(credited, required),
    ),
  ]
}

/** By how much more, or less, is kept than is claimed. */
function differenceSteps({ kept, overshoot, residual }: ComputedCloseOut): Step[] {
  const covered = coveredBy(kept)
  return [
    exactStep('overshoot', `max(0, ${covered.join(' + ') || '0'} − claim)`, 'USD', overshoot),
    roundedStep(
      'residual_claim',
      `max(0, ${['claim', ...covered].join(' − ')})`,
      'USD',
      residual.exact,
      {
        value: residual.cut,
        mode: 'down',
        increment: CENT,
        decimalsMin: FIGURE_DECIMALS_MIN,
      },
    ),
  ]
}
