import { createOrderRequest, type Order } from '@vadium/schema'
import { eligibilityBlocker, kindsUnderTerms } from '../blockers/order-request-eligibility.ts'
import type { Viewer } from '../lifecycle/lifecycle.ts'
import { issueOf, notForRole, offer } from '../parties/offer.ts'
import type { OrderFacts } from './order-acceptance.ts'
import { orderLifecycle } from './order-lifecycle.ts'
import type { OrderRow } from './order-row.ts'

/** An order as the API shows it. */
export function orderResource(order: OrderRow, viewer: Viewer, facts: OrderFacts): Order {
  return {
    ...orderMembers(order),
    status: order.status,
    expire_time: order.expireAt,
    update_time: order.updatedAt,
    actions: actionsOf(order, viewer, facts),
  }
}

/** What a confirmation says of an order: all that its two sides agree on. */
export function orderMembers(
  order: OrderRow,
): Omit<Order, 'status' | 'expire_time' | 'update_time' | 'actions'> {
  return {
    id: order.id,
    number: order.number,
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
    wallets: order.wallets,
    terms: order.terms,
    terms_version: order.termsVersion,
    maturity_time: order.maturityAt,
    position_id: order.position?.id ?? null,
    create_time: order.createdAt,
  }
}

function actionsOf(order: OrderRow, viewer: Viewer, facts: OrderFacts): Order['actions'] {
  return [...orderLifecycle.offered(order, viewer, facts), ...requestsOf(order, viewer)]
}

/** The order requests that the viewer may make on an active order. */
function requestsOf(order: OrderRow, { organizationId, role }: Viewer): Order['actions'] {
  const deal = { ...order, orderStatus: order.status }
  return kindsUnderTerms(order).map((action) => {
    const blocker = eligibilityBlocker(action, deal, organizationId)
    return offer(action, notForRole(createOrderRequest, role) ?? issueOf(blocker))
  })
}
