import { calculatePreview, type CalculatedPreview } from '../calculate-preview.ts'
import type { CalculationReason, PreviewFigures } from '../calculation.ts'
import { MarginInputError } from '../margin-input-error.ts'
import type { MarginTerms } from '../margin-terms.ts'
import type { PreviewContext } from '../preview-context.ts'
import {
  readRequirementPercent,
  REQUIREMENT_DIGITS_MAX,
  type PreviewInputs,
} from '../preview-inputs.ts'
import { compilePosition, type CompiledPosition } from './compile-position.ts'
import { compilePrices, type CompiledPrices } from './compile-prices.ts'
import { unitsText } from './fixed-scale-text.ts'
import { readNonNegativeUnits } from './fixed-scale.ts'
import { revalue, type RevaluedPosition } from './revalue.ts'

/** A preview without its calculation. */
export interface UnexplainedPreview extends Pick<CalculatedPreview, 'figures' | 'sender'> {
  /** The codes of the reasons against submitting, in the order of the calculation. */
  reasons: readonly CalculationReason['code'][]
}

/**
 * Computes the figures of {@link calculatePreview} and nothing else, in whole numbers of fixed
 * scale. They are the same in every digit, and so are the decisions.
 *
 * @throws {MarginInputError} as calculatePreview does.
 */
export function previewFigures(inputs: PreviewInputs): UnexplainedPreview {
  try {
    requireTwoParties(inputs)
    return computeFigures(inputs)
  } catch (error) {
    // The functions in bulk call their inputs by other names than a preview does.
    if (error instanceof MarginInputError) calculatePreview(inputs)
    throw error
  }
}

function requireTwoParties({ lender, borrower }: PreviewContext): void {
  if (lender === '' || borrower === '' || lender === borrower) {
    throw new MarginInputError('borrower', 'must not be the lender')
  }
}

function computeFigures(inputs: PreviewInputs): UnexplainedPreview {
  const position = compilePosition({
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
  const prices = compilePrices({
    assetPriceUsd: inputs.asset_price.value,
    collateralPriceUsd: inputs.collateral_price.value,
  })
  const revalued = revalue(position, prices)
  const reasons = reasonsOf(inputs, revalued)
  return {
    figures: {
      ...printedInputs(inputs, position, prices, revalued),
      asset_notional_usd: revalued.assetNotionalUsd,
      direction: revalued.direction,
      m2m_collateral_amount: revalued.m2mCollateralAmount,
      m2m_notional_usd: revalued.m2mNotionalUsd,
      ltv_percent: revalued.ltvPercent,
      ccr_percent: revalued.ccrPercent,
      requirement_percent: requirementNumber(inputs.requirement_percent?.value),
      can_submit_m2m: reasons.length === 0,
    },
    sender: revalued.direction === 'Release' ? 'lender' : 'borrower',
    reasons,
  }
}

/** The reasons of the figures, with those of the caller at their end. */
function reasonsOf(
  { role_may_create: roleMayCreate, receiver_in_default: inDefault }: PreviewInputs,
  { reasons, direction }: RevaluedPosition,
): UnexplainedPreview['reasons'] {
  const isHeld = inDefault === true && direction === 'Release'
  if (roleMayCreate && !isHeld) return reasons
  return [
    ...reasons,
    ...(isHeld ? (['RECEIVER_IN_DEFAULT'] as const) : []),
    ...(roleMayCreate ? [] : (['ROLE_MAY_NOT_CREATE'] as const)),
  ]
}

function termsOf(inputs: PreviewInputs): MarginTerms {
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
  return inputs.haircut === undefined
    ? { ...others, requirementPercent: inputs.requirement_percent.value }
    : { ...others, haircut: inputs.haircut.value }
}

/** The requirement, which has been read, as a number. */
function requirementNumber(percent: string | undefined): number {
  if (percent === undefined) return 100
  // So short a text has no more digits than a number keeps.
  if (percent.length <= REQUIREMENT_DIGITS_MAX) return Number(percent)
  return readRequirementPercent(percent, 'requirement_percent').toNumber()
}

/** The members that repeat an input, in the notation of a preview. */
function printedInputs(
  inputs: PreviewInputs,
  { assetQuantity, quantityScale }: CompiledPosition,
  { asset, scale }: CompiledPrices,
  { direction }: RevaluedPosition,
): Pick<PreviewFigures, 'asset_quantity' | 'current_price' | 'minimum_notional_usd'> {
  const name =
    direction === 'Release' ? 'minimum_notional_release_usd' : 'minimum_notional_top_up_usd'
  const minimum = readNonNegativeUnits(inputs[name].value, name)
  return {
    asset_quantity: unitsText(assetQuantity, quantityScale),
    current_price: unitsText(asset, scale),
    minimum_notional_usd: unitsText(minimum.units, minimum.scale, 2),
  }
}
