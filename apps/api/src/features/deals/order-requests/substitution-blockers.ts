import { Decimal, formatDecimal, type LeastCollateral, leastCollateral } from '@vadium/margin'
import { type PriceReading, usablePrice } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { obstructed } from '../blockers/close-blockers.ts'
import type { Facts } from '../lifecycle/lifecycle.ts'
import { notNow } from '../lifecycle/not-now.ts'
import { requirementOf, smallestUnit } from '../positions/valued-position.ts'
import type { OrderRequestRecord } from './order-request-record.ts'
import type { Substitution, Undecided } from './substitution-record.ts'

/** Why the present collateral cannot be exchanged now for that of a request. */
export function collateralCannotBeExchanged(
  request: OrderRequestRecord,
  facts: Facts,
): Refusal | undefined {
  const { substitution } = request
  const undecided = substitution?.undecided
  if (substitution === null || undecided == null) return undefined
  return (
    suspended(undecided) ??
    notEligible(substitution, undecided) ??
    obstructed(
      'MARK_TO_MARKET_REQUEST_OPEN',
      'mark_to_market_request_id',
      'a mark-to-market request of the position awaits an answer or a retry, or is disputed',
      undecided.markToMarketRequests,
    ) ??
    obstructed(
      'POSITION_QUANTITY_CHANGING',
      'transfer_id',
      'a transfer of the deal is under way',
      undecided.transfersUnderWay,
    ) ??
    obstructed(
      'POSITION_QUANTITY_CHANGING',
      'order_request_id',
      'another order request that moves something is agreed',
      request.closeBlockers.changingOrderRequests,
    ) ??
    declaredDefault(undecided) ??
    retiredWallet(undecided) ??
    requirementNotMet(request, facts)
  )
}

/** Assets of a suspended organization must not move at the request of the other side. */
function suspended({ creatorIsActive }: Undecided): Refusal | undefined {
  return creatorIsActive
    ? undefined
    : notNow('creator_id', 'accept is not possible: who asked is suspended')
}

function notEligible({ asset }: Substitution, { terms }: Undecided): Refusal | undefined {
  if (terms !== null) return undefined
  const issue = `${asset} is not eligible under the terms that apply to the deal now, or is its collateral`
  return new Refusal('COLLATERAL_NOT_ELIGIBLE', [
    { field: 'new_collateral_asset', issue, value: asset },
  ])
}

function declaredDefault({ notices: [open] }: Undecided): Refusal | undefined {
  return open === undefined
    ? undefined
    : notNow('close_out_id', 'a declared default or close-out of the deal is not over', open)
}

function retiredWallet({ retiredWalletId: value }: Undecided): Refusal | undefined {
  if (value === null) return undefined
  const issue = 'the wallet that the borrower named is retired: it can ask again with another one'
  return new Refusal('WALLET_RETIRED', [{ field: 'borrower_wallet_id', issue, value }])
}

/** The quantity must meet the requirement by itself at the prices of now. */
function requirementNotMet(
  request: OrderRequestRecord,
  { nowMs, priceBook }: Facts,
): Refusal | undefined {
  const { substitution, asset } = request
  if (priceBook === undefined || substitution?.undecided == null) return undefined
  const assets = [asset, substitution.asset]
  const readings = priceBook.readingsOf(assets, substitution.undecided.quotes, nowMs)
  const needed = leastOf(request, readings)
  if (needed instanceof Refusal) return needed
  const { least, requiredUsd, creditedPriceUsd } = needed
  if (least.lessThanOrEqualTo(substitution.quantity)) return undefined
  const figure = (field: string, issue: string, value: Decimal) => ({
    field,
    issue,
    value: formatDecimal(value),
  })
  return new Refusal('QUANTITY_NOT_AVAILABLE', [
    {
      field: 'new_collateral_quantity',
      issue: `is below the least that meets the requirement: ${formatDecimal(least)} ${substitution.asset}`,
      value: substitution.quantity,
    },
    figure('least', `in units of ${substitution.asset}`, least),
    figure('required', 'the required collateral, in USD', requiredUsd),
    figure('credited_price', 'of one unit of it after the haircut, in USD', creditedPriceUsd),
  ])
}

/** The least of the new collateral that meets the requirement, or which price is not current. */
export function leastOf(
  { id, asset, lentQuantity, substitution }: OrderRequestRecord,
  readings: ReadonlyMap<string, PriceReading>,
): LeastCollateral | Refusal {
  const terms = substitution?.undecided?.terms ?? null
  if (substitution === null || terms === null) {
    throw new Error(`order request ${id} has no terms for its collateral`)
  }
  const lent = usablePrice(asset, readings)
  if (lent instanceof Refusal) return lent
  const collateral = usablePrice(substitution.asset, readings)
  if (collateral instanceof Refusal) return collateral
  return leastCollateral({
    assetQuantity: lentQuantity,
    assetPriceUsd: lent.priceUsd,
    collateralPriceUsd: collateral.priceUsd,
    terms: { ...requirementOf({ id, terms }), thresholdUsd: terms.thresholdUsd },
    smallestUnit: smallestUnit(substitution.decimals),
  })
}

/** A substitution ends before it is decided, and only then. */
export function isDecided({ substitution }: OrderRequestRecord): Refusal | undefined {
  const decision = substitution?.decision ?? null
  if (decision === null) return undefined
  const issue =
    decision === 'switch'
      ? 'the new collateral has replaced the old one'
      : 'it is decided already that the old collateral stays'
  return notNow('decision', issue, decision)
}
