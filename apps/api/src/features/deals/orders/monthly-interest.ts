import type { MarginTerms } from '@vadium/schema'
import { startOfNextMonth } from '../../../platform/instant.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { DeadlineHandler } from '../deadlines/deadline-worker.ts'
import { dueTime, setDeadline } from '../deadlines/deadlines.ts'
import { lockDeal, type Sides } from '../parties/deal.ts'
import { paymentDue } from './interest-due.ts'
import type { OrderRow } from './order-row.ts'
import type { OrderTransfers } from './order-transfers.ts'
import type { OrderRepository } from './orders.repository.ts'

/**
 * Interest that is paid every month while an order is active: at 00:00 UTC on the first, what has
 * accrued until then and no transfer pays. So a month that was missed is paid with the next.
 */
export class MonthlyInterest implements DeadlineHandler {
  readonly #orders: OrderRepository
  readonly #transfers: OrderTransfers

  constructor(orders: OrderRepository, transfers: OrderTransfers) {
    this.#orders = orders
    this.#transfers = transfers
  }

  /** Runs in the name of the lender. The order has no such deadline while it is not active. */
  async expire(tx: WriteTransaction, orderId: string): Promise<boolean> {
    if (!(await lockDeal(tx, orderId))) return true
    const order = await this.#orders.within(tx, orderId)
    if (order?.status !== 'ACTIVE' || order.terms.interest_schedule !== 'monthly') return true
    // Another process may have paid, and set the next one.
    const dueAt = await dueTime(tx, 'interest', orderId)
    if (dueAt === undefined) return true
    if (Date.parse(dueAt) > tx.nowMs) return false
    await this.pay(tx, order)
    await awaitInterest(tx, order, order.terms)
    return false
  }

  /** Instructs what was due on the first of this month, if anything is. The deal must be locked. */
  async pay(tx: WriteTransaction, order: OrderRow): Promise<void> {
    const payment = paymentDue(order, tx.now)
    if (payment !== undefined) await this.#transfers.instruct(tx, order, [payment])
  }
}

/** Sets when an active order pays interest next, if it pays every month. */
export async function awaitInterest(
  tx: WriteTransaction,
  { id, lenderId, borrowerId }: Sides & { readonly id: string },
  { interest_schedule: schedule }: Pick<MarginTerms, 'interest_schedule'>,
  dueAt = startOfNextMonth(tx.now),
): Promise<void> {
  if (schedule !== 'monthly') return
  const resource = { kind: 'interest', resourceId: id, lenderId, borrowerId } as const
  await setDeadline(tx, { ...resource, dueAt, warnAt: null })
}
