import { transferStates } from '@vadium/schema'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { change } from '../lifecycle/change.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import {
  cancellationRequestedLabel,
  isCancellationRequested,
  requestCancellation,
} from './cancellation-request.ts'
import {
  type BookedTransfer,
  openTransfer,
  readDocument,
  writeLabel,
} from './transfer-book.repository.ts'
import { transferLifecycle, transferRecord } from './transfer-lifecycle.ts'
import { notifyLateCancellation } from './transfer-notifications.ts'
import { transferNotFound } from './transfers.service.ts'

/**
 * Records a request to cancel a transfer: of either side for a returned asset, of the sender for what
 * it sends without a call, of the receiver for any late one, of the service for what does not count
 * in a close-out or is in the way of a close. The custody worker passes it
 * on, and the custodian decides: it may be too late.
 */
export class TransferCancellation {
  readonly #wakeWorker: () => void

  constructor(wakeWorker: () => void) {
    this.#wakeWorker = wakeWorker
  }

  /**
   * Requests the cancellation. A repeated request records nothing.
   * @returns the transfer as its stored JSON text.
   */
  async request(tx: WriteTransaction, id: string): Promise<string | Refusal> {
    const transfer = await openTransfer(tx, id)
    if (transfer === undefined) return transferNotFound(id)
    const record = transferRecord(transfer)
    const action = 'cancel'
    const { organizationId } = tx
    const facts = { nowMs: tx.nowMs }
    const refusal = (await isCancellationRequested(tx, id))
      ? transferLifecycle.refusalOf(record, action, { organizationId, facts })
      : await change(tx, transferLifecycle, record, { action, facts }, () =>
          this.#requestOfParty(tx, transfer),
        )
    return refusal ?? readDocument(tx, id)
  }

  /** The sender of a late transfer is notified, because its receiver does without it. */
  async #requestOfParty(tx: WriteTransaction, transfer: BookedTransfer): Promise<undefined> {
    await this.#request(tx, transfer)
    const move = transferLifecycle.moveOf(transferRecord(transfer), 'cancel', tx.organizationId)
    if (move === 'ask_to_cancel_late') await notifyLateCancellation(tx, transfer.stored)
  }

  /**
   * Requests the cancellation of a transfer under way because that to which it belongs is
   * cancelled. The caller has decided that it may be.
   */
  async ask(tx: WriteTransaction, id: string): Promise<void> {
    const transfer = await openTransfer(tx, id)
    if (transfer === undefined) throw new Error(`${tx.organizationId} has no transfer ${id}`)
    const { organizationId } = tx
    await mustMove(tx, transferStates, transferRecord(transfer), 'ask_to_cancel', {
      organizationId,
    })
    await this.#request(tx, transfer)
  }

  /**
   * Requests the cancellation of a transfer under way for the service: it does not count any more.
   * A repeated request records nothing.
   */
  async askByService(tx: WriteTransaction, id: string): Promise<void> {
    const transfer = await openTransfer(tx, id)
    if (transfer === undefined) throw new Error(`${tx.organizationId} has no transfer ${id}`)
    if (await isCancellationRequested(tx, id)) return
    await mustMove(tx, transferStates, transferRecord(transfer), 'ask_to_cancel')
    await this.#request(tx, transfer)
  }

  async #request(tx: WriteTransaction, transfer: BookedTransfer): Promise<undefined> {
    const { id, label } = transfer.stored
    await requestCancellation(tx, id)
    await writeLabel(tx, transfer, cancellationRequestedLabel(label))
    tx.afterCommit(this.#wakeWorker)
  }
}
