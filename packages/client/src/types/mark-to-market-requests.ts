// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A preview, and its calculation where that was asked for. */
export interface MarkToMarketPreviewResponse {
  /** The mark-to-market request that could be created now. */
  preview: MarkToMarketPreview
  /** All inputs and steps of a preview, so that anyone can repeat the computation. */
  calculation?: Calculation
}

/** The mark-to-market request that could be created now. */
export interface MarkToMarketPreview {
  /** The symbol of the asset that is lent. */
  asset: string
  /** The quantity lent, in units of the asset. A decimal string. */
  asset_quantity: string
  /** The value of the asset in USD, with two decimals, rounded half to even. A decimal string. */
  asset_notional_usd: string
  /** The symbol of the asset that is pledged. */
  collateral_asset: string
  /**
   * BILATERAL: the collateral moves between the parties. RESTRICTED: bilateral, and the lender may
   * not reuse it. TRIPARTY: an agent manages it.
   */
  collateral_type: 'BILATERAL' | 'RESTRICTED' | 'TRIPARTY' | (string & {})
  /** The current price of the asset in USD. A decimal string. */
  current_price: string
  /**
   * The price of the asset in USD at the last completed mark-to-market, or at the opening before
   * the first one. A decimal string.
   */
  price_at_last_m2m: string
  /**
   * The price of the asset in USD at the last market cut. Null before the first cut. A decimal
   * string.
   */
  price_at_last_market: string | null
  /**
   * When the last mark-to-market completed, or the opening before the first one. RFC 3339 in UTC,
   * with milliseconds.
   */
  last_m2m_at: string
  /**
   * TopUp: the borrower sends collateral. Release: the lender sends collateral back. None: nothing
   * is due.
   */
  direction: 'TopUp' | 'Release' | 'None' | (string & {})
  /**
   * The collateral to send, in units of the collateral asset, rounded to the agreement's lot: up
   * for a top-up, down for a release. A decimal string.
   */
  m2m_collateral_amount: string
  /**
   * The shortfall or excess in USD before rounding to lots, truncated to cents. A decimal string.
   */
  m2m_notional_usd: string
  /** The smallest amount that may be submitted, in USD. A decimal string. */
  minimum_notional_usd: string
  /**
   * Loan to value (LTV) in percent, with two decimals, rounded up. Null without collateral. A
   * decimal string.
   */
  ltv_percent: string | null
  /**
   * Collateral coverage ratio (CCR) in percent, with two decimals, rounded down. Null without
   * notional. A decimal string.
   */
  ccr_percent: string | null
  /** The required coverage in percent; 100 if the agreement has a haircut instead. */
  requirement_percent: number
  /** Whether the caller can submit this mark-to-market request now. */
  can_submit_m2m: boolean
  /** The order of the position. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The position. A UUID. */
  position_id: string
  /** The sender or the receiver of the collateral. */
  sender: MarkToMarketParty
  /** The sender or the receiver of the collateral. */
  receiver: MarkToMarketParty
}

/** The sender or the receiver of the collateral. */
export interface MarkToMarketParty {
  /** The custodian of the wallet. */
  custodian: string
  /** The organization. A UUID. */
  organization_id: string
  /** The name of the organization. */
  organization_name: string
  /** The id of the wallet at its custodian. */
  wallet_id: string
  /** The name of the wallet. */
  wallet_name: string
}

/** All inputs and steps of a preview, so that anyone can repeat the computation. */
export interface Calculation {
  /** The id of the calculation, from which a request can be created. Opaque. */
  calculation_id: string
  /**
   * The version of the formulas: 2 if a level at which requests can be submitted is among the
   * inputs, and otherwise 1. A calculation is verified with the formulas of its version.
   */
  formula_version: string
  /** The inputs. */
  inputs: CalculationInput[]
  /** The steps, in the order of computation. */
  steps: CalculationStep[]
  /** Why the caller cannot submit the request. Empty if it can. */
  reasons: CalculationReason[]
  /** The prices at which a call, a release or a flag is triggered. */
  trigger_prices: TriggerPrice[]
}

/** One input of a calculation. */
export interface CalculationInput {
  /** The name of the input. */
  name: string
  /**
   * A decimal. For a party, the id of the organization. For a choice, what was chosen, such as
   * `true`.
   */
  value: string
  /** The unit of the value. */
  unit: string
  /** Where the value came from. */
  source: string
  /**
   * When the source observed the value. Null for a value without a time, such as a term. RFC 3339
   * in UTC, with milliseconds.
   */
  observed_at: string | null
}

/** One step of a calculation. */
export interface CalculationStep {
  /** The name of the step. */
  name: string
  /** The formula of the value, from inputs and earlier steps. */
  formula: string
  /** The value before rounding. */
  exact: string
  /** The value after rounding. */
  value: string
  /** The unit of the value. */
  unit: string
  /** The rounding of the value. Null if it is not rounded. */
  rounding: CalculationStepRounding | null
}

/** How a value is rounded. */
export interface CalculationStepRounding {
  /** The direction: up, down, or half to even. */
  mode: 'up' | 'down' | 'half_even' | (string & {})
  /** The rounded value is a multiple of this. */
  increment: string
}

/** Why the caller cannot submit the mark-to-market request. */
export interface CalculationReason {
  /** The code of the reason. */
  code: string
  /** A sentence for people. */
  message: string
}

/** The prices at which a call, a release or a flag is triggered, if everything else stays equal. */
export interface TriggerPrice {
  /** The name of the trigger. */
  name: string
  /** The unit of both prices, each for one whole token. */
  unit: string
  /** The asset price at which the trigger is reached. Null if no asset price reaches it. */
  asset_price: string | null
  /**
   * The collateral price at which the trigger is reached. Null if no collateral price reaches it.
   */
  collateral_price: string | null
}

/** What `client.markToMarketRequests.preview` takes. */
export interface MarkToMarketPreviewRequest {
  /** The position to mark to market. A UUID. */
  position_id: string
  /** Whether to return the calculation: each input, step and rounding. Default: false. */
  explain?: boolean | undefined
}

/** A request of one side of a position that collateral be sent, created from a preview. */
export interface MarkToMarketRequest {
  /** The id of the request. A UUID. */
  id: string
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
  /** The position. A UUID. */
  position_id: string
  /** The order of the position. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The organization that created the request. A UUID. */
  creator_id: string
  /** Whether an automation of that organization created it. Otherwise a caller of it did. */
  created_automatically: boolean
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /** TopUp: the borrower sends collateral. Release: the lender sends collateral back. */
  direction: 'TopUp' | 'Release' | (string & {})
  /** The symbol of the collateral asset. */
  collateral_asset: string
  /** The requested amount, in units of the collateral asset. A decimal string. */
  collateral_amount: string
  /** The requested amount in USD before rounding to lots, truncated to cents. A decimal string. */
  notional_usd: string
  /** The price of the asset in the calculation, in USD. A decimal string. */
  asset_price_usd: string
  /** The price of the collateral in the calculation, in USD. A decimal string. */
  collateral_price_usd: string
  /** The calculation that the request was created from. */
  calculation_id: string
  /**
   * When the request expires if it has no answer: the end of the cure time, or with a notification
   * time the response time of a business day. RFC 3339 in UTC, with milliseconds.
   */
  expire_time: string
  /**
   * The day of its response time, and why it is that day. Null if the terms have no notification
   * time.
   */
  answer_day: AnswerDay | null
  /** The call set that it was created in. Null if it was created by itself. A UUID. */
  call_set_id: string | null
  /** The answer with a counter-valuation. Null if there is none. */
  dispute: Dispute | null
  /** The later request that includes the disputed part. Null if there is none. A UUID. */
  superseded_by: string | null
  /**
   * Why the request was cancelled. withdrawn: the creator withdrew it before an answer.
   * transfer_failed: a side cancelled it after its transfer had failed. transfer_late: its transfer
   * was cancelled because it was late. closed_out: a close-out of the deal was terminated. Null if
   * it was not cancelled.
   */
  cancellation_cause:
    | 'withdrawn'
    | 'transfer_failed'
    | 'transfer_late'
    | 'closed_out'
    | (string & {})
    | null
  /** The ids of its transfers, oldest first. */
  transfer_ids: string[]
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** The actions on the resource, and whether the caller may take them. */
  actions: AvailableAction[]
}

/** The day at whose response time a request expires, and why it is that day. */
export interface AnswerDay {
  /** The local day on which the request expires. */
  day: string
  /** The time of that day at which it expires. */
  response_time: string
  /** The time zone of the days and times. */
  time_zone: string
  /** Until when a request is one of its day. */
  notification_time: string
  /**
   * Why that is not the day of its creation. after_notification_time: it was created after the
   * notification time of a business day. not_business_day: it was created on no business day.
   * cure_time: its cure time ends after the response time of a business day. no_business_day: the
   * calendars have no business day soon enough, so every day counts. Null if it is that day.
   */
  reason:
    | 'after_notification_time'
    | 'not_business_day'
    | 'cure_time'
    | 'no_business_day'
    | (string & {})
    | null
  /**
   * The local day that the reason is about: that of its creation, or the business day that the cure
   * time passes.
   */
  reason_day: string
  /**
   * The versions of the calendars by which it was computed. Absent if it was computed before they
   * were recorded.
   */
  calendars?: PinnedCalendar[]
}

/** A version of a calendar. */
export interface PinnedCalendar {
  /** The id of the calendar. */
  id: string
  /** The number of the version: 1, 2, 3. */
  version: number
}

/** An answer with a counter-valuation. */
export interface Dispute {
  /** The counterparty's valuation of the amount due, in USD. A decimal string. */
  counter_notional_usd: string
  /** What the counterparty disagrees with. */
  reason: 'PRICE' | 'QUANTITY' | 'IN_TRANSIT' | 'TERMS' | 'OTHER' | (string & {})
  /** The note of the counterparty. Null if it has none. */
  note: string | null
  /** The undisputed part, in USD. It is sent at once. A decimal string. */
  agreed_notional_usd: string
  /** The undisputed part, in units of the collateral asset. A decimal string. */
  agreed_collateral_amount: string
  /** The disputed part, in USD. A decimal string. */
  disputed_notional_usd: string
  /**
   * agreed, split: the difference is within the tolerance and is not a dispute. disputed: it is
   * beyond the tolerance.
   */
  outcome: 'agreed' | 'split' | 'disputed' | (string & {})
  /** When the counterparty answered. RFC 3339 in UTC, with milliseconds. */
  time: string
}

/** An action on a resource, and whether the caller may take it. */
export interface AvailableAction {
  /**
   * The action: the last word of the path of its operation, such as accept. The transition that it
   * makes may have another name in /state-machines.
   */
  action: string
  /** Whether the caller may take the action now. */
  available: boolean
  /** Why the action is not available. Null if it is available. */
  reason: string | null
}

/** What `client.markToMarketRequests.create` takes. */
export interface CreateMarkToMarketRequest {
  /** The position to mark to market. A UUID. */
  position_id: string
  /**
   * The calculation of a preview that was made with `explain`. Expected: the calculation_id of a
   * preview of this position.
   */
  calculation_id: string
}

/** A page of mark to market requests. */
export interface MarkToMarketRequestList {
  /** The items of this page. */
  mark_to_market_requests: MarkToMarketRequest[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.markToMarketRequests.list` can be asked for. */
export interface ListMarkToMarketRequestsQuery {
  /** Only requests with this status. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** Only requests of this position. A UUID. */
  position_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** A list of mark to market requests. */
export interface MarkToMarketRequestExport {
  /** All requests that match the filters. */
  mark_to_market_requests: MarkToMarketRequest[]
}

/** What `client.markToMarketRequests.export` can be asked for. */
export interface ExportMarkToMarketRequestsQuery {
  /** Only requests with this status. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** Only requests of this position. A UUID. */
  position_id?: string | undefined
  /** The format of the answer. Default: json. */
  format?: 'json' | 'csv' | undefined
}

/** What `client.markToMarketRequests.dispute` takes. */
export interface DisputeMarkToMarketRequest {
  /** The amount that is due by your own valuation, in USD. A decimal string. */
  counter_notional_usd: string
  /** What the counterparty disagrees with. */
  reason: 'PRICE' | 'QUANTITY' | 'IN_TRANSIT' | 'TERMS' | 'OTHER'
  /**
   * A note for the creator. Expected: 1 to 500 visible characters on one line, without space at
   * either end.
   */
  note?: string | undefined
}
