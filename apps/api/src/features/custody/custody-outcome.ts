import type { ProviderReport } from './custody-adapter.ts'

/**
 * The custodian's report; or why there is none, as text for the operator (`failure`) and for the
 * parties (`describe`).
 */
export type CustodyOutcome =
  | { readonly report: ProviderReport }
  | { readonly failure: string; readonly describe: (attempts: number) => string }

export type FailedExchange = Exclude<CustodyOutcome, { report: unknown }>

/** Only the name of the error: its message may contain anything. */
export const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'Error')
