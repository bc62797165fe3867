import type { MarginDirection } from './margin-call.ts'
import type { ContextInputName } from './preview-context.ts'
import type { DecimalInputName } from './preview-inputs.ts'
import type { RoundingMode } from './rounding.ts'

/** The version of the formulas, their names and their order. A calculation is verified with its own version only. */
export const FORMULA_VERSION = '1'

/** What a preview is computed from: its decimals, its parties, and whether the caller's role may create a request. */
export type InputName = DecimalInputName | ContextInputName

/** The steps of a preview, in the order of the arithmetic. */
export type StepName =
  | 'asset_notional'
  | 'collateral_value'
  | 'ltv_percent'
  | 'ccr_percent'
  | 'requirement_percent'
  | 'haircut_factor'
  | 'requirement_less_threshold'
  | 'required'
  | 'credited_quantity'
  | 'credited_price'
  | 'credited'
  | 'shortfall'
  | 'm2m_notional'
  | 'minimum_notional'
  | 'top_up_amount'
  | 'releasable_quantity'
  | 'release_amount'
  | 'm2m_collateral_amount'
  | 'smallest_top_up'
  | 'smallest_release'

/** One figure that goes in: its value, where it came from and when it was observed. */
export interface CalculationInput {
  name: InputName
  /**
   * A decimal in plain notation without padding; the identifier of an organization for `lender` and
   * `borrower`; `true` or `false` for `role_may_create`.
   */
  value: string
  /** `USD`, `percent`, `fraction`, `organization`, `boolean`, or the identifier of the asset that is counted. */
  unit: string
  source: string
  observed_at: string | null
}

/** One step of the arithmetic: what was computed, from what, and how it was rounded. */
export interface CalculationStep {
  name: StepName
  /** Written with the names of inputs and of earlier steps. */
  formula: string
  /** Before rounding: digit for digit, but a quotient that does not end is given with 60 digits. */
  exact: string
  /** After rounding, always from the true value and not from `exact`. */
  value: string
  unit: string
  rounding: { mode: RoundingMode; increment: string } | null
}

/** Why a request cannot be submitted now. */
export interface CalculationReason {
  code: 'BELOW_MINIMUM_NOTIONAL' | 'ROUNDS_TO_ZERO' | 'NOTHING_DUE' | 'ROLE_MAY_NOT_CREATE'
  message: string
}

/** The price of either asset, all else unchanged, at which something comes to happen; see {@link TriggerPricePair}. */
export interface TriggerPrice {
  name: 'top_up' | 'release' | 'margin_call' | 'liquidation'
  unit: string
  asset_price: string | null
  collateral_price: string | null
}

/** All that a preview was computed from and how: enough to compute it again. */
export interface Calculation {
  formula_version: string
  inputs: CalculationInput[]
  steps: CalculationStep[]
  reasons: CalculationReason[]
  trigger_prices: TriggerPrice[]
}

/** The computed members of a preview, as they go over the wire. */
export interface PreviewFigures {
  asset_quantity: string
  /** 2 decimals, half-even. */
  asset_notional_usd: string
  /** The asset's price now. */
  current_price: string
  direction: MarginDirection
  /** In units of the collateral, a multiple of the lot. */
  m2m_collateral_amount: string
  /** 2 decimals, cut. */
  m2m_notional_usd: string
  /** Exact, with 2 decimals at least. */
  minimum_notional_usd: string
  /** 2 decimals, rounded up; null without collateral. */
  ltv_percent: string | null
  /** 2 decimals, rounded down; null without a notional. */
  ccr_percent: string | null
  requirement_percent: number
  can_submit_m2m: boolean
}
