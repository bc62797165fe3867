// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A preview, and its calculation where that was asked for. */
export interface MarkToMarketPreviewResponse {
  /** What a mark-to-market request would be, if it were created now. */
  preview: MarkToMarketPreview
  /** Everything a preview was computed from, so that anyone can compute it again. */
  calculation?: Calculation
}

/** What a mark-to-market request would be, if it were created now. */
export interface MarkToMarketPreview {
  /** The asset that is borrowed. */
  asset: string
  /** Quantity of the asset. A decimal string. */
  asset_quantity: string
  /** Value of the asset in USD, two decimals, rounded half to even. A decimal string. */
  asset_notional_usd: string
  /** The asset that is pledged. */
  collateral_asset: string
  /**
   * BILATERAL: moves between the parties. RESTRICTED: bilateral, not to be reused. TRIPARTY: an
   * agent manages it.
   */
  collateral_type: 'BILATERAL' | 'RESTRICTED' | 'TRIPARTY' | (string & {})
  /** Price of the asset used now, in USD. A decimal string. */
  current_price: string
  /**
   * Price of the asset in USD when the last mark-to-market completed; the opening before the first.
   * A decimal string.
   */
  price_at_last_m2m: string
  /**
   * Price of the asset in USD at the last market cut. Null before the first cut. A decimal string.
   */
  price_at_last_market: string | null
  /** When the position was last marked to market. RFC 3339 in UTC, with milliseconds. */
  last_m2m_at: string
  /**
   * TopUp: the borrower sends collateral. Release: the lender sends some back. None: nothing is
   * due.
   */
  direction: 'TopUp' | 'Release' | 'None' | (string & {})
  /**
   * Collateral to move, in the collateral asset, rounded to the agreement's lot: a top-up up, a
   * release down. A decimal string.
   */
  m2m_collateral_amount: string
  /** The shortfall or excess in USD before rounding, cut to cents. A decimal string. */
  m2m_notional_usd: string
  /** Below this no mark-to-market is submitted. A decimal string. */
  minimum_notional_usd: string
  /** Loan to value, two decimals, rounded up. Null without collateral. A decimal string. */
  ltv_percent: string | null
  /** Collateral coverage, two decimals, rounded down. Null without notional. A decimal string. */
  ccr_percent: string | null
  /** Required coverage in percent; 100 where the agreement has a haircut instead. */
  requirement_percent: number
  /** Whether the caller can submit this mark-to-market now. */
  can_submit_m2m: boolean
  /** The id of the order. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The id of the position. A UUID. */
  position_id: string
  /** One side of a mark-to-market. */
  sender: MarkToMarketParty
  /** One side of a mark-to-market. */
  receiver: MarkToMarketParty
}

/** One side of a mark-to-market. */
export interface MarkToMarketParty {
  /** The custody provider. */
  custodian: string
  /** The id of the organization. A UUID. */
  organization_id: string
  /** The name of the organization. */
  organization_name: string
  /** The wallet, as the service names it. */
  wallet_id: string
  /** The name of the wallet, for people. */
  wallet_name: string
}

/** Everything a preview was computed from, so that anyone can compute it again. */
export interface Calculation {
  /** Opaque: what a request is created from. */
  calculation_id: string
  /** The version of the formulas. */
  formula_version: string
  /** Every figure and choice that was taken from somewhere. */
  inputs: CalculationInput[]
  /** Every figure that was computed, in order. */
  steps: CalculationStep[]
  /** Why the caller cannot submit. Empty when it can. */
  reasons: CalculationReason[]
  /** The prices at which a call, a release or a flag would begin, all else equal. */
  trigger_prices: TriggerPrice[]
}

/** A figure or a choice from which a preview was computed. */
export interface CalculationInput {
  /** The name of the input, as formulas have it. */
  name: string
  /**
   * A decimal; the id of an organization where the input is a party; `true` or `false` where it is
   * a choice.
   */
  value: string
  /** The unit of the value, such as USD or a symbol of an asset. */
  unit: string
  /** Where the figure came from. */
  source: string
  /**
   * When the source observed it. Null for what has no time, such as a term. RFC 3339 in UTC, with
   * milliseconds.
   */
  observed_at: string | null
}

/** A figure, and how it follows from others. */
export interface CalculationStep {
  /** The name of the figure, as later formulas have it. */
  name: string
  /** How the figure follows from inputs and earlier steps. */
  formula: string
  /** The value before rounding. */
  exact: string
  /** The value after rounding. */
  value: string
  /** The unit of the value, such as USD or a symbol of an asset. */
  unit: string
  /** How the value was rounded. Null where it was not. */
  rounding: CalculationStepRounding | null
}

/** How a figure was rounded. */
export interface CalculationStepRounding {
  /** Which way it is rounded. */
  mode: 'up' | 'down' | 'half_even' | (string & {})
  /** The value is a multiple of this. */
  increment: string
}

/** Why a request could not be submitted. */
export interface CalculationReason {
  /** The stable name of the reason. */
  code: string
  /** What it means, for people. */
  message: string
}

/** The prices at which something would begin. */
export interface TriggerPrice {
  /** What would begin at the prices. */
  name: string
  /** The unit of the prices. */
  unit: string
  /** The price of the asset, at the present price of the collateral. Null: none. */
  asset_price: string | null
  /** The price of the collateral, at the present price of the asset. Null: none. */
  collateral_price: string | null
}

/** What `client.markToMarketRequests.preview` takes. */
export interface MarkToMarketPreviewRequest {
  /** The position to mark. A UUID. */
  position_id: string
  /** Also answer the calculation: every input, step and rounding. */
  explain?: boolean | undefined
}

/** One side of a position asks that collateral move, as a preview has shown. */
export interface MarkToMarketRequest {
  /** The id of the mark to market request. A UUID. */
  id: string
  /** How far the request is. */
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
  /** The id of the position. A UUID. */
  position_id: string
  /** The order of the position. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The organization that asked. Null where a book was taken over. A UUID. */
  creator_id: string | null
  /** The id of the lender. A UUID. */
  lender_id: string
  /** The id of the borrower. A UUID. */
  borrower_id: string
  /** TopUp: the borrower sends. Release: the lender sends back. */
  direction: 'TopUp' | 'Release' | (string & {})
  /** The symbol of the asset. */
  collateral_asset: string
  /** What was asked for, in the collateral asset. A decimal string. */
  collateral_amount: string
  /** The same in USD, before rounding, cut to cents. A decimal string. */
  notional_usd: string
  /** The price of the asset it was computed with. A decimal string. */
  asset_price_usd: string | null
  /** The price of the collateral, likewise. A decimal string. */
  collateral_price_usd: string | null
  /** The calculation that it was created from. */
  calculation_id: string | null
  /**
   * Until when it may be answered: the end of the cure time. RFC 3339 in UTC, with milliseconds.
   */
  expire_time: string | null
  /** How the other side answered with a figure of its own. */
  dispute: Dispute | null
  /** The later request that took over what was disputed. A UUID. */
  superseded_by: string | null
  /** Its transfers, the oldest first. */
  transfer_ids: string[]
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** What the caller may do next. */
  actions: AvailableAction[]
}

/** The answer of the other side with a figure of its own. */
export interface Dispute {
  /** What the other side says is due, in USD. A decimal string. */
  counter_notional_usd: string
  /** What the other side disagrees with. */
  reason: 'PRICE' | 'QUANTITY' | 'IN_TRANSIT' | 'TERMS' | 'OTHER' | (string & {})
  /** What the other side says about it. */
  note: string | null
  /** What moves at once, in USD. A decimal string. */
  agreed_notional_usd: string
  /** The same, in the collateral asset. A decimal string. */
  agreed_collateral_amount: string
  /** What is argued about, in USD. A decimal string. */
  disputed_notional_usd: string
  /** agreed and split: the difference is within the tolerance, and no dispute. */
  outcome: 'agreed' | 'split' | 'disputed' | (string & {})
  /** When it happened. RFC 3339 in UTC, with milliseconds. */
  time: string
}

/** Something that can be done with a resource, and whether the caller may do it now. */
export interface AvailableAction {
  /**
   * What the caller would ask for: the last word of an operation, such as accept. The move that it
   * comes to may have another name in /state-machines, as in a dispute.
   */
  action: string
  /** Whether the caller may do it now. */
  available: boolean
  /** Why it is not available. Null where it is. */
  reason: string | null
}

/** What `client.markToMarketRequests.create` takes. */
export interface CreateMarkToMarketRequest {
  /** The position to mark. A UUID. */
  position_id: string
  /**
   * The calculation of the preview, asked for with `explain`. Expected: the calculation_id of a
   * preview of this position.
   */
  calculation_id: string
}

/** A page of mark to market requests. */
export interface MarkToMarketRequestList {
  /** The mark to market requests of this page. */
  mark_to_market_requests: MarkToMarketRequest[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.markToMarketRequests.list` can be asked for. */
export interface ListMarkToMarketRequestsQuery {
  /** The status of the request. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** Only those of this position. A UUID. */
  position_id?: string | undefined
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}

/** A list of mark to market requests. */
export interface MarkToMarketRequestExport {
  /** Every request that was asked for. */
  mark_to_market_requests: MarkToMarketRequest[]
}

/** What `client.markToMarketRequests.export` can be asked for. */
export interface ExportMarkToMarketRequestsQuery {
  /** The status of the request. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** Only those of this position. A UUID. */
  position_id?: string | undefined
  /** json unless given. */
  format?: 'json' | 'csv' | undefined
}

/** What `client.markToMarketRequests.dispute` takes. */
export interface DisputeMarkToMarketRequest {
  /** What you say is due, in USD. A decimal string. */
  counter_notional_usd: string
  /** What the other side disagrees with. */
  reason: 'PRICE' | 'QUANTITY' | 'IN_TRANSIT' | 'TERMS' | 'OTHER'
  /**
   * What there is to say about it. Expected: 1 to 500 visible characters on one line, without space
   * at either end.
   */
  note?: string | undefined
}
