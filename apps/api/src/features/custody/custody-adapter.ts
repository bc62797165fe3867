import type { IncomingHttpHeaders } from 'node:http'
import type { ProviderState } from '@vadium/schema'

/** One end of a transfer, as its custodian knows it. */
export interface InstructedWallet {
  readonly id: string
  readonly address: string
  readonly custodian: string
}

/** What a custodian is asked to transfer. */
export interface TransferInstruction {
  /**
   * The service's id, which is the provider's idempotency key: submitting twice transfers once. 1
   * to 128 characters.
   */
  readonly externalTransferId: string
  readonly token: string
  /** Decimal string, exact, above zero. */
  readonly quantity: string
  readonly sender: InstructedWallet
  readonly receiver: InstructedWallet
}

/** What a provider reports about an instruction when it is asked. */
export interface ProviderReport {
  /**
   * Undefined if the provider's status does not say how far the transfer is. The last known state
   * then remains.
   */
  readonly state: Exclude<ProviderState, 'pending_submission'> | undefined
  /** The provider's own status. Null if the service refused the instruction and never sent it. */
  readonly requestState: string | null
  /** The state as a sentence for people. */
  readonly label: string
  /**
   * The quantity that the provider reports, as a decimal string; undefined if it reports none. A
   * completed transfer counts only if this equals the requested quantity.
   */
  readonly quantity: string | undefined
}

/**
 * A custodian, for the rest of the service. A result is what the provider reported. If it reported
 * nothing reliable, the promise rejects with `CustodyUnavailableError`, and the provider may have
 * acted.
 */
export interface CustodyAdapter {
  /**
   * Submits the transfer. If the provider knows the id already, it reports that transfer.
   * @throws {CustodyMismatchError} if that one is a different transfer.
   */
  submit(instruction: TransferInstruction): Promise<ProviderReport>
  /**
   * Undefined if the provider does not know the instruction now. A submission without an answer may
   * still arrive.
   */
  get(externalTransferId: string): Promise<ProviderReport | undefined>
  /**
   * Requests the cancellation and reports the result. Undefined if the provider does not know the
   * instruction.
   */
  cancel(externalTransferId: string): Promise<ProviderReport | undefined>
  /**
   * The ids in an authentic callback, at most a hundred. Undefined if it is not authentic. Nothing
   * else in the callback is used: the custodian is asked for the state.
   */
  verifyCallback(
    headers: IncomingHttpHeaders,
    body: Uint8Array,
  ): Promise<readonly string[] | undefined>
}

/** The provider did not answer, or its answer is not reliable. It is unknown whether it acted. */
export class CustodyUnavailableError extends Error {
  override readonly name = 'CustodyUnavailableError'
}

/**
 * The provider knows the id for a different transfer. This one was not started, and never will be
 * under that id.
 */
export class CustodyMismatchError extends Error {
  override readonly name = 'CustodyMismatchError'
}
