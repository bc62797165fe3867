import { hourMs } from '../../../platform/instant.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { DeadlineHandler } from '../deadlines/deadline-worker.ts'
import { dueTime } from '../deadlines/deadlines.ts'
import { lockDeal } from '../parties/deal.ts'
import { setMaturity } from './awaited-maturity.ts'
import type { OrderClosing } from './order-closing.ts'
import type { OrderRepository } from './orders.repository.ts'

const minuteMs = 60_000

/**
 * The maturity of an order: at that time its close begins, as if the borrower had begun it. What
 * awaits an answer ends with that. What blocks the close delays it: it is tried again after 1, 2, 4
 * … minutes, up to an hour.
 */
export class OrderMaturity implements DeadlineHandler {
  readonly #orders: OrderRepository
  readonly #closing: OrderClosing

  constructor(orders: OrderRepository, closing: OrderClosing) {
    this.#orders = orders
    this.#closing = closing
  }

  /**
   * Runs in the name of the lender. False if its time has not come, or it is tried again. The order
   * has no such deadline while it is not active.
   */
  async expire(tx: WriteTransaction, orderId: string): Promise<boolean> {
    if (!(await lockDeal(tx, orderId))) return true
    const order = await this.#orders.within(tx, orderId)
    if (order?.status !== 'ACTIVE' || order.maturityAt === null) return true
    // Another process may have set a later one.
    const dueAt = await dueTime(tx, 'maturity', orderId)
    if (dueAt === undefined) return true
    if (Date.parse(dueAt) > tx.nowMs) return false
    const blocker = await this.#closing.mature(tx, order)
    if (blocker === undefined) return true
    const minutes = Math.floor((tx.nowMs - Date.parse(order.maturityAt)) / minuteMs) + 1
    await setMaturity(tx, order, tx.nowMs + Math.min(minutes * minuteMs, hourMs))
    return false
  }
}
