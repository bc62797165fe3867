import { isFinal, providerLifecycleStates } from '@vadium/schema'
import {
  type CustodyAdapter,
  CustodyUnavailableError,
  type ProviderReport,
  type TransferInstruction,
} from './custody-adapter.ts'
import type { ClaimedInstruction } from './instruction.repository.ts'

/** What one attempt on an instruction needs. */
export interface Exchange {
  readonly adapter: CustodyAdapter
  readonly claimed: ClaimedInstruction
  /** What is to be moved, as it was decided. */
  readonly readInstruction: () => Promise<TransferInstruction>
  /** Nothing is sent after this, in milliseconds of `performance.now()`. */
  readonly until: number
}

/**
 * What the custodian of an instruction says of it. What may have been sent is asked for before it is sent again.
 * @throws {CustodyUnavailableError} where it says nothing that can be relied on, and may have acted.
 */
export async function exchange(asking: Exchange): Promise<ProviderReport> {
  const { adapter, claimed } = asking
  if (claimed.isToCancel) return cancel(asking)
  const known = claimed.wasSent ? await adapter.get(claimed.externalTransferId) : undefined
  return known ?? send(asking)
}

/**
 * What may have been sent and is not known may still arrive, and would then move: it cannot be taken for given up.
 * Under its id it is sent again, so that the custodian knows it for certain, and given up at once.
 */
async function cancel(asking: Exchange): Promise<ProviderReport> {
  const { adapter, claimed } = asking
  const known = await adapter.cancel(claimed.externalTransferId)
  if (known !== undefined) return known
  const sent = await send(asking)
  return isOver(sent) ? sent : ((await adapter.cancel(claimed.externalTransferId)) ?? sent)
}

async function send({ adapter, readInstruction, until }: Exchange): Promise<ProviderReport> {
  const instruction = await readInstruction()
  // Whoever was held up for so long may have lost the claim: another asks, and sends.
  if (performance.now() >= until) throw new CustodyUnavailableError('no answer in time')
  return adapter.submit(instruction)
}

/** Whether nothing can follow what a custodian says. */
export const isOver = ({ state }: ProviderReport) =>
  state !== undefined && isFinal(providerLifecycleStates, state)
