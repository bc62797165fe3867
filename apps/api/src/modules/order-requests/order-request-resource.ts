import {
  acceptOrderRequest,
  cancelOrderRequest,
  type Operation,
  type OrderRequest,
  orderRequestStates,
  rejectOrderRequest,
  retryOrderRequest,
  type Role,
} from '@vadium/schema'
import { Refusal } from '../../refusal.ts'
import { availableActions } from '../../writes/state-moves.ts'
import { obstacleTo } from './order-request-obstacles.ts'
import type { StandingOrderRequest } from './standing-order-request.ts'

/** Who looks at a request, and when: what may be done depends on it. */
export interface Viewer {
  readonly organizationId: string
  readonly role: Role
  /** The time of the book, RFC 3339. */
  readonly now: string
}

/** A request as it leaves. */
export function orderRequestResource(request: StandingOrderRequest, viewer: Viewer): OrderRequest {
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
    actions: actions(request, viewer),
  }
}

const operations: Readonly<Record<string, Operation>> = {
  accept: acceptOrderRequest,
  reject: rejectOrderRequest,
  cancel: cancelOrderRequest,
  retry: retryOrderRequest,
}

/** What state and party allow is not all; a refusal would say the same. */
function actions(
  request: StandingOrderRequest,
  { organizationId, role, now }: Viewer,
): OrderRequest['actions'] {
  return availableActions(orderRequestStates, request, organizationId).map((offered) => {
    if (!offered.available) return offered
    const reason =
      operations[offered.action]?.roles.includes(role) === true
        ? (obstacleTo(offered.action, request, now)?.details[0]?.issue ?? null)
        : `the role ${role} does not include it`
    return { ...offered, available: reason === null, reason }
  })
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
