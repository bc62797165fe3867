import {
  FORMULA_VERSION,
  type Calculation,
  type CalculationReason,
  type PreviewFigures,
  type TriggerPrice,
} from './calculation.ts'
import { Decimal, formatDecimal } from './decimal.ts'
import { marginCall, type MarginCall } from './margin-call.ts'
import { readMarginTerms } from './margin-terms.ts'
import { valuePosition, type PositionValuation } from './position-valuation.ts'
import {
  readPreviewInputs,
  type PreviewInputs,
  type ReadPreviewInputs,
  type UnreadPreviewInputs,
} from './preview-inputs.ts'
import { previewSteps } from './preview-steps.ts'
import { roundTo } from './rounding.ts'
import {
  flagTriggerPrices,
  releaseTriggerPrices,
  topUpTriggerPrices,
  type TriggerPricePair,
} from './trigger-prices.ts'

const CENT = new Decimal('0.01')

/** The computed part of a preview, who sends the collateral, and how it was all computed. */
export interface CalculatedPreview {
  figures: PreviewFigures
  /** The borrower in a TopUp and when nothing is due, the lender in a Release. */
  sender: 'borrower' | 'lender'
  calculation: Calculation
}

/**
 * Computes a mark-to-market preview and explains it. The same inputs give the same answer, to the
 * digit: there is no clock and no state in it.
 *
 * @throws {MarginInputError} named after the input that is missing, malformed, out of bounds or in contradiction.
 */
export function calculatePreview(inputs: PreviewInputs): CalculatedPreview {
  return calculateUnreadPreview(inputs)
}

/** As {@link calculatePreview}, for inputs of which nobody has seen yet whether they are complete. */
export function calculateUnreadPreview(inputs: UnreadPreviewInputs): CalculatedPreview {
  const read = readPreviewInputs(inputs)
  const valuation = valuePosition(read.position)
  const terms = readMarginTerms(read.terms)
  const call = marginCall(valuation, read.terms)
  const haircutAgreed = read.terms.haircut !== undefined
  const { collateralAsset } = read
  const steps = previewSteps({ collateralAsset, valuation, terms, haircutAgreed, call })
  const reasons = reasonsAgainst(call, read)
  return {
    figures: {
      asset_quantity: formatDecimal(valuation.assetQuantity),
      asset_notional_usd: formatDecimal(roundTo(valuation.assetNotionalUsd, CENT, 'half_even'), 2),
      current_price: formatDecimal(valuation.assetPriceUsd),
      direction: call.direction,
      m2m_collateral_amount: formatDecimal(call.collateralAmount),
      m2m_notional_usd: formatDecimal(call.notionalUsd, 2),
      minimum_notional_usd: formatDecimal(call.minimumNotionalUsd, 2),
      ltv_percent: formatRatio(valuation.ltvPercent),
      ccr_percent: formatRatio(valuation.ccrPercent),
      requirement_percent: terms.requirementPercent.toNumber(),
      can_submit_m2m: reasons.length === 0,
    },
    sender: call.direction === 'Release' ? 'lender' : 'borrower',
    calculation: {
      formula_version: FORMULA_VERSION,
      inputs: read.recorded,
      steps,
      reasons,
      trigger_prices: triggerPrices(valuation, read),
    },
  }
}

function formatRatio(percent: Decimal | null): string | null {
  return percent === null ? null : formatDecimal(percent, 2)
}

/** All that stands against submitting, so that an empty list is the permission. */
function reasonsAgainst(call: MarginCall, inputs: ReadPreviewInputs): CalculationReason[] {
  const reasons: CalculationReason[] = []
  if (call.direction === 'None') {
    reasons.push({
      code: 'NOTHING_DUE',
      message: 'The collateral counts for exactly what is required.',
    })
  } else {
    if (!call.minimumReached) {
      const notional = formatDecimal(call.notionalUsd, 2)
      const minimum = formatDecimal(call.minimumNotionalUsd, 2)
      reasons.push({
        code: 'BELOW_MINIMUM_NOTIONAL',
        message: `The notional of ${notional} USD is below the minimum of ${minimum} USD.`,
      })
    }
    if (call.collateralAmount.isZero()) {
      reasons.push({
        code: 'ROUNDS_TO_ZERO',
        message: `What may be released is less than one lot of ${inputs.collateralAsset}.`,
      })
    }
  }
  if (!inputs.roleMayCreate) {
    reasons.push({
      code: 'ROLE_MAY_NOT_CREATE',
      message: 'The role of the caller may preview this request but not create it.',
    })
  }
  return reasons
}

function triggerPrices(valuation: PositionValuation, inputs: ReadPreviewInputs): TriggerPrice[] {
  const { terms, marginCallPercent, liquidationPercent } = inputs
  const prices = [
    printTriggerPrice('top_up', topUpTriggerPrices(valuation, terms)),
    printTriggerPrice('release', releaseTriggerPrices(valuation, terms)),
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
  const { assetPriceUsd, collateralPriceUsd } = pair
  return {
    name,
    unit: 'USD',
    asset_price: assetPriceUsd === null ? null : formatDecimal(assetPriceUsd),
    collateral_price: collateralPriceUsd === null ? null : formatDecimal(collateralPriceUsd),
  }
}
