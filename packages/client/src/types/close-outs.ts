// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { CalculationInput, CalculationStep } from './mark-to-market-requests.ts'

/** The statement that a close-out would have now. */
export interface CloseOutPreviewResponse {
  /**
   * A close-out of one deal: what is claimed, what is kept for it, what goes back, and how each
   * figure was computed.
   */
  statement: CloseOutStatement
}

/**
 * A close-out of one deal: what is claimed, what is kept for it, what goes back, and how each
 * figure was computed.
 */
export interface CloseOutStatement {
  /** The side in default. The other one is the declarer. */
  in_default: 'borrower' | 'lender' | (string & {})
  /**
   * `full` ends the deal. `to_requirement` discharges as much of the asset as makes the rest of the
   * collateral meet the requirement.
   */
  scope: 'full' | 'to_requirement' | (string & {})
  /** Whether quantities may still change, because nothing is booked. */
  provisional: boolean
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /** The asset that is lent. */
  asset: string
  /** What is lent and has not come back, in units of the asset. A decimal string. */
  asset_quantity: string
  /**
   * The price of the asset, in USD for one unit. Null only if nothing of it and no interest is
   * owed. A decimal string.
   */
  asset_price_usd: string | null
  /**
   * Interest that has accrued and is not paid, in units of the asset, rounded up to its smallest
   * unit. A decimal string.
   */
  interest_owed: string
  /** The collateral, in the order in which it is kept. */
  collateral: CloseOutCollateral[]
  /** Taken off the price of what is kept: a fraction. A decimal string. */
  discount: string
  /** Whether the prices are the current ones, or those of a market cut. */
  price_source: 'current' | 'market_cut' | (string & {})
  /** When the prices were fixed. RFC 3339 in UTC, with milliseconds. */
  price_time: string
  /**
   * What the side in default owes the declarer, at prices without a discount. In USD, exact, with
   * at least 2 decimals.
   */
  claim_usd: string
  /**
   * What the declarer keeps for its claim: each collateral or, with the lender in default, the
   * asset with its interest.
   */
  kept: CloseOutKept[]
  /**
   * By how much that which is kept is worth more than the claim: less than one smallest unit. In
   * USD, exact, with at least 2 decimals.
   */
  overshoot_usd: string
  /**
   * What goes back of the interest, in units of the asset: 0 unless the lender is in default. A
   * decimal string.
   */
  back_interest: string
  /**
   * How much of the asset the borrower need not return any more, in its units. A decimal string.
   */
  discharged_quantity: string
  /** What is left of the claim. In USD, 2 decimals, cut. A decimal string. */
  residual_claim_usd: string
  /** How a close-out follows from its inputs: enough to recompute it. */
  calculation: CloseOutCalculation
}

/** One collateral of a close-out. */
export interface CloseOutCollateral {
  /** The collateral asset. */
  asset: string
  /** What has settled of it, in its units. A decimal string. */
  quantity: string
  /** Its price, in USD for one unit. Null only if there is none of it. A decimal string. */
  price_usd: string | null
}

/** What is kept of one asset, and what goes back, in its units. */
export interface CloseOutKept {
  /** What is kept. */
  asset: string
  /** What the declarer keeps, rounded up to the smallest unit. A decimal string. */
  kept_quantity: string
  /**
   * What goes back to the side in default. Of the lent asset, without `back_interest`. 0 of a
   * close-out in part. A decimal string.
   */
  back_quantity: string
}

/** How a close-out follows from its inputs: enough to recompute it. */
export interface CloseOutCalculation {
  /** The version of the formulas. A statement is verified with the formulas of its version. */
  formula_version: string
  /** The inputs. */
  inputs: CalculationInput[]
  /** The inputs of the interest, oldest first. */
  interest_periods: CloseOutInterestPeriod[]
  /** The steps, in the order of computation. */
  steps: CalculationStep[]
}

/** Days with one quantity and one rate. */
export interface CloseOutInterestPeriod {
  /** The first day that bears interest. */
  from: string
  /** The day after the last one. */
  to: string
  /** The quantity that bears interest. A decimal string. */
  quantity: string
  /** The rate, in percent a year. A decimal string. */
  rate_percent: string
  /** Where quantity and rate came from. */
  source: string
}

/** What `client.closeOuts.preview` takes. */
export interface CloseOutPreviewRequest {
  /** The position to close out. A UUID. */
  position_id: string
  /** The side in default. The other one is the declarer. */
  in_default: 'borrower' | 'lender'
}
