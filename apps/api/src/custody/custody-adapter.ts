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
  /** Ours, and the provider's idempotency key: asking twice under it moves once. */
  readonly externalTransferId: string
  readonly token: string
  /** Decimal string, exact. */
  readonly quantity: string
  readonly sender: InstructedWallet
  readonly receiver: InstructedWallet
}

/** What a provider says of an instruction at the moment it is asked. */
export interface ProviderReport {
  readonly state: ProviderState
  /** The provider's own word. */
  readonly requestState: string
  /** The state as a sentence for people. */
  readonly label: string
}

/**
 * A custodian as the rest of the service knows it. An answer is what the provider said; where it said
 * nothing that can be relied on, the promise rejects with `CustodyUnavailableError`, and it may have acted.
 */
export interface CustodyAdapter {
  /** Asks for the movement. Under an id that the provider knows already, it answers for that one. */
  submit(instruction: TransferInstruction): Promise<ProviderReport>
  /** Undefined: the provider knows no such instruction. */
  get(externalTransferId: string): Promise<ProviderReport | undefined>
  /** Asks that it be given up; answers what became of it. Undefined: the provider knows none such. */
  cancel(externalTransferId: string): Promise<ProviderReport | undefined>
  /**
   * The ids that an authentic callback speaks of; undefined where it is not authentic. Nothing else in it
   * is believed: what became of them is asked for.
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
