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
  lockDealOfTransfer,
  mustMove,
  readTransfer,
  recordReversal,
  recordSettlement,
  notifyTransferFailure,
  type TransferListener,
  type TransferProgress,
  writeLabel,
  writeProgress,
} from '../deals/index.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

/** Where a transfer is after a report: under way; over, so that nothing follows; or a person must look. */
export type Settled = 'under_way' | 'over' | 'disputed'

interface Listeners {
  readonly orders: TransferListener
  readonly markToMarket: TransferListener
  readonly orderRequests: TransferListener
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
 * Where what custodians say becomes what the book says. Answers come twice, late and in any order: what is
 * behind is left alone, what is ahead is applied once, with its journal and all that follows from it.
 */
export class SettlementService {
  readonly #listeners: Listeners

  constructor(listeners: Listeners) {
    this.#listeners = listeners
  }

  /** Applies what a custodian has said of a transfer. */
  async report(tx: WriteTransaction, transferId: string, report: ProviderReport): Promise<Settled> {
    return this.follow(tx, await this.open(tx, transferId), report)
  }

  /** A transfer that is to be followed: its deal is locked. */
  async open(tx: WriteTransaction, transferId: string): Promise<BookedTransfer> {
    if (!(await lockDealOfTransfer(tx, transferId))) {
      throw new Error(`transfer ${transferId} is not of this organization`)
    }
    return readTransfer(tx, transferId)
  }

  /** As {@link report}, of a transfer that was opened. */
  async follow(
    tx: WriteTransaction,
    transfer: BookedTransfer,
    report: ProviderReport,
  ): Promise<Settled> {
    const { stored } = transfer
    if (isOver(stored.provider_state)) return 'over'
    if (hasMovedOtherwise(report, stored.quantity)) {
      const label = `The custodian says that ${report.quantity ?? ''} has moved, not ${stored.quantity}: a person must look`
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

  /** Tells people what the service knows of a transfer that its custodian says nothing of. */
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
        actor: to === 'IN_PROGRESS' || isOurs(to, progress) ? 'service' : 'custodian',
      })
      if (to === 'COMPLETED') await recordSettlement(tx, transfer.journaled)
      else if (to !== 'IN_PROGRESS') {
        await recordReversal(tx, transfer.journaled)
        await notifyTransferFailure(tx, before, to, progress.label)
      }
      const { journaled, markToMarketRequestId, orderRequestId } = transfer
      const change = { transfer: journaled, markToMarketRequestId, orderRequestId, from, to }
      for (const listener of this.#listenersOf(journaled))
        await listener.transferChanged(tx, change)
    }
  }

  /** A close may carry out what a request has asked for: the order moves on first. */
  #listenersOf({ category }: BookedTransfer['journaled']): TransferListener[] {
    const { orders, markToMarket, orderRequests } = this.#listeners
    if (category === 'm2m') return [markToMarket]
    if (category === 'return') return [orderRequests]
    return category === 'open' ? [orders] : [orders, orderRequests]
  }
}

/** The statuses on the way from one to another: nothing completes that was not in progress. */
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

/** No custodian has ever heard of what was given up without a word of one. */
const isOurs = (to: ReachedStatus, { requestState }: TransferProgress) =>
  to === 'CANCELLED' && requestState === null

const isOver = (state: ProviderState) => isFinal(providerLifecycleStates, state)

const isAhead = (from: ProviderState, to: ProviderState) =>
  leadsTo(providerLifecycleStates, from, to)

/** The amount in an answer is never taken; one that differs is a reason to stop. */
function hasMovedOtherwise({ state, quantity }: ProviderReport, asked: string): boolean {
  return state === 'completed' && quantity !== undefined && !new Decimal(quantity).eq(asked)
}
