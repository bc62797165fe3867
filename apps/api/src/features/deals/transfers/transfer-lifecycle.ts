import { cancelTransfer, type TransferStatus, transferStates } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { JournaledTransfer } from '../journal/journal.ts'
import { type Blocker, Lifecycle } from '../lifecycle/lifecycle.ts'
import { notNow } from '../lifecycle/not-now.ts'
import type { Stateful } from '../lifecycle/state-moves.ts'
import type { BookedTransfer } from './transfer-book.repository.ts'

type TransferMove = (typeof transferStates)['transitions'][number]['action']

/** A transfer with everything that decides about its cancellation. */
export interface TransferRecord extends JournaledTransfer, Stateful<TransferStatus> {
  /** Whether this service has instructed a custodian. It has not for an imported transfer. */
  readonly isInstructed: boolean
}

export function transferRecord({ stored, journaled, isInstructed }: BookedTransfer) {
  return { ...journaled, status: stored.status, isInstructed } satisfies TransferRecord
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

const noCustodianToAsk: Blocker<TransferRecord> = ({ id, isInstructed }) =>
  isInstructed
    ? undefined
    : notNow('transfer_id', 'was imported, so this service has instructed no custodian', id)

/** What the two sides can do with a transfer. Its custodian does the rest. */
export const transferLifecycle = new Lifecycle<TransferStatus, TransferMove, TransferRecord>({
  machine: transferStates,
  operations: [['ask_to_cancel', cancelTransfer]],
  blockers: { ask_to_cancel: [owed, noCustodianToAsk] },
})
