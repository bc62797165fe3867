import { cancelTransfer, type TransferStatus, transferStates } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { JournaledTransfer } from '../journal/journal.ts'
import { type Blocker, Lifecycle } from '../lifecycle/lifecycle.ts'
import type { Stateful } from '../lifecycle/state-moves.ts'
import type { BookedTransfer } from './transfer-book.repository.ts'

type TransferMove = (typeof transferStates)['transitions'][number]['action']

/** A transfer with everything that decides about its cancellation. */
export type TransferRecord = JournaledTransfer & Stateful<TransferStatus>

export function transferRecord({ stored, journaled }: BookedTransfer) {
  return { ...journaled, status: stored.status } satisfies TransferRecord
}

/**
 * A returned asset may be called back: nothing has been done in exchange for it yet, and either
 * side may cancel the order request. Any other transfer is owed for something that the other side
 * has done or is doing, so its sender may not call it back alone.
 */
const owed: Blocker<TransferRecord> = ({ category, leg }) => {
  if (category === 'return' && leg === 'asset') return undefined
  return new Refusal('INVALID_STATE', [
    {
      field: 'category',
      issue: `only the asset of a return can be cancelled, and this is the ${leg} of another transfer`,
      value: category,
      allowed: ['return'],
    },
  ])
}

/** What the two sides can do with a transfer. Its custodian does the rest. */
export const transferLifecycle = new Lifecycle<TransferStatus, TransferMove, TransferRecord>({
  machine: transferStates,
  operations: [['ask_to_cancel', cancelTransfer]],
  blockers: { ask_to_cancel: [owed] },
})
