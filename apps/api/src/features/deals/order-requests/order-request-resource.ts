import {
  acceptOrderRequest,
  cancelOrderRequest,
  type Operation,
  type OrderRequest,
  orderRequestStates,
  rejectOrderRequest,
  retryOrderRequest,
} from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import { offeredActions, type Viewer } from '../lifecycle/offered-actions.ts'
import { blockerOf } from './order-request-blockers.ts'
import type { OrderRequestRecord } from './order-request-record.ts'

/** A request as it leaves. */
export function orderRequestResource(request: OrderRequestRecord, viewer: Viewer): OrderRequest {
  const now = new Date(viewer.nowMs).toISOString()
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
    note: request.note,
    expire_time: request.expireAt,
    transfer_ids: request.transfers.map(({ id }) => id),
    create_time: request.createdAt,
    update_time: request.updatedAt,
    actions: offeredActions(orderRequestStates, request, viewer, operations, {
      blockerOf: (move) => blockerOf(move, request, now)?.details[0]?.issue,
    }),
  }
}

const operations: Readonly<Record<string, Operation>> = {
  accept: acceptOrderRequest,
  reject: rejectOrderRequest,
  cancel: cancelOrderRequest,
  retry: retryOrderRequest,
}

/** Whether nobody has it or another organization does, the answer is the same. */
export function orderRequestNotFound(id: string): Refusal {
  return new Refusal('ORDER_REQUEST_NOT_FOUND', [
    {
      field: 'order_request_id',
      issue: 'is not an order request of this organization',
      value: id,
    },
  ])
}
