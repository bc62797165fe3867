// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AvailableAction, TriggerPrice } from './mark-to-market-requests.ts'

/** A page of positions. */
export interface PositionList {
  /** The items of this page. */
  positions: Position[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What is lent and pledged under an order, valued at current prices. */
export interface Position {
  /** The id of the position. A UUID. */
  id: string
  /** Lifecycle status. */
  status: 'OPENING' | 'ACTIVE' | 'CLOSING' | 'CLOSED' | (string & {})
  /** The order of the position. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The name of the lender. */
  lender_name: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /** The name of the borrower. */
  borrower_name: string
  /** The symbol of the asset that is lent. */
  asset: string
  /** The quantity lent, in units of the asset. A decimal string. */
  asset_quantity: string
  /** The symbol of the collateral asset. */
  collateral_asset: string
  /**
   * BILATERAL: the collateral moves between the parties. RESTRICTED: bilateral, and the lender may
   * not reuse it. TRIPARTY: an agent manages it.
   */
  collateral_type: 'BILATERAL' | 'RESTRICTED' | 'TRIPARTY' | (string & {})
  /**
   * The settled collateral in units of the collateral asset, including returns in transit. A
   * decimal string.
   */
  collateral_quantity: string
  /**
   * The disputed part of the settled collateral, in units of the collateral asset. A decimal
   * string.
   */
  collateral_disputed_quantity: string
  /**
   * The collateral in transit to the lender that counts, in units of the collateral asset. What the
   * borrower sends without a call counts once it is broadcast. A decimal string.
   */
  deliveries_in_transit: string
  /**
   * The collateral in transit to the borrower, in units of the collateral asset. A decimal string.
   */
  returns_in_transit: string
  /** The interest rate of today, in percent a year. A decimal string. */
  rate_percent: string
  /**
   * The interest accrued until now, in units of the asset, rounded up. Each rate and quantity
   * counts for its own days. A decimal string.
   */
  interest_accrued: string
  /** The interest that has been paid, in units of the asset. A decimal string. */
  interest_paid: string
  /**
   * The ids of its close-outs that are not over, oldest first: declared, being closed out, or with
   * an unpaid claim.
   */
  open_close_out_ids: string[]
  /**
   * The current price of the asset in USD. Null if an asset has no current price. A decimal string.
   */
  current_price: string | null
  /**
   * The current price of the collateral in USD. Null if an asset has no current price. A decimal
   * string.
   */
  collateral_price: string | null
  /**
   * When the older of the two prices was observed. Null if an asset has no current price. RFC 3339
   * in UTC, with milliseconds.
   */
  price_time: string | null
  /** The value of the asset in USD. Null if an asset has no current price. A decimal string. */
  asset_notional_usd: string | null
  /**
   * The value of the collateral in USD. Null if an asset has no current price. A decimal string.
   */
  collateral_value_usd: string | null
  /** Loan to value (LTV) in percent, rounded up. Null without a value. A decimal string. */
  ltv_percent: string | null
  /**
   * Collateral coverage ratio (CCR) in percent, rounded down. Null without a value. A decimal
   * string.
   */
  ccr_percent: string | null
  /**
   * Whether the asset is lent: from the opening until a close has returned it. Only then can a
   * level be reached.
   */
  lent: boolean
  /**
   * Whether coverage is at or below the margin call level while the asset is lent. Null if an asset
   * has no current price.
   */
  margin_call_reached: boolean | null
  /**
   * Whether coverage is at or below the liquidation level while the asset is lent. Null if an asset
   * has no current price.
   */
  liquidation_reached: boolean | null
  /** Whether a caller with the right role could submit a mark-to-market request now. */
  ready_for_m2m: boolean
  /**
   * The direction of the mark-to-market request that could be submitted. Null if an asset has no
   * current price.
   */
  m2m_direction: 'TopUp' | 'Release' | 'None' | (string & {}) | null
  /**
   * The collateral that it would send, in units of the collateral asset. Null if an asset has no
   * current price. A decimal string.
   */
  m2m_collateral_amount: string | null
  /**
   * The shortfall or excess in USD before rounding. Null if an asset has no current price. A
   * decimal string.
   */
  m2m_notional_usd: string | null
  /**
   * Why no mark-to-market request could be submitted: the reason for which a preview would be
   * refused, or its first reason. Null if one could be submitted.
   */
  m2m_reason: string | null
  /** The margin terms that the figures of a position follow from. */
  terms: PositionTerms
  /** The version of the agreement that has these terms. */
  terms_version: number
  /**
   * The assets that the borrower may give in place of the collateral under these terms, by symbol:
   * those of the eligible collateral, and the asset that the position began with.
   */
  substitute_assets: string[]
  /**
   * The price of the asset in USD at the last completed mark-to-market, or at the opening before
   * the first one. A decimal string.
   */
  price_at_last_m2m: string
  /**
   * When the last mark-to-market completed, or the opening before the first one. RFC 3339 in UTC,
   * with milliseconds.
   */
  last_m2m_at: string
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** The actions on the resource, and whether the caller may take them. */
  actions: AvailableAction[]
  /**
   * Only in a list, and only if requested with `history_days`: the coverage at market cuts and
   * movements, the oldest first. Of each 12 hours, counted back from now, it has the last one.
   */
  coverage_history?: CoveragePoint[]
}

/** The margin terms that the figures of a position follow from. */
export interface PositionTerms {
  /**
   * The required collateral coverage in percent. Null if the agreement has a haircut. A decimal
   * string.
   */
  requirement_percent: string | null
  /**
   * The haircut on the collateral as a fraction. Null if the agreement has a requirement. A decimal
   * string.
   */
  haircut: string | null
  /**
   * The collateral coverage ratio in percent at which the margin call flag is raised. A decimal
   * string.
   */
  margin_call_percent: string
  /**
   * The collateral coverage ratio in percent at which the liquidation flag is raised. A decimal
   * string.
   */
  liquidation_percent: string
  /**
   * When a top-up can be submitted: once its notional reaches the minimum, which is the default, or
   * only if coverage is at or below the margin call level as well.
   */
  top_up_when: 'minimum' | 'margin_call' | (string & {})
  /**
   * The collateral coverage ratio in percent from which on a release can be submitted, above the
   * margin call level. Null, which is the default: at any coverage. A decimal string.
   */
  release_percent: string | null
  /**
   * What a side may declare to be a default of the other, and then close the deal out for. Default:
   * nothing.
   */
  default_causes: (
    | 'UNMET_CALL'
    | 'LIQUIDATION_LEVEL'
    | 'MISSED_RETURN'
    | 'MISSED_INTEREST'
    | (string & {})
  )[]
  /** The exposure that needs no collateral, in USD. A decimal string. */
  threshold_usd: string
  /** The smallest top-up that may be submitted, in USD. A decimal string. */
  minimum_notional_top_up_usd: string
  /** The smallest release that may be submitted, in USD. A decimal string. */
  minimum_notional_release_usd: string
  /** A top-up is a multiple of this collateral quantity. A decimal string. */
  lot_top_up: string
  /** A release is a multiple of this collateral quantity. A decimal string. */
  lot_release: string
}

/** The coverage of a position at a past time. */
export interface CoveragePoint {
  /** The time of the market cut or of the movement. RFC 3339 in UTC, with milliseconds. */
  time: string
  /**
   * Collateral coverage ratio (CCR) in percent then, rounded down. Null without a value. A decimal
   * string.
   */
  ccr_percent: string | null
}

/** What `client.positions.list` can be asked for. */
export interface ListPositionsQuery {
  /** Only positions with this status. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** Only positions that lend this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** Only positions with this collateral asset. Expected: 1 to 64 visible ASCII characters. */
  collateral_asset?: string | undefined
  /** Only positions with this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /**
   * Only positions for which a mark-to-market request could, or could not, be submitted at current
   * prices. A page may have fewer positions than requested, or none, and still be followed by
   * another.
   */
  ready_for_m2m?: boolean | undefined
  /**
   * Only positions whose mark-to-market request would have this direction at current prices. A
   * position without a current price matches none.
   */
  m2m_direction?: 'TopUp' | 'Release' | 'None' | undefined
  /**
   * Only positions that are, or are not, at their margin call level at current prices. Only a
   * position whose asset is lent can be. A position without a current price matches neither.
   */
  margin_call_reached?: boolean | undefined
  /**
   * Only positions that are, or are not, at their liquidation level at current prices. Only a
   * position whose asset is lent can be. A position without a current price matches neither.
   */
  liquidation_reached?: boolean | undefined
  /**
   * Only the positions with these ids, separated by commas. An id of no position of the
   * organization matches nothing. Expected: 1 to 50 UUIDs, separated by commas.
   */
  ids?: string | undefined
  /**
   * Adds `coverage_history`: what the coverage was in the last days, 1 to 7. A page then has at
   * most 50 positions, and the next page has the others.
   */
  history_days?: number | undefined
  /**
   * create_time: newest first. coverage: lowest coverage first, at the prices of the first page,
   * whose tokens are valid for 60 seconds; positions without a ratio come last. Default:
   * create_time.
   */
  order_by?: 'create_time' | 'coverage' | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** A list of positions. */
export interface PositionExport {
  /** All positions that match the filters. */
  positions: Position[]
}

/** What `client.positions.export` can be asked for. */
export interface ExportPositionsQuery {
  /** Only positions with this status. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** Only positions that lend this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** Only positions with this collateral asset. Expected: 1 to 64 visible ASCII characters. */
  collateral_asset?: string | undefined
  /** Only positions with this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /**
   * Only positions for which a mark-to-market request could, or could not, be submitted at current
   * prices. A page may have fewer positions than requested, or none, and still be followed by
   * another.
   */
  ready_for_m2m?: boolean | undefined
  /**
   * Only positions whose mark-to-market request would have this direction at current prices. A
   * position without a current price matches none.
   */
  m2m_direction?: 'TopUp' | 'Release' | 'None' | undefined
  /**
   * Only positions that are, or are not, at their margin call level at current prices. Only a
   * position whose asset is lent can be. A position without a current price matches neither.
   */
  margin_call_reached?: boolean | undefined
  /**
   * Only positions that are, or are not, at their liquidation level at current prices. Only a
   * position whose asset is lent can be. A position without a current price matches neither.
   */
  liquidation_reached?: boolean | undefined
  /** The format of the answer. Default: json. */
  format?: 'json' | 'csv' | undefined
}

/** The prices of a position, and those at which something would happen. */
export interface PositionPrices {
  /** The position. A UUID. */
  position_id: string
  /** The prices of the asset that is lent. */
  asset: PriceLine
  /** The prices of the collateral. */
  collateral: PriceLine
  /**
   * The prices at which a call, a release or a level is reached while everything else stays equal:
   * top_up, release, margin_call, liquidation. Rounded to 20 decimals to the side on which it is
   * reached. A price follows from the current price of the other asset, and is null without it.
   */
  trigger_prices: TriggerPrice[]
}

/** The prices of the asset that is lent. */
export interface PriceLine {
  /** The symbol of the asset. */
  asset: string
  /** At the last market cut. Null if there was none. */
  at_last_market_cut: DatedPrice | null
  /**
   * At the last completed mark-to-market, or at the opening before the first one. Of the
   * collateral, null before the first one.
   */
  at_last_m2m: DatedPrice | null
  /** The current price. Null if there is none. */
  now: DatedPrice | null
  /** Whether there is a current price, the newest quotes are too old, or none exists. */
  state: 'current' | 'stale' | 'missing' | (string & {})
  /**
   * When the current price was observed, or the newest quote if it is too old. Null if there is
   * none. RFC 3339 in UTC, with milliseconds.
   */
  newest_observe_time: string | null
}

/** A price with its origin. */
export interface DatedPrice {
  /** The price of one unit in USD. A decimal string. */
  price_usd: string
  /** Where the price comes from. */
  source: string
  /** When the price was observed. RFC 3339 in UTC, with milliseconds. */
  observe_time: string
}

/** A page of valuations. */
export interface PositionValuationList {
  /** The items of this page. */
  valuations: PositionValuation[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/**
 * A position at the time of a market cut or a movement. Its figures are those of the report of
 * positions as of that time.
 */
export interface PositionValuation {
  /** The time of the market cut or of the movement. RFC 3339 in UTC, with milliseconds. */
  time: string
  /** What the entry is for: a market cut, or a movement in the journal. */
  cause: 'market_cut' | 'movement' | (string & {})
  /**
   * instruct: a quantity went on its way. settle: it arrived. revert: it went back. appropriate: a
   * close-out kept it. Null at a market cut.
   */
  movement: 'instruct' | 'settle' | 'revert' | 'appropriate' | (string & {}) | null
  /**
   * The transfer of the movement. Null at a market cut, and if a close-out has moved something
   * without a transfer. A UUID.
   */
  transfer_id: string | null
  /** The mark-to-market request of the transfer. Null if there is none. A UUID. */
  mark_to_market_request_id: string | null
  /** The order request of the transfer. Null if there is none. A UUID. */
  order_request_id: string | null
  /** The status at the time. */
  status: 'OPENING' | 'ACTIVE' | 'CLOSING' | 'CLOSED' | (string & {})
  /** The quantity lent, in units of the asset. A decimal string. */
  asset_quantity: string
  /** The symbol of the collateral asset at the time. */
  collateral_asset: string
  /**
   * The settled collateral in units of the collateral asset, including returns in transit. A
   * decimal string.
   */
  collateral_quantity: string
  /**
   * The collateral in transit to the lender, in units of the collateral asset. A decimal string.
   */
  deliveries_in_transit: string
  /**
   * The collateral in transit to the borrower, in units of the collateral asset. A decimal string.
   */
  returns_in_transit: string
  /** The price of the asset. Null if there was none. */
  asset_price: DatedPrice | null
  /** The price of the collateral. Null if there was none. */
  collateral_price: DatedPrice | null
  /** The version of the agreement whose terms applied at the time. */
  terms_version: number
  /**
   * The value of the asset in USD. Null if an asset had no current price then. A decimal string.
   */
  asset_notional_usd: string | null
  /**
   * The value of the collateral in USD. Null if an asset had no current price then. A decimal
   * string.
   */
  collateral_value_usd: string | null
  /** Loan to value (LTV) in percent, rounded up. Null without a value. A decimal string. */
  ltv_percent: string | null
  /**
   * Collateral coverage ratio (CCR) in percent, rounded down. Null without a value. A decimal
   * string.
   */
  ccr_percent: string | null
  /**
   * Whether coverage was at or below the margin call level while the asset was lent. Null if an
   * asset had no current price then.
   */
  margin_call_reached: boolean | null
  /**
   * Whether coverage was at or below the liquidation level while the asset was lent. Null if an
   * asset had no current price then.
   */
  liquidation_reached: boolean | null
}

/** What `client.positions.valuations` can be asked for. */
export interface ListPositionValuationsQuery {
  /** The largest number of items, 1 to 200. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** What `client.positions.sendCollateral` takes. */
export interface SendCollateral {
  /** The quantity to send, in units of the collateral asset. A decimal string above zero. */
  quantity: string
}
