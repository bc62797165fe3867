import {
  abandonOrder,
  acceptOrder,
  cancelOrder,
  cancelOrderClose,
  changeOrderWallets,
  closeOrder,
  type Order,
  orderStates,
  rejectOrder,
  retryOrder,
} from '@vadium/schema'
import { Lifecycle } from '../lifecycle/lifecycle.ts'
import type { OrderFacts } from './order-acceptance.ts'
import { orderBlockers, type OrderMove } from './order-blockers.ts'
import type { OrderRow } from './order-row.ts'

/** What the two sides can do with an order. The transition `unwind` is offered as `abandon`. */
export const orderLifecycle = new Lifecycle<Order['status'], OrderMove, OrderRow, OrderFacts>({
  machine: orderStates,
  deadline: 'order',
  operations: [
    ['accept', acceptOrder],
    ['reject', rejectOrder],
    ['cancel', cancelOrder],
    ['retry', retryOrder],
    ['abandon', abandonOrder],
    ['close', closeOrder],
    ['cancel_close', cancelOrderClose],
    ['change_wallets', changeOrderWallets],
  ],
  blockers: orderBlockers,
})

/** The facts for every action except `accept`, which depends on prices. */
export function withoutPrices({ nowMs }: { readonly nowMs: number }): OrderFacts {
  return { nowMs, prices: new Map() }
}
