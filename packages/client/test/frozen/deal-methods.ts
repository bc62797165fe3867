import type * as schema from '@vadium/schema'
import type { EventStream, PageList, RequestOptions, StreamOptions } from '../../src/index.ts'
import type {
  Answer,
  AssetExposureRow,
  BodyInput,
  Chat,
  ChatEntry,
  CollateralMovementRow,
  CounterpartyExposureRow,
  CsvQuery,
  Event,
  InterestRow,
  JsonQuery,
  MarkToMarketRequest,
  Order,
  OrderRequest,
  Position,
  PositionReportRow,
  QueryInput,
  Rows,
  Text,
  Transfer,
  TransferReportRow,
} from './answers.ts'

/**
 * The methods of deals as they were when they were last written by hand. A method may be added to
 * the SDK; none of these changes.
 */
export interface DealMethods {
  markToMarketRequests: {
    preview: (
      body: BodyInput<typeof schema.previewMarkToMarketRequest>,
      options?: RequestOptions,
    ) => Promise<Answer<typeof schema.previewMarkToMarketRequest>>
    create: (
      body: BodyInput<typeof schema.createMarkToMarketRequest>,
      options?: RequestOptions,
    ) => Promise<MarkToMarketRequest>
    list: (
      filter?: QueryInput<typeof schema.listMarkToMarketRequests>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listMarkToMarketRequests>, MarkToMarketRequest>
    export: {
      (query: CsvQuery<typeof schema.exportMarkToMarketRequests>, options?: RequestOptions): Text
      (
        query?: JsonQuery<typeof schema.exportMarkToMarketRequests>,
        options?: RequestOptions,
      ): Rows<MarkToMarketRequest>
    }
    get: (markToMarketRequestId: string, options?: RequestOptions) => Promise<MarkToMarketRequest>
    accept: (
      markToMarketRequestId: string,
      options?: RequestOptions,
    ) => Promise<MarkToMarketRequest>
    reject: (
      markToMarketRequestId: string,
      options?: RequestOptions,
    ) => Promise<MarkToMarketRequest>
    dispute: (
      markToMarketRequestId: string,
      body: BodyInput<typeof schema.disputeMarkToMarketRequest>,
      options?: RequestOptions,
    ) => Promise<MarkToMarketRequest>
    cancel: (
      markToMarketRequestId: string,
      options?: RequestOptions,
    ) => Promise<MarkToMarketRequest>
    retry: (markToMarketRequestId: string, options?: RequestOptions) => Promise<MarkToMarketRequest>
  }
  transfers: {
    list: (
      filter?: QueryInput<typeof schema.listTransfers>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listTransfers>, Transfer>
    get: (transferId: string, options?: RequestOptions) => Promise<Transfer>
    cancel: (transferId: string, options?: RequestOptions) => Promise<Transfer>
  }
  positions: {
    list: (
      filter?: QueryInput<typeof schema.listPositions>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listPositions>, Position>
    export: {
      (query: CsvQuery<typeof schema.exportPositions>, options?: RequestOptions): Text
      (query?: JsonQuery<typeof schema.exportPositions>, options?: RequestOptions): Rows<Position>
    }
    get: (positionId: string, options?: RequestOptions) => Promise<Position>
  }
  orders: {
    create: (body: BodyInput<typeof schema.createOrder>, options?: RequestOptions) => Promise<Order>
    list: (
      filter?: QueryInput<typeof schema.listOrders>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listOrders>, Order>
    get: (orderId: string, options?: RequestOptions) => Promise<Order>
    accept: (
      orderId: string,
      body: BodyInput<typeof schema.acceptOrder>,
      options?: RequestOptions,
    ) => Promise<Order>
    reject: (orderId: string, options?: RequestOptions) => Promise<Order>
    cancel: (orderId: string, options?: RequestOptions) => Promise<Order>
    close: (orderId: string, options?: RequestOptions) => Promise<Order>
    retry: (orderId: string, options?: RequestOptions) => Promise<Order>
    abandon: (orderId: string, options?: RequestOptions) => Promise<Order>
  }
  reports: {
    positions: {
      (query: CsvQuery<typeof schema.reportPositions>, options?: RequestOptions): Text
      (
        query?: JsonQuery<typeof schema.reportPositions>,
        options?: RequestOptions,
      ): Rows<PositionReportRow>
    }
    exposureByCounterparty: {
      (query: CsvQuery<typeof schema.reportExposureByCounterparty>, options?: RequestOptions): Text
      (
        query?: JsonQuery<typeof schema.reportExposureByCounterparty>,
        options?: RequestOptions,
      ): Rows<CounterpartyExposureRow>
    }
    exposureByAsset: {
      (query: CsvQuery<typeof schema.reportExposureByAsset>, options?: RequestOptions): Text
      (
        query?: JsonQuery<typeof schema.reportExposureByAsset>,
        options?: RequestOptions,
      ): Rows<AssetExposureRow>
    }
    collateralMovements: {
      (query: CsvQuery<typeof schema.reportCollateralMovements>, options?: RequestOptions): Text
      (
        query?: JsonQuery<typeof schema.reportCollateralMovements>,
        options?: RequestOptions,
      ): Rows<CollateralMovementRow>
    }
    interest: {
      (query: CsvQuery<typeof schema.reportInterest>, options?: RequestOptions): Text
      (query?: JsonQuery<typeof schema.reportInterest>, options?: RequestOptions): Rows<InterestRow>
    }
    transfers: {
      (query: CsvQuery<typeof schema.reportTransfers>, options?: RequestOptions): Text
      (
        query?: JsonQuery<typeof schema.reportTransfers>,
        options?: RequestOptions,
      ): Rows<TransferReportRow>
    }
  }
  orderRequests: {
    create: (
      body: BodyInput<typeof schema.createOrderRequest>,
      options?: RequestOptions,
    ) => Promise<OrderRequest>
    list: (
      filter?: QueryInput<typeof schema.listOrderRequests>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listOrderRequests>, OrderRequest>
    get: (orderRequestId: string, options?: RequestOptions) => Promise<OrderRequest>
    accept: (orderRequestId: string, options?: RequestOptions) => Promise<OrderRequest>
    reject: (orderRequestId: string, options?: RequestOptions) => Promise<OrderRequest>
    cancel: (orderRequestId: string, options?: RequestOptions) => Promise<OrderRequest>
    retry: (orderRequestId: string, options?: RequestOptions) => Promise<OrderRequest>
  }
  chats: {
    list: (
      filter?: QueryInput<typeof schema.listChats>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listChats>, Chat>
    get: (orderId: string, options?: RequestOptions) => Promise<Chat>
    entries: (
      orderId: string,
      filter?: QueryInput<typeof schema.listChatEntries>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listChatEntries>, ChatEntry>
    post: (
      orderId: string,
      body: BodyInput<typeof schema.postChatMessage>,
      options?: RequestOptions,
    ) => Promise<ChatEntry>
    resolve: (
      orderId: string,
      entryId: string,
      body: BodyInput<typeof schema.resolveChatAction>,
      options?: RequestOptions,
    ) => Promise<ChatEntry>
    read: (
      orderId: string,
      body: BodyInput<typeof schema.markChatRead>,
      options?: RequestOptions,
    ) => Promise<Chat>
    stream: (
      filter?: QueryInput<typeof schema.streamChatEvents>,
      options?: StreamOptions,
    ) => EventStream<Event>
  }
}
