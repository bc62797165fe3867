import type { Pool } from 'pg'
import type { CounterpartyTraffic } from '../features/access/counterparties/counterparty-traffic.ts'
import { ChatRepository } from '../features/deals/threads/chats.repository.ts'
import { ChatService } from '../features/deals/threads/chats.service.ts'
import { SettlementService } from '../features/custody/settlement.service.ts'
import type { OfferedCures } from '../features/deals/deal-requests/offered-cures.ts'
import { DeclaredFacts } from '../features/deals/deal-requests/deciding-facts.ts'
import { RequestListing } from '../features/deals/deal-requests/request-listing.ts'
import { CloseOutBooking } from '../features/deals/close-outs/close-out-booking.ts'
import { CloseOutCreation } from '../features/deals/close-outs/close-out-creation.ts'
import { CloseOutEnding, type EndedDeals } from '../features/deals/close-outs/close-out-ending.ts'
import { CloseOutListing } from '../features/deals/close-outs/close-out-listing.ts'
import { DeclaredDefaultsReader } from '../features/deals/close-outs/declared-defaults.ts'
import { CloseOutPreviewService } from '../features/deals/close-outs/close-out-preview.service.ts'
import { CloseOutService } from '../features/deals/close-outs/close-outs.service.ts'
import { DefaultFacts } from '../features/deals/close-outs/default-facts.ts'
import { CalculationIds } from '../features/deals/mark-to-market/calculation-id.ts'
import { CallSetIds } from '../features/deals/call-sets/call-set-calculation.ts'
import { CallSetCreation } from '../features/deals/call-sets/call-set-creation.ts'
import { CallSetPreviewService } from '../features/deals/call-sets/call-set-preview.service.ts'
import { CallSetService } from '../features/deals/call-sets/call-sets.service.ts'
import { MarkToMarketService } from '../features/deals/mark-to-market/mark-to-market.service.ts'
import { PreviewService } from '../features/deals/mark-to-market/preview.service.ts'
import { RequestCreation } from '../features/deals/mark-to-market/request-creation.ts'
import { shownMarkToMarketRequests } from '../features/deals/mark-to-market/request-listing.ts'
import { RequestTransfers } from '../features/deals/mark-to-market/request-transfers.ts'
import { CounterpartyLimitReader } from '../features/deals/limits/counterparty-limits.ts'
import { OrderRequestAgreements } from '../features/deals/order-requests/order-request-agreements.ts'
import { OrderRequestFacts } from '../features/deals/order-requests/order-request-facts.ts'
import { OrderRequestLapse } from '../features/deals/order-requests/order-request-lapse.ts'
import { shownOrderRequests } from '../features/deals/order-requests/order-request-listing.ts'
import { OrderRequestReturns } from '../features/deals/order-requests/order-request-returns.ts'
import { OrderRequestSubstitutions } from '../features/deals/order-requests/order-request-substitutions.ts'
import { OrderRequestService } from '../features/deals/order-requests/order-requests.service.ts'
import type { DefaultsReader } from '../features/deals/parties/declared-defaults.ts'
import { Confirmations } from '../features/deals/orders/confirmations.ts'
import { OrderRepository } from '../features/deals/orders/orders.repository.ts'
import { OrderService } from '../features/deals/orders/orders.service.ts'
import { PositionRepository } from '../features/deals/positions/position.repository.ts'
import { PositionPriceService } from '../features/deals/positions/position-prices.service.ts'
import { PositionService } from '../features/deals/positions/position.service.ts'
import { TransferDesk } from '../features/deals/transfers/transfer-desk.service.ts'
import { RequestPreviews } from '../features/deals/resolved/request-previews.ts'
import { ResolvedRequests } from '../features/deals/resolved/resolved-requests.ts'
import { StoredPrices } from '../features/prices/stored-prices.ts'
import { VoluntaryCollateral } from '../features/deals/voluntary/voluntary-collateral.service.ts'
import { TransferCancellation } from '../features/deals/transfers/transfer-cancellation.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { TenantDatabase } from '../platform/db/tenant.ts'
import type { Lists } from '../platform/lists/list.ts'

interface Parts {
  readonly pool: Pool
  readonly database: TenantDatabase
  readonly lists: Lists
  readonly bookClock: Clock
  readonly priceAgeSecondsMax: number
  readonly transferLateAfterSeconds: number
  readonly pageTokenKey: Uint8Array
  readonly traffic: CounterpartyTraffic
  readonly wakeCustody: () => void
  /** Whether orders may have tri-party agents: only in a history. */
  readonly withAgents: boolean
}

/** The services that change deals. The operations use them, and the history of a scenario. */
export function composeDeals(parts: Parts) {
  const { pool, database, lists, bookClock, traffic, wakeCustody } = parts
  const priceBook = new StoredPrices(pool, parts.priceAgeSecondsMax)
  const limits = new CounterpartyLimitReader(database, priceBook)
  const positionRows = new PositionRepository(database)
  const facts = new DefaultFacts(priceBook, parts.transferLateAfterSeconds)
  const defaults = new DeclaredDefaultsReader(database, facts)
  const deciding = composeFacts(defaults, limits, priceBook)
  const reading = { prices: priceBook, clock: bookClock, defaults }
  const positions = new PositionService({ positions: positionRows, ...reading })
  const calculationIds = new CalculationIds(parts.pageTokenKey)
  const markToMarketPreviews = new PreviewService({ positions, calculationIds, ...reading })
  const desk = new TransferDesk(wakeCustody, parts.transferLateAfterSeconds)
  const creation = new RequestCreation(markToMarketPreviews, calculationIds)
  const transfers = new RequestTransfers(desk, priceBook)
  const markToMarket = new MarkToMarketService(creation, transfers, traffic, deciding.callFacts)
  const transferCancellation = new TransferCancellation(wakeCustody)
  const orderRows = new OrderRepository(database)
  const orderRequestLapse = new OrderRequestLapse()
  const confirmations = new Confirmations(orderRows, priceBook)
  const agreeing = { confirmations, limits, traffic }
  const orders = new OrderService({
    orders: orderRows,
    ...agreeing,
    desk,
    cancellations: transferCancellation,
    disputes: markToMarket,
    requests: orderRequestLapse,
    prices: priceBook,
    lists,
    clock: bookClock,
    withAgents: parts.withAgents,
  })
  const moving = { orders, confirmations, desk, cancellations: transferCancellation }
  const moved = moves({ ...moving, prices: priceBook })
  const requesting = { ...agreeing, ...reading, ...moved, facts: deciding.requestFacts }
  const agreements = new OrderRequestAgreements(requesting)
  const orderRequests = new OrderRequestService({ ...requesting, agreements })
  const closeOuts = composeCloseOuts(
    parts,
    { prices: priceBook, facts },
    {
      booking: new CloseOutBooking(orders),
      requests: [markToMarket, orderRequestLapse],
      exchanges: orderRequestLapse,
      cancellations: transferCancellation,
      cures: [markToMarket, orderRequests],
    },
  )
  const listings = composeListings({ database, clock: bookClock }, deciding)
  const resolvedRequests = new ResolvedRequests({
    ...{ database, orders: orderRows, positions: positionRows, calculationIds, facts },
    ...{ ...deciding, ...reading, callSetIds: new CallSetIds(parts.pageTokenKey) },
  })
  return {
    ...composeCallSets(parts, { prices: priceBook, defaults, calculationIds }, markToMarket),
    chats: composeChats(parts, { orders, markToMarket, orderRequests }, listings),
    ...closeOuts,
    defaults,
    ...listings,
    limitReader: limits,
    markToMarket,
    markToMarketPreviews,
    orderRequests,
    orders,
    positions,
    positionPrices: new PositionPriceService(positionRows, priceBook, bookClock),
    priceBook,
    requestPreviews: new RequestPreviews(resolvedRequests),
    resolvedRequests,
    settlement: new SettlementService({
      ...{ orders, markToMarket, orderRequests, closeOuts: closeOuts.closeOuts },
    }),
    transferCancellation,
    voluntaryCollateral: new VoluntaryCollateral({ desk, prices: priceBook, traffic }),
  }
}

/** What order requests move: the asset that goes back, and the collateral that is exchanged. */
function moves({
  orders,
  ...exchanging
}: {
  readonly orders: OrderService
  readonly desk: TransferDesk
  readonly prices: StoredPrices
  readonly cancellations: TransferCancellation
  readonly confirmations: Confirmations
}) {
  return {
    returns: new OrderRequestReturns(orders, exchanging.cancellations),
    substitutions: new OrderRequestSubstitutions(exchanging),
  }
}

interface Answering {
  readonly orders: OrderService
  readonly markToMarket: MarkToMarketService
  readonly orderRequests: OrderRequestService
}

/** The threads of orders, with what answers the requests in them. */
function composeChats(
  { database, lists, traffic }: Parts,
  { orders, markToMarket, orderRequests }: Answering,
  { markToMarketListing, orderRequestListing }: ReturnType<typeof composeListings>,
) {
  return new ChatService({
    chats: new ChatRepository(database),
    lists,
    traffic,
    answering: {
      order: orders,
      mark_to_market_request: markToMarket,
      order_request: orderRequests,
    },
    offering: {
      order: orders,
      mark_to_market_request: markToMarketListing,
      order_request: orderRequestListing,
    },
  })
}

/** What computes, creates, accepts and reads call sets. */
function composeCallSets(
  { database, bookClock: clock, pageTokenKey }: Parts,
  computing: {
    readonly prices: StoredPrices
    readonly defaults: DefaultsReader
    readonly calculationIds: CalculationIds
  },
  requests: MarkToMarketService,
) {
  const parts = { ...computing, database, clock, callSetIds: new CallSetIds(pageTokenKey) }
  return {
    callSetPreviews: new CallSetPreviewService(parts),
    callSets: new CallSetService({
      database,
      clock,
      creation: new CallSetCreation(parts),
      requests,
    }),
  }
}

/** What decides about requests of deals besides themselves. */
function composeFacts(
  defaults: DefaultsReader,
  limits: CounterpartyLimitReader,
  prices: StoredPrices,
) {
  return {
    callFacts: new DeclaredFacts(defaults),
    requestFacts: new OrderRequestFacts(defaults, limits, prices),
  }
}

/** What lists the requests of deals. */
function composeListings(
  reading: { readonly database: TenantDatabase; readonly clock: Clock },
  { callFacts, requestFacts }: ReturnType<typeof composeFacts>,
) {
  const ofCalls = { ...reading, facts: callFacts }
  const ofOthers = { ...reading, facts: requestFacts }
  return {
    markToMarketListing: new RequestListing(shownMarkToMarketRequests, ofCalls),
    orderRequestListing: new RequestListing(shownOrderRequests, ofOthers),
  }
}

/** What computes, carries out and reads close-outs. */
function composeCloseOuts(
  { database, bookClock, priceAgeSecondsMax, transferLateAfterSeconds, traffic }: Parts,
  { prices, facts }: { readonly prices: StoredPrices; readonly facts: DefaultFacts },
  { cures, ...ended }: EndedDeals & { readonly cures: readonly OfferedCures[] },
) {
  return {
    closeOutListing: new CloseOutListing(database, facts, bookClock),
    closeOutPreviews: new CloseOutPreviewService({
      database,
      prices,
      clock: bookClock,
      priceAgeSecondsMax,
      settlementSeconds: transferLateAfterSeconds,
    }),
    closeOuts: new CloseOutService({
      creation: new CloseOutCreation({ facts, priceAgeSecondsMax, cures }),
      ending: new CloseOutEnding(ended),
      facts,
      booking: ended.booking,
      settlementSeconds: transferLateAfterSeconds,
      traffic,
      cures,
    }),
  }
}
