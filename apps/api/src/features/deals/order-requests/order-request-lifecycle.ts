import {
  acceptOrderRequest,
  cancelOrderRequest,
  type OrderRequest,
  orderRequestChanges,
  orderRequestStates,
  rejectOrderRequest,
  retryOrderRequest,
} from '@vadium/schema'
import { Lifecycle } from '../lifecycle/lifecycle.ts'
import { orderRequestBlockers, type OrderRequestMove } from './order-request-blockers.ts'
import type { OrderRequestRecord } from './order-request-record.ts'

/** What the two sides can do with an order request. */
export const orderRequestLifecycle = new Lifecycle<
  OrderRequest['status'],
  OrderRequestMove,
  OrderRequestRecord
>({
  machine: orderRequestStates,
  deadline: 'order_request',
  operations: [
    ['accept', acceptOrderRequest],
    ['reject', rejectOrderRequest],
    ['cancel', cancelOrderRequest],
    ['retry', retryOrderRequest],
  ],
  moveOf: ({ kind, status }, action) =>
    action === 'cancel' && orderRequestChanges[kind] === 'collateral' && status !== 'PENDING'
      ? 'call_off'
      : action,
  blockers: orderRequestBlockers,
})
