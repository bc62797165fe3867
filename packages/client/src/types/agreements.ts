// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AgreedMarginTerms } from './orders.ts'

/** The terms between one lender and one borrower, as they were and as they are. */
export interface Agreement {
  /** The id of the agreement. A UUID. */
  id: string
  /** The id of the lender. A UUID. */
  lender_id: string
  /** The name of the lender. */
  lender_name: string
  /** The id of the borrower. A UUID. */
  borrower_id: string
  /** The name of the borrower. */
  borrower_name: string
  /** Every version, the oldest first. */
  versions: AgreementVersion[]
}

/** The terms of an agreement from one time on. */
export interface AgreementVersion {
  /** The number of the version, from 1. */
  version: number
  /** From when on these terms are in effect. RFC 3339 in UTC, with milliseconds. */
  effective_time: string
  /** What a lender and a borrower have agreed on about margin. */
  terms: AgreedMarginTerms
}

/** What `client.agreements.create` takes. */
export interface CreateAgreement {
  /** The id of the lender. A UUID. */
  lender_id: string
  /** The id of the borrower. A UUID. */
  borrower_id: string
  /** What a lender and a borrower have agreed on about margin. */
  terms: MarginTerms
  /**
   * From when it holds, not before now; at once unless given. RFC 3339 in UTC, with milliseconds.
   */
  effective_time?: string | undefined
}

/** What a lender and a borrower have agreed on about margin. */
export interface MarginTerms {
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
  day_count: 'ACT/360' | 'ACT/365'
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
  dispute_method: 'undisputed' | 'split'
}

/** What `client.agreements.amend` takes. */
export interface AmendAgreement {
  /** What a lender and a borrower have agreed on about margin. */
  terms: MarginTerms
  /**
   * From when it holds, not before now; at once unless given. RFC 3339 in UTC, with milliseconds.
   */
  effective_time?: string | undefined
}

/** A page of agreements. */
export interface AgreementList {
  /** The agreements of this page. */
  agreements: Agreement[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.agreements.list` can be asked for. */
export interface ListAgreementsQuery {
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}
