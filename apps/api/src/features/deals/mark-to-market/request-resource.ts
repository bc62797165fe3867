import { Decimal, formatDecimal } from '@vadium/margin'
import type { MarkToMarketRequest } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { Viewer } from '../lifecycle/lifecycle.ts'
import { markToMarketLifecycle } from './request-lifecycle.ts'
import type { DisputeRecord, RequestRecord } from './request-record.ts'

/** A request as the API shows it. */
export function requestResource(request: RequestRecord, viewer: Viewer): MarkToMarketRequest {
  return {
    ...requestMembers(request),
    actions: markToMarketLifecycle.offered(request, viewer, viewer),
  }
}

/** What of a request is the same for everybody who sees it. */
export function requestMembers(request: RequestRecord): Omit<MarkToMarketRequest, 'actions'> {
  return {
    id: request.id,
    status: request.status,
    position_id: request.positionId,
    order_id: request.orderId,
    order_id_pretty: request.orderNumber,
    creator_id: request.creatorId,
    created_automatically: request.createdAutomatically,
    lender_id: request.lenderId,
    borrower_id: request.borrowerId,
    direction: request.direction,
    collateral_asset: request.collateralAsset,
    collateral_amount: request.collateralAmount,
    notional_usd: usd(request.notionalUsd),
    asset_price_usd: request.assetPriceUsd,
    collateral_price_usd: request.collateralPriceUsd,
    calculation_id: request.calculationId,
    expire_time: request.expireAt,
    call_set_id: request.callSetId,
    answer_day: request.answerDay,
    dispute: request.dispute && disputeResource(request.dispute),
    superseded_by: request.supersededBy,
    cancellation_cause: request.cancellationCause,
    transfer_ids: request.transfers.map(({ id }) => id),
    create_time: request.createdAt,
    update_time: request.updatedAt,
  }
}

function disputeResource(dispute: DisputeRecord): NonNullable<MarkToMarketRequest['dispute']> {
  return {
    counter_notional_usd: usd(dispute.counterNotionalUsd),
    reason: dispute.reason,
    note: dispute.note,
    agreed_notional_usd: usd(dispute.agreedNotionalUsd),
    agreed_collateral_amount: dispute.agreedCollateralAmount,
    disputed_notional_usd: usd(dispute.disputedNotionalUsd),
    outcome: dispute.outcome,
    time: dispute.disputedAt,
  }
}

/** At least two decimals; a midpoint may have three. */
const usd = (text: string) => formatDecimal(new Decimal(text), 2)

/** The answer is the same whether the request is missing or belongs to other organizations. */
export function requestNotFound(id: string): Refusal {
  return new Refusal('MARK_TO_MARKET_REQUEST_NOT_FOUND', [
    {
      field: 'mark_to_market_request_id',
      issue: 'is not a mark-to-market request of this organization',
      value: id,
    },
  ])
}
