import { Decimal, formatDecimal } from '@vadium/margin'
import { orderStates, statusSets, type TransferStatus } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import { notify } from '../../notifications/index.ts'
import { closingBlocker } from '../blockers/close-blockers.ts'
import { tripartyBlocker } from '../blockers/triparty.ts'
import { checkNoticesOf } from '../deadlines/checked-notices.ts'
import { change } from '../lifecycle/change.ts'
import type { Mover } from '../parties/mover.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { beginClosing, endPosition, resumePosition } from '../positions/position-life.ts'
import { hasFailed, isUnderWay, unreplacedFailedTransfers } from '../transfers/attempts.ts'
import { isBroadcast } from '../transfers/counting-transfers.ts'
import type { TransferCancellation } from '../transfers/transfer-cancellation.service.ts'
import { paymentDue } from './interest-due.ts'
import { awaitInterest } from './monthly-interest.ts'
import { awaitMaturityAgain } from './awaited-maturity.ts'
import { orderLifecycle, withoutPrices } from './order-lifecycle.ts'
import {
  assetOnItsWayBack,
  type OrderRow,
  positionOf,
  stepsUnderWay,
  voluntaryUnderWay,
} from './order-row.ts'
import { type OrderTransfers, type PlannedTransfer, replacementOf } from './order-transfers.ts'
import { dayOf } from '../../../platform/instant.ts'

/** Ends the mark-to-market requests of a position that closes. */
export interface Disputes {
  concludeDisputes(tx: WriteTransaction, positionId: string): Promise<void>
  /** The ids of the requests that await an answer. */
  unanswered(tx: WriteTransaction, positionId: string): Promise<string[]>
  /** Ends requests that await an answer. */
  lapse(tx: WriteTransaction, ids: readonly string[]): Promise<void>
}

/** Ends the order requests that a close makes obsolete. */
export interface OpenRequests {
  /** The order is closing: unanswered requests end. */
  closingBegan(tx: WriteTransaction, positionId: string): Promise<void>
  /**
   * The whole asset was returned on a day, `YYYY-MM-DD`: a rate with a later first day never takes
   * effect.
   */
  assetIsBack(tx: WriteTransaction, positionId: string, day: string): Promise<void>
  /** The close was cancelled: the request that it carries out ends. */
  closeCancelled(tx: WriteTransaction, orderId: string): Promise<void>
}

export interface PartsOfClosing {
  readonly transfers: OrderTransfers
  readonly disputes: Disputes
  readonly requests: OpenRequests
  readonly cancellations: TransferCancellation
}

/**
 * Closes an order step by step: the asset, then the interest until the day of its arrival, then the
 * collateral, which secures both until then. The deal must be locked.
 */
export class OrderClosing {
  readonly #transfers: OrderTransfers
  readonly #disputes: Disputes
  readonly #requests: OpenRequests
  readonly #cancellations: TransferCancellation

  constructor({ transfers, disputes, requests, cancellations }: PartsOfClosing) {
    this.#transfers = transfers
    this.#disputes = disputes
    this.#requests = requests
    this.#cancellations = cancellations
  }

  /** Starts the close in the name of an organization. Default: that of the caller. */
  close(
    tx: WriteTransaction,
    order: OrderRow,
    organizationId = tx.organizationId,
  ): Promise<Refusal | undefined> {
    const prepare = async () => {
      const { id } = positionOf(order)
      await this.#disputes.concludeDisputes(tx, id)
      await this.#requests.closingBegan(tx, id)
      return undefined
    }
    const asked = { action: 'close', facts: withoutPrices(tx), organizationId, prepare } as const
    return change(tx, orderLifecycle, order, asked, async (status) => {
      await this.#begin(tx, { ...order, status }, { organizationId })
      return undefined
    })
  }

  /**
   * Starts the close of an active order at its maturity, and ends what awaits an answer, unless
   * something else blocks it. That the borrower may not begin one alone for a while is no reason:
   * it does not.
   */
  async mature(tx: WriteTransaction, order: OrderRow): Promise<Refusal | undefined> {
    const { id } = positionOf(order)
    const ending = await this.#disputes.unanswered(tx, id)
    const unfinished = order.unfinishedMarkToMarketRequests.filter((one) => !ending.includes(one))
    const others = { ...order, unfinishedMarkToMarketRequests: unfinished }
    const blocker = tripartyBlocker(order) ?? closingBlocker(others)
    if (blocker !== undefined) return blocker
    await this.#disputes.lapse(tx, ending)
    await this.#requests.closingBegan(tx, id)
    await this.#disputes.concludeDisputes(tx, id)
    const status = await mustMove(tx, orderStates, order, 'close')
    await this.#begin(tx, { ...order, status })
    return undefined
  }

  /**
   * Requests the cancellation of a close that has not returned the asset. If nothing is under way,
   * the order is active again at once, otherwise when the custodian has said that nothing moved. A
   * repeated request records nothing.
   */
  async cancel(tx: WriteTransaction, order: OrderRow): Promise<Refusal | undefined> {
    const asset = assetOnItsWayBack(order)
    const asked = { action: 'cancel_close', facts: withoutPrices(tx) } as const
    if (asset?.isToCancel === true && !asset.isStalled) {
      const { organizationId } = tx
      return orderLifecycle.refusalOf(order, asked.action, { organizationId, facts: asked.facts })
    }
    return change(tx, orderLifecycle, order, asked, async () => {
      if (asset !== undefined && isUnderWay(asset)) await this.#cancellations.ask(tx, asset.id)
      else await this.#resume(tx, order)
      return undefined
    })
  }

  /**
   * Follows a transfer of the close: instructs the next one, or closes the order after the last. If
   * the transfer of the asset ends after a request to cancel it, and nothing moved, the order is
   * active again.
   */
  async transferChanged(
    tx: WriteTransaction,
    order: OrderRow,
    reached: TransferStatus,
  ): Promise<void> {
    if (order.status !== 'CLOSING') return
    if (isCalledOff(order)) return this.#resume(tx, order)
    if (reached !== 'COMPLETED') return
    await this.#goOnUnlessWaiting(tx, order)
  }

  /**
   * Follows what was sent without a call. Whether it has arrived or failed, there may be more or less
   * to send back, once the asset and the interest are back.
   */
  async voluntaryChanged(
    tx: WriteTransaction,
    order: OrderRow,
    reached: TransferStatus,
  ): Promise<void> {
    if (order.status !== 'CLOSING' || isUnderWay({ status: reached })) return
    await this.#goOnUnlessWaiting(tx, order)
  }

  async #goOnUnlessWaiting(tx: WriteTransaction, order: OrderRow): Promise<void> {
    const waiting = stepsUnderWay(order).length + unreplacedFailedTransfers(stepsOf(order)).length
    if (waiting === 0) await this.#goOn(tx, order)
  }

  /**
   * Instructs what is missing: the next step of an active loan's close, or all failed transfers of
   * a cancelled opening.
   */
  async retry(tx: WriteTransaction, order: OrderRow): Promise<void> {
    const failed = unreplacedFailedTransfers(order.legs)
    if (failed.length === 0 || positionOf(order).activeAt !== null) return this.#goOn(tx, order)
    await this.#transfers.instruct(
      tx,
      order,
      failed.map((leg) => replacementOf(leg, order)),
    )
  }

  /** Nothing has moved, so interest has run all the time. What the close has ended stays ended. */
  async #resume(tx: WriteTransaction, order: OrderRow): Promise<void> {
    await this.#requests.closeCancelled(tx, order.id)
    await mustMove(tx, orderStates, order, 'resume')
    await resumePosition(tx, positionOf(order))
    // What was due on a first during the close is paid now.
    await awaitInterest(tx, order, order.terms, 'now')
    await awaitMaturityAgain(tx, order)
    await notifyCloseCancelled(tx, order)
  }

  async #begin(tx: WriteTransaction, order: OrderRow, mover?: Mover): Promise<void> {
    const position = positionOf(order)
    await beginClosing(tx, position, position.assetQuantity, mover)
    // A lender that is to release collateral owes no more than the close from now on.
    await checkNoticesOf(tx, position.id)
    await this.#callOffVoluntary(tx, order.id)
    await this.#goOn(tx, { ...order, position: { ...position, status: 'CLOSING' } })
  }

  /** What can still be held back need not arrive any more. */
  async #callOffVoluntary(tx: WriteTransaction, orderId: string): Promise<void> {
    for (const id of await heldBackTransfers(tx, orderId)) {
      await this.#cancellations.askByService(tx, id)
    }
  }

  async #goOn(tx: WriteTransaction, order: OrderRow): Promise<void> {
    const position = positionOf(order)
    const next = await this.#next(tx, order)
    if (next !== undefined) {
      await this.#transfers.instruct(tx, order, [next])
    } else if (voluntaryUnderWay(order).length === 0) {
      await mustMove(tx, orderStates, order, 'settle')
      await endPosition(tx, position, 'settle')
    }
  }

  async #next(tx: WriteTransaction, order: OrderRow): Promise<PlannedTransfer | undefined> {
    const { id, assetQuantity, collateralQuantity, assetBackAt } = positionOf(order)
    if (isSome(assetQuantity)) {
      return step(order, {
        category: 'close',
        leg: 'asset',
        sender: 'borrower',
        quantity: assetQuantity,
      })
    }
    await this.#requests.assetIsBack(tx, id, dayOf(assetBackAt ?? tx.now))
    const interest = paymentDue(order, tx.now)
    if (interest !== undefined) return interest
    const quantity = notOnItsWayBack(order, collateralQuantity)
    return isSome(quantity)
      ? step(order, { category: 'close', leg: 'collateral', sender: 'lender', quantity })
      : undefined
  }
}

/** Whether the asset stays with the borrower because the close of an active order was cancelled. */
function isCalledOff(order: OrderRow): boolean {
  const asset = assetOnItsWayBack(order)
  return asset?.isToCancel === true && hasFailed(asset) && positionOf(order).activeAt !== null
}

/** The transfers of the steps of a close: nobody sends again what was sent without a call. */
const stepsOf = ({ legs }: OrderRow) => legs.filter(({ category }) => category !== 'voluntary')

/** The settled collateral without what the lender has sent back of its own accord. */
function notOnItsWayBack(order: OrderRow, collateralQuantity: string): string {
  const sent = voluntaryUnderWay(order).filter(({ senderId }) => senderId === order.lenderId)
  const left = sent.reduce(
    (sum, { quantity }) => sum.minus(quantity),
    new Decimal(collateralQuantity),
  )
  return formatDecimal(left)
}

/** The planned transfer. If its last attempt failed, it replaces that one. */
function step(order: OrderRow, planned: PlannedTransfer): PlannedTransfer {
  const failed = unreplacedFailedTransfers(order.legs).find(({ leg }) => leg === planned.leg)
  return failed?.quantity === planned.quantity ? { ...planned, replaces: failed.id } : planned
}

/** The ids of what was sent without a call and is not yet broadcast. The deal must be locked. */
async function heldBackTransfers(tx: WriteTransaction, orderId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT t.id FROM transfers t
     WHERE t.order_id = $1 AND t.category = 'voluntary'
       AND t.status ${oneOf(statusSets.transfer.underWay)} AND NOT ${isBroadcast}
     ORDER BY t.create_time, t.id`,
    [orderId],
  )
  return rows.map(({ id }) => id)
}

const isSome = (quantity: string) => !new Decimal(quantity).isZero()

/** Notifies both sides that an order is active again because its close was cancelled. */
async function notifyCloseCancelled(tx: WriteTransaction, order: OrderRow): Promise<void> {
  const { id, number, lenderId, lenderName, borrowerId, borrowerName, asset } = order
  const lent = `${order.position?.assetQuantity ?? order.assetQuantity} ${asset}`
  const goesOn = 'Nothing has moved: the order is active again, and interest has run all the time.'
  const bodies = [
    [lenderId, `${borrowerName} keeps the ${lent} that you lent. ${goesOn}`],
    [borrowerId, `You keep the ${lent} that ${lenderName} lent you. ${goesOn}`],
  ] as const
  await notify(
    tx,
    bodies.map(([organizationId, body]) => ({
      organizationId,
      category: 'close_cancelled',
      severity: 'warning',
      occasion: assetOnItsWayBack(order)?.id ?? id,
      title: `Close cancelled: order ${number}`,
      body,
      link: { resource: 'order', id, order_id: id },
    })),
  )
}
