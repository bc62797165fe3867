// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AvailableAction } from './mark-to-market-requests.ts'
import type { TransferParty } from './transfers.ts'

/** What needs a person now, in numbers. All of it is from one snapshot of the book. */
export interface Today {
  /** The time of all figures. RFC 3339 in UTC, with milliseconds. */
  as_of: string
  /**
   * The transfers from or to the organization that failed, were rejected or were cancelled, that no
   * later attempt has replaced, and whose order or request awaits a retry.
   */
  failed_transfers: TodayFailedTransfers
  /** What awaits the answer of the caller's organization. */
  to_answer: TodayToAnswer
  /** The approvals that the caller may approve. */
  to_approve: TodayToApprove
  /** The proposed versions of agreements that await the acceptance of the caller's organization. */
  agreements_to_accept: TodayAgreementsToAccept
  /** What the organization has asked of its counterparties, and awaits their answer. */
  awaited: TodayAwaited
  /**
   * The positions for which a top-up can be submitted at current prices, among the 500 of the
   * lowest coverage and the 500 of the highest. They are those of `GET /positions` with
   * `ready_for_m2m` and this `m2m_direction`.
   */
  to_call: TodayToCall
  /**
   * The positions for which a release can be submitted at current prices, among the 500 of the
   * lowest coverage and the 500 of the highest. They are those of `GET /positions` with
   * `ready_for_m2m` and this `m2m_direction`.
   */
  to_release: TodayToRelease
  /**
   * The positions that have reached a level at the prices of the last revaluation. A position
   * without a current price does not count.
   */
  watch: TodayWatch
  /**
   * The transfers that have not changed for longer than usual in their state at the provider. Usual
   * seconds: pending_submission 300, pending_provider_approval 14400, pending_provider_signature
   * 1800, broadcasting 1800, confirming 7200.
   */
  stuck_transfers: TodayStuckTransfers
  /**
   * The transfers from or to the organization that are late: they have not ended within the
   * `settlement_time_seconds` of the terms after their first attempt was instructed, or within a
   * day (`TRANSFER_LATE_AFTER_S`) where the terms do not say.
   */
  late_transfers: TodayLateTransfers
  /** The declared defaults that are not over. The amounts of the others are their unpaid claims. */
  defaults: TodayDefaults
  /**
   * The limits of the organization that were exceeded when they were last compared: at the last
   * market cut, or by an order since. The others have no amounts.
   */
  limits_exceeded: TodayLimitsExceeded
  /** Sums in USD, of notionals as they were computed when each was created. */
  totals: TodayTotals
  /**
   * The same sums at the last market cut until now. Null if there was no cut since the organization
   * was created.
   */
  totals_at_cut: TotalsAtCut | null
}

/**
 * The transfers from or to the organization that failed, were rejected or were cancelled, that no
 * later attempt has replaced, and whose order or request awaits a retry.
 */
export interface TodayFailedTransfers {
  /** The number of failed transfers that need a person. */
  count: number
  /** The sum of their `notional`. A decimal string. */
  notional_usd: string
  /** Those with the largest `notional`, at most `rows`. */
  transfers: FailedTransfer[]
  /** What is counted and not named: `rows` names so many of each kind. */
  others: TodayOthers
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/** A transfer that failed and is not replaced, with what is retried. */
export interface FailedTransfer {
  /** The id of the transfer. A UUID. */
  id: string
  /** The id of its order. A UUID. */
  order_id: string
  /** The number of its order, for people. */
  order_id_pretty: number
  /** The organization id of the other side. A UUID. */
  counterparty_id: string
  /** The name of the other side. */
  counterparty_name: string
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
  /** The part of the deal that it moves. */
  leg: 'asset' | 'collateral' | 'interest' | (string & {})
  /** The symbol of the asset. */
  token: string
  /** The quantity in units of the asset. A decimal string. */
  quantity: string
  /** Its value in USD when it was created. A decimal string. */
  notional: string
  /** The state of the transfer at the provider. The states are the same for all providers. */
  provider_state:
    | 'pending_submission'
    | 'pending_provider_approval'
    | 'pending_provider_signature'
    | 'broadcasting'
    | 'confirming'
    | 'completed'
    | 'failed'
    | 'rejected'
    | 'cancelled'
    | (string & {})
  /** What the provider says of it, for people. */
  label: string
  /** How it ended. */
  status: 'FAILED' | 'REJECTED' | 'CANCELLED' | (string & {})
  /** The sender or the receiver of a transfer. */
  sender: TransferParty
  /** The sender or the receiver of a transfer. */
  receiver: TransferParty
  /** When it failed. RFC 3339 in UTC, with milliseconds. */
  since: string
  /**
   * The mark-to-market request whose retry instructs it again. Null if it belongs to none. A UUID.
   */
  mark_to_market_request_id: string | null
  /** The order request whose retry instructs it again. Null if it belongs to none. A UUID. */
  order_request_id: string | null
  /**
   * The close-out whose retry instructs it again. Null if it belongs to none. If all three are
   * null, the order is retried. A UUID.
   */
  close_out_id: string | null
  /** Whether the caller may retry what it belongs to: the action `retry` of that resource. */
  actions: AvailableAction[]
}

/** What is counted and not named: `rows` names so many of each kind. */
export interface TodayOthers {
  /** The number of those that are counted and not named. */
  count: number
  /** The sum of their amounts in USD. Those that have none add nothing. A decimal string. */
  notional_usd: string
}

/** What awaits the answer of the caller's organization. */
export interface TodayToAnswer {
  /**
   * The number of orders, requests and call sets of counterparties that await an answer; the
   * requests of a call set count as one.
   */
  count: number
  /** The number of orders among them. */
  orders: number
  /** The number of mark-to-market requests among them, without those of call sets. */
  mark_to_market_requests: number
  /** The number of call sets among them. */
  call_sets: number
  /** The number of order requests among them. */
  order_requests: number
  /**
   * The sum of the notional of the mark-to-market requests among them, with those of call sets. A
   * decimal string.
   */
  notional_usd: string
  /** The nearest deadline among them. Null if there is none. RFC 3339 in UTC, with milliseconds. */
  next_deadline: string | null
  /** Those that expire first, at most `rows`. */
  requests: RequestToAnswer[]
  /** What is counted and not named: `rows` names so many of each kind. */
  others: TodayOthers
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/** An order or a request that awaits the answer of the caller's organization. */
export interface RequestToAnswer {
  /** What is answered. */
  kind: 'order' | 'mark_to_market_request' | 'call_set' | 'order_request' | (string & {})
  /** The id of the order, of the request, or of the call set. A UUID. */
  id: string
  /** The id of its order. A UUID. */
  order_id: string
  /** The number of its order, for people. */
  order_id_pretty: number
  /** The organization id of the other side. A UUID. */
  counterparty_id: string
  /** The name of the other side. */
  counterparty_name: string
  /** The side of the caller's organization. */
  side: 'lender' | 'borrower' | (string & {})
  /** When it expires if it has no answer. RFC 3339 in UTC, with milliseconds. */
  expire_time: string
  /** The direction of a mark-to-market request or a call set. Otherwise null. */
  direction: 'TopUp' | 'Release' | (string & {}) | null
  /** The kind of an order request. Otherwise null. */
  request_kind:
    | 'recall'
    | 'return'
    | 'rerate'
    | 'amend'
    | 'extend'
    | 'substitution'
    | (string & {})
    | null
  /**
   * How many requests of a call set await the answer: `order_id` is one of their orders. Otherwise
   * null.
   */
  requests: number | null
  /**
   * The symbol of the collateral asset for a mark-to-market request or a call set, and otherwise of
   * the asset that is lent.
   */
  token: string
  /**
   * The quantity in units of `token`. Null for a rerate, an amend and a call set. A decimal string.
   */
  quantity: string | null
  /**
   * The rate in percent a year: of an order, or the new one of a rerate. Otherwise null. A decimal
   * string.
   */
  rate_percent: string | null
  /**
   * The notional of a mark-to-market request, or the sum of those of a call set, in USD. Otherwise
   * null. A decimal string.
   */
  notional_usd: string | null
  /** The version of the terms that an amend asks for. Otherwise null. */
  terms_version: number | null
}

/** The approvals that the caller may approve. */
export interface TodayToApprove {
  /** The number of approvals. */
  count: number
  /** The nearest deadline among them. Null if there is none. RFC 3339 in UTC, with milliseconds. */
  next_deadline: string | null
  /** Those that expire first, at most `rows`. */
  approvals: ApprovalToGive[]
  /** What is counted and not named: `rows` names so many of each kind. */
  others: TodayOthers
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/** A request that the caller may approve. */
export interface ApprovalToGive {
  /** The id of the approval. A UUID. */
  id: string
  /** The operation of the request. */
  operation: string
  /** The account that made the request. A UUID. */
  account_id: string
  /** The order that the request concerns. Null if there is none. A UUID. */
  order_id: string | null
  /**
   * The amount of the request in USD. Null if it has none, or if it is unknown. A decimal string.
   */
  amount_usd: string | null
  /** When it expires if it has not been carried out. RFC 3339 in UTC, with milliseconds. */
  expire_time: string
}

/** The proposed versions of agreements that await the acceptance of the caller's organization. */
export interface TodayAgreementsToAccept {
  /** The number of agreement versions. */
  count: number
  /** The nearest deadline among them. Null if there is none. RFC 3339 in UTC, with milliseconds. */
  next_deadline: string | null
  /** Those that expire first, at most `rows`. */
  versions: TermsToAccept[]
  /** What is counted and not named: `rows` names so many of each kind. */
  others: TodayOthers
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/** A version of an agreement that awaits the acceptance of the caller's organization. */
export interface TermsToAccept {
  /** The id of the agreement. A UUID. */
  agreement_id: string
  /** The number of the version. */
  version: number
  /** The organization id of the other side. A UUID. */
  counterparty_id: string
  /** The name of the other side. */
  counterparty_name: string
  /** The side of the caller's organization. */
  side: 'lender' | 'borrower' | (string & {})
  /** When the version expires if a side has not accepted it. RFC 3339 in UTC, with milliseconds. */
  expire_time: string
}

/** What the organization has asked of its counterparties, and awaits their answer. */
export interface TodayAwaited {
  /** The number of orders, requests and call sets of the organization. */
  count: number
  /** The nearest deadline among them. Null if there is none. RFC 3339 in UTC, with milliseconds. */
  next_deadline: string | null
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/**
 * The positions for which a top-up can be submitted at current prices, among the 500 of the lowest
 * coverage and the 500 of the highest. They are those of `GET /positions` with `ready_for_m2m` and
 * this `m2m_direction`.
 */
export interface TodayToCall {
  /** The number of positions. */
  count: number
  /**
   * The number of positions among them in which the caller's organization is the lender. In the
   * others it is the borrower.
   */
  lender_count: number
  /** The sum of their `m2m_notional_usd`. A decimal string. */
  notional_usd: string
  /** Those with the largest `m2m_notional_usd`, at most `rows`. */
  positions: PositionToMark[]
  /** What is counted and not named: `rows` names so many of each kind. */
  others: TodayOthers
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/**
 * A position for which a mark-to-market request can be submitted. Its figures are those of the
 * position.
 */
export interface PositionToMark {
  /** The id of the position. A UUID. */
  id: string
  /** The id of its order. A UUID. */
  order_id: string
  /** The number of its order, for people. */
  order_id_pretty: number
  /** The organization id of the other side. A UUID. */
  counterparty_id: string
  /** The name of the other side. */
  counterparty_name: string
  /** The side of the caller's organization. */
  side: 'lender' | 'borrower' | (string & {})
  /** The symbol of the asset that is lent. */
  asset: string
  /** The symbol of the collateral asset. */
  collateral_asset: string
  /**
   * Collateral coverage ratio (CCR) in percent, rounded down. Null without a value. A decimal
   * string.
   */
  ccr_percent: string | null
  /**
   * The collateral that the request would send, in units of the collateral asset. A decimal string.
   */
  m2m_collateral_amount: string
  /** The shortfall or excess in USD before rounding. A decimal string. */
  m2m_notional_usd: string
}

/**
 * The positions for which a release can be submitted at current prices, among the 500 of the lowest
 * coverage and the 500 of the highest. They are those of `GET /positions` with `ready_for_m2m` and
 * this `m2m_direction`.
 */
export interface TodayToRelease {
  /** The number of positions. */
  count: number
  /**
   * The number of positions among them in which the caller's organization is the lender. In the
   * others it is the borrower.
   */
  lender_count: number
  /** The sum of their `m2m_notional_usd`. A decimal string. */
  notional_usd: string
  /** Those with the largest `m2m_notional_usd`, at most `rows`. */
  positions: PositionToMark[]
  /** What is counted and not named: `rows` names so many of each kind. */
  others: TodayOthers
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/**
 * The positions that have reached a level at the prices of the last revaluation. A position without
 * a current price does not count.
 */
export interface TodayWatch {
  /** The number of positions at or below their margin call level. */
  margin_call_reached: number
  /** The number of positions at or below their liquidation level. */
  liquidation_reached: number
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/**
 * The transfers that have not changed for longer than usual in their state at the provider. Usual
 * seconds: pending_submission 300, pending_provider_approval 14400, pending_provider_signature
 * 1800, broadcasting 1800, confirming 7200.
 */
export interface TodayStuckTransfers {
  /** The number of stuck transfers. */
  count: number
  /** The sum of their `notional`. A decimal string. */
  notional_usd: string
  /** Those with the largest `notional`, at most `rows`. */
  transfers: StuckTransfer[]
  /** What is counted and not named: `rows` names so many of each kind. */
  others: TodayOthers
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/** A transfer that has not changed for longer than `usual_seconds`. */
export interface StuckTransfer {
  /** The id of the transfer. A UUID. */
  id: string
  /** The id of its order. A UUID. */
  order_id: string
  /** The number of its order, for people. */
  order_id_pretty: number
  /** The organization id of the other side. A UUID. */
  counterparty_id: string
  /** The name of the other side. */
  counterparty_name: string
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
  /** The part of the deal that it moves. */
  leg: 'asset' | 'collateral' | 'interest' | (string & {})
  /** The symbol of the asset. */
  token: string
  /** The quantity in units of the asset. A decimal string. */
  quantity: string
  /** Its value in USD when it was created. A decimal string. */
  notional: string
  /** The state of the transfer at the provider. The states are the same for all providers. */
  provider_state:
    | 'pending_submission'
    | 'pending_provider_approval'
    | 'pending_provider_signature'
    | 'broadcasting'
    | 'confirming'
    | 'completed'
    | 'failed'
    | 'rejected'
    | 'cancelled'
    | (string & {})
  /** What the provider says of it, for people. */
  label: string
  /** Whether the caller's organization sends it. */
  is_ours: boolean
  /** When it last changed. RFC 3339 in UTC, with milliseconds. */
  since: string
  /** How long this state usually lasts at most. */
  usual_seconds: number
}

/**
 * The transfers from or to the organization that are late: they have not ended within the
 * `settlement_time_seconds` of the terms after their first attempt was instructed, or within a day
 * (`TRANSFER_LATE_AFTER_S`) where the terms do not say.
 */
export interface TodayLateTransfers {
  /** The number of late transfers. */
  count: number
  /** The sum of their `notional`. A decimal string. */
  notional_usd: string
  /** Those with the largest `notional`, at most `rows`. */
  transfers: LateTransfer[]
  /** What is counted and not named: `rows` names so many of each kind. */
  others: TodayOthers
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/** A transfer that has not ended in time, with the actions that may help. */
export interface LateTransfer {
  /** The id of the transfer. A UUID. */
  id: string
  /** The id of its order. A UUID. */
  order_id: string
  /** The number of its order, for people. */
  order_id_pretty: number
  /** The organization id of the other side. A UUID. */
  counterparty_id: string
  /** The name of the other side. */
  counterparty_name: string
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
  /** The part of the deal that it moves. */
  leg: 'asset' | 'collateral' | 'interest' | (string & {})
  /** The symbol of the asset. */
  token: string
  /** The quantity in units of the asset. A decimal string. */
  quantity: string
  /** Its value in USD when it was created. A decimal string. */
  notional: string
  /** The state of the transfer at the provider. The states are the same for all providers. */
  provider_state:
    | 'pending_submission'
    | 'pending_provider_approval'
    | 'pending_provider_signature'
    | 'broadcasting'
    | 'confirming'
    | 'completed'
    | 'failed'
    | 'rejected'
    | 'cancelled'
    | (string & {})
  /** What the provider says of it, for people. */
  label: string
  /** Whether the caller's organization sends it. */
  is_ours: boolean
  /** From when it is late. RFC 3339 in UTC, with milliseconds. */
  late_since: string
  /** Whether its cancellation was requested, and the custodian has not answered. */
  cancellation_requested: boolean
  /** The actions on the resource, and whether the caller may take them. */
  actions: AvailableAction[]
}

/** The declared defaults that are not over. The amounts of the others are their unpaid claims. */
export interface TodayDefaults {
  /** The number of notices and close-outs under way in which the organization is in default. */
  against_us: number
  /** The number of those that the organization has declared. */
  by_us: number
  /** The number of close-outs with an unpaid claim, of either side. */
  claims_open: number
  /**
   * The nearest time from which one of the notices can be terminated. Null if none is ahead. RFC
   * 3339 in UTC, with milliseconds.
   */
  next_deadline: string | null
  /** Notices first, by when they can be terminated, at most `rows`. */
  close_outs: OpenDefault[]
  /** What is counted and not named: `rows` names so many of each kind. */
  others: TodayOthers
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/** A declared default of either side of a deal of the caller's organization. */
export interface OpenDefault {
  /** The id of the close-out. A UUID. */
  id: string
  /** The id of its order. A UUID. */
  order_id: string
  /** The number of its order, for people. */
  order_id_pretty: number
  /** The organization id of the other side. A UUID. */
  counterparty_id: string
  /** The name of the other side. */
  counterparty_name: string
  /** The position. A UUID. */
  position_id: string
  /** The side of the caller's organization. */
  side: 'lender' | 'borrower' | (string & {})
  /** Whether the caller's organization declared the default. Otherwise it is in default. */
  is_ours: boolean
  /** Lifecycle status. */
  status:
    | 'NOTICE'
    | 'CLOSING_OUT'
    | 'CLAIM_OPEN'
    | 'SETTLED'
    | 'CURED'
    | 'WITHDRAWN'
    | (string & {})
  /**
   * UNMET_CALL: collateral is due, and a call of it has no answer, is late, or has been in dispute
   * for `dispute_time_seconds`. Its sender is in default. LIQUIDATION_LEVEL: the coverage has
   * stayed at or below the liquidation level for `liquidation_confirm_seconds` of the terms, and is
   * there now. The borrower is in default. MISSED_RETURN: the asset of a return, a recall, a close
   * or a maturity has not come back in time, or the collateral that follows it has not. Its sender
   * is in default. MISSED_INTEREST: interest that was due is late. The borrower is in default.
   */
  cause: 'UNMET_CALL' | 'LIQUIDATION_LEVEL' | 'MISSED_RETURN' | 'MISSED_INTEREST' | (string & {})
  /** From when it can be terminated. RFC 3339 in UTC, with milliseconds. */
  earliest_terminate_time: string
  /** The unpaid claim of the declarer in USD. Null if there is none. A decimal string. */
  residual_claim_usd: string | null
  /** Whether what goes back is late: the party in default still waits for it. */
  excess_late: boolean
}

/**
 * The limits of the organization that were exceeded when they were last compared: at the last
 * market cut, or by an order since. The others have no amounts.
 */
export interface TodayLimitsExceeded {
  /** The number of counterparties with a limit that is exceeded. */
  count: number
  /** Those that are exceeded for longest, at most `rows`. */
  counterparties: ExceededLimits[]
  /** What is counted and not named: `rows` names so many of each kind. */
  others: TodayOthers
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/** Limits of the caller's organization for one counterparty that are exceeded. */
export interface ExceededLimits {
  /** The organization id of the other side. A UUID. */
  counterparty_id: string
  /** The name of the other side. */
  counterparty_name: string
  /** The limits that are exceeded, by name. */
  limits: string[]
  /**
   * When the first of them was found to be exceeded: at a market cut, when limits were set, or when
   * an order went on that exceeds one. RFC 3339 in UTC, with milliseconds.
   */
  since: string
}

/** Sums in USD, of notionals as they were computed when each was created. */
export interface TodayTotals {
  /**
   * What counterparties are asked for: the notional of mark-to-market requests that await an answer
   * or a retry, and whose collateral the caller's organization would receive. After a dispute, its
   * undisputed part. A decimal string.
   */
  owed_to_us_usd: string
  /** The same that the caller's organization would send. A decimal string. */
  owed_by_us_usd: string
  /** The notional of the transfers under way to it. A decimal string. */
  in_transit_to_us_usd: string
  /** The notional of the transfers under way from it. A decimal string. */
  in_transit_from_us_usd: string
  /** The disputed notional of the mark-to-market requests in dispute. A decimal string. */
  disputed_usd: string
  /**
   * Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
   * are lower bounds.
   */
  has_more: boolean
}

/** The sums of `totals` as they were at a market cut. They rest on no price of the cut. */
export interface TotalsAtCut {
  /** The time of the market cut. RFC 3339 in UTC, with milliseconds. */
  cut_time: string
  /**
   * What counterparties are asked for: the notional of mark-to-market requests that await an answer
   * or a retry, and whose collateral the caller's organization would receive. After a dispute, its
   * undisputed part. A decimal string.
   */
  owed_to_us_usd: string
  /** The same that the caller's organization would send. A decimal string. */
  owed_by_us_usd: string
  /** The notional of the transfers under way to it. A decimal string. */
  in_transit_to_us_usd: string
  /** The notional of the transfers under way from it. A decimal string. */
  in_transit_from_us_usd: string
  /** The disputed notional of the mark-to-market requests in dispute. A decimal string. */
  disputed_usd: string
  /**
   * Whether there may be more, so that the sums are lower bounds: at most 1000 of each kind that
   * are open now are looked at, and 10000 changes since the cut for each side of a deal.
   */
  has_more: boolean
}

/** What `client.today.show` can be asked for. */
export interface GetTodayQuery {
  /** How many of each kind are named, 0 to 1000. The others are counted. Default: 10. */
  rows?: number | undefined
  /**
   * Whose rows are named: those of `all` kinds, or only those of `positions`, which are all that
   * rests on prices. The others are then counted only. Default: all.
   */
  named?: 'all' | 'positions' | undefined
}
