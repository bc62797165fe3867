import type { Position, PositionTerms } from '@vadium/schema'
import type { Caller } from '../../../platform/signing/caller.ts'
import { accruedInterest, rateNow } from './accrued-interest.ts'
import type { ListedPosition } from './listed-position.ts'
import { positionActions } from './position-actions.ts'
import type { PositionFigures } from './position-figures.ts'
import { movableLot } from './valued-position.ts'

/** A position as its caller sees it at a time (RFC 3339). */
export function positionResource(
  position: ListedPosition,
  figures: PositionFigures,
  caller: Pick<Caller, 'organizationId' | 'role'>,
  now: string,
): Position {
  return {
    id: position.id,
    status: position.status,
    order_id: position.orderId,
    order_id_pretty: position.orderNumber,
    lender_id: position.lenderId,
    lender_name: position.lenderName,
    borrower_id: position.borrowerId,
    borrower_name: position.borrowerName,
    asset: position.asset,
    asset_quantity: position.assetQuantity,
    collateral_asset: position.collateralAsset,
    collateral_type: position.collateralType,
    collateral_quantity: position.collateralQuantity,
    collateral_disputed_quantity: position.collateralDisputedQuantity,
    deliveries_in_transit: position.deliveriesInTransit,
    returns_in_transit: position.returnsInTransit,
    rate_percent: rateNow(position, now),
    interest_accrued: accruedInterest(position, now),
    interest_paid: position.interestPaid,
    open_close_out_ids: [...position.openCloseOutIds],
    current_price: figures.assetPriceUsd,
    collateral_price: figures.collateralPriceUsd,
    price_time: figures.priceTime,
    asset_notional_usd: figures.assetNotionalUsd,
    collateral_value_usd: figures.collateralValueUsd,
    ltv_percent: figures.ltvPercent,
    ccr_percent: figures.ccrPercent,
    lent: position.isLent,
    margin_call_reached: figures.marginCallReached,
    liquidation_reached: figures.liquidationReached,
    ready_for_m2m: figures.m2mReason === null,
    m2m_direction: figures.direction,
    m2m_collateral_amount: figures.m2mCollateralAmount,
    m2m_notional_usd: figures.m2mNotionalUsd,
    m2m_reason: figures.m2mReason,
    terms: termsResource(position),
    terms_version: position.termsVersion,
    substitute_assets: [...position.substituteAssets],
    price_at_last_m2m: position.priceAtLastM2mUsd,
    last_m2m_at: position.lastM2mAt,
    create_time: position.createdAt,
    update_time: position.updatedAt,
    actions: positionActions(position, figures, caller, Date.parse(now)),
  }
}

function termsResource({
  terms,
  collateralDecimals,
  defaultCauses,
}: ListedPosition): PositionTerms {
  return {
    requirement_percent: terms.requirementPercent,
    haircut: terms.haircut,
    margin_call_percent: terms.marginCallPercent,
    liquidation_percent: terms.liquidationPercent,
    top_up_when: terms.topUpWhen,
    release_percent: terms.releasePercent,
    default_causes: [...defaultCauses],
    threshold_usd: terms.thresholdUsd,
    minimum_notional_top_up_usd: terms.minimumNotionalTopUpUsd,
    minimum_notional_release_usd: terms.minimumNotionalReleaseUsd,
    lot_top_up: movableLot(terms.lotTopUp, collateralDecimals),
    lot_release: movableLot(terms.lotRelease, collateralDecimals),
  }
}
