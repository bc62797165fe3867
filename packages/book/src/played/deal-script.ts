import type { MarginTerms } from '@vadium/schema'

export type Side = 'lender' | 'borrower'

/** A time in the deal: the day, counted from its first day, and the UTC time of day. */
export interface DealTime {
  readonly day: number
  /** `HH:MM`. */
  readonly time: string
}

/** A firm, before its names get the suffix of one run. */
export interface ScriptedFirm {
  readonly name: string
  readonly slug: string
  readonly custodian: { readonly id: string; readonly name: string }
}

/** The dispute of a call. */
export interface ScriptedDispute {
  readonly counter_notional_usd: string
  readonly reason: 'PRICE' | 'QUANTITY' | 'IN_TRANSIT' | 'TERMS' | 'OTHER'
  readonly note: string
}

export type Act =
  | { readonly act: 'onboard' }
  | { readonly act: 'agree' }
  /** The quotes of every source from now on, by asset, in the order of the sources. */
  | { readonly act: 'quote'; readonly quotes: Readonly<Record<string, readonly string[]>> }
  | { readonly act: 'order'; readonly by: Side }
  | { readonly act: 'accept order'; readonly by: Side }
  /** Time passes until every transfer under way has ended. */
  | { readonly act: 'settle' }
  | { readonly act: 'preview'; readonly by: Side }
  | { readonly act: 'call'; readonly by: Side }
  /** `fails`: the custodian will not carry out the transfer of this act. */
  | {
      readonly act: 'answer'
      readonly by: Side
      readonly dispute?: ScriptedDispute
      readonly fails?: true
    }
  | { readonly act: 'accept counter-valuation'; readonly by: Side }
  | { readonly act: 'retry'; readonly by: Side }
  | { readonly act: 'close'; readonly by: Side }
  /** Time passes. What awaited an answer may have expired, and a notice may be cured. */
  | { readonly act: 'wait' }
  | { readonly act: 'declare'; readonly by: Side }
  | { readonly act: 'terminate'; readonly by: Side }
  /** What is left of the claim was paid outside of the service. */
  | { readonly act: 'discharge'; readonly by: Side }
  | { readonly act: 'end' }

/** An act with its time and its texts. */
export type Scene = Act & {
  /** The earliest time. Default: when the act before it has ended. */
  readonly at?: DealTime
  /** The title of a part of the deal that begins here. */
  readonly chapter?: string
  readonly title: string
  /** A sentence that explains the act. */
  readonly note?: string
}

/** A stage of an instruction at a custodian, in the custodian's own words. */
export interface ScriptedStage {
  readonly word:
    | 'submitted'
    | 'pendingApproval'
    | 'pendingSignature'
    | 'broadcasting'
    | 'confirming'
  readonly lasts_ms: number
}

/** The script of a deal: the firms, the loan and the acts in their order. */
export interface DealScript {
  /** What of the deal is played, as the end of a sentence. */
  readonly about: string
  readonly firms: Readonly<Record<Side, ScriptedFirm>>
  readonly asset: string
  readonly asset_quantity: string
  readonly rate_percent: string
  readonly collateral_asset: string
  readonly collateral_quantity: string
  readonly terms: MarginTerms
  /** The price sources. */
  readonly sources: readonly string[]
  /** The stages of every instruction at its custodian. */
  readonly stages: readonly ScriptedStage[]
  readonly scenes: readonly Scene[]
}
