import { Decimal } from '@vadium/margin'
import {
  isFinal,
  leadsTo,
  providerLifecycleStates,
  type ProviderState,
  type TransferStatus,
  transferStates,
} from '@vadium/schema'
import type { ProviderReport } from './custody-adapter.ts'
import {
  type BookedTransfer,
  clearDeadline,
  mustMove,
  openTransfer,
  recordReversal,
  recordSettlement,
  notifyCollateral,
  notifyTransferFailure,
  type TransferListener,
  type TransferProgress,
  writeLabel,
  writeProgress,
} from '../deals/index.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

/**
 * The result of a report: the transfer is under way, it is over and nothing follows, or a person
 * must look.
 */
export type Settled = 'under_way' | 'over' | 'disputed'

interface Listeners {
  readonly orders: TransferListener
  readonly markToMarket: TransferListener
  readonly orderRequests: TransferListener
  readonly closeOuts: TransferListener & NoticeListener
}

/** Looks whether what was declared of a deal is over. */
interface NoticeListener {
  /** A transfer has arrived, and everything else has followed it. The deal is locked. */
  transferSettled(tx: WriteTransaction, orderId: string): Promise<void>
}

const steps = {
  IN_PROGRESS: 'submit',
  COMPLETED: 'complete',
  FAILED: 'fail',
  REJECTED: 'reject',
  CANCELLED: 'cancel',
} as const

type ReachedStatus = keyof typeof steps

const ends: Partial<Record<ProviderState, ReachedStatus>> = {
  completed: 'COMPLETED',
  failed: 'FAILED',
  rejected: 'REJECTED',
  cancelled: 'CANCELLED',
}

/**
 * Applies custodian reports to the book. Reports may be repeated, late or out of order. A report
 * behind the known state is ignored. One ahead of it is applied once, with its journal entries and
 * all consequences.
 */
export class SettlementService {
  readonly #listeners: Listeners

  constructor(listeners: Listeners) {
    this.#listeners = listeners
  }

  /** Applies a custodian's report of a transfer. */
  async report(tx: WriteTransaction, transferId: string, report: ProviderReport): Promise<Settled> {
    return this.follow(tx, await this.open(tx, transferId), report)
  }

  /** Reads a transfer and locks its deal. */
  async open(tx: WriteTransaction, transferId: string): Promise<BookedTransfer> {
    const transfer = await openTransfer(tx, transferId)
    if (transfer !== undefined) return transfer
    throw new Error(`transfer ${transferId} is not of this organization`)
  }

  /** Like {@link report}, for a transfer that was opened before. */
  async follow(
    tx: WriteTransaction,
    transfer: BookedTransfer,
    report: ProviderReport,
  ): Promise<Settled> {
    const { stored } = transfer
    if (isOver(stored.provider_state)) return 'over'
    if (hasOtherQuantity(report, stored.quantity)) {
      const label = `The custodian reports a quantity of ${report.quantity ?? ''}, not ${stored.quantity}: a person must look`
      await writeProgress(tx, transfer, {
        status: stored.status,
        providerState: stored.provider_state,
        requestState: report.requestState,
        label,
      })
      return 'disputed'
    }
    const state = report.state ?? stored.provider_state
    if (state !== stored.provider_state && !isAhead(stored.provider_state, state)) {
      return 'under_way'
    }
    await this.#advance(tx, transfer, {
      status: statusOf(state),
      providerState: state,
      requestState: report.requestState,
      label: report.label,
    })
    return isOver(state) ? 'over' : 'under_way'
  }

  /** Sets the label of a transfer of which the custodian reports nothing. */
  async note(tx: WriteTransaction, transfer: BookedTransfer, label: string): Promise<void> {
    if (isOver(transfer.stored.provider_state)) return
    await writeLabel(tx, transfer, label)
  }

  async #advance(
    tx: WriteTransaction,
    transfer: BookedTransfer,
    progress: TransferProgress,
  ): Promise<void> {
    const before = transfer.stored
    await writeProgress(tx, transfer, progress)
    for (const [from, to] of passed(before.status, progress.status)) {
      await mustMove(tx, transferStates, { ...transfer.journaled, status: from }, steps[to], {
        actor: to === 'IN_PROGRESS' ? 'service' : 'custodian',
      })
      if (to !== 'IN_PROGRESS') await clearDeadline(tx, 'transfer', before.id)
      if (to === 'COMPLETED') await recordSettlement(tx, transfer.journaled)
      else if (to !== 'IN_PROGRESS') {
        await recordReversal(tx, transfer.journaled)
        await notifyTransferFailure(tx, before, to, progress.label)
      }
      const { journaled, markToMarketRequestId, orderRequestId, closeOutId, endedBy } = transfer
      const belongsTo = { markToMarketRequestId, orderRequestId, closeOutId, endedBy }
      const change = { transfer: journaled, ...belongsTo, from, to }
      for (const listener of this.#listenersOf(transfer)) await listener.transferChanged(tx, change)
      if (to === 'COMPLETED' && journaled.category === 'voluntary' && endedBy === null) {
        await notifyCollateral(tx, before)
      }
      if (to === 'COMPLETED' && Object.keys(transfer.notices).length > 0) {
        await this.#listeners.closeOuts.transferSettled(tx, journaled.orderId)
      }
    }
  }

  /**
   * A close may carry out an order request, so the order changes first. Once a deal was terminated,
   * its close-out alone follows its transfers.
   */
  #listenersOf({ journaled: { category }, endedBy }: BookedTransfer): TransferListener[] {
    const { orders, markToMarket, orderRequests, closeOuts } = this.#listeners
    if (category === 'liquidation' || endedBy !== null) return [closeOuts]
    if (category === 'm2m') return [markToMarket]
    if (category === 'return' || category === 'substitution') return [orderRequests]
    return category === 'open' ? [orders] : [orders, orderRequests]
  }
}

/**
 * The status changes from one status to another. A transfer cannot complete without having been in
 * progress.
 */
function passed(from: TransferStatus, to: TransferStatus): [TransferStatus, ReachedStatus][] {
  if (from === to || to === 'PENDING') return []
  if (from === 'PENDING' && to === 'COMPLETED') {
    return [
      ['PENDING', 'IN_PROGRESS'],
      ['IN_PROGRESS', 'COMPLETED'],
    ]
  }
  return [[from, to]]
}

function statusOf(state: ProviderState): TransferStatus {
  return state === 'pending_submission' ? 'PENDING' : (ends[state] ?? 'IN_PROGRESS')
}

const isOver = (state: ProviderState) => isFinal(providerLifecycleStates, state)

const isAhead = (from: ProviderState, to: ProviderState) =>
  leadsTo(providerLifecycleStates, from, to)

/** The quantity in a report is never booked. A different one stops the instruction. */
function hasOtherQuantity({ state, quantity }: ProviderReport, asked: string): boolean {
  return state === 'completed' && quantity !== undefined && !new Decimal(quantity).eq(asked)
}
