import {
  type ApprovableOperation,
  abandonOrder,
  acceptOrder,
  cancelOrder,
  cancelOrderClose,
  changeOrderWallets,
  closeOrder,
  rejectOrder,
  retryOrder,
} from '@vadium/schema'

/** The operations of a person on an order, by the names of its actions, in the order of buttons. */
export const orderActions = {
  accept: acceptOrder,
  reject: rejectOrder,
  cancel: cancelOrder,
  close: closeOrder,
  cancel_close: cancelOrderClose,
  retry: retryOrder,
  abandon: abandonOrder,
  change_wallets: changeOrderWallets,
} as const

export type OrderAction = keyof typeof orderActions

/** Of these, what may need approval. */
export const approvableActions: Partial<Record<OrderAction, ApprovableOperation>> = {
  accept: 'acceptOrder',
  close: 'closeOrder',
  retry: 'retryOrder',
  abandon: 'abandonOrder',
  change_wallets: 'changeOrderWallets',
}

export const isOrderAction = (name: string): name is OrderAction =>
  Object.hasOwn(orderActions, name)
