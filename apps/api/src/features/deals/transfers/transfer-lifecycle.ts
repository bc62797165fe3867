import type { Static } from '@sinclair/typebox'
import {
  cancelTransfer,
  type OrderStatus,
  type ProviderState,
  type TransferStatus,
  transferStates,
} from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { JournaledTransfer } from '../journal/journal.ts'
import { type Blocker, Lifecycle } from '../lifecycle/lifecycle.ts'
import type { OpenNotices } from '../parties/open-notice.ts'
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
  Timed & {
    readonly orderStatus: Static<typeof OrderStatus>
    readonly providerState: ProviderState
    /** The close-out in which it counts if it arrives in time. Null if it counts in none. */
    readonly countsIn: string | null
    /** The notices of defaults of its deal. */
    readonly notices: OpenNotices
  }

export function transferRecord(transfer: BookedTransfer) {
  const { stored, journaled, lateAt, orderStatus, notices } = transfer
  const { closeOutId, stragglerOf, endedBy } = transfer
  const countsIn = closeOutId === null && stragglerOf === null ? endedBy : null
  const { status, provider_state: providerState } = stored
  return {
    ...journaled,
    ...{ status, providerState, lateAt, orderStatus, countsIn, notices },
  } satisfies TransferRecord
}

/**
 * A returned asset may be called back: nothing has been done in exchange for it yet, and either
 * side may cancel the order request.
 */
const isReturnedAsset = ({ category, leg }: TransferRecord) =>
  category === 'return' && leg === 'asset'

/**
 * The steps of a close follow one another until it is over. A monthly payment of interest is no
 * such step while its order is active.
 */
const isOfClosing = ({ category, orderStatus }: TransferRecord) =>
  category === 'close' || (category === 'interest' && orderStatus !== 'ACTIVE')

const closing: Blocker<TransferRecord> = (transfer) =>
  isOfClosing(transfer)
    ? new Refusal('INVALID_STATE', [
        {
          field: 'category',
          issue: 'a transfer of a close cannot be cancelled',
          value: transfer.category,
          allowed: ['open', 'm2m', 'return'],
        },
      ])
    : undefined

/**
 * What is broadcast counts, so that its sender must not be able to take it back: else it could keep
 * the other side from calling again and again.
 */
const broadcast: Blocker<TransferRecord> = ({ category, providerState }) =>
  category === 'voluntary' && (providerState === 'broadcasting' || providerState === 'confirming')
    ? notNow('provider_lifecycle.state', 'it is on the network already', providerState)
    : undefined

/** It was on its way at the termination: no side may choose afterwards whether it arrives. */
const counted: Blocker<TransferRecord> = ({ countsIn }) =>
  countsIn === null
    ? undefined
    : notNow('close_out_id', 'it counts in the close-out of its deal', countsIn)

/** Who has declared a default of the sender cannot keep what may cure it from arriving. */
const mayCure: Blocker<TransferRecord> = ({ senderId, notices }, _facts, organizationId) => {
  const id = senderId === organizationId ? undefined : notices[organizationId]
  return id === undefined
    ? undefined
    : notNow('close_out_id', 'it may cure the default of its sender that is declared', id)
}

const inTime: Blocker<TransferRecord> = (transfer, facts) =>
  isLate(transfer, facts)
    ? undefined
    : notNow('create_time', `it cannot be cancelled before it is late, at ${transfer.lateAt}`)

/**
 * An exchange holds up all else of its deal until what goes back has arrived, so its receiver must
 * not be able to put that off.
 */
const sentBack: Blocker<TransferRecord> = ({ category, senderId, lenderId }) =>
  category === 'substitution' && senderId === lenderId
    ? notNow('category', 'what a substitution sends back cannot be cancelled', category)
    : undefined

/** The transition of a request to cancel a transfer: its custodian makes the cancellation. */
const cancellation = (
  transfer: TransferRecord,
  organizationId: string,
): 'ask_to_cancel' | 'ask_to_cancel_late' =>
  isReturnedAsset(transfer) ||
  isOfClosing(transfer) ||
  (transfer.category === 'voluntary' && transfer.senderId === organizationId)
    ? 'ask_to_cancel'
    : 'ask_to_cancel_late'

/**
 * What the two sides can do with a transfer. Its custodian does the rest. Any transfer except a
 * returned asset, and what is sent without a call, is owed for something that the other side has
 * done or is doing, so its sender may not call it back. Its receiver may do without it, but not
 * before it is late, and never without what a substitution sends back.
 */
export const transferLifecycle = new Lifecycle<TransferStatus, TransferMove, TransferRecord>({
  machine: transferStates,
  operations: [['cancel', cancelTransfer]],
  moveOf: (transfer, action, organizationId) =>
    action === 'cancel' ? cancellation(transfer, organizationId) : action,
  blockers: {
    ask_to_cancel: [counted, closing, broadcast, mayCure],
    ask_to_cancel_late: [counted, sentBack, inTime, mayCure],
  },
})
