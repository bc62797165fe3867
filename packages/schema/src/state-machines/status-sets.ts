import type { closeOutStates } from './close-out.ts'
import type { markToMarketRequestStates } from './mark-to-market-request.ts'
import type { orderRequestStates } from './order-request.ts'
import type { orderStates } from './order.ts'
import type { transferStates } from './transfer.ts'

type StateOf<Machine extends { readonly states: object }> = keyof Machine['states']

/** Sets of states that several rules share, by the machine they belong to. */
export const statusSets = {
  order: {
    /** Accepted and not over: it has a position. */
    live: ['ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING'],
  },
  transfer: {
    /** Decided and not over: its quantity is in transit. */
    underWay: ['PENDING', 'IN_PROGRESS'],
    /** Over, and nothing has moved. */
    failed: ['FAILED', 'REJECTED', 'CANCELLED'],
    /** Its quantity has moved or may still move. */
    counting: ['PENDING', 'IN_PROGRESS', 'COMPLETED'],
  },
  mark_to_market_request: {
    /** Awaits an answer or a retry: no other may be created, and no part may go back. */
    open: ['PENDING_ACCEPTANCE', 'FAILED'],
    /** Keeps an order from closing. A dispute does not: the close concludes it. */
    unfinished: ['PENDING_ACCEPTANCE', 'ACCEPTED', 'IN_PROGRESS', 'FAILED'],
  },
  order_request: {
    /** Agreed and not over. Unless it is a rerate, it is changing the position. */
    agreed: ['ACCEPTED', 'IN_PROGRESS'],
  },
  close_out: {
    /** A default is declared, or a close-out is not over. */
    open: ['NOTICE', 'CLOSING_OUT', 'CLAIM_OPEN'],
    /** Its figures are fixed, and something of it is still owed. */
    terminated: ['CLOSING_OUT', 'CLAIM_OPEN'],
  },
} as const satisfies {
  readonly order: Readonly<Record<string, readonly StateOf<typeof orderStates>[]>>
  readonly transfer: Readonly<Record<string, readonly StateOf<typeof transferStates>[]>>
  readonly mark_to_market_request: Readonly<
    Record<string, readonly StateOf<typeof markToMarketRequestStates>[]>
  >
  readonly order_request: Readonly<Record<string, readonly StateOf<typeof orderRequestStates>[]>>
  readonly close_out: Readonly<Record<string, readonly StateOf<typeof closeOutStates>[]>>
}
