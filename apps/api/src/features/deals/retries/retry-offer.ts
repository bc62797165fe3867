import type { FailedTransfer } from '@vadium/schema'
import type { Viewer } from '../lifecycle/lifecycle.ts'
import { withoutPrices as factsOfCloseOut } from '../close-outs/close-out-facts.ts'
import { closeOutLifecycle } from '../close-outs/close-out-lifecycle.ts'
import { markToMarketLifecycle } from '../mark-to-market/request-lifecycle.ts'
import { orderRequestLifecycle } from '../order-requests/order-request-lifecycle.ts'
import { orderLifecycle, withoutPrices } from '../orders/order-lifecycle.ts'
import type { OfferedAction } from '../parties/offer.ts'
import type { FailedTransfers } from './failed-transfers.ts'

/** The named ones, each with whether the viewer may retry what it belongs to. */
export function withRetries(failed: FailedTransfers, viewer: Viewer): FailedTransfer[] {
  return failed.found.rows.map((transfer) => ({
    ...transfer,
    actions: actionsOf(transfer, failed, viewer).filter(({ action }) => action === 'retry'),
  }))
}

/** What the resource that is retried offers: the same decision as in its own `actions`. */
function actionsOf(
  transfer: FailedTransfers['found']['rows'][number],
  { orders, markToMarketRequests, orderRequests, closeOuts }: FailedTransfers,
  viewer: Viewer,
): OfferedAction[] {
  const { mark_to_market_request_id: callId, order_request_id: requestId } = transfer
  const { close_out_id: closeOutId } = transfer
  if (callId !== null) {
    return markToMarketLifecycle.offered(recordOf(markToMarketRequests, callId), viewer, viewer)
  }
  if (requestId !== null) {
    return orderRequestLifecycle.offered(recordOf(orderRequests, requestId), viewer, viewer)
  }
  if (closeOutId !== null) {
    return closeOutLifecycle.offered(
      recordOf(closeOuts, closeOutId),
      viewer,
      factsOfCloseOut(viewer),
    )
  }
  return orderLifecycle.offered(recordOf(orders, transfer.order_id), viewer, withoutPrices(viewer))
}

function recordOf<Record extends { readonly id: string }>(
  records: readonly Record[],
  id: string,
): Record {
  const record = records.find((one) => one.id === id)
  if (record === undefined) throw new Error(`${id} is retried and was not read`)
  return record
}
