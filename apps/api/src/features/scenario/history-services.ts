import type { Operation } from '@vadium/schema'
import type { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { SettlementService } from '../custody/index.ts'
import type { CalledPositions, DeadlineHandlers } from '../deals/index.ts'
import type { PlayedOperation } from './scenario-step.ts'

/** An operation of the history, with the id of the resource that it acts on. */
export interface PlayedCall {
  readonly tx: WriteTransaction
  readonly caller: Caller
  /** Empty if the operation acts on no resource. */
  readonly id: string
  /** Validated against the schema of the operation. */
  readonly body: unknown
}

/** An operation, and the service that performs it. */
export interface PlayedHandler {
  readonly operation: Operation
  readonly perform: (call: PlayedCall) => Promise<object | string | Refusal>
}

/** The services that play a history: those that serve the operations. */
export interface HistoryServices {
  readonly operations: Readonly<Record<PlayedOperation, PlayedHandler>>
  /** The calculation id of a preview of a position now. */
  readonly calculationId: (
    tx: WriteTransaction,
    caller: Caller,
    positionId: string,
  ) => Promise<string | Refusal>
  /** The calculation id of a call set of some positions of an agreement now. Each must be due. */
  readonly callSetCalculationId: (
    tx: WriteTransaction,
    caller: Caller,
    called: CalledPositions,
  ) => Promise<string | Refusal>
  readonly deadlines: DeadlineHandlers
  readonly settlement: SettlementService
}
