// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AnswerDay, AvailableAction } from './mark-to-market-requests.ts'

/**
 * A recall, a return, a rerate, an amend, an extend or a substitution: a request to send back the
 * asset or a part of it, to change the rate, to let the newest terms apply, to move the maturity,
 * or to exchange the collateral.
 */
export interface OrderRequest {
  /** The id of the request. A UUID. */
  id: string
  /**
   * recall: the lender wants the asset back. return: the borrower wants to send it back. rerate:
   * either side wants another rate. amend: either side wants the newest terms of the agreement to
   * apply. extend: either side wants a later maturity. substitution: the borrower wants to give
   * another collateral in place of the present one.
   */
  kind: 'recall' | 'return' | 'rerate' | 'amend' | 'extend' | 'substitution' | (string & {})
  /** Lifecycle status. */
  status:
    | 'PENDING'
    | 'ACCEPTED'
    | 'IN_PROGRESS'
    | 'COMPLETED'
    | 'REJECTED'
    | 'CANCELLED'
    | 'EXPIRED'
    | (string & {})
  /** The position. A UUID. */
  position_id: string
  /** The order of the position. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The organization that created the request. A UUID. */
  creator_id: string
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /** The symbol of the asset that is lent. */
  asset: string
  /**
   * The quantity to send back, in units of the asset. For the whole asset, the quantity lent at the
   * acceptance. Null unless the asset goes back. A decimal string.
   */
  quantity: string | null
  /** Whether the whole asset goes back, which closes the order. Null unless the asset goes back. */
  whole: boolean | null
  /**
   * The symbol of the collateral asset. Of a substitution and of older requests, the one that was
   * replaced.
   */
  collateral_asset: string
  /**
   * The collateral quantity that goes back for a part of the asset, or in exchange for the new
   * collateral, in units of the collateral asset. Null until that part has arrived, or the new
   * collateral has replaced it, and in all other cases. A decimal string.
   */
  collateral_returned: string | null
  /** The new rate in percent a year. Null unless it is a rerate. A decimal string. */
  rate_percent: string | null
  /**
   * The new rate applies from the UTC day of this time. Null unless it is a rerate. If the creator
   * gave none, null until the acceptance. RFC 3339 in UTC, with milliseconds.
   */
  effective_time: string | null
  /** The version of the agreement whose terms are to apply. Null unless it is an amend. */
  terms_version: number | null
  /**
   * The maturity that is asked for. Null unless it is an extend. RFC 3339 in UTC, with
   * milliseconds.
   */
  maturity_time: string | null
  /** The collateral that is to replace the present one. Null unless it is a substitution. */
  new_collateral_asset: string | null
  /** How much of it, in its units. Null unless it is a substitution. A decimal string. */
  new_collateral_quantity: string | null
  /**
   * switch: the new collateral has replaced the old, which is sent back. keep: the old collateral
   * stays, and what has come of the new is sent back. Null until it is decided, and unless it is a
   * substitution.
   */
  decision: 'switch' | 'keep' | (string & {}) | null
  /**
   * Why the old collateral stays: called_off: a side cancelled the request; failed: its transfer
   * failed; late: it was not decided in the time that transfers have; requirement_not_met: it
   * arrived, and was below the requirement at the prices of then; default_declared: a default of
   * the deal was declared; closed_out: the deal was closed out. Null unless the decision is keep.
   */
  keep_reason:
    | 'called_off'
    | 'failed'
    | 'late'
    | 'requirement_not_met'
    | 'default_declared'
    | 'closed_out'
    | (string & {})
    | null
  /** The note of the creator. Null if there is none. */
  note: string | null
  /** When the request expires if it has no answer. RFC 3339 in UTC, with milliseconds. */
  expire_time: string
  /**
   * The day of its response time, and why it is that day. Null if it is no recall or return, if its
   * creator named a time, or if the terms have no notification time.
   */
  answer_day: AnswerDay | null
  /** The ids of its transfers, oldest first. */
  transfer_ids: string[]
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** The actions on the resource, and whether the caller may take them. */
  actions: AvailableAction[]
}

/** What `client.orderRequests.create` takes. */
export interface NewOrderRequest {
  /** The position to change. A UUID. */
  position_id: string
  /**
   * recall: the lender wants the asset back. return: the borrower wants to send it back. rerate:
   * either side wants another rate. amend: either side wants the newest terms of the agreement to
   * apply. extend: either side wants a later maturity. substitution: the borrower wants to give
   * another collateral in place of the present one.
   */
  kind: 'recall' | 'return' | 'rerate' | 'amend' | 'extend' | 'substitution'
  /**
   * The asset quantity to send back. Default: all of it, which closes the order. For a recall or a
   * return only. A decimal string above zero.
   */
  quantity?: string | undefined
  /**
   * The new rate, in percent a year. Required for a rerate, not allowed otherwise. A decimal
   * string.
   */
  rate_percent?: string | undefined
  /**
   * The new rate applies from the UTC day of this time: today or later. Default: the day of the
   * acceptance. For a rerate only. RFC 3339 in UTC, with milliseconds.
   */
  effective_time?: string | undefined
  /**
   * The version of the agreement whose terms are to apply: the newest in effect. Required for an
   * amend, not allowed otherwise.
   */
  terms_version?: number | undefined
  /**
   * The later maturity: after now and after that of the order, and at most 10,950 days from now.
   * Required for an extend, not allowed otherwise. RFC 3339 in UTC, with milliseconds.
   */
  maturity_time?: string | undefined
  /**
   * The collateral that is to replace the present one: one of the `substitute_assets` of the
   * position. Required for a substitution, not allowed otherwise. Expected: 1 to 64 visible ASCII
   * characters.
   */
  collateral_asset?: string | undefined
  /**
   * How much of it, in its units. It must meet the requirement by itself when it is accepted, and
   * when it has arrived. Required for a substitution, not allowed otherwise. A decimal string above
   * zero.
   */
  collateral_quantity?: string | undefined
  /**
   * Your wallet from which it comes. Required for a substitution, not allowed otherwise. Expected:
   * 1 to 128 visible ASCII characters.
   */
  collateral_wallet_id?: string | undefined
  /**
   * A note for the counterparty. Expected: 1 to 500 visible characters on one line, without space
   * at either end.
   */
  note?: string | undefined
  /**
   * When the request expires if it has no answer. Default: after the cure time of the terms; with a
   * notification time, of a recall and a return, the response time of a business day. At the latest
   * on the day from which a new rate applies. RFC 3339 in UTC, with milliseconds.
   */
  expire_time?: string | undefined
}

/** A page of order requests. */
export interface OrderRequestList {
  /** The items of this page. */
  order_requests: OrderRequest[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.orderRequests.list` can be asked for. */
export interface ListOrderRequestsQuery {
  /** Only requests with this status. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /**
   * recall: the lender wants the asset back. return: the borrower wants to send it back. rerate:
   * either side wants another rate. amend: either side wants the newest terms of the agreement to
   * apply. extend: either side wants a later maturity. substitution: the borrower wants to give
   * another collateral in place of the present one.
   */
  kind?: 'recall' | 'return' | 'rerate' | 'amend' | 'extend' | 'substitution' | undefined
  /** Only requests of this position. A UUID. */
  position_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** What `client.orderRequests.accept` takes. */
export interface OrderRequestAcceptance {
  /**
   * Your wallet that receives the new collateral. Required for a substitution, not allowed
   * otherwise. Expected: 1 to 128 visible ASCII characters.
   */
  collateral_wallet_id?: string | undefined
}
