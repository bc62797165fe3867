// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AvailableAction } from './mark-to-market-requests.ts'

/** A loan of an asset against collateral, from the asking to the end. */
export interface Order {
  /** The id of the order. A UUID. */
  id: string
  /** The number of the order, for people. */
  number: number
  /** How far the order is. */
  status:
    | 'PENDING_ACCEPTANCE'
    | 'ACCEPTED'
    | 'OPENING'
    | 'ACTIVE'
    | 'CLOSING'
    | 'CLOSED'
    | 'REJECTED'
    | 'CANCELLED'
    | 'EXPIRED'
    | 'FAILED'
    | (string & {})
  /** The organization that asked. A UUID. */
  creator_id: string
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
  /** What is lent at the opening. A decimal string. */
  asset_quantity: string
  /** Interest a year, in percent, paid in the asset, as agreed at the opening. A decimal string. */
  rate_percent: string
  /** The symbol of the asset. */
  collateral_asset: string
  /**
   * What is pledged at the opening. Null where a book was taken over without it. A decimal string.
   */
  collateral_quantity: string | null
  /**
   * BILATERAL: moves between the parties. RESTRICTED: bilateral, not to be reused. TRIPARTY: an
   * agent manages it.
   */
  collateral_type: 'BILATERAL' | 'RESTRICTED' | 'TRIPARTY' | (string & {})
  /** Null until its side has named it. */
  lender_asset_wallet_id: string | null
  /** Null until its side has named it. */
  lender_collateral_wallet_id: string | null
  /** Null until its side has named it. */
  borrower_asset_wallet_id: string | null
  /** Null until its side has named it. */
  borrower_collateral_wallet_id: string | null
  /** The terms: those in effect, until the acceptance copies them for good. */
  terms: AgreedMarginTerms
  /** Until when it may be answered. Null: without end. RFC 3339 in UTC, with milliseconds. */
  expire_time: string | null
  /** The position. Null until the order is accepted. A UUID. */
  position_id: string | null
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** What the caller may do next. */
  actions: AvailableAction[]
}

/** What a lender and a borrower have agreed on about margin. */
export interface AgreedMarginTerms {
  /** Required coverage in percent. Null where there is a haircut. A decimal string. */
  requirement_percent: string | null
  /**
   * Haircut on the collateral, as a fraction. Null where there is a requirement. A decimal string.
   */
  haircut: string | null
  /** The coverage ratio at which the margin call flag is raised. A decimal string. */
  margin_call_percent: string
  /** The coverage ratio at which the liquidation flag is raised. A decimal string. */
  liquidation_percent: string
  /** Exposure that is not collateralized, in USD. A decimal string. */
  threshold_usd: string
  /** Below this no top-up is submitted, in USD. A decimal string. */
  minimum_notional_top_up_usd: string
  /** Below this no release is submitted, in USD. A decimal string. */
  minimum_notional_release_usd: string
  /**
   * What a top-up is a multiple of. Null: the smallest unit of the collateral. A decimal string
   * above zero.
   */
  lot_top_up: string | null
  /**
   * What a release is a multiple of. Null: the smallest unit of the collateral. A decimal string
   * above zero.
   */
  lot_release: string | null
  /** How interest counts days. */
  day_count: 'ACT/360' | 'ACT/365' | (string & {})
  /** How long a mark-to-market request may await its answer. */
  cure_time_seconds: number
  /**
   * A difference of at most so much is no dispute, in USD; 0: every difference is one. Null where
   * it is in percent. A decimal string.
   */
  dispute_tolerance_usd: string | null
  /**
   * A difference of at most so much is no dispute, in percent of the call; 0: every difference is
   * one. Null where it is in USD. A decimal string.
   */
  dispute_tolerance_percent: string | null
  /** What moves within the tolerance: the undisputed part, or the midpoint. */
  dispute_method: 'undisputed' | 'split' | (string & {})
}

/** What `client.orders.create` takes. */
export interface CreateOrder {
  /** The id of the lender. A UUID. */
  lender_id: string
  /** The id of the borrower. A UUID. */
  borrower_id: string
  /** The symbol of the asset. Expected: 1 to 64 visible ASCII characters. */
  asset: string
  /** What is lent. A decimal string above zero. */
  asset_quantity: string
  /** Interest a year, in percent, paid in the asset. A decimal string. */
  rate_percent: string
  /** The symbol of the asset. Expected: 1 to 64 visible ASCII characters. */
  collateral_asset: string
  /** What is pledged at the opening. A decimal string above zero. */
  collateral_quantity: string
  /**
   * BILATERAL: moves between the parties. RESTRICTED: bilateral, not to be reused. TRIPARTY: an
   * agent manages it.
   */
  collateral_type: 'BILATERAL' | 'RESTRICTED' | 'TRIPARTY'
  /** Your wallet for the asset. Expected: 1 to 128 visible ASCII characters. */
  asset_wallet_id: string
  /** Your wallet for the collateral. Expected: 1 to 128 visible ASCII characters. */
  collateral_wallet_id: string
  /** Until when it may be answered; a day unless given. RFC 3339 in UTC, with milliseconds. */
  expire_time?: string | undefined
}

/** A page of orders. */
export interface OrderList {
  /** The orders of this page. */
  orders: Order[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.orders.list` can be asked for. */
export interface ListOrdersQuery {
  /** The status of the order. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** The asset that is lent. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** The asset that is pledged. Expected: 1 to 64 visible ASCII characters. */
  collateral_asset?: string | undefined
  /** The other side. A UUID. */
  counterparty_id?: string | undefined
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}

/** What `client.orders.accept` takes. */
export interface AcceptOrder {
  /** Your wallet for the asset. Expected: 1 to 128 visible ASCII characters. */
  asset_wallet_id: string
  /** Your wallet for the collateral. Expected: 1 to 128 visible ASCII characters. */
  collateral_wallet_id: string
}
