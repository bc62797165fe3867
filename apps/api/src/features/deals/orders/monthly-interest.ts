import { ANSWER_DAYS_MAX, dayAfter } from '@vadium/margin'
import type { MarginTerms } from '@vadium/schema'
import { dayOf, startOfMonth, startOfNextMonth } from '../../../platform/instant.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { DeadlineHandler } from '../deadlines/deadline-worker.ts'
import { dueTime, setDeadline } from '../deadlines/deadlines.ts'
import { lockDeal, type Sides } from '../parties/deal.ts'
import { calendarsOfDeal } from '../terms/calendars-of-deal.ts'
import { followingFirst, isToCome, paymentDue } from './interest-due.ts'
import type { OrderRow } from './order-row.ts'
import type { OrderTransfers } from './order-transfers.ts'
import type { OrderRepository } from './orders.repository.ts'

/**
 * Interest that is paid every month while an order is active: at 00:00 UTC on the first, or on the
 * business day that follows it, what had accrued until the first and no transfer pays. So months
 * that were missed are paid together.
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
    // After months that were missed, what was due on the first of this one may have to wait.
    const isLeft = order.interest !== null && isToCome(order.interest, tx.now)
    await awaitInterest(tx, order, order.terms, isLeft ? 'now' : 'next_month')
    return false
  }

  /** Instructs what was due on the first of this month, if anything is. The deal must be locked. */
  async pay(tx: WriteTransaction, order: OrderRow): Promise<void> {
    const payment = paymentDue(order, tx.now)
    if (payment !== undefined) await this.#transfers.instruct(tx, order, [payment])
  }
}

/**
 * Sets when an active order pays interest next, if it pays every month: for the next first of a month,
 * or for the last one too, if what was due then may not be paid.
 */
export async function awaitInterest(
  tx: WriteTransaction,
  { id, lenderId, borrowerId }: Sides & { readonly id: string },
  {
    interest_schedule: schedule,
    calendars,
  }: Pick<MarginTerms, 'interest_schedule'> & { readonly calendars: readonly string[] },
  from: 'now' | 'next_month' = 'next_month',
): Promise<void> {
  if (schedule !== 'monthly') return
  const first = from === 'now' ? startOfMonth(tx.now) : startOfNextMonth(tx.now)
  const payable = calendars.length === 0 ? first : await payableFrom(tx, id, first)
  const dueAt = payable > tx.now ? payable : tx.now
  const resource = { kind: 'interest', resourceId: id, lenderId, borrowerId } as const
  await setDeadline(tx, { ...resource, dueAt, warnAt: null })
}

async function payableFrom(tx: WriteTransaction, orderId: string, first: string): Promise<string> {
  const from = dayOf(first)
  const days = { from, to: dayAfter(from, ANSWER_DAYS_MAX) }
  return followingFirst(await calendarsOfDeal(tx, orderId, days), first)
}
