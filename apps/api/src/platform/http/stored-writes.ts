import type { Operation } from '@vadium/schema'
import type { Refusal } from '../refusal.ts'
import type { Caller } from '../signing/caller.ts'
import type { WriteTransaction } from '../writes/write-transaction.ts'

/** A write that was signed and validated earlier, as it was stored. */
export interface StoredWrite {
  readonly operation: string
  readonly params: Record<string, unknown> | undefined
  readonly body: Uint8Array
  /** When it was received, in Unix milliseconds, by the clock of the machine. */
  readonly receivedAtMs: number
  /** The same by the clock of the book, RFC 3339. */
  readonly receivedTime: string
  /** The id under which the audit trail has it. */
  readonly requestId: string
}

/** Carries out stored writes of one operation. */
interface WriteServer {
  carryOut(stored: StoredWrite, caller: Caller, tx: WriteTransaction): Promise<object | Refusal>
}

/**
 * Carries out writes that were stored, through the same validation, role check and handler as a
 * request that has just been received.
 */
export class StoredWrites {
  readonly #servers = new Map<string, WriteServer>()

  serve({ id, safe }: Operation, server: WriteServer): void {
    if (!safe) this.#servers.set(id, server)
  }

  /** @throws if the service has no such operation. */
  carryOut(stored: StoredWrite, caller: Caller, tx: WriteTransaction): Promise<object | Refusal> {
    const server = this.#servers.get(stored.operation)
    if (server === undefined) throw new Error(`there is no write ${stored.operation}`)
    return server.carryOut(stored, caller, tx)
  }
}
