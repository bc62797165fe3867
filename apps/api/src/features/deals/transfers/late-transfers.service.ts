import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { DeadlineHandler } from '../deadlines/deadline-worker.ts'
import { dueTime, setDeadlines } from '../deadlines/deadlines.ts'
import type { JournaledTransfer } from '../journal/journal.ts'
import { hasFailed, isUnderWay } from './attempts.ts'
import { isLate } from './late-transfer.ts'
import { type BookedTransfer, openTransfer } from './transfer-book.repository.ts'
import { transferRecord } from './transfer-lifecycle.ts'
import { notifyLateTransfer } from './transfer-notifications.ts'

/** The first moment in which a transfer is late is the next one after that time. */
const momentMs = 1

/** A transfer, and from when it is late, RFC 3339. */
interface AwaitedTransfer {
  readonly transfer: JournaledTransfer
  readonly lateAt: string
}

/**
 * Has both sides notified when a transfer becomes late. A retry that is late already is no news.
 */
export function awaitLateness(
  tx: WriteTransaction,
  awaited: readonly AwaitedTransfer[],
): Promise<void> {
  const deadlines = awaited.flatMap(({ transfer: { id, lenderId, borrowerId }, lateAt }) => {
    const dueMs = Date.parse(lateAt) + momentMs
    if (dueMs <= tx.nowMs) return []
    const dueAt = new Date(dueMs).toISOString()
    const kind = 'transfer' as const
    return [{ kind, resourceId: id, lenderId, borrowerId, dueAt, warnAt: null }]
  })
  return setDeadlines(tx, deadlines)
}

/** Sends back again what a close-out does not count, after a failure. */
export interface SentBackAgain {
  returnAgain(tx: WriteTransaction, closeOutId: string, failed: JournaledTransfer): Promise<void>
}

/** Notifies both sides of transfers that have become late, and tries again what is sent back. */
export class LateTransfers implements DeadlineHandler {
  readonly #closeOuts: SentBackAgain

  constructor(closeOuts: SentBackAgain) {
    this.#closeOuts = closeOuts
  }

  async expire(tx: WriteTransaction, id: string): Promise<boolean> {
    const transfer = await openTransfer(tx, id)
    if (transfer === undefined) return true
    if (!isUnderWay(transfer.stored)) return this.#tryAgain(tx, transfer)
    if (!isLate(transferRecord(transfer), tx)) return false
    await notifyLateTransfer(tx, transfer)
    return true
  }

  async #tryAgain(
    tx: WriteTransaction,
    { stored, journaled, closeOutId }: BookedTransfer,
  ): Promise<boolean> {
    // Another process may have tried it, and deleted the deadline.
    const dueAt = await dueTime(tx, 'transfer', journaled.id)
    if (dueAt === undefined) return true
    if (Date.parse(dueAt) > tx.nowMs) return false
    if (closeOutId !== null && journaled.sendsBack !== null && hasFailed(stored)) {
      await this.#closeOuts.returnAgain(tx, closeOutId, journaled)
    }
    return true
  }
}
