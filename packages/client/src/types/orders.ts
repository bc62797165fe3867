// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AvailableAction } from './mark-to-market-requests.ts'

/** A loan of an asset against collateral: the offer, and after its acceptance the deal. */
export interface Order {
  /** The id of the order. A UUID. */
  id: string
  /** The number of the order, for people. */
  number: number
  /** Lifecycle status. */
  status:
    | 'PENDING_ACCEPTANCE'
    | 'ACCEPTED'
    | 'OPENING'
    | 'ACTIVE'
    | 'CLOSING'
    | 'CLOSED'
    | 'CLOSED_OUT'
    | 'REJECTED'
    | 'CANCELLED'
    | 'EXPIRED'
    | 'FAILED'
    | (string & {})
  /** The organization that created the order. A UUID. */
  creator_id: string
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
  /** The quantity lent at the opening, in units of the asset. A decimal string. */
  asset_quantity: string
  /**
   * The interest rate agreed at the opening, in percent a year. Interest is paid in the asset. A
   * decimal string.
   */
  rate_percent: string
  /** The symbol of the collateral asset. */
  collateral_asset: string
  /**
   * The quantity pledged at the opening, or given by the last substitution, in units of the
   * collateral asset. A decimal string.
   */
  collateral_quantity: string
  /**
   * BILATERAL: the collateral moves between the parties. RESTRICTED: bilateral, and the lender may
   * not reuse it. TRIPARTY: an agent manages it.
   */
  collateral_type: 'BILATERAL' | 'RESTRICTED' | 'TRIPARTY' | (string & {})
  /** The lender's wallet for the asset. Null until the lender has named it. */
  lender_asset_wallet_id: string | null
  /** The lender's wallet for the collateral. Null until the lender has named it. */
  lender_collateral_wallet_id: string | null
  /** The borrower's wallet for the asset. Null until the borrower has named it. */
  borrower_asset_wallet_id: string | null
  /** The borrower's wallet for the collateral. Null until the borrower has named it. */
  borrower_collateral_wallet_id: string | null
  /** The wallets that the order names so far, those of both sides, by id. */
  wallets: OrderWallet[]
  /**
   * The margin terms. Before the acceptance, those in effect now; after it, those that the order
   * copied, or that the last amend agreed on.
   */
  terms: AgreedMarginTerms
  /** The version of the agreement that has these terms. An acceptance can name it. */
  terms_version: number
  /** When the order expires if it has no answer. RFC 3339 in UTC, with milliseconds. */
  expire_time: string
  /**
   * When the service begins the close. The borrower may close earlier. Null: the order is open
   * until a side ends it. RFC 3339 in UTC, with milliseconds.
   */
  maturity_time: string | null
  /** The position of the order. Null until the acceptance. A UUID. */
  position_id: string | null
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  update_time: string
  /** The actions on the resource, and whether the caller may take them. */
  actions: AvailableAction[]
}

/** A wallet that an order names. */
export interface OrderWallet {
  /** The id of the wallet at its custodian. */
  id: string
  /** The name of the wallet. */
  name: string
  /** The id of the custodian. */
  custodian: string
}

/** The margin terms that a lender and a borrower have agreed on. */
export interface AgreedMarginTerms {
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
  /**
   * How long after its notice a default can be cured before the deal can be terminated for it, in
   * seconds. The liquidation level has a time of its own in place of it. Default: 86,400.
   */
  grace_seconds: number
  /**
   * How long coverage must have stayed at or below the liquidation level before a default can be
   * declared for it, in seconds. Default: 900.
   */
  liquidation_confirm_seconds: number
  /**
   * How long after its first attempt was instructed a transfer that has not arrived is late, in
   * seconds. Null, which is the default: the time of the installation.
   */
  settlement_time_seconds: number | null
  /** How long a call may be in dispute before it is unmet, in seconds. Default: 86,400. */
  dispute_time_seconds: number
  /**
   * After this time a recall binds whatever its answer, in seconds: what it recalls and is not back
   * is a missed return. Null, which is the default: only a recall that was accepted binds. An order
   * with a maturity has no such time.
   */
  recall_notice_seconds: number | null
  /**
   * The fraction taken off the price of what is kept in a close-out, from 0 to below 1. Default: 0.
   * A decimal string.
   */
  close_out_discount: string
  /**
   * What a close-out ends: the whole deal, which is the default, or of a borrower that is short of
   * collateral only as much as makes the rest meet the requirement. With the latter, a liquidation
   * level that is a cause of default must be below the requirement.
   */
  close_out_scope: 'full' | 'to_requirement' | (string & {})
  /**
   * What may be substituted for the collateral of a deal, in the order of the assets, each once.
   * The general terms always apply to the collateral that a deal began with. Default: nothing.
   */
  eligible_collateral: EligibleCollateral[]
  /** The exposure that needs no collateral, in USD. A decimal string. */
  threshold_usd: string
  /** The smallest top-up that may be submitted, in USD. A decimal string. */
  minimum_notional_top_up_usd: string
  /** The smallest release that may be submitted, in USD. A decimal string. */
  minimum_notional_release_usd: string
  /**
   * What both minimums are compared with in a call set: each request by itself, which is the
   * default, or the sum of the set.
   */
  minimum_applies_to: 'deal' | 'agreement' | (string & {})
  /**
   * A top-up is a multiple of this collateral quantity. Null: the smallest unit of the asset. A
   * decimal string above zero.
   */
  lot_top_up: string | null
  /**
   * A release is a multiple of this collateral quantity. Null: the smallest unit of the asset. A
   * decimal string above zero.
   */
  lot_release: string | null
  /** The day count convention of interest. */
  day_count: 'ACT/360' | 'ACT/365' | (string & {})
  /**
   * When interest is paid: at the close, which is the default, or also every month, at 00:00 UTC on
   * the first, what has accrued until then.
   */
  interest_schedule: 'at_close' | 'monthly' | (string & {})
  /**
   * How long a mark-to-market request may await its answer, in seconds. With a notification time:
   * at least so long.
   */
  cure_time_seconds: number
  /**
   * The calendars of business days: a business day is one in each of them. Default: none, so every
   * day is one.
   */
  calendars: string[]
  /**
   * The time zone of the notification time and the response time. Null, which is the default: there
   * are no such times.
   */
  time_zone: string | null
  /**
   * What is asked for by this time of a business day is due on that day, and later on the next one.
   * Null if there is no time zone.
   */
  notification_time: string | null
  /**
   * The time of a business day at which requests expire, later than the notification time. Null if
   * there is no time zone.
   */
  response_time: string | null
  /**
   * The largest difference that is not a dispute, in USD. Null if the tolerance is in percent. A
   * decimal string.
   */
  dispute_tolerance_usd: string | null
  /**
   * The largest difference that is not a dispute, in percent of the request. Null if the tolerance
   * is in USD. A decimal string.
   */
  dispute_tolerance_percent: string | null
  /**
   * What is transferred if the difference is within the tolerance: the undisputed part, or the
   * midpoint (split).
   */
  dispute_method: 'undisputed' | 'split' | (string & {})
}

/**
 * An asset that may be substituted for the collateral of a deal, with the terms that apply in place
 * of the general ones while it is the collateral.
 */
export interface EligibleCollateral {
  /** The symbol of the asset. */
  asset: string
  /**
   * The required collateral coverage in percent. Null if the asset has a haircut. A decimal string.
   */
  requirement_percent: string | null
  /**
   * The haircut on the asset as a fraction. Null if the asset has a requirement. A decimal string.
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
}

/** What `client.orders.create` takes. */
export interface CreateOrder {
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /** The asset to lend. Expected: 1 to 64 visible ASCII characters. */
  asset: string
  /** The quantity to lend, in units of the asset. A decimal string above zero. */
  asset_quantity: string
  /** The interest rate in percent a year. Interest is paid in the asset. A decimal string. */
  rate_percent: string
  /** The asset to pledge. Expected: 1 to 64 visible ASCII characters. */
  collateral_asset: string
  /**
   * The quantity to pledge at the opening, in units of the collateral asset. A decimal string above
   * zero.
   */
  collateral_quantity: string
  /**
   * BILATERAL: the collateral moves between the parties. RESTRICTED: bilateral, and the lender may
   * not reuse it. TRIPARTY: an agent manages it.
   */
  collateral_type: 'BILATERAL' | 'RESTRICTED' | 'TRIPARTY'
  /** Your wallet for the asset. Expected: 1 to 128 visible ASCII characters. */
  asset_wallet_id: string
  /** Your wallet for the collateral. Expected: 1 to 128 visible ASCII characters. */
  collateral_wallet_id: string
  /**
   * When the order expires if it has no answer. Default: after one day. RFC 3339 in UTC, with
   * milliseconds.
   */
  expire_time?: string | undefined
  /**
   * When the service begins the close, as if the borrower had: after `expire_time`, and at most
   * 10,950 days from now. Default: never, so the order is open until a side ends it. RFC 3339 in
   * UTC, with milliseconds.
   */
  maturity_time?: string | undefined
}

/** A page of orders. */
export interface OrderList {
  /** The items of this page. */
  orders: Order[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.orders.list` can be asked for. */
export interface ListOrdersQuery {
  /** Only orders with this status. Expected: 1 to 64 visible ASCII characters. */
  status?: string | undefined
  /** Only orders that lend this asset. Expected: 1 to 64 visible ASCII characters. */
  asset?: string | undefined
  /** Only orders with this collateral asset. Expected: 1 to 64 visible ASCII characters. */
  collateral_asset?: string | undefined
  /** Only orders with this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** A list of order terms. */
export interface OrderTermsList {
  /** All terms of the order, the newest first. Empty before its acceptance. */
  order_terms: OrderTerms[]
}

/** Terms that applied to a deal for a time, or apply now. */
export interface OrderTerms {
  /** The version of the agreement. */
  terms_version: number
  /** Its terms. */
  terms: AgreedMarginTerms
  /** The collateral of the deal then. */
  collateral_asset: string
  /**
   * From when they applied: the acceptance of the order, or of an amend. RFC 3339 in UTC, with
   * milliseconds.
   */
  from_time: string
  /** When others replaced them. Null: they apply now. RFC 3339 in UTC, with milliseconds. */
  until_time: string | null
  /**
   * The amend by which they came to apply. Null for those of the acceptance of the order. A UUID.
   */
  order_request_id: string | null
}

/** What `client.orders.accept` takes. */
export interface AcceptOrder {
  /** Your wallet for the asset. Expected: 1 to 128 visible ASCII characters. */
  asset_wallet_id: string
  /** Your wallet for the collateral. Expected: 1 to 128 visible ASCII characters. */
  collateral_wallet_id: string
  /**
   * The `terms_version` of the order as it was read. If other terms are in effect by now, the
   * acceptance is refused. Left out: the terms in effect are accepted, whatever they are.
   */
  terms_version?: number | undefined
}

/** What `client.orders.changeWallets` takes. */
export interface ChangeOrderWallets {
  /**
   * Your new wallet for the asset. Default: as before. Expected: 1 to 128 visible ASCII characters.
   */
  asset_wallet_id?: string | undefined
  /**
   * Your new wallet for the collateral. Default: as before. Expected: 1 to 128 visible ASCII
   * characters.
   */
  collateral_wallet_id?: string | undefined
}
