import { isFinal, providerLifecycleStates } from '@vadium/schema'
import {
  type CustodyAdapter,
  CustodyUnavailableError,
  type ProviderReport,
} from './custody-adapter.ts'
import { type ClaimedInstruction, transferToSend } from './instruction.repository.ts'

/** The input of one attempt on an instruction. */
export interface Exchange {
  readonly adapter: CustodyAdapter
  readonly claimed: ClaimedInstruction
  /** Nothing is sent after this time, in milliseconds of `performance.now()`. */
  readonly until: number
}

/**
 * Makes one attempt on an instruction and returns the custodian's report. An instruction that may
 * have been sent is looked up before it is sent again.
 * @throws {CustodyUnavailableError} if there is no reliable report. The custodian may have acted.
 */
export async function exchange(attempt: Exchange): Promise<ProviderReport> {
  const { adapter, claimed } = attempt
  if (claimed.isToCancel) return cancel(attempt)
  const known = claimed.wasSent ? await adapter.get(claimed.externalTransferId) : undefined
  return known ?? send(attempt)
}

/**
 * Cancels an instruction. If it may have been sent but the custodian does not know it, it may still
 * arrive and would then be carried out, so it cannot be taken for cancelled. It is therefore sent
 * again under the same id and cancelled at once, and the custodian knows it for certain.
 */
async function cancel(attempt: Exchange): Promise<ProviderReport> {
  const { adapter, claimed } = attempt
  const known = await adapter.cancel(claimed.externalTransferId)
  if (known !== undefined) return known
  const sent = await send(attempt)
  return isOver(sent) ? sent : ((await adapter.cancel(claimed.externalTransferId)) ?? sent)
}

function send({ adapter, claimed, until }: Exchange): Promise<ProviderReport> {
  const instruction = transferToSend(claimed)
  // After such a delay the claim may have lapsed, and another worker may send the instruction.
  if (performance.now() >= until) throw new CustodyUnavailableError('no answer in time')
  return adapter.submit(instruction)
}

/** Whether the report is final. */
export const isOver = ({ state }: ProviderReport) =>
  state !== undefined && isFinal(providerLifecycleStates, state)
