import type { MarginTerms } from '@vadium/schema'

export type Side = 'lender' | 'borrower'

/** A time of the deal: the day, counted from the one on which it begins, and the hour, UTC. */
export interface DealTime {
  readonly day: number
  /** `HH:MM`. */
  readonly time: string
}

/** A firm, before its names are made those of one run. */
export interface ScriptedFirm {
  readonly name: string
  readonly slug: string
  readonly custodian: { readonly id: string; readonly name: string }
}

/** What one side says to a call, other than yes. */
export interface ScriptedDispute {
  readonly counter_notional_usd: string
  readonly reason: 'PRICE' | 'QUANTITY' | 'IN_TRANSIT' | 'TERMS' | 'OTHER'
  readonly note: string
}

/** One thing that somebody does. */
export type Act =
  | { readonly act: 'onboard' }
  | { readonly act: 'agree' }
  /** What every source says from now on, by asset, in the order of the sources. */
  | { readonly act: 'quote'; readonly quotes: Readonly<Record<string, readonly string[]>> }
  | { readonly act: 'order'; readonly by: Side }
  | { readonly act: 'accept order'; readonly by: Side }
  /** Time passes until every transfer under way has come to its end. */
  | { readonly act: 'settle' }
  | { readonly act: 'preview'; readonly by: Side }
  | { readonly act: 'call'; readonly by: Side }
  /** `fails`: the custodian will not carry out what this instructs. */
  | {
      readonly act: 'answer'
      readonly by: Side
      readonly dispute?: ScriptedDispute
      readonly fails?: true
    }
  | { readonly act: 'let stand'; readonly by: Side }
  | { readonly act: 'retry'; readonly by: Side }
  | { readonly act: 'close'; readonly by: Side }
  | { readonly act: 'end' }

/** An act, when it happens, and how it is told. */
export type Scene = Act & {
  /** Not before; as soon as the one before it is over, unless given. */
  readonly at?: DealTime
  /** Begins a part of the deal. */
  readonly chapter?: string
  readonly title: string
  /** What it is about, in a sentence. */
  readonly note?: string
}

/** A stage that an instruction passes at a custodian, in its word. */
export interface ScriptedStage {
  readonly word:
    'submitted' | 'pendingApproval' | 'pendingSignature' | 'broadcasting' | 'confirming'
  readonly lasts_ms: number
}

/** A deal as it is to be played: between whom, about what, and what happens in which order. */
export interface DealScript {
  readonly firms: Readonly<Record<Side, ScriptedFirm>>
  readonly asset: string
  readonly asset_quantity: string
  readonly rate_percent: string
  readonly collateral_asset: string
  readonly collateral_quantity: string
  readonly terms: MarginTerms
  /** Who quotes prices. */
  readonly sources: readonly string[]
  /** What every instruction passes at its custodian. */
  readonly stages: readonly ScriptedStage[]
  readonly scenes: readonly Scene[]
}
