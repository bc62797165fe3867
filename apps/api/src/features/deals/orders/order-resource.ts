import {
  abandonOrder,
  acceptOrder,
  cancelOrder,
  closeOrder,
  createOrderRequest,
  errorReason,
  type Operation,
  type Order,
  orderRequestKinds,
  orderStates,
  rejectOrder,
  retryOrder,
} from '@vadium/schema'
import type { PriceReading } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { notForRole, offer } from '../lifecycle/offer.ts'
import { offeredActions, type Viewer } from '../lifecycle/offered-actions.ts'
import { eligibilityBlocker } from '../order-requests/order-request-eligibility.ts'
import { acceptanceOf } from './order-acceptance.ts'
import { abandonBlocker, closingBlocker, retryBlocker } from './order-blockers.ts'
import { hasExpired, type OrderRow } from './order-row.ts'

type Readings = ReadonlyMap<string, PriceReading>

/** An order as it leaves. The prices are those of the assets of what awaits an answer. */
export function orderResource(order: OrderRow, viewer: Viewer, prices: Readings): Order {
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    creator_id: order.creatorId,
    lender_id: order.lenderId,
    lender_name: order.lenderName,
    borrower_id: order.borrowerId,
    borrower_name: order.borrowerName,
    asset: order.asset,
    asset_quantity: order.assetQuantity,
    rate_percent: order.ratePercent,
    collateral_asset: order.collateralAsset,
    collateral_quantity: order.collateralQuantity,
    collateral_type: order.collateralType,
    lender_asset_wallet_id: order.lenderAssetWalletId,
    lender_collateral_wallet_id: order.lenderCollateralWalletId,
    borrower_asset_wallet_id: order.borrowerAssetWalletId,
    borrower_collateral_wallet_id: order.borrowerCollateralWalletId,
    terms: order.terms,
    expire_time: order.expireAt,
    position_id: order.position?.id ?? null,
    create_time: order.createdAt,
    update_time: order.updatedAt,
    actions: actionsOf(order, viewer, prices),
  }
}

/** The operation of each action. What `unwind` does is asked for as `abandon`. */
const operations: Readonly<Record<string, Operation>> = {
  accept: acceptOrder,
  reject: rejectOrder,
  cancel: cancelOrder,
  retry: retryOrder,
  abandon: abandonOrder,
  close: closeOrder,
}

function actionsOf(order: OrderRow, viewer: Viewer, prices: Readings): Order['actions'] {
  const moves = offeredActions(orderStates, order, viewer, operations, {
    blockerOf: (move) => blocker(order, move, viewer.nowMs, prices),
  })
  return [...moves, ...requestsOf(order, viewer)]
}

/** What may be asked of the other side, once the order is active. */
function requestsOf(order: OrderRow, { organizationId, role }: Viewer): Order['actions'] {
  const deal = { ...order, orderStatus: order.status }
  return orderRequestKinds.map((action) => {
    const blocker = eligibilityBlocker(action, deal, organizationId)
    return offer(action, notForRole(createOrderRequest, role) ?? issueOf(blocker))
  })
}

/** What stands against an action that the state alone would allow. */
function blocker(
  order: OrderRow,
  action: string,
  nowMs: number,
  prices: Readings,
): string | undefined {
  switch (action) {
    case 'accept':
      return tooLate(order, nowMs) ?? notAcceptable(order, prices)
    case 'reject':
    case 'cancel':
      return tooLate(order, nowMs)
    case 'retry':
      return issueOf(retryBlocker(order))
    case 'abandon':
      return issueOf(abandonBlocker(order))
    case 'close':
      return issueOf(closingBlocker(order))
    default:
      return undefined
  }
}

function tooLate(order: OrderRow, nowMs: number): string | undefined {
  return hasExpired(order, nowMs) ? 'the time to answer is over' : undefined
}

function notAcceptable(order: OrderRow, prices: Readings): string | undefined {
  const refusal = acceptanceOf(order, prices)
  if (!(refusal instanceof Refusal)) return undefined
  const [detail] = refusal.details
  if (detail === undefined) return errorReason(refusal.reason).message
  return refusal.reason === 'INVALID_STATE' ? detail.issue : `${detail.field}: ${detail.issue}`
}

function issueOf(refusal: Refusal | undefined): string | undefined {
  return refusal?.details[0]?.issue
}
