import {
  abandonOrder,
  acceptCallSet,
  acceptMarkToMarketRequest,
  acceptOrder,
  acceptOrderRequest,
  cancelMarkToMarketRequest,
  cancelOrder,
  cancelOrderClose,
  cancelOrderRequest,
  cancelTransfer,
  changeOrderWallets,
  closeOrder,
  createCallSet,
  createCloseOut,
  createMarkToMarketRequest,
  createOrder,
  createOrderRequest,
  dischargeCloseOut,
  disputeMarkToMarketRequest,
  type Operation,
  type OperationBody,
  postChatMessage,
  receiveCloseOut,
  rejectMarkToMarketRequest,
  rejectOrder,
  rejectOrderRequest,
  retryCloseOut,
  retryMarkToMarketRequest,
  retryOrder,
  retryOrderRequest,
  sendCollateral,
  setCounterpartyLimits,
  setDocumentPreferences,
  terminateCloseOut,
  withdrawCloseOut,
} from '@vadium/schema'
import pg from 'pg'
import { PastTraffic } from '../features/access/counterparties/counterparty-traffic.ts'
import type { CloseOutService } from '../features/deals/close-outs/close-outs.service.ts'
import type { OrderService } from '../features/deals/orders/orders.service.ts'
import { DocumentRepository } from '../features/documents/document.repository.ts'
import { DocumentService } from '../features/documents/document.service.ts'
import { LateTransfers } from '../features/deals/transfers/late-transfers.service.ts'
import type {
  HistoryServices,
  PlayedCall,
  PlayedHandler,
} from '../features/scenario/history-services.ts'
import { ConnectionShares } from '../platform/db/connection-shares.ts'
import { TenantDatabase } from '../platform/db/tenant.ts'
import { Lists } from '../platform/lists/list.ts'
import { composeDeals } from './deals.ts'
import { composeLimits } from './limits.ts'

interface Parts {
  readonly pageTokenKey: Uint8Array
  readonly priceAgeSecondsMax: number
  readonly transferLateAfterSeconds: number
  /** The time of the daily market cut, `HH:MM` in UTC. */
  readonly cutTime: string
}

/** The services that play the history of a scenario, each in the transaction that it is given. */
export function composeHistory(parts: Parts): HistoryServices {
  const { pageTokenKey } = parts
  const pool = unusedPool()
  const clock = { now: () => unused('clock') }
  const database = new TenantDatabase(new ConnectionShares(pool))
  const deals = composeDeals({
    pool,
    database,
    lists: new Lists(pageTokenKey, ''),
    bookClock: clock,
    priceAgeSecondsMax: parts.priceAgeSecondsMax,
    transferLateAfterSeconds: parts.transferLateAfterSeconds,
    pageTokenKey,
    traffic: new PastTraffic({ limits: unlimited, clock }),
    wakeCustody: () => undefined,
    withAgents: true,
  })
  const { limits, limitComparison } = composeLimits({
    ...deals,
    database,
    bookClock: clock,
    cutTime: parts.cutTime,
  })
  const { chats, orderRequests, orders, transferCancellation } = deals
  const documents = new DocumentService(new DocumentRepository(database))
  return {
    operations: {
      ...operationsOn(orders),
      ...operationsOnCloseOuts(deals.closeOuts),
      ...operationsOnCalls(deals),
      createOrderRequest: played(createOrderRequest, ({ tx, caller, body }) =>
        orderRequests.create(tx, caller, body),
      ),
      acceptOrderRequest: played(acceptOrderRequest, ({ tx, caller, id, body }) =>
        orderRequests.accept(tx, caller, id, body),
      ),
      rejectOrderRequest: played(rejectOrderRequest, ({ tx, caller, id }) =>
        orderRequests.reject(tx, caller, id),
      ),
      cancelOrderRequest: played(cancelOrderRequest, ({ tx, caller, id }) =>
        orderRequests.cancel(tx, caller, id),
      ),
      retryOrderRequest: played(retryOrderRequest, ({ tx, caller, id }) =>
        orderRequests.retry(tx, caller, id),
      ),
      postChatMessage: played(postChatMessage, ({ tx, caller, id, body }) =>
        chats.post(tx, caller, id, body),
      ),
      sendCollateral: played(sendCollateral, ({ tx, id, body }) =>
        deals.voluntaryCollateral.send(tx, id, body),
      ),
      setCounterpartyLimits: played(setCounterpartyLimits, ({ tx, caller, body }) =>
        limits.set(tx, caller, body),
      ),
      setDocumentPreferences: played(setDocumentPreferences, ({ tx, body }) =>
        documents.setPreferences(tx, body.kinds),
      ),
      cancelTransfer: played(cancelTransfer, ({ tx, id }) => transferCancellation.request(tx, id)),
    },
    calculationId: (tx, caller, positionId) =>
      deals.markToMarketPreviews.calculationIdWithin(tx, caller, positionId),
    callSetCalculationId: (tx, caller, called) =>
      deals.callSetPreviews.calculationIdWithin(tx, caller, called),
    deadlines: { ...deadlinesOf(deals), ...limitComparison.handlers() },
    settlement: deals.settlement,
  }
}

function deadlinesOf({
  closeOuts,
  orders,
  markToMarket,
  orderRequests,
}: ReturnType<typeof composeDeals>): HistoryServices['deadlines'] {
  return {
    ...orders.deadlines,
    mark_to_market_request: markToMarket,
    order_request: orderRequests,
    close_out: closeOuts,
    transfer: new LateTransfers(closeOuts),
  }
}

type Perform<O extends Operation> = (
  call: PlayedCall & { readonly body: OperationBody<O> },
) => ReturnType<PlayedHandler['perform']>

function played<O extends Operation>(operation: O, perform: Perform<O>): PlayedHandler {
  // From here on the type of the body is unknown. The schema of the operation validates it.
  return { operation, perform: perform as PlayedHandler['perform'] }
}

const unlimited = {
  messagesMax: Infinity,
  ordersMax: Infinity,
  pendingOrdersMax: Infinity,
  withdrawalsMax: Infinity,
  withdrawalsWhileMutedMax: Infinity,
  walletChangesMax: Infinity,
  proposalsMax: Infinity,
}

function operationsOn(orders: OrderService) {
  return {
    createOrder: played(createOrder, ({ tx, caller, body }) => orders.create(tx, caller, body)),
    acceptOrder: played(acceptOrder, ({ tx, caller, id, body }) =>
      orders.accept(tx, caller, id, body),
    ),
    rejectOrder: played(rejectOrder, ({ tx, caller, id }) => orders.reject(tx, caller, id)),
    cancelOrder: played(cancelOrder, ({ tx, caller, id }) => orders.cancel(tx, caller, id)),
    closeOrder: played(closeOrder, ({ tx, caller, id }) => orders.close(tx, caller, id)),
    cancelOrderClose: played(cancelOrderClose, ({ tx, caller, id }) =>
      orders.cancelClose(tx, caller, id),
    ),
    changeOrderWallets: played(changeOrderWallets, ({ tx, caller, id, body }) =>
      orders.changeWallets(tx, caller, id, body),
    ),
    retryOrder: played(retryOrder, ({ tx, caller, id }) => orders.retry(tx, caller, id)),
    abandonOrder: played(abandonOrder, ({ tx, caller, id }) => orders.abandon(tx, caller, id)),
  }
}

function operationsOnCalls({ callSets, markToMarket }: ReturnType<typeof composeDeals>) {
  return {
    createMarkToMarketRequest: played(createMarkToMarketRequest, ({ tx, caller, body }) =>
      markToMarket.create(tx, caller, body),
    ),
    acceptMarkToMarketRequest: played(acceptMarkToMarketRequest, ({ tx, caller, id }) =>
      markToMarket.accept(tx, caller, id),
    ),
    rejectMarkToMarketRequest: played(rejectMarkToMarketRequest, ({ tx, caller, id }) =>
      markToMarket.reject(tx, caller, id),
    ),
    disputeMarkToMarketRequest: played(disputeMarkToMarketRequest, ({ tx, caller, id, body }) =>
      markToMarket.dispute(tx, caller, id, body),
    ),
    cancelMarkToMarketRequest: played(cancelMarkToMarketRequest, ({ tx, caller, id }) =>
      markToMarket.cancel(tx, caller, id),
    ),
    retryMarkToMarketRequest: played(retryMarkToMarketRequest, ({ tx, caller, id }) =>
      markToMarket.retry(tx, caller, id),
    ),
    createCallSet: played(createCallSet, ({ tx, caller, body }) =>
      callSets.create(tx, caller, body),
    ),
    acceptCallSet: played(acceptCallSet, ({ tx, caller, id, body }) =>
      callSets.accept(tx, caller, id, body),
    ),
  }
}

function operationsOnCloseOuts(closeOuts: CloseOutService) {
  return {
    createCloseOut: played(createCloseOut, ({ tx, caller, body }) =>
      closeOuts.create(tx, caller, body),
    ),
    withdrawCloseOut: played(withdrawCloseOut, ({ tx, caller, id }) =>
      closeOuts.withdraw(tx, caller, id),
    ),
    terminateCloseOut: played(terminateCloseOut, ({ tx, caller, id }) =>
      closeOuts.terminate(tx, caller, id),
    ),
    retryCloseOut: played(retryCloseOut, ({ tx, caller, id }) => closeOuts.retry(tx, caller, id)),
    receiveCloseOut: played(receiveCloseOut, ({ tx, caller, id }) =>
      closeOuts.receive(tx, caller, id),
    ),
    dischargeCloseOut: played(dischargeCloseOut, ({ tx, caller, id }) =>
      closeOuts.discharge(tx, caller, id),
    ),
  }
}

/** A pool that opens no connection: a history has one transaction and its own time. */
function unusedPool(): pg.Pool {
  return new pg.Pool({ max: 1, stream: () => unused('connection of a pool') })
}

function unused(what: string): never {
  throw new Error(`a history is played without a ${what}`)
}
