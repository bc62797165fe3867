// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A service with a clock of its own, whose prices and custodians follow a script. */
export interface Sandbox {
  /**
   * The time of the sandbox. It changes only by `advanceSandbox`. RFC 3339 in UTC, with
   * milliseconds.
   */
  time: string
  /** The seed of the sandbox. The same seed and the same calls give the same history. */
  seed: string
  /** The number of instructions, deadlines and approvals that are due later. */
  work_due: number
}

/** What `client.sandbox.advance` takes. */
export interface AdvanceSandbox {
  /**
   * The time to advance to. Not before the time of the sandbox. RFC 3339 in UTC, with milliseconds.
   */
  to: string
}

/** What `client.sandbox.scriptPrices` takes. */
export interface ScriptSandboxPrices {
  /** 1 to 500 quotes. */
  prices: ScriptedPrice[]
}

/** The price that a source quotes from a time on. */
export interface ScriptedPrice {
  /**
   * When the source begins to quote this price. Not before the time of the sandbox. RFC 3339 in
   * UTC, with milliseconds.
   */
  time: string
  /** The symbol of the asset. Expected: 1 to 64 visible ASCII characters. */
  asset: string
  /** The name of the price source. Expected: 1 to 64 visible ASCII characters. */
  source: string
  /** The price of one unit of the asset in USD, above zero. A decimal string. */
  price_usd: string
}

/** What `client.sandbox.scriptCustodian` takes. */
export interface ScriptSandboxCustodian {
  /**
   * The id of the custodian. Expected: 1 to 64 of a-z, 0-9, _ and -, beginning with a letter or
   * digit.
   */
  custodian: string
  /** Only instructions that move this asset. Expected: 1 to 64 visible ASCII characters. */
  token?: string | undefined
  /** The number of instructions that this script applies to. Default: 1. */
  times?: number | undefined
  /** The final outcome of the instructions. Default: completed. */
  outcome?: 'completed' | 'failed' | 'rejected' | 'cancelled' | undefined
  /** The stages before the outcome, in order. */
  stages?: SimulatedStage[] | undefined
  /** The number of submissions that do not reach the custodian and get no answer. Default: 0. */
  lost_submissions?: number | undefined
  /** The number of submissions that are carried out but get no answer. Default: 0. */
  lost_answers?: number | undefined
  /** The number of status queries that get no answer. Default: 0. */
  lost_replies?: number | undefined
}

/** A stage that an instruction passes at the custodian. */
export interface SimulatedStage {
  /** The stage, in the custodian's own words. */
  word: 'submitted' | 'pendingApproval' | 'pendingSignature' | 'broadcasting' | 'confirming'
  /** The duration of the stage in milliseconds. Null: until `decideSandboxTransfer` is called. */
  lasts_ms: number | null
}

/** What `client.sandbox.decide` takes. */
export interface DecideSandboxTransfer {
  /** The transfer that awaits a decision. A UUID. */
  transfer_id: string
  /** The decision of the approver at the custodian. */
  decision: 'approved' | 'refused'
}
