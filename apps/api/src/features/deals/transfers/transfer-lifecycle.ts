import { cancelTransfer, type TransferStatus, transferStates } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { JournaledTransfer } from '../journal/journal.ts'
import { type Blocker, Lifecycle } from '../lifecycle/lifecycle.ts'
import { notNow } from '../lifecycle/not-now.ts'
import type { Stateful } from '../lifecycle/state-moves.ts'
import { isLate, type Timed } from './late-transfer.ts'
import type { BookedTransfer } from './transfer-book.repository.ts'

type TransferMove = (typeof transferStates)['transitions'][number]['action']

/** A transfer with everything that decides about its cancellation. */
export type TransferRecord = Pick<
  JournaledTransfer,
  'category' | 'leg' | 'senderId' | 'receiverId'
> &
  Stateful<TransferStatus> &
  Timed

export function transferRecord({ stored, journaled, lateAt }: BookedTransfer) {
  return { ...journaled, status: stored.status, lateAt } satisfies TransferRecord
}

/**
 * A returned asset may be called back: nothing has been done in exchange for it yet, and either
 * side may cancel the order request.
 */
const isReturnedAsset = ({ category, leg }: TransferRecord) =>
  category === 'return' && leg === 'asset'

/** The steps of a close follow one another until it is over. */
const ofClosing: ReadonlySet<string> = new Set(['close', 'interest'])

const closing: Blocker<TransferRecord> = ({ category }) =>
  ofClosing.has(category)
    ? new Refusal('INVALID_STATE', [
        {
          field: 'category',
          issue: 'a transfer of a close cannot be cancelled',
          value: category,
          allowed: ['open', 'm2m', 'return'],
        },
      ])
    : undefined

const inTime: Blocker<TransferRecord> = (transfer, facts) =>
  isLate(transfer, facts)
    ? undefined
    : notNow('create_time', `it cannot be cancelled before it is late, at ${transfer.lateAt}`)

/** The transition of a request to cancel a transfer: its custodian makes the cancellation. */
const cancellation = (transfer: TransferRecord): 'ask_to_cancel' | 'ask_to_cancel_late' =>
  isReturnedAsset(transfer) || ofClosing.has(transfer.category)
    ? 'ask_to_cancel'
    : 'ask_to_cancel_late'

/**
 * What the two sides can do with a transfer. Its custodian does the rest. Any transfer except a
 * returned asset is owed for something that the other side has done or is doing, so its sender may
 * not call it back. Its receiver may do without it, but not before it is late.
 */
export const transferLifecycle = new Lifecycle<TransferStatus, TransferMove, TransferRecord>({
  machine: transferStates,
  operations: [['cancel', cancelTransfer]],
  moveOf: (transfer, action) => (action === 'cancel' ? cancellation(transfer) : action),
  blockers: { ask_to_cancel: [closing], ask_to_cancel_late: [inTime] },
})
