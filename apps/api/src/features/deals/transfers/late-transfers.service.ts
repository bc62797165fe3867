import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { DeadlineHandler } from '../deadlines/deadline-worker.ts'
import { setDeadlines } from '../deadlines/deadlines.ts'
import type { JournaledTransfer } from '../journal/journal.ts'
import { isUnderWay } from './attempts.ts'
import { isLate } from './late-transfer.ts'
import { openTransfer } from './transfer-book.repository.ts'
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

/** Notifies both sides of transfers that have become late. */
export class LateTransfers implements DeadlineHandler {
  async expire(tx: WriteTransaction, id: string): Promise<boolean> {
    const transfer = await openTransfer(tx, id)
    if (transfer === undefined || !isUnderWay(transfer.stored)) return true
    if (!isLate(transferRecord(transfer), tx)) return false
    await notifyLateTransfer(tx, transfer)
    return true
  }
}
