import { closeOutStates, orderStates, positionStates } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { clearDeadline, setDeadline } from '../deadlines/deadlines.ts'
import { recordAppropriation, recordReceipt } from '../journal/journal.ts'
import type { EndedRequests } from '../lifecycle/ended-requests.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import type { PlannedTransfer } from '../orders/order-transfers.ts'
import { bearingQuantity } from '../positions/accrued-interest.ts'
import { moveCollateral } from '../positions/position-book.ts'
import { closeOutPosition, endPosition } from '../positions/position-life.ts'
import { unreplacedFailedTransfers } from '../transfers/attempts.ts'
import { notifyEnd, notifySettlement, notifyTermination } from './close-out-notifications.ts'
import { type CloseOutRecord, excessOf, isSome, statementOf } from './close-out-record.ts'
import { closeOutTable } from './close-out.repository.ts'
import { orderOf, positionOf } from './defaulted-deal.ts'

/** Instructs transfers between the wallets that the sides of an order have named. */
export interface InstructedOrders {
  instruct(
    tx: WriteTransaction,
    orderId: string,
    transfers: readonly PlannedTransfer[],
  ): Promise<void>
}

/** What a termination ends. */
export interface EndedDeals {
  readonly orders: InstructedOrders
  /** The requests of deals, of both kinds. */
  readonly requests: readonly EndedRequests[]
}

/**
 * What a termination moves: requests end, the declarer keeps its part, the rest goes back. The deal
 * must be locked, and nothing of it may be under way.
 */
export class CloseOutEnding {
  readonly #parts: EndedDeals

  constructor(parts: EndedDeals) {
    this.#parts = parts
  }

  /** Books a close-out whose figures are fixed, and sends back what is not kept. */
  async begin(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    await this.#endOthers(tx, record)
    for (const kind of this.#parts.requests) await kind.closedOut(tx, record.positionId)
    const mover = { organizationId: tx.organizationId }
    if (record.orderStatus === 'ACTIVE') {
      await mustMove(tx, orderStates, orderOf(record), 'close_out', mover)
      await mustMove(tx, positionStates, positionOf(record), 'close', mover)
    }
    const back = excessOf(record)
    await this.#book(tx, record, back)
    await notifyTermination(tx, record)
    if (isSome(back)) {
      await this.#sendBack(tx, record, back)
    } else {
      await this.#endDeal(tx, record)
      await this.#endWithoutExcess(tx, record)
    }
  }

  /** Instructs the failed transfers of what goes back again. */
  async retry(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    for (const { id, quantity } of unreplacedFailedTransfers(record.transfers)) {
      await this.#sendBack(tx, record, quantity, id)
    }
  }

  /** All that goes back has arrived, by transfer. */
  async excessHasArrived(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    await mustMove(tx, closeOutStates, record, 'settle')
    await this.#endDeal(tx, record)
    await clearDeadline(tx, 'close_out', record.id)
    await notifySettlement(tx, record, 'What goes back has arrived.')
  }

  /** The party in default has what goes back, outside of the service. */
  async received(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    const quantity = excessOf(record)
    await recordReceipt(tx, record, { token: record.collateralAsset, quantity })
    await moveCollateral(tx, record.orderId, `-${quantity}`)
    await this.#endDeal(tx, record)
    await clearDeadline(tx, 'close_out', record.id)
    await notifySettlement(tx, record, 'What goes back was received outside of the service.')
  }

  async #book(tx: WriteTransaction, record: CloseOutRecord, back: string): Promise<void> {
    const { asset_quantity: lent, kept } = statementOf(record)
    const { asset, collateralAsset } = record
    await recordAppropriation(tx, record, {
      asset: { token: asset, quantity: lent },
      collateral: { token: collateralAsset, quantity: kept[0]?.kept_quantity ?? '0' },
    })
    const position = { ...positionOf(record), status: 'CLOSING' } as const
    const interest = bearingQuantity(record)
    await closeOutPosition(tx, position, { interest, collateral: back })
  }

  async #sendBack(
    tx: WriteTransaction,
    { id, orderId, lenderId, borrowerId }: CloseOutRecord,
    quantity: string,
    replaces?: string,
  ): Promise<void> {
    await this.#parts.orders.instruct(tx, orderId, [
      {
        category: 'liquidation',
        leg: 'collateral',
        sender: 'lender',
        quantity,
        closeOutId: id,
        ...(replaces !== undefined && { replaces }),
      },
    ])
    const [first] = (await closeOutTable.read(tx, id)).transfers
    if (replaces !== undefined || first === undefined) return
    const dueAt = new Date(first.lateAt).toISOString()
    const sides = { lenderId, borrowerId }
    await setDeadline(tx, { kind: 'close_out', resourceId: id, ...sides, dueAt, warnAt: null })
  }

  async #endWithoutExcess(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    const terminated = { ...record, status: 'CLOSING_OUT' } as const
    if (isSome(statementOf(record).residual_claim_usd)) {
      await mustMove(tx, closeOutStates, terminated, 'claim')
      return
    }
    await mustMove(tx, closeOutStates, terminated, 'settle')
    await notifySettlement(tx, record, 'What is kept covers the claim.')
  }

  async #endDeal(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    const status = 'CLOSING'
    await endPosition(tx, { ...positionOf(record), status }, 'settle')
    await mustMove(tx, orderStates, { ...orderOf(record), status }, 'settle_close_out')
  }

  /** The other notices of the deal are about nothing any more. */
  async #endOthers(tx: WriteTransaction, { id, notices }: CloseOutRecord): Promise<void> {
    for (const other of notices.filter((notice) => notice.id !== id)) {
      const record = await closeOutTable.read(tx, other.id)
      await mustMove(tx, closeOutStates, record, 'lapse')
      await clearDeadline(tx, 'close_out', other.id)
      await notifyEnd(tx, record, 'lapse')
    }
  }
}
