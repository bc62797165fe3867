import type { OrderRequest } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { Viewer } from '../lifecycle/lifecycle.ts'
import { orderRequestLifecycle } from './order-request-lifecycle.ts'
import type { OrderRequestRecord } from './order-request-record.ts'

/** A request as the API shows it. */
export function orderRequestResource(request: OrderRequestRecord, viewer: Viewer): OrderRequest {
  return {
    id: request.id,
    kind: request.kind,
    status: request.status,
    position_id: request.positionId,
    order_id: request.orderId,
    order_id_pretty: request.orderNumber,
    creator_id: request.creatorId,
    lender_id: request.lenderId,
    borrower_id: request.borrowerId,
    asset: request.asset,
    quantity: request.quantity,
    whole: request.whole,
    collateral_asset: request.collateralAsset,
    collateral_returned: request.collateralReturned,
    rate_percent: request.ratePercent,
    effective_time: request.effectiveAt,
    terms_version: request.askedTerms?.version ?? null,
    maturity_time: request.maturityAt,
    new_collateral_asset: request.substitution?.asset ?? null,
    new_collateral_quantity: request.substitution?.quantity ?? null,
    decision: request.substitution?.decision ?? null,
    keep_reason: request.substitution?.keepReason ?? null,
    note: request.note,
    expire_time: request.expireAt,
    answer_day: request.answerDay,
    transfer_ids: request.transfers.map(({ id }) => id),
    create_time: request.createdAt,
    update_time: request.updatedAt,
    actions: orderRequestLifecycle.offered(request, viewer, viewer),
  }
}

/** The answer is the same whether the request is missing or belongs to other organizations. */
export function orderRequestNotFound(id: string): Refusal {
  return new Refusal('ORDER_REQUEST_NOT_FOUND', [
    {
      field: 'order_request_id',
      issue: 'is not an order request of this organization',
      value: id,
    },
  ])
}
