// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AvailableAction } from './mark-to-market-requests.ts'

/** One side of a position asks that the asset go back, all of it or a part, or for another rate. */
export interface OrderRequest {
  /** The id of the order request. A UUID. */
  id: string
  /**
   * recall: the lender wants the asset back. return: the borrower gives it back. rerate: either
   * wants another rate.
   */
  kind: 'recall' | 'return' | 'rerate' | (string & {})
  /** How far the request is. */
  status:
    | 'PENDING'
    | 'ACCEPTED'
    | 'IN_PROGRESS'
    | 'COMPLETED'
    | 'REJECTED'
    | 'CANCELLED'
    | 'EXPIRED'
    | (string & {})
  /** The id of the position. A UUID. */
  position_id: string
  /** The order of the position. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The organization that asked. Null where a book was taken over without it. A UUID. */
  creator_id: string | null
  /** The id of the lender. A UUID. */
  lender_id: string
  /** The id of the borrower. A UUID. */
  borrower_id: string
  /** The symbol of the asset. */
  asset: string
  /**
   * What of the asset goes back; of all of it, what is lent when it is accepted. Null for a rerate.
   * A decimal string.
   */
  quantity: string | null
  /**
   * Whether that is all that is lent, so that the order closes with it. Null for a rerate, and
   * until it is known.
   */
  whole: boolean | null
  /** The symbol of the asset. */
  collateral_asset: string
  /**
   * What of the collateral goes back for a part of the asset, known when that part has arrived.
   * Null before, and otherwise. A decimal string.
   */
  collateral_returned: string | null
  /**
   * The new rate, in percent a year. Null but for a rerate, and where a book was taken over without
   * it. A decimal string.
   */
  rate_percent: string | null
  /**
   * The new rate holds from the UTC day of this time on. Null but for a rerate; without one that
   * was asked for, null until it is accepted. RFC 3339 in UTC, with milliseconds.
   */
  effective_time: string | null
  /** What the side that asked says about it. */
  note: string | null
  /** Until when it may be answered. Null: without end. RFC 3339 in UTC, with milliseconds. */
  expire_time: string | null
  /** Its transfers, the oldest first. */
  transfer_ids: string[]
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** What the caller may do next. */
  actions: AvailableAction[]
}

/** What `client.orderRequests.create` takes. */
export interface CreateOrderRequest {
  /** The position that is to change. A UUID. */
  position_id: string
  /**
   * recall: the lender wants the asset back. return: the borrower gives it back. rerate: either
   * wants another rate.
   */
  kind: 'recall' | 'return' | 'rerate'
  /**
   * What of the asset goes back; all of it unless given, which closes the order. Not for a rerate.
   * A decimal string above zero.
   */
  quantity?: string | undefined
  /** The new rate, in percent a year. For a rerate, which needs it. A decimal string. */
  rate_percent?: string | undefined
  /**
   * The new rate holds from the UTC day of this time on: today or later. The day of the acceptance
   * unless given. For a rerate only. RFC 3339 in UTC, with milliseconds.
   */
  effective_time?: string | undefined
  /**
   * What there is to say about it. Expected: 1 to 500 visible characters on one line, without space
   * at either end.
   */
  note?: string | undefined
  /**
   * Until when it may be answered; the cure time of the terms unless given. Never beyond the day
   * from which a new rate is to hold. RFC 3339 in UTC, with milliseconds.
   */
  expire_time?: string | undefined
}

/** A page of order requests. */
export interface OrderRequestList {
  /** The order requests of this page. */
  order_requests: OrderRequest[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.orderRequests.list` can be asked for. */
export interface ListOrderRequestsQuery {
  /** The status of the request. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /**
   * recall: the lender wants the asset back. return: the borrower gives it back. rerate: either
   * wants another rate.
   */
  kind?: 'recall' | 'return' | 'rerate' | undefined
  /** Only those of this position. A UUID. */
  position_id?: string | undefined
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}
