import {
  type ApprovableOperation,
  abandonOrder,
  acceptOrder,
  cancelOrder,
  cancelOrderClose,
  changeOrderWallets,
  closeOrder,
  type Operation,
  rejectOrder,
  retryOrder,
} from '@vadium/schema'

export interface OrderActionWords {
  readonly operation: Operation
  /** On its button, and before the number of the order. */
  readonly word: string
  /** Before the number of the order, where it differs. */
  readonly title?: string
  /** What has come of it. */
  readonly done: string
}

/** What a person can do with an order, in the order of the buttons. */
export const orderActions = {
  accept: { operation: acceptOrder, word: 'Accept', done: 'Accepted.' },
  reject: { operation: rejectOrder, word: 'Reject', done: 'Rejected.' },
  cancel: { operation: cancelOrder, word: 'Withdraw', done: 'Withdrawn.' },
  close: { operation: closeOrder, word: 'Close', done: 'The close has begun.' },
  cancel_close: {
    operation: cancelOrderClose,
    word: 'Cancel the close',
    title: 'Cancel the close of',
    done: 'The close is cancelled.',
  },
  retry: { operation: retryOrder, word: 'Retry', done: 'The transfers are instructed again.' },
  abandon: { operation: abandonOrder, word: 'Abandon', done: 'Abandoned.' },
  change_wallets: { operation: changeOrderWallets, word: 'Change wallets', done: 'Changed.' },
} as const satisfies Readonly<Record<string, OrderActionWords>>

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
