import type { NamedInput } from '../calculation-input.ts'
import type { NamedStep } from '../calculation-steps.ts'
import type { CloseOutPriceSource, CloseOutSide } from './close-out-context.ts'

/** The version of the formulas of a close-out. A statement is verified only with its version. */
export const CLOSE_OUT_VERSION = '1'

/**
 * `full` ends the deal. `to_requirement` discharges only as much of the asset as makes the rest of
 * the collateral meet the requirement.
 */
export type CloseOutScope = 'full' | 'to_requirement'

/** One collateral of a close-out, in units of `asset`; its price is in USD for one unit. */
export interface CloseOutCollateral {
  asset: string
  quantity: string
  /** Null only if there is none of it. */
  price_usd: string | null
}

/** What the declarer keeps of one asset, and what goes back, in its units. */
export interface CloseOutKept {
  asset: string
  kept_quantity: string
  /** Of the lent asset: the part that goes back as asset, without `back_interest`. */
  back_quantity: string
}

/** The days [from, to) with one quantity and one rate. */
export interface CloseOutInterestPeriod {
  /** The first day that bears interest, `YYYY-MM-DD`. */
  from: string
  /** The day after the last one, `YYYY-MM-DD`. */
  to: string
  /** In units of the asset. */
  quantity: string
  /** In percent a year. */
  rate_percent: string
  source: string
}

/** The inputs and steps of a close-out: enough to recompute it. */
export interface CloseOutCalculation {
  formula_version: string
  inputs: NamedInput<string>[]
  interest_periods: CloseOutInterestPeriod[]
  steps: NamedStep<string>[]
}

/** A close-out in the form of the API: what is claimed, kept and sent back, and how it follows. */
export interface CloseOutStatement {
  in_default: CloseOutSide
  scope: CloseOutScope
  /** Whether quantities may still change before the close-out is booked. */
  provisional: boolean
  lender_id: string
  borrower_id: string
  asset: string
  asset_quantity: string
  /** In USD for one unit. Null only if nothing of the asset and no interest is owed. */
  asset_price_usd: string | null
  /** Interest that is due and not paid, in units of the asset. */
  interest_owed: string
  /** In the order in which it is kept. */
  collateral: CloseOutCollateral[]
  /** A fraction: taken off the price of what is kept. */
  discount: string
  price_source: CloseOutPriceSource
  /** When the prices were fixed. RFC 3339, in UTC. */
  price_time: string
  /** What the party in default owes the declarer. Exact, with at least 2 decimals. */
  claim_usd: string
  /** Of each collateral, or, with the lender in default, of the asset with its interest. */
  kept: CloseOutKept[]
  /** By how much that which is kept exceeds the claim. Exact, with at least 2 decimals. */
  overshoot_usd: string
  /** What goes back of the interest, in units of the asset: 0 unless the lender is in default. */
  back_interest: string
  /** How much of the asset the borrower need not return any more, in its units. */
  discharged_quantity: string
  /** What is left of the claim. In USD, 2 decimals, cut. */
  residual_claim_usd: string
  calculation: CloseOutCalculation
}
