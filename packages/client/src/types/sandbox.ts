// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A book whose clock, prices and custodians follow a script. */
export interface Sandbox {
  /** The time of the book. It moves only when it is told to. RFC 3339 in UTC, with milliseconds. */
  time: string
  /** The same seed and the same calls give the same history. */
  seed: string
  /** Instructions and deadlines that are still to come. */
  work_due: number
}

/** What `client.sandbox.advance` takes. */
export interface AdvanceSandbox {
  /** The time to advance to, not before that of the book. RFC 3339 in UTC, with milliseconds. */
  to: string
}

/** What `client.sandbox.scriptPrices` takes. */
export interface ScriptSandboxPrices {
  /** What is quoted, from when on. */
  prices: ScriptedPrice[]
}

/** What a source quotes from a time on. */
export interface ScriptedPrice {
  /** From when on, not before the time of the book. RFC 3339 in UTC, with milliseconds. */
  time: string
  /** The symbol of the asset. Expected: 1 to 64 visible ASCII characters. */
  asset: string
  /** Who observed the price. Expected: 1 to 64 visible ASCII characters. */
  source: string
  /** Above zero. A decimal string. */
  price_usd: string
}

/** What `client.sandbox.scriptCustodian` takes. */
export interface ScriptSandboxCustodian {
  /**
   * The identifier of the custodian. Expected: 1 to 64 of a-z, 0-9, _ and -, beginning with a
   * letter or digit.
   */
  custodian: string
  /** Only instructions that move this asset. Expected: 1 to 64 visible ASCII characters. */
  token?: string | undefined
  /** For so many instructions; one unless given. */
  times?: number | undefined
  /** How they end. */
  outcome?: 'completed' | 'failed' | 'rejected' | 'cancelled' | undefined
  /** The stages they pass, in order. */
  stages?: SimulatedStage[] | undefined
  /** So many submissions never arrive, and are not answered. */
  lost_submissions?: number | undefined
  /** So many submissions are carried out, and the answer is lost. */
  lost_answers?: number | undefined
  /** So many enquiries are not answered. */
  lost_replies?: number | undefined
}

/** A stage that an instruction passes at a custodian. */
export interface SimulatedStage {
  /** The custodian's word for it. */
  word: 'submitted' | 'pendingApproval' | 'pendingSignature' | 'broadcasting' | 'confirming'
  /** Milliseconds. Null: until somebody decides. */
  lasts_ms: number | null
}

/** What `client.sandbox.decide` takes. */
export interface DecideSandboxTransfer {
  /** The id of the transfer. A UUID. */
  transfer_id: string
  /** What the approver at the custodian says. */
  decision: 'approved' | 'refused'
}
