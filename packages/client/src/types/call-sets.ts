// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type {
  AvailableAction,
  Calculation,
  MarkToMarketPreview,
} from './mark-to-market-requests.ts'

/** The calls across the deals of an agreement that could be created together now. */
export interface CallSetPreview {
  /** The agreement. A UUID. */
  agreement_id: string
  /** TopUp: the borrower sends collateral. Release: the lender sends collateral back. */
  direction: 'TopUp' | 'Release' | (string & {})
  /** What is called, oldest order first. */
  rows: CallSetRow[]
  /** The sum of the notionals of the rows, in USD. A decimal string. */
  total_notional_usd: string
  /**
   * The smallest total that may be submitted, in USD: the minimum of the newest version of the
   * terms among the rows. Zero without a row. A decimal string.
   */
  minimum_notional_usd: string
  /** Whether the caller can create the set now. */
  can_submit: boolean
  /** The other open deals of the agreement, oldest order first, and why. */
  left_out: CallSetLeftOut[]
  /** The id of the calculation, from which the set can be created. Opaque. */
  calculation_id: string
}

/** A deal that is called: its preview, and its calculation where asked for. */
export interface CallSetRow {
  /** The mark-to-market request that could be created now. */
  preview: MarkToMarketPreview
  /**
   * What both minimums are compared with in a call set: each request by itself, which is the
   * default, or the sum of the set.
   */
  minimum_applies_to: 'deal' | 'agreement' | (string & {})
  /** The version of the agreement whose terms apply to the deal. */
  terms_version: number
  /** All inputs and steps of a preview, so that anyone can repeat the computation. */
  calculation?: Calculation
}

/** A deal of the agreement that is not called. */
export interface CallSetLeftOut {
  /** The position. A UUID. */
  position_id: string
  /** The number of its order, for people. */
  order_id_pretty: number
  /**
   * Why it is not called. OTHER_DIRECTION: collateral is due in the other direction. NOTHING_DUE:
   * nothing is due. BELOW_MINIMUM_NOTIONAL: what is due is below the minimum. ROUNDS_TO_ZERO: what
   * may be released is less than one lot. ABOVE_MARGIN_CALL_LEVEL: coverage is above the level of
   * top-ups. BELOW_RELEASE_LEVEL: coverage is below the level of releases. RECEIVER_IN_DEFAULT: a
   * default of the borrower is declared. TOO_MANY_ROWS: the set has as many requests as it may
   * have. POSITION_NOT_ACTIVE: the position is not active. COLLATERAL_MANAGED_BY_AGENT: an agent
   * manages its collateral. MARK_TO_MARKET_REQUEST_OPEN: a mark-to-market request of it is open.
   * POSITION_QUANTITY_CHANGING: its quantity is changing. PRICE_MISSING: an asset of it has no
   * price. PRICE_STALE: the price of an asset of it is too old.
   */
  reason:
    | 'OTHER_DIRECTION'
    | 'NOTHING_DUE'
    | 'BELOW_MINIMUM_NOTIONAL'
    | 'ROUNDS_TO_ZERO'
    | 'ABOVE_MARGIN_CALL_LEVEL'
    | 'BELOW_RELEASE_LEVEL'
    | 'RECEIVER_IN_DEFAULT'
    | 'TOO_MANY_ROWS'
    | 'POSITION_NOT_ACTIVE'
    | 'COLLATERAL_MANAGED_BY_AGENT'
    | 'MARK_TO_MARKET_REQUEST_OPEN'
    | 'POSITION_QUANTITY_CHANGING'
    | 'PRICE_MISSING'
    | 'PRICE_STALE'
    | (string & {})
}

/** What `client.callSets.preview` takes. */
export interface CallSetPreviewRequest {
  /** TopUp: the borrower sends collateral. Release: the lender sends collateral back. */
  direction: 'TopUp' | 'Release'
  /** Only these positions of the agreement are looked at. Default: the oldest 2,000 that go on. */
  position_ids?: string[] | undefined
  /**
   * Whether to return the calculation of each row: each input, step and rounding. Default: false.
   */
  explain?: boolean | undefined
}

/**
 * Mark-to-market requests for several deals of an agreement that were created together. Each has
 * states and transfers of its own.
 */
export interface CallSet {
  /** The id of the call set. A UUID. */
  id: string
  /** The agreement. A UUID. */
  agreement_id: string
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /** The organization that created the set. A UUID. */
  creator_id: string
  /** TopUp: the borrower sends collateral. Release: the lender sends collateral back. */
  direction: 'TopUp' | 'Release' | (string & {})
  /** The ids of its mark-to-market requests, oldest order first. */
  request_ids: string[]
  /** The sum of the notionals of its requests, in USD. A decimal string. */
  total_notional_usd: string
  /** The minimum that the total had to reach, in USD. A decimal string. */
  minimum_notional_usd: string
  /** Its requests by status, in the order of the states. */
  statuses: CallSetStatusSum[]
  /** When its requests expire that have no answer. RFC 3339 in UTC, with milliseconds. */
  expire_time: string
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** The actions on the resource, and whether the caller may take them. */
  actions: AvailableAction[]
}

/** The requests of a call set that have one status. */
export interface CallSetStatusSum {
  /** Lifecycle status. */
  status:
    | 'PENDING_ACCEPTANCE'
    | 'ACCEPTED'
    | 'IN_PROGRESS'
    | 'COMPLETED'
    | 'REJECTED'
    | 'CANCELLED'
    | 'EXPIRED'
    | 'DISPUTED'
    | 'FAILED'
    | (string & {})
  /** How many requests have it. */
  requests: number
  /** The sum of their notionals, in USD. A decimal string. */
  notional_usd: string
}

/** What `client.callSets.create` takes. */
export interface CreateCallSet {
  /**
   * The `calculation_id` of a preview of a call set. Opaque. Expected: the calculation_id of a
   * preview of a call set.
   */
  calculation_id: string
}

/** A page of call sets. */
export interface CallSetList {
  /** The items of this page. */
  call_sets: CallSet[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.callSets.list` can be asked for. */
export interface ListCallSetsQuery {
  /** Only call sets of this agreement. A UUID. */
  agreement_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** What `client.callSets.accept` takes. */
export interface AcceptCallSet {
  /** The ids of requests of the set that are not accepted. Default: none. */
  except?: string[] | undefined
}
