import { Decimal } from '@vadium/margin'
import { isFinal, orderRequestChanges, orderRequestStates, statusSets } from '@vadium/schema'
import { dayOf } from '../../../platform/instant.ts'
import { clearDeadline } from '../deadlines/deadlines.ts'
import type { EndedExchanges, EndedRequests } from '../close-outs/ended-requests.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { OpenRequests } from '../orders/order-closing.ts'
import { isUnderWay, unreplacedFailedTransfers } from '../transfers/attempts.ts'
import type { TransferChange } from '../transfers/transfer-change.ts'
import { recordReturnedAsset, started } from './moved-transfers.ts'
import {
  closingRequest,
  keepTransfersOfClose,
  orderRequestTable,
  recordReturnedCollateral,
  requestsIn,
} from './order-request.repository.ts'
import { firstDay, type OrderRequestRecord } from './order-request-record.ts'
import { notifyKeep, notifyReturned } from './substitution-notifications.ts'
import { exchangeOfNewCollateral, keepColumns } from './substitution.repository.ts'

/** Ends order requests that a close or a close-out makes obsolete. The deal must be locked. */
export class OrderRequestLapse implements OpenRequests, EndedRequests, EndedExchanges {
  async closingBegan(tx: WriteTransaction, positionId: string): Promise<void> {
    for (const request of await requestsIn('PENDING', tx, positionId)) {
      await mustMove(tx, orderRequestStates, request, 'lapse')
      await clearDeadline(tx, 'order_request', request.id)
    }
  }

  async closeCancelled(tx: WriteTransaction, orderId: string): Promise<void> {
    const request = await closingRequest(tx, orderId)
    if (request === undefined) return
    await keepTransfersOfClose(tx, request)
    await mustMove(tx, orderRequestStates, request, 'lapse')
  }

  async closedOut(tx: WriteTransaction, positionId: string): Promise<void> {
    await this.closingBegan(tx, positionId)
    await this.assetIsBack(tx, positionId, dayOf(tx.now))
    for (const status of statusSets.order_request.agreed) {
      for (const found of await requestsIn(status, tx, positionId)) {
        const request = await keptByCloseOut(tx, found)
        if (!request.transfers.some(isUnderWay)) await this.#lapse(tx, request)
      }
    }
  }

  /** An asset that failed, and is as much as is left or more, cannot be sent any more. */
  async closedOutInPart(tx: WriteTransaction, positionId: string): Promise<void> {
    for (const status of statusSets.order_request.agreed) {
      for (const request of await requestsIn(status, tx, positionId)) {
        const [failed] = unreplacedFailedTransfers(request.transfers)
        if (failed?.leg !== 'asset' || request.transfers.some(isUnderWay)) continue
        const isNoMoreLent = new Decimal(failed.quantity).greaterThanOrEqualTo(request.lentQuantity)
        if (isNoMoreLent) await this.#lapse(tx, request)
      }
    }
  }

  /** The collateral of a part that has come back does not follow: it belongs to the close-out. */
  async transferOfClosedOut(
    tx: WriteTransaction,
    { transfer, orderRequestId: id, to }: TransferChange,
    { movesPosition }: { readonly movesPosition: boolean },
  ): Promise<void> {
    const isReturn = transfer.leg === 'asset' && transfer.senderId === transfer.borrowerId
    if (id !== null && isReturn && movesPosition) await recordReturnedAsset(tx, transfer, id)
    const found =
      id === null
        ? await closingRequest(tx, transfer.orderId)
        : await orderRequestTable.read(tx, id)
    if (found === undefined || !found.transfers.some((one) => one.id === transfer.id)) return
    const request = await started(tx, found)
    if (isFinal(orderRequestStates, request.status) || request.transfers.some(isUnderWay)) return
    const isKept = request.substitution?.decision === 'keep'
    const goesBack = request.substitution !== null && transfer.senderId === transfer.lenderId
    // The old collateral that comes back after the booking is not the borrower's any more.
    if (goesBack && to === 'COMPLETED' && (isKept || movesPosition)) {
      await notifyReturned(tx, request)
    }
    if (isKept || unreplacedFailedTransfers(request.transfers).length > 0) {
      await this.#lapse(tx, request)
      return
    }
    if (request.collateralReturned === null && request.whole !== true) {
      await recordReturnedCollateral(tx, request.id, '0')
    }
    await mustMove(tx, orderRequestStates, request, 'complete')
  }

  async newCollateralIsBack(tx: WriteTransaction, arrivedId: string): Promise<void> {
    const id = await exchangeOfNewCollateral(tx, arrivedId)
    if (id !== undefined) await notifyReturned(tx, await orderRequestTable.read(tx, id))
  }

  async #lapse(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
    if (request.whole === true) await keepTransfersOfClose(tx, request)
    await mustMove(tx, orderRequestStates, request, 'lapse')
  }

  /** A rate whose day has come has been in effect, even if no worker has recorded it yet. */
  async assetIsBack(tx: WriteTransaction, positionId: string, day: string): Promise<void> {
    const agreed = await requestsIn('ACCEPTED', tx, positionId)
    for (const request of agreed.filter(({ kind }) => orderRequestChanges[kind] === 'rate')) {
      const holds = firstDay(request, tx.now) <= day
      await mustMove(tx, orderRequestStates, request, holds ? 'complete' : 'lapse')
      await clearDeadline(tx, 'order_request', request.id)
    }
  }
}

/** What is exchanged and not decided when the deal is closed out stays the borrower's. */
async function keptByCloseOut(
  tx: WriteTransaction,
  request: OrderRequestRecord,
): Promise<OrderRequestRecord> {
  if (request.substitution?.decision !== null) return request
  await mustMove(tx, orderRequestStates, request, 'keep', undefined, keepColumns('closed_out'))
  await clearDeadline(tx, 'order_request', request.id)
  await notifyKeep(tx, request, 'closed_out')
  return orderRequestTable.read(tx, request.id)
}
