// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A list of positions. */
export interface PositionReport {
  /** The rows of the report. */
  positions: PositionReportRow[]
}

/** A position at a time, valued at the prices of that time. */
export interface PositionReportRow {
  /** The position. A UUID. */
  position_id: string
  /** The order of the position. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The side of the caller's organization in the deal. */
  side: 'lender' | 'borrower' | (string & {})
  /** The organization id of the counterparty. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** The status at the time. */
  status: 'OPENING' | 'ACTIVE' | 'CLOSING' | 'CLOSED' | (string & {})
  /** The symbol of the asset that was lent. */
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
   * The collateral in transit to the lender, in units of the collateral asset. A decimal string.
   */
  deliveries_in_transit: string
  /**
   * The collateral in transit to the borrower, in units of the collateral asset. A decimal string.
   */
  returns_in_transit: string
  /** The interest rate in percent a year. A decimal string. */
  rate_percent: string
  /** The version of the agreement whose terms applied at the time. */
  terms_version: number
  /**
   * The interest accrued since the activation, in units of the asset, rounded up. A decimal string.
   */
  interest_accrued: string
  /** The price of the asset in USD. Null if there was no current price then. A decimal string. */
  asset_price_usd: string | null
  /**
   * The price of the collateral in USD. Null if there was no current price then. A decimal string.
   */
  collateral_price_usd: string | null
  /** The value of the asset in USD. Null if there was no current price then. A decimal string. */
  asset_notional_usd: string | null
  /**
   * The value of the collateral in USD. Null if there was no current price then. A decimal string.
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
   * Whether coverage was at or below the margin call level while the asset was lent. Null if there
   * was no current price then.
   */
  margin_call_reached: boolean | null
  /**
   * Whether coverage was at or below the liquidation level while the asset was lent. Null if there
   * was no current price then.
   */
  liquidation_reached: boolean | null
  /** When the position was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
}

/** What `client.reports.positions` can be asked for. */
export interface ReportPositionsQuery {
  /**
   * The time of the report, including that whole millisecond. Default: now. RFC 3339 in UTC, with
   * milliseconds.
   */
  as_of?: string | undefined
  /** Lifecycle status. */
  status?: 'OPENING' | 'ACTIVE' | 'CLOSING' | 'CLOSED' | undefined
  /** Only deals with this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /** Only positions that lend this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** Only positions with this collateral asset. Expected: 1 to 64 visible ASCII characters. */
  collateral_asset?: string | undefined
  /** The format of the answer. Default: json. */
  format?: 'json' | 'csv' | undefined
}

/** A list of exposures. */
export interface CounterpartyExposureReport {
  /** The rows of the report. */
  exposures: CounterpartyExposureRow[]
}

/** The exposure of an organization to one counterparty at a time. */
export interface CounterpartyExposureRow {
  /** The organization id of the counterparty. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** The number of open positions with the counterparty. */
  open_positions: number
  /**
   * The value lent to the counterparty, in USD. Null if an asset in it had no current price then. A
   * decimal string.
   */
  lent_usd: string | null
  /**
   * The value borrowed from the counterparty, in USD. Null if an asset in it had no current price
   * then. A decimal string.
   */
  borrowed_usd: string | null
  /**
   * The value of the collateral held from the counterparty, in USD. Null if an asset in it had no
   * current price then. A decimal string.
   */
  collateral_held_usd: string | null
  /**
   * The value of the collateral posted to the counterparty, in USD. Null if an asset in it had no
   * current price then. A decimal string.
   */
  collateral_posted_usd: string | null
  /**
   * The net exposure: lent and posted, less borrowed and held, in USD. Null if an asset in it had
   * no current price then. A decimal string.
   */
  net_usd: string | null
  /**
   * What close-outs leave to be paid or sent, which no other value has: unpaid claims on the
   * counterparty and what it sends back too late, less the same of the organization, in USD. Null
   * if an asset in it had no current price then. A decimal string.
   */
  claims_usd: string | null
  /** The assets in these values without a current price at the time. */
  unpriced_assets: string[]
  /**
   * The limit of what may be lent to the counterparty, as it was at the time. Null without one. A
   * decimal string.
   */
  lent_limit_usd: string | null
  /**
   * The uncovered amount under the limits of the time, in USD, rounded up to cents. Null without
   * limits for the counterparty, or if one of its assets has no price. A decimal string.
   */
  uncovered_usd: string | null
  /**
   * The limit of the uncovered amount, as it was at the time. Null without one. A decimal string.
   */
  uncovered_limit_usd: string | null
}

/** What `client.reports.exposureByCounterparty` can be asked for. */
export interface ReportExposureByCounterpartyQuery {
  /**
   * The time of the report, including that whole millisecond. Default: now. RFC 3339 in UTC, with
   * milliseconds.
   */
  as_of?: string | undefined
  /** Only deals with this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /**
   * Only quantities of this asset, and claims of close-outs that name it as the asset or as
   * collateral. Expected: 1 to 64 visible ASCII characters.
   */
  asset?: string | undefined
  /** The format of the answer. Default: json. */
  format?: 'json' | 'csv' | undefined
}

/** A list of exposures. */
export interface AssetExposureReport {
  /** The rows of the report. */
  exposures: AssetExposureRow[]
}

/** The exposure of an organization in one asset at a time. */
export interface AssetExposureRow {
  /** The symbol of the asset. */
  asset: string
  /** The number of open positions with the asset. */
  open_positions: number
  /** The quantity lent, in units of the asset. A decimal string. */
  lent_quantity: string
  /** The quantity borrowed, in units of the asset. A decimal string. */
  borrowed_quantity: string
  /** The collateral held, in units of the asset. A decimal string. */
  collateral_held_quantity: string
  /** The collateral posted, in units of the asset. A decimal string. */
  collateral_posted_quantity: string
  /**
   * The net quantity: lent and posted, less borrowed and held, in units of the asset. A decimal
   * string.
   */
  net_quantity: string
  /** The price of one unit in USD. Null if there was no current price then. A decimal string. */
  price_usd: string | null
  /** The value lent, in USD. Null if an asset in it had no current price then. A decimal string. */
  lent_usd: string | null
  /**
   * The value borrowed, in USD. Null if an asset in it had no current price then. A decimal string.
   */
  borrowed_usd: string | null
  /**
   * The value of the collateral held, in USD. Null if an asset in it had no current price then. A
   * decimal string.
   */
  collateral_held_usd: string | null
  /**
   * The value of the collateral posted, in USD. Null if an asset in it had no current price then. A
   * decimal string.
   */
  collateral_posted_usd: string | null
  /**
   * The net exposure: lent and posted, less borrowed and held, in USD. Null if an asset in it had
   * no current price then. A decimal string.
   */
  net_usd: string | null
}

/** What `client.reports.exposureByAsset` can be asked for. */
export interface ReportExposureByAssetQuery {
  /**
   * The time of the report, including that whole millisecond. Default: now. RFC 3339 in UTC, with
   * milliseconds.
   */
  as_of?: string | undefined
  /** Only deals with this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /** Only this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** The format of the answer. Default: json. */
  format?: 'json' | 'csv' | undefined
}

/** A list of movements. */
export interface CollateralMovementReport {
  /** The rows of the report. */
  movements: CollateralMovementRow[]
}

/** A movement of settled collateral in the journal. */
export interface CollateralMovementRow {
  /** When the collateral settled. RFC 3339 in UTC, with milliseconds. */
  time: string
  /** The position. A UUID. */
  position_id: string
  /** The order of the position. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The side of the caller's organization in the deal. */
  side: 'lender' | 'borrower' | (string & {})
  /** The organization id of the counterparty. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** The transfer. Null if a close-out has moved the collateral without one. A UUID. */
  transfer_id: string | null
  /** The category of the transfer. Null without one. */
  category:
    | 'open'
    | 'm2m'
    | 'return'
    | 'close'
    | 'interest'
    | 'liquidation'
    | 'voluntary'
    | 'substitution'
    | (string & {})
    | null
  /**
   * Seen from the caller's organization. kept: the lender has kept it in a close-out, so that it
   * secures the order no longer.
   */
  direction: 'sent' | 'received' | 'kept' | (string & {})
  /** The symbol of the asset. */
  asset: string
  /** The quantity moved, in units of the asset, above zero. A decimal string. */
  quantity: string
  /**
   * The settled collateral of the order after the movement, in units of the asset, including
   * returns in transit. A decimal string.
   */
  balance: string
}

/** What `client.reports.collateralMovements` can be asked for. */
export interface ReportCollateralMovementsQuery {
  /** The start of the period, inclusive. Requires `to`. RFC 3339 in UTC, with milliseconds. */
  from?: string | undefined
  /**
   * The end of the period, exclusive: at most 366 days after `from`. RFC 3339 in UTC, with
   * milliseconds.
   */
  to?: string | undefined
  /**
   * In place of a period: everything up to this time. Default: now. RFC 3339 in UTC, with
   * milliseconds.
   */
  as_of?: string | undefined
  /** Only deals with this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /** Only collateral in this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** The format of the answer. Default: json. */
  format?: 'json' | 'csv' | undefined
}

/** A list of interest. */
export interface InterestReport {
  /** The rows of the report. */
  interest: InterestRow[]
}

/** The interest of one position over a period with one quantity and one rate. */
export interface InterestRow {
  /** The position. A UUID. */
  position_id: string
  /** The order of the position. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The side of the caller's organization in the deal. */
  side: 'lender' | 'borrower' | (string & {})
  /** The organization id of the counterparty. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** The symbol of the asset. */
  asset: string
  /** The first day of the period. */
  from_day: string
  /** The day after the last day of the period. */
  to_day: string
  /** The number of days of the period. */
  days: number
  /** The quantity that bore interest, in units of the asset. A decimal string. */
  quantity: string
  /** The interest rate in percent a year. A decimal string. */
  rate_percent: string
  /** The day count convention: ACT/360 or ACT/365. */
  day_count: string
  /**
   * The interest of the period, in units of the asset: the growth of the interest of the position,
   * rounded up. The lender earns it, the borrower owes it. A decimal string.
   */
  interest: string
}

/** What `client.reports.interest` can be asked for. */
export interface ReportInterestQuery {
  /** The start of the period, inclusive. Requires `to`. RFC 3339 in UTC, with milliseconds. */
  from?: string | undefined
  /**
   * The end of the period, exclusive: at most 366 days after `from`. RFC 3339 in UTC, with
   * milliseconds.
   */
  to?: string | undefined
  /**
   * In place of a period: everything up to this time. Default: now. RFC 3339 in UTC, with
   * milliseconds.
   */
  as_of?: string | undefined
  /** Only deals with this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /** Only interest in this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** The format of the answer. Default: json. */
  format?: 'json' | 'csv' | undefined
}

/** A list of transfers. */
export interface TransferReport {
  /** The rows of the report. */
  transfers: TransferReportRow[]
}

/** A transfer with its status at a time. */
export interface TransferReportRow {
  /** The id of the transfer. A UUID. */
  id: string
  /** The id of the transfer at the provider. */
  external_transfer_id: string
  /** The purpose of the transfer. */
  category:
    | 'open'
    | 'm2m'
    | 'return'
    | 'close'
    | 'interest'
    | 'liquidation'
    | 'voluntary'
    | 'substitution'
    | (string & {})
  /** The status at the end of the period. */
  status:
    | 'PENDING'
    | 'IN_PROGRESS'
    | 'COMPLETED'
    | 'FAILED'
    | 'REJECTED'
    | 'CANCELLED'
    | (string & {})
  /** Whether the caller's organization received or sent it. */
  direction: 'received' | 'sent' | (string & {})
  /** The organization id of the counterparty. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** The symbol of the asset. */
  asset: string
  /** The quantity, in units of the asset. A decimal string. */
  quantity: string
  /** The value in USD when the transfer was created. A decimal string. */
  notional_usd: string
  /** The order of the transfer. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The custodian of the sender. */
  sender_custodian: string
  /** The address of the sender's wallet. */
  sender_wallet_address: string
  /** The custodian of the receiver. */
  receiver_custodian: string
  /** The address of the receiver's wallet. */
  receiver_wallet_address: string
  /** When the transfer was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When the transfer reached that status. RFC 3339 in UTC, with milliseconds. */
  update_time: string
}

/** What `client.reports.transfers` can be asked for. */
export interface ReportTransfersQuery {
  /** The start of the period, inclusive. Requires `to`. RFC 3339 in UTC, with milliseconds. */
  from?: string | undefined
  /**
   * The end of the period, exclusive: at most 366 days after `from`. RFC 3339 in UTC, with
   * milliseconds.
   */
  to?: string | undefined
  /**
   * In place of a period: everything up to this time. Default: now. RFC 3339 in UTC, with
   * milliseconds.
   */
  as_of?: string | undefined
  /** Lifecycle status. */
  status?: 'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'REJECTED' | 'CANCELLED' | undefined
  /** The purpose of the transfer. */
  category?:
    | 'open'
    | 'm2m'
    | 'return'
    | 'close'
    | 'interest'
    | 'liquidation'
    | 'voluntary'
    | 'substitution'
    | undefined
  /** Only deals with this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /** Only quantities of this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** The format of the answer. Default: json. */
  format?: 'json' | 'csv' | undefined
}
