import { formatDecimal } from '../decimal.ts'
import {
  readCloseOutInputs,
  type CloseOutInputs,
  type UnreadCloseOutInputs,
} from './close-out-inputs.ts'
import {
  CLOSE_OUT_VERSION,
  type CloseOutKept,
  type CloseOutStatement,
} from './close-out-statement.ts'
import { closeOutSteps } from './close-out-steps.ts'
import { computeCloseOut, type ComputedCloseOut } from './computed-close-out.ts'

/**
 * Computes the close-out of one deal: what the declarer claims, what it keeps for it and what goes
 * back. The same inputs always give the same statement, because it uses no clock and no state. With
 * the borrower in default:
 *
 *     claim    = (asset + interest owed) · asset price
 *     net      = collateral price · (1 − discount)
 *     kept     = min(collateral, claim ÷ net, rounded up to the smallest unit)
 *     back     = collateral − kept
 *     residual = max(0, claim − collateral · net), cut to cents
 *
 * With the lender in default, asset with interest and collateral change places. Several collaterals
 * are kept in their order. If `to_requirement`, only as much of the asset is discharged as makes
 * the rest of the collateral meet the requirement; where that cannot be, and with several
 * collaterals, the close-out is full.
 *
 * @example
 *   const { kept, residual_claim_usd, calculation } = closeOut(inputs)
 *   // kept: [{ asset: 'BTC', kept_quantity: '23.19905817', back_quantity: '1.80094183' }]
 *
 * @throws {MarginInputError} if an input is missing, malformed, out of bounds or contradictory. The
 *   error names the input.
 */
export function closeOut(inputs: CloseOutInputs): CloseOutStatement {
  const { in_default, lender, borrower, day_count, price_source, price_time } = inputs
  return closeOutUnread({
    ...inputs,
    texts: {
      in_default,
      lender,
      borrower,
      to_requirement: String(inputs.to_requirement),
      day_count,
      price_source,
      price_time,
      provisional: String(inputs.provisional),
    },
  })
}

/** Like {@link closeOut}, for texts that may be anything. */
export function closeOutUnread(inputs: UnreadCloseOutInputs): CloseOutStatement {
  const computed = computeCloseOut(readCloseOutInputs(inputs))
  const { asset, collateral, context, discount, recorded, recordedPeriods } = computed.inputs
  return {
    in_default: context.in_default,
    scope: computed.restoring === null ? 'full' : 'to_requirement',
    provisional: context.provisional,
    lender_id: context.lender,
    borrower_id: context.borrower,
    asset: asset.asset,
    asset_quantity: formatDecimal(asset.quantity),
    asset_price_usd: asset.price && formatDecimal(asset.price),
    interest_owed: formatDecimal(computed.interest.owed),
    collateral: collateral.map((held) => ({
      asset: held.asset,
      quantity: formatDecimal(held.quantity),
      price_usd: held.price && formatDecimal(held.price),
    })),
    discount: formatDecimal(discount),
    price_source: context.price_source,
    price_time: context.price_time,
    claim_usd: formatDecimal(computed.claim, 2),
    kept: printKept(computed),
    overshoot_usd: formatDecimal(computed.overshoot, 2),
    back_interest: computed.back === null ? '0' : formatDecimal(computed.back.interest),
    discharged_quantity: formatDecimal(computed.discharged),
    residual_claim_usd: formatDecimal(computed.residual.cut, 2),
    calculation: {
      formula_version: CLOSE_OUT_VERSION,
      inputs: recorded,
      interest_periods: recordedPeriods,
      steps: closeOutSteps(computed),
    },
  }
}

/** In part, nothing goes back: what is not kept stays pledged. */
function printKept({ kept, back, restoring }: ComputedCloseOut): CloseOutKept[] {
  return kept.map(({ item, kept: quantity, rest }) => ({
    asset: item.asset,
    kept_quantity: formatDecimal(quantity),
    back_quantity: restoring === null ? formatDecimal(back === null ? rest : back.asset) : '0',
  }))
}
