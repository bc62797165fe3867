import { transferStates } from '@vadium/schema'
import { cancellationRequestedLabel, requestCancellation } from '../custody/index.ts'
import {
  allowedMove,
  type JournaledTransfer,
  lockDealOfTransfer,
  mustMove,
  readDocument,
  readTransfer,
  writeLabel,
} from '../deals/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { transferNotFound } from './transfers.service.ts'

/**
 * Records a party's request to cancel the transfer of a returned asset. The custody worker passes
 * it on, and the custodian decides: it may be too late.
 */
export class TransferCancellation {
  readonly #wakeWorker: () => void

  constructor(wakeWorker: () => void) {
    this.#wakeWorker = wakeWorker
  }

  /**
   * Requests the cancellation.
   * @returns the transfer as its stored JSON text.
   */
  async request(tx: WriteTransaction, id: string): Promise<string | Refusal> {
    if (!(await lockDealOfTransfer(tx, id))) return transferNotFound(id)
    const transfer = await readTransfer(tx, id)
    const { stored, journaled } = transfer
    const moved = { ...journaled, status: stored.status }
    const mover = { organizationId: tx.organizationId }
    const move = allowedMove(transferStates, moved, 'ask_to_cancel', mover)
    if (move instanceof Refusal) return move
    if (!isPartGoingBack(journaled)) return owed(journaled)
    const requested = await requestCancellation(tx, id)
    if (requested === 'no instruction') return noCustodianToAsk(id)
    if (requested === 'now') {
      await writeLabel(tx, transfer, cancellationRequestedLabel(stored.label))
      await mustMove(tx, transferStates, moved, 'ask_to_cancel', mover)
      tx.afterCommit(this.#wakeWorker)
    }
    return readDocument(tx, id)
  }
}

/**
 * A returned asset may be called back: nothing has been done in exchange for it yet, and either
 * side may cancel the order request.
 */
function isPartGoingBack({ category, leg }: JournaledTransfer): boolean {
  return category === 'return' && leg === 'asset'
}

/**
 * Any other transfer is owed for something that the other side has done or is doing, so its sender
 * may not call it back alone.
 */
function owed({ category, leg }: JournaledTransfer): Refusal {
  return new Refusal('INVALID_STATE', [
    {
      field: 'category',
      issue: `only the asset of a return can be cancelled, and this is the ${leg} of another transfer`,
      value: category,
      allowed: ['return'],
    },
  ])
}

function noCustodianToAsk(id: string): Refusal {
  return new Refusal('INVALID_STATE', [
    {
      field: 'transfer_id',
      issue: 'was imported, so this service has instructed no custodian',
      value: id,
    },
  ])
}
