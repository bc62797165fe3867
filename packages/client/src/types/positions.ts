// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AvailableAction } from './mark-to-market-requests.ts'

/** A page of positions. */
export interface PositionList {
  /** The positions of this page. */
  positions: Position[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What is lent and what is pledged for it, at the prices of now. */
export interface Position {
  /** The id of the position. A UUID. */
  id: string
  /** How far the position is. */
  status: 'OPENING' | 'ACTIVE' | 'CLOSING' | 'CLOSED' | (string & {})
  /** The id of the order. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_id_pretty: number
  /** The id of the lender. A UUID. */
  lender_id: string
  /** The name of the lender. */
  lender_name: string
  /** The id of the borrower. A UUID. */
  borrower_id: string
  /** The name of the borrower. */
  borrower_name: string
  /** The symbol of the asset. */
  asset: string
  /** What is lent. A decimal string. */
  asset_quantity: string
  /** The symbol of the asset. */
  collateral_asset: string
  /**
   * BILATERAL: moves between the parties. RESTRICTED: bilateral, not to be reused. TRIPARTY: an
   * agent manages it.
   */
  collateral_type: 'BILATERAL' | 'RESTRICTED' | 'TRIPARTY' | (string & {})
  /** Settled collateral, what is on its way back still included. A decimal string. */
  collateral_quantity: string
  /** The part of it that is disputed. A decimal string. */
  collateral_disputed_quantity: string
  /** Collateral on its way to the lender. A decimal string. */
  deliveries_in_transit: string
  /** Collateral on its way back. A decimal string. */
  returns_in_transit: string
  /** Interest a year, in percent, as it holds today. A decimal string. */
  rate_percent: string
  /**
   * Interest until now, in the asset, under each rate and quantity for as long as it held, rounded
   * up. A decimal string.
   */
  interest_accrued: string
  /** Price of the asset in USD. Null without a current price. A decimal string. */
  current_price: string | null
  /** Price of the collateral in USD. Null without a current price. A decimal string. */
  collateral_price: string | null
  /** Value of the asset in USD. Null without a current price. A decimal string. */
  asset_notional_usd: string | null
  /** Value of the collateral in USD. Null without a current price. A decimal string. */
  collateral_value_usd: string | null
  /** Loan to value, rounded up. Null without a value. A decimal string. */
  ltv_percent: string | null
  /** Collateral coverage, rounded down. Null without one. A decimal string. */
  ccr_percent: string | null
  /** Coverage has fallen to the level. Null without a current price. */
  margin_call_reached: boolean | null
  /** Coverage has fallen to the level. Null without a current price. */
  liquidation_reached: boolean | null
  /** Whether a mark-to-market request could be submitted now by one who may. */
  ready_for_m2m: boolean
  /** Null without a current price. */
  m2m_direction: 'TopUp' | 'Release' | 'None' | (string & {}) | null
  /** What would move. Null without a current price. A decimal string. */
  m2m_collateral_amount: string | null
  /** The same in USD. Null without a current price. A decimal string. */
  m2m_notional_usd: string | null
  /**
   * Why it is not ready: the reason for which a preview is refused, or the first that it gives,
   * such as `BELOW_MINIMUM_NOTIONAL`. Null where it is ready.
   */
  m2m_reason: string | null
  /**
   * The price of the asset in USD when the position was last marked to market. A decimal string.
   */
  price_at_last_m2m: string
  /** When the position was last marked to market. RFC 3339 in UTC, with milliseconds. */
  last_m2m_at: string
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** What the caller may do next. */
  actions: AvailableAction[]
}

/** What `client.positions.list` can be asked for. */
export interface ListPositionsQuery {
  /** The status of the position. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** The asset that is lent. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** The asset that is pledged. Expected: 1 to 64 visible ASCII characters. */
  collateral_asset?: string | undefined
  /** The other side. A UUID. */
  counterparty_id?: string | undefined
  /** Whether one could be submitted at the last change of a price. */
  ready_for_m2m?: boolean | undefined
  /** Whether it was at the last change of a price; where that is unknown, neither. */
  margin_call_reached?: boolean | undefined
  /** Whether it was at the last change of a price; where that is unknown, neither. */
  liquidation_reached?: boolean | undefined
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}

/** A list of positions. */
export interface PositionExport {
  /** Every position that was asked for. */
  positions: Position[]
}

/** What `client.positions.export` can be asked for. */
export interface ExportPositionsQuery {
  /** The status of the position. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** The asset that is lent. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** The asset that is pledged. Expected: 1 to 64 visible ASCII characters. */
  collateral_asset?: string | undefined
  /** The other side. A UUID. */
  counterparty_id?: string | undefined
  /** Whether one could be submitted at the last change of a price. */
  ready_for_m2m?: boolean | undefined
  /** Whether it was at the last change of a price; where that is unknown, neither. */
  margin_call_reached?: boolean | undefined
  /** Whether it was at the last change of a price; where that is unknown, neither. */
  liquidation_reached?: boolean | undefined
  /** json unless given. */
  format?: 'json' | 'csv' | undefined
}
