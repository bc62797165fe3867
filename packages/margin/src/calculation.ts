import type { NamedInput } from './calculation-input.ts'
import type { NamedStep } from './calculation-steps.ts'
import type { MarginDirection } from './margin-call.ts'
import type { ContextInputName } from './preview-context.ts'
import type { DecimalInputName } from './preview-inputs.ts'

/**
 * The versions of the formulas, their names and their order. A calculation has version 2 if
 * `top_up_percent`, `release_percent` or `receiver_in_default` is among its inputs, and version 1
 * otherwise.
 */
export const FORMULA_VERSIONS = ['1', '2'] as const

/** A version of the formulas. */
export type FormulaVersion = (typeof FORMULA_VERSIONS)[number]

/**
 * The inputs of a preview: its decimals, its parties, whether the caller's role may create a
 * request, and whether a default of the caller keeps it from requesting a Release.
 */
export type InputName = DecimalInputName | ContextInputName

/** The steps of a preview, in the order of computation. */
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
  | 'top_up_level'
  | 'release_level'

/** One input: its value, its source and when it was observed. */
export type CalculationInput = NamedInput<InputName>

/** One step of a preview: its formula, its value and its rounding. */
export type CalculationStep = NamedStep<StepName>

/** The codes of the reasons against submitting, in the order of a calculation. */
export const CALCULATION_REASONS = [
  'BELOW_MINIMUM_NOTIONAL',
  'ROUNDS_TO_ZERO',
  'ABOVE_MARGIN_CALL_LEVEL',
  'BELOW_RELEASE_LEVEL',
  'RECEIVER_IN_DEFAULT',
  'NOTHING_DUE',
  'ROLE_MAY_NOT_CREATE',
] as const

/** Why a request cannot be submitted now. */
export interface CalculationReason {
  code: (typeof CALCULATION_REASONS)[number]
  message: string
}

/**
 * The price of either asset at which a trigger is reached, if all else stays equal; see {@link
 * TriggerPricePair}.
 */
export interface TriggerPrice {
  name: 'top_up' | 'release' | 'margin_call' | 'liquidation'
  unit: string
  asset_price: string | null
  collateral_price: string | null
}

/** The inputs, steps and results of a preview: enough to recompute it. */
export interface Calculation {
  formula_version: string
  inputs: CalculationInput[]
  steps: CalculationStep[]
  reasons: CalculationReason[]
  trigger_prices: TriggerPrice[]
}

/** The computed members of a preview, in the form of the API. */
export interface PreviewFigures {
  asset_quantity: string
  /** In USD, 2 decimals, rounded half to even. */
  asset_notional_usd: string
  /** The current price of the asset, in USD. */
  current_price: string
  direction: MarginDirection
  /** In units of the collateral asset, a multiple of the lot. */
  m2m_collateral_amount: string
  /** In USD, 2 decimals, truncated. */
  m2m_notional_usd: string
  /** In USD, exact, with at least 2 decimals. */
  minimum_notional_usd: string
  /** In percent, 2 decimals, rounded up; null without collateral. */
  ltv_percent: string | null
  /** In percent, 2 decimals, rounded down; null without a notional. */
  ccr_percent: string | null
  requirement_percent: number
  can_submit_m2m: boolean
}
