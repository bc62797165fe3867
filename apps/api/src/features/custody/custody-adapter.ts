import type { IncomingHttpHeaders } from 'node:http'
import type { ProviderState } from '@vadium/schema'

/** One end of a movement, as its custodian knows it. */
export interface InstructedWallet {
  readonly id: string
  readonly address: string
  readonly custodian: string
}

/** What a custodian is asked to move. */
export interface TransferInstruction {
  /** Ours, and the provider's idempotency key: asking twice under it moves once. 1 to 128 characters. */
  readonly externalTransferId: string
  readonly token: string
  /** Decimal string, exact, above zero. */
  readonly quantity: string
  readonly sender: InstructedWallet
  readonly receiver: InstructedWallet
}

/** What a provider says of an instruction at the moment it is asked. */
export interface ProviderReport {
  /** Undefined where the provider's word says nothing of how far it is: what was known of that still holds. */
  readonly state: Exclude<ProviderState, 'pending_submission'> | undefined
  /** The provider's own word. Null where the instruction was refused on our side and never reached it. */
  readonly requestState: string | null
  /** The state as a sentence for people. */
  readonly label: string
  /**
   * Decimal string: how much moves or has moved, as the provider says; undefined where it does not say.
   * A completed movement counts only where this is the quantity that it was asked for.
   */
  readonly quantity: string | undefined
}

/**
 * A custodian as the rest of the service knows it. An answer is what the provider said; where it said
 * nothing that can be relied on, the promise rejects with `CustodyUnavailableError`, and it may have acted.
 */
export interface CustodyAdapter {
  /**
   * Asks for the movement. Under an id that the provider knows already, it answers for that one.
   * @throws {CustodyMismatchError} where that one is another movement.
   */
  submit(instruction: TransferInstruction): Promise<ProviderReport>
  /**
   * Undefined: the provider knows no such instruction, at this moment. One that was sent and not yet
   * answered may still reach it.
   */
  get(externalTransferId: string): Promise<ProviderReport | undefined>
  /** Asks that it be given up; answers what became of it. Undefined: the provider knows none such. */
  cancel(externalTransferId: string): Promise<ProviderReport | undefined>
  /**
   * The ids that an authentic callback speaks of, a hundred at most; undefined where it is not authentic.
   * Nothing else in it is believed: what became of them is asked for.
   */
  verifyCallback(
    headers: IncomingHttpHeaders,
    body: Uint8Array,
  ): Promise<readonly string[] | undefined>
}

/** The provider did not answer, or not in words that can be relied on. Whether it acted is not known. */
export class CustodyUnavailableError extends Error {
  override readonly name = 'CustodyUnavailableError'
}

/** The provider knows the id for another movement. This one was not begun, and never will be under it. */
export class CustodyMismatchError extends Error {
  override readonly name = 'CustodyMismatchError'
}
