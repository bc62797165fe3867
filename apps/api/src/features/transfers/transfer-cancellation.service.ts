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
 * Takes the wish of a party that the asset of a part, which goes back, be given up. The custody worker carries it out,
 * and what becomes of the transfer its custodian says: it may be too late.
 */
export class TransferCancellation {
  readonly #wakeWorker: () => void

  constructor(wakeWorker: () => void) {
    this.#wakeWorker = wakeWorker
  }

  /** The transfer as the JSON text that it is stored as. */
  async ask(tx: WriteTransaction, id: string): Promise<string | Refusal> {
    if (!(await lockDealOfTransfer(tx, id))) return transferNotFound(id)
    const transfer = await readTransfer(tx, id)
    const { stored, journaled } = transfer
    const moved = { ...journaled, status: stored.status }
    const mover = { organizationId: tx.organizationId }
    const move = allowedMove(transferStates, moved, 'ask_to_cancel', mover)
    if (move instanceof Refusal) return move
    if (!isPartGoingBack(journaled)) return owed(journaled)
    const asked = await requestCancellation(tx, id)
    if (asked === 'no instruction') return noCustodianToAsk(id)
    if (asked === 'now') {
      await writeLabel(tx, transfer, cancellationRequestedLabel(stored.label))
      await mustMove(tx, transferStates, moved, 'ask_to_cancel', mover)
      tx.afterCommit(this.#wakeWorker)
    }
    return readDocument(tx, id)
  }
}

/** Nothing has been done for it yet, and either side may give up the request that it belongs to. */
function isPartGoingBack({ category, leg }: JournaledTransfer): boolean {
  return category === 'return' && leg === 'asset'
}

/** All else is owed for something that the other side has done, or is doing: its sender may not call it back alone. */
function owed({ category, leg }: JournaledTransfer): Refusal {
  return new Refusal('INVALID_STATE', [
    {
      field: 'category',
      issue: `only the asset of a part that goes back can be given up, and this is the ${leg} of another transfer`,
      value: category,
      allowed: ['return'],
    },
  ])
}

function noCustodianToAsk(id: string): Refusal {
  return new Refusal('INVALID_STATE', [
    {
      field: 'transfer_id',
      issue: 'it was imported with the book, and no custodian was instructed by this service',
      value: id,
    },
  ])
}
