// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { PinnedCalendar } from './mark-to-market-requests.ts'
import type { AgreedMarginTerms, EligibleCollateral } from './orders.ts'

/**
 * The terms between one lender and one borrower, past, current and proposed. Of the versions in
 * effect, the newest applies.
 */
export interface Agreement {
  /** The id of the agreement. A UUID. */
  id: string
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The name of the lender. */
  lender_name: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /** The name of the borrower. */
  borrower_name: string
  /** All versions, oldest first. */
  versions: AgreementVersion[]
}

/** One version of the terms. It is proposed, and takes effect when both sides have accepted it. */
export interface AgreementVersion {
  /** The number of the version: 1, 2, 3. */
  version: number
  /**
   * The state of the version: `PROPOSED` until both sides have accepted it, then `ACCEPTED`.
   * `EXPIRED` if they have not in time, if other terms were proposed instead, or if its proposer
   * withdrew it.
   */
  state: 'PROPOSED' | 'ACCEPTED' | 'EXPIRED' | (string & {})
  /**
   * The organization that proposed the version, which has accepted it with that. Null: the
   * operator. A UUID.
   */
  proposer_id: string | null
  /**
   * The earliest time at which the terms of this version take effect. RFC 3339 in UTC, with
   * milliseconds.
   */
  effective_time: string
  /**
   * When the version expires, unless both sides have accepted it before. RFC 3339 in UTC, with
   * milliseconds.
   */
  expire_time: string
  /**
   * When the lender accepted the version. Null until it has. RFC 3339 in UTC, with milliseconds.
   */
  lender_accept_time: string | null
  /**
   * When the borrower accepted the version. Null until it has. RFC 3339 in UTC, with milliseconds.
   */
  borrower_accept_time: string | null
  /**
   * From when the version is in effect: the later of `effective_time` and the last acceptance. Null
   * until both sides have accepted it. RFC 3339 in UTC, with milliseconds.
   */
  in_effect_time: string | null
  /** The margin terms that a lender and a borrower have agreed on. */
  terms: AgreedMarginTerms
  /**
   * The versions of its calendars that were the newest when it was proposed. They apply to it until
   * a newer one does, 7 days after both sides were notified of that one.
   */
  calendar_versions: PinnedCalendar[]
}

/** What `client.agreements.create` takes. */
export interface CreateAgreement {
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /**
   * The margin terms that are proposed to a lender and a borrower. A term that is left out has its
   * default, not the value of the version before.
   */
  terms: ProposedMarginTerms
  /**
   * The versions of the calendars of `terms` that you have seen. Refused if another is the newest
   * by now, also if it was set while the request awaited approval. Of a calendar that is left out,
   * any version is pinned that was there when the request was received.
   */
  calendar_versions?: PinnedCalendar[] | undefined
  /**
   * The earliest time at which the terms take effect. Not in the past. Default: now. RFC 3339 in
   * UTC, with milliseconds.
   */
  effective_time?: string | undefined
  /**
   * When the version expires, unless both sides have accepted it before. Later than now. Default:
   * 14 days from now. RFC 3339 in UTC, with milliseconds.
   */
  expire_time?: string | undefined
}

/**
 * The margin terms that are proposed to a lender and a borrower. A term that is left out has its
 * default, not the value of the version before.
 */
export interface ProposedMarginTerms {
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
  top_up_when?: 'minimum' | 'margin_call'
  /**
   * The collateral coverage ratio in percent from which on a release can be submitted, above the
   * margin call level. Null, which is the default: at any coverage. A decimal string.
   */
  release_percent?: string | null
  /**
   * What a side may declare to be a default of the other, and then close the deal out for. Default:
   * nothing.
   */
  default_causes?: ('UNMET_CALL' | 'LIQUIDATION_LEVEL' | 'MISSED_RETURN' | 'MISSED_INTEREST')[]
  /**
   * How long after its notice a default can be cured before the deal can be terminated for it, in
   * seconds. The liquidation level has a time of its own in place of it. Default: 86,400.
   */
  grace_seconds?: number
  /**
   * How long coverage must have stayed at or below the liquidation level before a default can be
   * declared for it, in seconds. Default: 900.
   */
  liquidation_confirm_seconds?: number
  /**
   * How long after its first attempt was instructed a transfer that has not arrived is late, in
   * seconds. Null, which is the default: the time of the installation.
   */
  settlement_time_seconds?: number | null
  /** How long a call may be in dispute before it is unmet, in seconds. Default: 86,400. */
  dispute_time_seconds?: number
  /**
   * After this time a recall binds whatever its answer, in seconds: what it recalls and is not back
   * is a missed return. Null, which is the default: only a recall that was accepted binds. An order
   * with a maturity has no such time.
   */
  recall_notice_seconds?: number | null
  /**
   * The fraction taken off the price of what is kept in a close-out, from 0 to below 1. Default: 0.
   * A decimal string.
   */
  close_out_discount?: string
  /**
   * What a close-out ends: the whole deal, which is the default, or of a borrower that is short of
   * collateral only as much as makes the rest meet the requirement. With the latter, a liquidation
   * level that is a cause of default must be below the requirement.
   */
  close_out_scope?: 'full' | 'to_requirement'
  /**
   * What may be substituted for the collateral of a deal, in the order of the assets, each once.
   * The general terms always apply to the collateral that a deal began with. Default: nothing.
   */
  eligible_collateral?: EligibleCollateral[]
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
  minimum_applies_to?: 'deal' | 'agreement'
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
  day_count: 'ACT/360' | 'ACT/365'
  /**
   * When interest is paid: at the close, which is the default, or also every month, at 00:00 UTC on
   * the first, what has accrued until then.
   */
  interest_schedule?: 'at_close' | 'monthly'
  /**
   * How long a mark-to-market request may await its answer, in seconds. With a notification time:
   * at least so long.
   */
  cure_time_seconds: number
  /**
   * The calendars of business days: a business day is one in each of them. Default: none, so every
   * day is one.
   */
  calendars?: string[]
  /**
   * The time zone of the notification time and the response time. Null, which is the default: there
   * are no such times.
   */
  time_zone?: string | null
  /**
   * What is asked for by this time of a business day is due on that day, and later on the next one.
   * Null if there is no time zone.
   */
  notification_time?: string | null
  /**
   * The time of a business day at which requests expire, later than the notification time. Null if
   * there is no time zone.
   */
  response_time?: string | null
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
  dispute_method: 'undisputed' | 'split'
}

/** What `client.agreements.amend` takes. */
export interface AmendAgreement {
  /**
   * The margin terms that are proposed to a lender and a borrower. A term that is left out has its
   * default, not the value of the version before.
   */
  terms: ProposedMarginTerms
  /**
   * The versions of the calendars of `terms` that you have seen. Refused if another is the newest
   * by now, also if it was set while the request awaited approval. Of a calendar that is left out,
   * any version is pinned that was there when the request was received.
   */
  calendar_versions?: PinnedCalendar[] | undefined
  /**
   * The earliest time at which the terms take effect. Not in the past. Default: now. RFC 3339 in
   * UTC, with milliseconds.
   */
  effective_time?: string | undefined
  /**
   * When the version expires, unless both sides have accepted it before. Later than now. Default:
   * 14 days from now. RFC 3339 in UTC, with milliseconds.
   */
  expire_time?: string | undefined
}

/** What `client.agreements.accept` takes. */
export interface AcceptAgreement {
  /** The number of the version whose terms are accepted. */
  version: number
}

/** What `client.agreements.propose` takes. */
export interface ProposeTerms {
  /**
   * The number that the new version gets: one more than the newest. If another version was proposed
   * meanwhile, the request is refused.
   */
  version: number
  /**
   * The margin terms that are proposed to a lender and a borrower. A term that is left out has its
   * default, not the value of the version before.
   */
  terms: ProposedMarginTerms
  /**
   * The versions of the calendars of `terms` that you have seen. Refused if another is the newest
   * by now, also if it was set while the request awaited approval. Of a calendar that is left out,
   * any version is pinned that was there when the request was received.
   */
  calendar_versions?: PinnedCalendar[] | undefined
  /**
   * The earliest time at which the terms take effect. Not in the past, and within 365 days.
   * Default: now. RFC 3339 in UTC, with milliseconds.
   */
  effective_time?: string | undefined
  /**
   * When the version expires, unless both sides have accepted it before. Later than now, and within
   * 90 days. Default: 14 days from now. RFC 3339 in UTC, with milliseconds.
   */
  expire_time?: string | undefined
}

/** What `client.agreements.withdraw` takes. */
export interface WithdrawTerms {
  /** The number of the version that is withdrawn. */
  version: number
}

/** A page of agreements. */
export interface AgreementList {
  /** The items of this page. */
  agreements: Agreement[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.agreements.list` can be asked for. */
export interface ListAgreementsQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
