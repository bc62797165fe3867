import type {
  Calculation,
  CalculationReason,
  FormulaVersion,
  PreviewFigures,
  TriggerPrice,
} from './calculation.ts'
import { formatDecimal, type Decimal } from './decimal.ts'
import { callMargin, type MarginDirection } from './margin-call.ts'
import { readMarginTerms } from './margin-terms.ts'
import { valuePosition } from './position-valuation.ts'
import type { PartyName } from './preview-context.ts'
import {
  readPreviewInputs,
  type PreviewInputs,
  type ReadPreviewInputs,
  type UnreadPreviewInputs,
} from './preview-inputs.ts'
import { previewSteps, type ComputedPreview } from './preview-steps.ts'
import { CENT, roundTo } from './rounding.ts'
import {
  flagTriggerPrices,
  releaseTriggerPricesOf,
  topUpTriggerPricesOf,
  type TriggerPricePair,
} from './trigger-prices.ts'

const NOTHING_DUE: CalculationReason = Object.freeze({
  code: 'NOTHING_DUE',
  message: 'The collateral counts for exactly what is required.',
})
const ROLE_MAY_NOT_CREATE: CalculationReason = Object.freeze({
  code: 'ROLE_MAY_NOT_CREATE',
  message: 'The role of the caller may preview this request but not create it.',
})
const RECEIVER_IN_DEFAULT: CalculationReason = Object.freeze({
  code: 'RECEIVER_IN_DEFAULT',
  message: 'A default of the borrower is declared: only the lender can request a release.',
})

/** The computed part of a preview, the sender of the collateral, and the calculation. */
export interface CalculatedPreview {
  figures: PreviewFigures
  /** The borrower in a TopUp or if nothing is due, the lender in a Release. */
  sender: PartyName
  calculation: Calculation
}

/**
 * Computes a mark-to-market preview with its calculation. The same inputs always give the same
 * result,
 * because it uses no clock and no state.
 *
 * @throws {MarginInputError} if an input is missing, malformed, out of bounds or contradictory. The
 *   error
 *   names the input.
 */
export function calculatePreview(inputs: PreviewInputs): CalculatedPreview {
  return calculateUnreadPreview(inputs)
}

/** Like {@link calculatePreview}, for inputs that may be incomplete. */
export function calculateUnreadPreview(inputs: UnreadPreviewInputs): CalculatedPreview {
  const computed = computePreview(readPreviewInputs(inputs))
  const reasons = reasonsAgainst(computed)
  return {
    figures: printFigures(computed, reasons.length === 0),
    sender: computed.call.direction === 'Release' ? 'lender' : 'borrower',
    calculation: {
      formula_version: formulaVersion(computed),
      inputs: computed.inputs.recorded,
      steps: previewSteps(computed),
      reasons,
      trigger_prices: triggerPrices(computed),
    },
  }
}

/** Without levels and defaults, a calculation stays what a verifier of version 1 accepts. */
function formulaVersion({ terms, inputs }: ComputedPreview): FormulaVersion {
  const { topUpPercent, releasePercent } = terms
  const isFirst = topUpPercent === null && releasePercent === null && !inputs.receiverInDefault
  return isFirst ? '1' : '2'
}

function computePreview(inputs: ReadPreviewInputs): ComputedPreview {
  const valuation = valuePosition(inputs.position)
  const terms = readMarginTerms(inputs.terms)
  return { inputs, valuation, terms, call: callMargin(valuation, terms) }
}

function printFigures(
  { valuation, terms, call }: ComputedPreview,
  canSubmit: boolean,
): PreviewFigures {
  const assetNotional = roundTo(valuation.assetNotionalUsd, CENT, 'half_even')
  return {
    asset_quantity: formatDecimal(valuation.assetQuantity),
    asset_notional_usd: formatDecimal(assetNotional, 2),
    current_price: formatDecimal(valuation.assetPriceUsd),
    direction: call.direction,
    m2m_collateral_amount: formatDecimal(call.collateralAmount),
    m2m_notional_usd: formatDecimal(call.notionalUsd, 2),
    minimum_notional_usd: formatDecimal(call.minimumNotionalUsd, 2),
    ltv_percent: printOrNull(valuation.ltvPercent, 2),
    ccr_percent: printOrNull(valuation.ccrPercent, 2),
    requirement_percent: terms.requirementPercent.toNumber(),
    can_submit_m2m: canSubmit,
  }
}

/** Every reason against submitting. If the list is empty, the request can be submitted. */
function reasonsAgainst(computed: ComputedPreview): CalculationReason[] {
  const reasons =
    computed.call.direction === 'None' ? [NOTHING_DUE] : reasonsAgainstMoving(computed)
  return computed.inputs.roleMayCreate ? reasons : [...reasons, ROLE_MAY_NOT_CREATE]
}

function reasonsAgainstMoving({ inputs, call }: ComputedPreview): CalculationReason[] {
  const reasons: CalculationReason[] = []
  if (!call.minimumReached) {
    const notional = formatDecimal(call.notionalUsd, 2)
    const minimum = formatDecimal(call.minimumNotionalUsd, 2)
    reasons.push({
      code: 'BELOW_MINIMUM_NOTIONAL',
      message: `The notional of ${notional} USD is below the minimum of ${minimum} USD.`,
    })
  }
  // Only a release can round to zero: a top-up is rounded up.
  if (call.collateralAmount.isZero()) {
    reasons.push({
      code: 'ROUNDS_TO_ZERO',
      message: `What may be released is less than one lot of ${inputs.collateralAsset}.`,
    })
  }
  if (call.levelPercent !== null && !call.levelReached) {
    reasons.push(levelReason(call.direction, formatDecimal(call.levelPercent)))
  }
  if (call.direction === 'Release' && inputs.receiverInDefault) reasons.push(RECEIVER_IN_DEFAULT)
  return reasons
}

/** The figure of coverage is rounded, and may equal the level that it has not reached. */
function levelReason(direction: MarginDirection, percent: string): CalculationReason {
  return direction === 'TopUp'
    ? {
        code: 'ABOVE_MARGIN_CALL_LEVEL',
        message: `Coverage is above ${percent} %, at or below which a top-up can be submitted.`,
      }
    : {
        code: 'BELOW_RELEASE_LEVEL',
        message: `Coverage is below ${percent} %, at or above which a release can be submitted.`,
      }
}

function triggerPrices({ inputs, valuation, terms, call }: ComputedPreview): TriggerPrice[] {
  const { marginCallPercent, liquidationPercent } = inputs
  const prices = [
    printTriggerPrice('top_up', topUpTriggerPricesOf(valuation, terms, call)),
    printTriggerPrice('release', releaseTriggerPricesOf(valuation, terms, call)),
  ]
  if (marginCallPercent !== null) {
    prices.push(printTriggerPrice('margin_call', flagTriggerPrices(valuation, marginCallPercent)))
  }
  if (liquidationPercent !== null) {
    prices.push(printTriggerPrice('liquidation', flagTriggerPrices(valuation, liquidationPercent)))
  }
  return prices
}

function printTriggerPrice(name: TriggerPrice['name'], pair: TriggerPricePair): TriggerPrice {
  return {
    name,
    unit: 'USD',
    asset_price: printOrNull(pair.assetPriceUsd),
    collateral_price: printOrNull(pair.collateralPriceUsd),
  }
}

function printOrNull(value: Decimal | null, decimalsMin?: number): string | null {
  return value === null ? null : formatDecimal(value, decimalsMin)
}
