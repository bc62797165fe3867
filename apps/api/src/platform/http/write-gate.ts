import type { Operation } from '@vadium/schema'
import type { Refusal } from '../refusal.ts'
import type { Caller } from '../signing/caller.ts'
import type { WriteTransaction } from '../writes/write-transaction.ts'

/** A write exactly as it was signed, with its validated input. */
export interface SignedWrite {
  readonly operation: Operation
  readonly caller: Caller
  readonly method: string
  readonly target: string
  readonly params: Record<string, unknown> | undefined
  readonly body: Uint8Array
}

/**
 * Decides whether a write has its effect now. If not, it undoes the work and gives another answer,
 * such as one that says whose approval is missing.
 */
export interface WriteGate {
  /**
   * Reads what the decision needs, before the write is performed, and returns the gate through
   * which its work passes.
   */
  open(tx: WriteTransaction, write: SignedWrite): Promise<OpenGate>
}

/** The gate of one write. */
export type OpenGate = (work: () => Promise<object | Refusal>) => Promise<object | Refusal>
