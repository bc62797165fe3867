// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A list of positions. */
export interface PositionReport {
  /** The rows of the report. */
  positions: PositionReportRow[]
}

/** A position as it stood at a time, at the prices of that time. */
export interface PositionReportRow {
  /** The id of the position. A UUID. */
  position_id: string
  /** The id of the order. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The side of the deal on which the organization of the caller is. */
  side: 'lender' | 'borrower' | (string & {})
  /** The other side. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** How far it was. Null before the book was taken over: nothing is known of it then. */
  status: 'OPENING' | 'ACTIVE' | 'CLOSING' | 'CLOSED' | (string & {}) | null
  /** The symbol of the asset. */
  asset: string
  /**
   * What was lent. Null before the book was taken over: nothing is known of it then. A decimal
   * string.
   */
  asset_quantity: string | null
  /** The symbol of the asset. */
  collateral_asset: string
  /**
   * BILATERAL: moves between the parties. RESTRICTED: bilateral, not to be reused. TRIPARTY: an
   * agent manages it.
   */
  collateral_type: 'BILATERAL' | 'RESTRICTED' | 'TRIPARTY' | (string & {})
  /**
   * Settled collateral, what was on its way back still included. Null before the book was taken
   * over: nothing is known of it then. A decimal string.
   */
  collateral_quantity: string | null
  /**
   * Collateral on its way to the lender. Null before the book was taken over: nothing is known of
   * it then. A decimal string.
   */
  deliveries_in_transit: string | null
  /**
   * Collateral on its way back. Null before the book was taken over: nothing is known of it then. A
   * decimal string.
   */
  returns_in_transit: string | null
  /** Interest a year, in percent. A decimal string. */
  rate_percent: string
  /**
   * Interest since it became active, in the asset, rounded up. Null before the book was taken over:
   * nothing is known of it then. A decimal string.
   */
  interest_accrued: string | null
  /** Null where no price was current then. A decimal string. */
  asset_price_usd: string | null
  /** Null where no price was current then. A decimal string. */
  collateral_price_usd: string | null
  /** Value of the asset. Null where no price was current then. A decimal string. */
  asset_notional_usd: string | null
  /** Value of the collateral. Null where no price was current then. A decimal string. */
  collateral_value_usd: string | null
  /** Loan to value, rounded up. Null without a value. A decimal string. */
  ltv_percent: string | null
  /** Collateral coverage, rounded down. Null without one. A decimal string. */
  ccr_percent: string | null
  /** Coverage was at the level. Null where no price was current then. */
  margin_call_reached: boolean | null
  /** Coverage was at the level. Null where no price was current then. */
  liquidation_reached: boolean | null
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
}

/** What `client.reports.positions` can be asked for. */
export interface ReportPositionsQuery {
  /**
   * As the book stood at this time, all of that millisecond included. Now unless given. RFC 3339 in
   * UTC, with milliseconds.
   */
  as_of?: string | undefined
  /** How far the position is. */
  status?: 'OPENING' | 'ACTIVE' | 'CLOSING' | 'CLOSED' | undefined
  /** Only with this other side. A UUID. */
  counterparty_id?: string | undefined
  /** The asset that is lent. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** The asset that is pledged. Expected: 1 to 64 visible ASCII characters. */
  collateral_asset?: string | undefined
  /** json unless given. */
  format?: 'json' | 'csv' | undefined
}

/** A list of exposures. */
export interface CounterpartyExposureReport {
  /** The rows of the report. */
  exposures: CounterpartyExposureRow[]
}

/** What an organization and one counterparty had of each other at a time. */
export interface CounterpartyExposureRow {
  /** The other side. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** Positions with it that were not closed. */
  open_positions: number
  /**
   * What it had borrowed, in USD. Null where a price of it was not current then. A decimal string.
   */
  lent_usd: string | null
  /** What it had lent, in USD. Null where a price of it was not current then. A decimal string. */
  borrowed_usd: string | null
  /**
   * Collateral of it that was held, in USD. Null where a price of it was not current then. A
   * decimal string.
   */
  collateral_held_usd: string | null
  /**
   * Collateral that was posted to it, in USD. Null where a price of it was not current then. A
   * decimal string.
   */
  collateral_posted_usd: string | null
  /**
   * What others owe less what is owed: lent and posted, less borrowed and held, in USD. Null where
   * a price of it was not current then. A decimal string.
   */
  net_usd: string | null
  /** Assets among these that had no price that was current then. */
  unpriced_assets: string[]
  /** Positions not counted: the book was taken over later. */
  unknown_positions: number
}

/** What `client.reports.exposureByCounterparty` can be asked for. */
export interface ReportExposureByCounterpartyQuery {
  /**
   * As the book stood at this time, all of that millisecond included. Now unless given. RFC 3339 in
   * UTC, with milliseconds.
   */
  as_of?: string | undefined
  /** Only with this other side. A UUID. */
  counterparty_id?: string | undefined
  /** Only of this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** json unless given. */
  format?: 'json' | 'csv' | undefined
}

/** A list of exposures. */
export interface AssetExposureReport {
  /** The rows of the report. */
  exposures: AssetExposureRow[]
}

/** What an organization and others had of each other in one asset at a time. */
export interface AssetExposureRow {
  /** The symbol of the asset. */
  asset: string
  /** Positions in it that were not closed. */
  open_positions: number
  /** What others had borrowed. A decimal string. */
  lent_quantity: string
  /** What others had lent. A decimal string. */
  borrowed_quantity: string
  /** Collateral that was held. A decimal string. */
  collateral_held_quantity: string
  /** Collateral that was posted. A decimal string. */
  collateral_posted_quantity: string
  /** Lent and posted, less borrowed and held. A decimal string. */
  net_quantity: string
  /** Null where no price was current then. A decimal string. */
  price_usd: string | null
  /**
   * What others had borrowed, in USD. Null where a price of it was not current then. A decimal
   * string.
   */
  lent_usd: string | null
  /**
   * What others had lent, in USD. Null where a price of it was not current then. A decimal string.
   */
  borrowed_usd: string | null
  /**
   * Collateral that was held, in USD. Null where a price of it was not current then. A decimal
   * string.
   */
  collateral_held_usd: string | null
  /**
   * Collateral that was posted, in USD. Null where a price of it was not current then. A decimal
   * string.
   */
  collateral_posted_usd: string | null
  /**
   * What others owe less what is owed: lent and posted, less borrowed and held, in USD. Null where
   * a price of it was not current then. A decimal string.
   */
  net_usd: string | null
  /** Positions not counted: the book was taken over later. */
  unknown_positions: number
}

/** What `client.reports.exposureByAsset` can be asked for. */
export interface ReportExposureByAssetQuery {
  /**
   * As the book stood at this time, all of that millisecond included. Now unless given. RFC 3339 in
   * UTC, with milliseconds.
   */
  as_of?: string | undefined
  /** Only with this other side. A UUID. */
  counterparty_id?: string | undefined
  /** Only this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** json unless given. */
  format?: 'json' | 'csv' | undefined
}

/** A list of movements. */
export interface CollateralMovementReport {
  /** The rows of the report. */
  movements: CollateralMovementRow[]
}

/** Collateral that settled with one side or the other, as the journal has it. */
export interface CollateralMovementRow {
  /** When it settled. RFC 3339 in UTC, with milliseconds. */
  time: string
  /** The id of the position. A UUID. */
  position_id: string
  /** The id of the order. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The side of the deal on which the organization of the caller is. */
  side: 'lender' | 'borrower' | (string & {})
  /** The other side. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** Null where it was there when the book was taken over. A UUID. */
  transfer_id: string | null
  /** What the transfer was for. Null where it was there when the book was taken over. */
  category: 'open' | 'm2m' | 'return' | 'close' | 'interest' | 'liquidation' | (string & {}) | null
  /** Which way it moved, as the organization of the caller sees it. */
  direction: 'received' | 'sent' | (string & {})
  /** The symbol of the asset. */
  asset: string
  /** What moved; above zero. A decimal string. */
  quantity: string
  /**
   * The settled collateral of the order after it, what is on its way back still included. A decimal
   * string.
   */
  balance: string
}

/** What `client.reports.collateralMovements` can be asked for. */
export interface ReportCollateralMovementsQuery {
  /**
   * Only what happened from this time on; together with `to`. RFC 3339 in UTC, with milliseconds.
   */
  from?: string | undefined
  /**
   * Only what happened before this time; at most 366 days after `from`. RFC 3339 in UTC, with
   * milliseconds.
   */
  to?: string | undefined
  /**
   * In place of a range: all that had happened by this time. Now unless given. RFC 3339 in UTC,
   * with milliseconds.
   */
  as_of?: string | undefined
  /** Only with this other side. A UUID. */
  counterparty_id?: string | undefined
  /** Only collateral in this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** json unless given. */
  format?: 'json' | 'csv' | undefined
}

/** A list of interest. */
export interface InterestReport {
  /** The rows of the report. */
  interest: InterestRow[]
}

/** Interest of one position over days of one quantity and one rate. */
export interface InterestRow {
  /** The id of the position. A UUID. */
  position_id: string
  /** The id of the order. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The side of the deal on which the organization of the caller is. */
  side: 'lender' | 'borrower' | (string & {})
  /** The other side. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** The symbol of the asset. */
  asset: string
  /** The first day that bore this interest. */
  from_day: string
  /** The first day that did not. */
  to_day: string
  /** The days between the two. */
  days: number
  /** What bore interest. A decimal string. */
  quantity: string
  /** Interest a year, in percent. A decimal string. */
  rate_percent: string
  /** How a year is counted: ACT/360 or ACT/365. */
  day_count: string
  /**
   * In the asset: by how much the interest of the position, rounded up, has grown. The lender earns
   * it, the borrower owes it. A decimal string.
   */
  interest: string
}

/** What `client.reports.interest` can be asked for. */
export interface ReportInterestQuery {
  /**
   * Only what happened from this time on; together with `to`. RFC 3339 in UTC, with milliseconds.
   */
  from?: string | undefined
  /**
   * Only what happened before this time; at most 366 days after `from`. RFC 3339 in UTC, with
   * milliseconds.
   */
  to?: string | undefined
  /**
   * In place of a range: all that had happened by this time. Now unless given. RFC 3339 in UTC,
   * with milliseconds.
   */
  as_of?: string | undefined
  /** Only with this other side. A UUID. */
  counterparty_id?: string | undefined
  /** Only interest in this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** json unless given. */
  format?: 'json' | 'csv' | undefined
}

/** A list of transfers. */
export interface TransferReport {
  /** The rows of the report. */
  transfers: TransferReportRow[]
}

/** A transfer as it stood at a time. */
export interface TransferReportRow {
  /** The id of the transfer report row. A UUID. */
  id: string
  /** The identifier under which the provider knows the transfer. */
  external_transfer_id: string
  /** What the transfer is for. */
  category: 'open' | 'm2m' | 'return' | 'close' | 'interest' | 'liquidation' | (string & {})
  /** How far it was. Null where it came into the book with a status that it reached later. */
  status:
    | 'PENDING'
    | 'IN_PROGRESS'
    | 'COMPLETED'
    | 'FAILED'
    | 'REJECTED'
    | 'CANCELLED'
    | (string & {})
    | null
  /** Which way it moved, as the organization of the caller sees it. */
  direction: 'received' | 'sent' | (string & {})
  /** The other side. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** The symbol of the asset. */
  asset: string
  /** What moves. A decimal string. */
  quantity: string
  /** Value in USD when the transfer was made. A decimal string. */
  notional_usd: string
  /** The id of the order. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The custodian of the sender. */
  sender_custodian: string
  /** The address of the wallet that sends. */
  sender_wallet_address: string
  /** The custodian of the receiver. */
  receiver_custodian: string
  /** The address of the wallet that receives. */
  receiver_wallet_address: string
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it came to be as far as it is known to be. RFC 3339 in UTC, with milliseconds. */
  update_time: string
}

/** What `client.reports.transfers` can be asked for. */
export interface ReportTransfersQuery {
  /**
   * Only what happened from this time on; together with `to`. RFC 3339 in UTC, with milliseconds.
   */
  from?: string | undefined
  /**
   * Only what happened before this time; at most 366 days after `from`. RFC 3339 in UTC, with
   * milliseconds.
   */
  to?: string | undefined
  /**
   * In place of a range: all that had happened by this time. Now unless given. RFC 3339 in UTC,
   * with milliseconds.
   */
  as_of?: string | undefined
  /** How far the transfer is. */
  status?: 'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'REJECTED' | 'CANCELLED' | undefined
  /** What the transfer is for. */
  category?: 'open' | 'm2m' | 'return' | 'close' | 'interest' | 'liquidation' | undefined
  /** Only with this other side. A UUID. */
  counterparty_id?: string | undefined
  /** Only of this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** json unless given. */
  format?: 'json' | 'csv' | undefined
}
