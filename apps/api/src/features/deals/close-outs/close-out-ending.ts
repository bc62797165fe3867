import { closeOutStates, orderStates, positionStates } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { clearDeadline, setDeadline } from '../deadlines/deadlines.ts'
import type { EndedExchanges, EndedRequests } from './ended-requests.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import { bearingQuantity } from '../positions/accrued-interest.ts'
import { endInterest, transferHasArrived } from '../positions/position-life.ts'
import { hasFailed, isUnderWay } from '../transfers/attempts.ts'
import type { TransferCancellation } from '../transfers/transfer-cancellation.service.ts'
import type { TransferChange } from '../transfers/transfer-change.ts'
import type { CloseOutBooking } from './close-out-booking.ts'
import { enterTermination } from './close-out-entries.ts'
import { notifyEnd, notifyTermination } from './close-out-notifications.ts'
import { bookPart } from './close-out-part.ts'
import { type CloseOutRecord, excessTransfers, waitsForTransfers } from './close-out-record.ts'
import { closeOutTable } from './close-out.repository.ts'
import { orderOf, positionOf } from './defaulted-deal.ts'
import { givesBack, leaveOut, strandedIn } from './stragglers.ts'

/** The first moment in which a transfer does not count is the next one after that time. */
const momentMs = 1

/** What a termination ends. */
export interface EndedDeals {
  readonly booking: CloseOutBooking
  /** The requests of deals, of both kinds. */
  readonly requests: readonly EndedRequests[]
  readonly exchanges: EndedExchanges
  readonly cancellations: TransferCancellation
}

/**
 * What a termination ends: requests, interest, and the transfers under way, of which those that are
 * on their way count if they arrive in time. The deal must be locked.
 */
export class CloseOutEnding {
  readonly #parts: EndedDeals

  constructor(parts: EndedDeals) {
    this.#parts = parts
  }

  /** Ends a deal at fixed prices. It is booked once no transfer that counts is under way. */
  async begin(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    const { id, positionId, lenderId, borrowerId, countedUntil, transfersUnderWay } = record
    await endOthers(tx, record)
    const notCounted = transfersUnderWay.filter(({ isOnItsWay }) => !isOnItsWay)
    await this.#leaveOut(tx, record, idsOf(notCounted))
    for (const kind of this.#parts.requests) await kind.closedOut(tx, positionId)
    await leaveOut(tx, record, idsOf(await strandedIn(tx, record.orderId)))
    const mover = { organizationId: tx.organizationId }
    if (record.orderStatus === 'ACTIVE') {
      await mustMove(tx, orderStates, orderOf(record), 'close_out', mover)
      await mustMove(tx, positionStates, positionOf(record), 'close', mover)
    }
    await endInterest(tx, positionId, bearingQuantity(record))
    enterTermination(tx, record)
    await notifyTermination(tx, record)
    if (countedUntil === null) {
      await this.#parts.booking.book(tx, record)
      return
    }
    const dueAt = new Date(Date.parse(countedUntil) + momentMs).toISOString()
    const sides = { lenderId, borrowerId }
    await setDeadline(tx, { kind: 'close_out', resourceId: id, ...sides, dueAt, warnAt: null })
  }

  /** Books a close-out in part. The deal goes on with what it leaves. */
  async inPart(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    await bookPart(tx, record)
    for (const kind of this.#parts.requests) await kind.closedOutInPart(tx, record.positionId)
  }

  /**
   * Books a close-out whose time to count transfers is over. False if it is not, or if it awaits
   * something else after that.
   */
  async bookInTime(tx: WriteTransaction, record: CloseOutRecord): Promise<boolean> {
    if (!isOver(record, tx)) return false
    await this.#bookWithout(tx, record, idsOf(record.transfersUnderWay))
    const { status } = await closeOutTable.read(tx, record.id)
    return status !== 'CLOSING_OUT'
  }

  /** Follows a transfer of a deal that was terminated, or of its close-out. */
  async transferChanged(tx: WriteTransaction, change: TransferChange): Promise<void> {
    if (change.closeOutId === null) await this.#ofDealChanged(tx, change)
    else await this.#ofCloseOutChanged(tx, change, change.closeOutId)
  }

  async #ofCloseOutChanged(
    tx: WriteTransaction,
    { transfer, to }: TransferChange,
    id: string,
  ): Promise<void> {
    const { booking, exchanges } = this.#parts
    if (transfer.sendsBack !== null) {
      if (to === 'COMPLETED') await exchanges.newCollateralIsBack(tx, transfer.sendsBack)
      if (!hasFailed({ status: to })) return
      await booking.awaitReturnAgain(tx, await closeOutTable.read(tx, id), transfer)
      return
    }
    if (to !== 'COMPLETED') return
    await transferHasArrived(tx, transfer)
    const record = await closeOutTable.read(tx, id)
    if (record.status !== 'CLOSING_OUT') return
    const all = excessTransfers(record)
    if (all.every(({ status }) => status === 'COMPLETED')) {
      await booking.excessHasArrived(tx, record)
    }
  }

  /**
   * What counts, or arrives before the booking, moves the position, so that it has what is there.
   * Nothing else follows from a transfer of a deal that was terminated.
   */
  async #ofDealChanged(tx: WriteTransaction, change: TransferChange): Promise<void> {
    const { transfer, endedBy: id, to } = change
    if (id === null) throw new Error(`transfer ${transfer.id} is of a deal that goes on`)
    if (isUnderWay({ status: to })) return
    const before = await closeOutTable.read(tx, id)
    const isBooked = !waitsForTransfers(before)
    const hasMoved = to === 'COMPLETED'
    const isOutside = await givesBack(tx, transfer)
    if (hasMoved && !isBooked) await transferHasArrived(tx, transfer)
    for (const kind of this.#parts.requests) {
      await kind.transferOfClosedOut(tx, change, { movesPosition: hasMoved && !isBooked })
    }
    if (isOutside) {
      if (!hasMoved) await this.#sendStranded(tx, before)
    } else if (isBooked) {
      await this.#parts.booking.stragglerEnded(tx, before, transfer, hasMoved)
    } else if (isOver(before, tx)) {
      // The worker is late: this transfer has ended after its time, and does not count.
      await this.#bookWithout(tx, before, [...idsOf(before.transfersUnderWay), transfer.id])
    } else if (before.transfersUnderWay.length === 0) {
      await this.#bookWithout(tx, before, [])
    }
  }

  /**
   * New collateral that did not replace the old one is owed back in full: what its exchange cannot
   * send any more goes back as what arrives without counting, once the close-out is booked.
   */
  async #sendStranded(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    const stranded = await strandedIn(tx, record.orderId)
    await leaveOut(tx, record, idsOf(stranded))
    if (waitsForTransfers(record)) return
    for (const transfer of stranded) {
      await this.#parts.booking.stragglerEnded(tx, record, transfer, true)
    }
  }

  /** Books with what has arrived, and leaves out what may still arrive. */
  async #bookWithout(
    tx: WriteTransaction,
    record: CloseOutRecord,
    transferIds: readonly string[],
  ): Promise<void> {
    await this.#leaveOut(tx, record, transferIds)
    await this.#parts.booking.book(tx, await closeOutTable.read(tx, record.id))
  }

  async #leaveOut(
    tx: WriteTransaction,
    record: CloseOutRecord,
    transferIds: readonly string[],
  ): Promise<void> {
    await leaveOut(tx, record, transferIds)
    const underWay = new Set(idsOf(record.transfersUnderWay))
    for (const id of transferIds.filter((one) => underWay.has(one))) {
      await this.#parts.cancellations.askByService(tx, id)
    }
  }
}

/** At exactly this time a transfer still counts. */
function isOver({ countedUntil }: CloseOutRecord, { nowMs }: WriteTransaction): boolean {
  return countedUntil !== null && nowMs > Date.parse(countedUntil)
}

const idsOf = (transfers: readonly { readonly id: string }[]) => transfers.map(({ id }) => id)

/** The other notices of the deal are about nothing any more. */
async function endOthers(tx: WriteTransaction, { id, notices }: CloseOutRecord): Promise<void> {
  for (const other of notices.filter((notice) => notice.id !== id)) {
    const record = await closeOutTable.read(tx, other.id)
    await mustMove(tx, closeOutStates, record, 'lapse')
    await clearDeadline(tx, 'close_out', other.id)
    await notifyEnd(tx, record, 'lapse')
  }
}
