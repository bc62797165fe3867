import { Decimal, formatDecimal } from '@vadium/margin'
import { closeOutStates, orderStates } from '@vadium/schema'
import { hourMs } from '../../../platform/instant.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { clearDeadline, setDeadline } from '../deadlines/deadlines.ts'
import {
  type JournaledTransfer,
  recordAppropriation,
  recordReceipt,
  recordStraggler,
} from '../journal/journal.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import type { PlannedTransfer } from '../orders/order-transfers.ts'
import { moveCollateral } from '../positions/position-book.ts'
import { assetIsBack, closeOutPosition, endPosition } from '../positions/position-life.ts'
import { hasFailed } from '../transfers/attempts.ts'
import { stateCloseOut } from './close-out-document.ts'
import { bookedFigures } from './close-out-figures.ts'
import { enterBooking } from './close-out-entries.ts'
import { notifyBooking, notifySettlement } from './close-out-notifications.ts'
import {
  type CloseOutRecord,
  type Excess,
  excessOf,
  excessTransfers,
  isSome,
  missingExcess,
  statementOf,
  waitsForTransfers,
} from './close-out-record.ts'
import { closeOutTable, recordBooking } from './close-out.repository.ts'
import { orderOf, positionOf } from './defaulted-deal.ts'
import { goneOf, hasArrived, type Straggler, stragglersOf } from './stragglers.ts'

/** Instructs transfers between the wallets that the sides of an order have named. */
export interface InstructedOrders {
  instruct(
    tx: WriteTransaction,
    orderId: string,
    transfers: readonly PlannedTransfer[],
  ): Promise<void>
}

/** After so many attempts, what is sent back is a matter of the two sides. */
const attemptsMax = 30
const pauseHoursMax = 24

/**
 * What a close-out books, once no transfer that it counts is under way: the declarer keeps its
 * part, the rest goes back, and the deal ends. The deal must be locked.
 */
export class CloseOutBooking {
  readonly #orders: InstructedOrders

  constructor(orders: InstructedOrders) {
    this.#orders = orders
  }

  /** Books a close-out that was terminated. Provisional figures are computed again. */
  async book(tx: WriteTransaction, terminated: CloseOutRecord): Promise<void> {
    const stragglers = await stragglersOf(tx, terminated)
    const record = await fixed(tx, terminated, stragglers)
    await stateCloseOut(tx, record)
    const back = excessOf(record)
    await appropriate(tx, record, stragglers)
    await closeOutPosition(tx, record.positionId, {
      asset: backOf(back, { leg: 'asset', token: record.asset }),
      collateral: backOf(back, { leg: 'collateral', token: record.collateralAsset }),
    })
    for (const straggler of stragglers.filter(hasArrived)) {
      await this.#returnStraggler(tx, record, straggler)
    }
    if (back.length > 0) {
      await this.#sendBack(tx, record, back)
    } else {
      await clearDeadline(tx, 'close_out', record.id)
      await endDeal(tx, record)
      await endWithoutExcess(tx, record)
    }
  }

  /** Instructs the failed transfers of what goes back again. */
  async retry(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    const failed = excessTransfers(record).filter(hasFailed)
    const parts = failed.map(({ id: replaces, ...part }) => ({ ...part, replaces }))
    await this.#sendBack(tx, record, parts)
  }

  /** All that goes back has arrived, by transfer. */
  async excessHasArrived(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    await mustMove(tx, closeOutStates, record, 'settle')
    await endDeal(tx, record)
    await clearDeadline(tx, 'close_out', record.id)
    await notifySettlement(tx, record, 'What goes back has arrived.')
  }

  /** The party in default has what goes back, outside of the service. */
  async received(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    const parts = missingExcess(record)
    await recordReceipt(tx, record, parts)
    const { orderId } = record
    for (const { leg, token, quantity } of parts) {
      if (leg === 'collateral') {
        await moveCollateral(tx, orderId, { token, quantity: `-${quantity}` })
      }
      if (leg === 'asset') await assetIsBack(tx, orderId, quantity)
    }
    await endDeal(tx, record)
    await clearDeadline(tx, 'close_out', record.id)
    await notifySettlement(tx, record, 'What goes back was received outside of the service.')
  }

  /**
   * A straggler has ended after the booking. What arrived was not owed, so its receiver sends it
   * back; what did not move is the own of its sender.
   */
  async stragglerEnded(
    tx: WriteTransaction,
    record: CloseOutRecord,
    transfer: JournaledTransfer,
    hasMoved: boolean,
  ): Promise<void> {
    if (hasMoved) await this.#returnStraggler(tx, record, transfer)
    else await recordStraggler(tx, record, transfer, transfer.senderId)
  }

  /** What is sent back of a straggler has failed: it is tried again, less and less often. */
  async awaitReturnAgain(
    tx: WriteTransaction,
    { transfers }: CloseOutRecord,
    { id, lenderId, borrowerId, sendsBack }: JournaledTransfer,
  ): Promise<void> {
    const attempts = transfers.filter((one) => one.sendsBack === sendsBack).length
    if (attempts >= attemptsMax) return
    const pauseMs = Math.min(2 ** (attempts - 1), pauseHoursMax) * hourMs
    const dueAt = new Date(tx.nowMs + pauseMs).toISOString()
    const sides = { lenderId, borrowerId }
    await setDeadline(tx, { kind: 'transfer', resourceId: id, ...sides, dueAt, warnAt: null })
  }

  /** Sends back again what a failed transfer was to send back of a straggler. */
  async returnAgain(
    tx: WriteTransaction,
    closeOutId: string,
    { id, orderId, lenderId, leg, token, quantity, senderId, sendsBack }: JournaledTransfer,
  ): Promise<void> {
    if (sendsBack === null) throw new Error(`transfer ${id} sends nothing back`)
    const sender = senderId === lenderId ? 'lender' : 'borrower'
    const planned = { category: 'liquidation', leg, token, sender, quantity } as const
    await this.#orders.instruct(tx, orderId, [{ ...planned, closeOutId, sendsBack, replaces: id }])
  }

  async #returnStraggler(
    tx: WriteTransaction,
    record: CloseOutRecord,
    transfer: JournaledTransfer,
  ): Promise<void> {
    await recordStraggler(tx, record, transfer, transfer.receiverId)
    const { id: sendsBack, leg, token, quantity, receiverId } = transfer
    const sender = receiverId === record.lenderId ? 'lender' : 'borrower'
    const planned = { category: 'liquidation', leg, token, sender, quantity, sendsBack } as const
    await this.#orders.instruct(tx, record.orderId, [{ ...planned, closeOutId: record.id }])
  }

  async #sendBack(
    tx: WriteTransaction,
    { id, orderId, lenderId, borrowerId, creatorId }: CloseOutRecord,
    parts: readonly SentBack[],
  ): Promise<void> {
    const sender = creatorId === lenderId ? 'lender' : 'borrower'
    const planned = parts.map(({ leg, token, quantity, replaces }) => ({
      ...({ category: 'liquidation', leg, token, sender, quantity, closeOutId: id } as const),
      ...(replaces !== undefined && { replaces }),
    }))
    await this.#orders.instruct(tx, orderId, planned)
    if (parts.some(({ replaces }) => replaces !== undefined)) return
    const [first] = excessTransfers(await closeOutTable.read(tx, id))
    if (first === undefined) return
    const dueAt = new Date(first.lateAt).toISOString()
    const sides = { lenderId, borrowerId }
    await setDeadline(tx, { kind: 'close_out', resourceId: id, ...sides, dueAt, warnAt: null })
  }
}

/** A part of what goes back, with the failed transfer that it is sent again for. */
type SentBack = Excess & { readonly replaces?: string }

const backOf = (parts: readonly Excess[], of: Pick<Excess, 'leg' | 'token'>): string =>
  parts.find(({ leg, token }) => leg === of.leg && token === of.token)?.quantity ?? '0'

/** A close-out with the figures that are booked. Both sides are notified if others were before. */
async function fixed(
  tx: WriteTransaction,
  terminated: CloseOutRecord,
  stragglers: readonly Straggler[],
): Promise<CloseOutRecord> {
  if (!waitsForTransfers(terminated)) return terminated
  const statement = bookedFigures(terminated, stragglers, tx.now)
  await recordBooking(tx, terminated.id, statement)
  const record = { ...terminated, statement }
  enterBooking(tx, record)
  await notifyBooking(tx, record)
  return record
}

/** What has left its bucket with a straggler is not there to be taken. */
async function appropriate(
  tx: WriteTransaction,
  record: CloseOutRecord,
  stragglers: readonly Straggler[],
): Promise<void> {
  const { asset_quantity: lent, collateral } = statementOf(record)
  const { assetBack, released } = goneOf(record, stragglers)
  const back = excessOf(record)
  const taken = (leg: 'asset' | 'collateral', token: string, all: string, gone: Decimal) => ({
    token,
    quantity: formatDecimal(new Decimal(all).minus(backOf(back, { leg, token })).minus(gone)),
  })
  await recordAppropriation(tx, record, {
    asset: taken('asset', record.asset, lent, assetBack),
    collateral: collateral.map(({ asset: token, quantity }) =>
      taken('collateral', token, quantity, released(token)),
    ),
  })
}

async function endWithoutExcess(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
  const terminated = { ...record, status: 'CLOSING_OUT' } as const
  if (isSome(statementOf(record).residual_claim_usd)) {
    await mustMove(tx, closeOutStates, terminated, 'claim')
    return
  }
  await mustMove(tx, closeOutStates, terminated, 'settle')
  await notifySettlement(tx, record, 'What is kept covers the claim.')
}

async function endDeal(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
  const status = 'CLOSING'
  await endPosition(tx, { ...positionOf(record), status }, 'settle')
  await mustMove(tx, orderStates, { ...orderOf(record), status }, 'settle_close_out')
}
