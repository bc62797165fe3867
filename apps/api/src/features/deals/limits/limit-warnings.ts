import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { PairLimits } from './counterparty-limits.ts'
import { warnOfOffer, warnOfOrder } from './limit-notifications.ts'
import { ownLimitFault } from './limit-refusals.ts'
import { exceededLimits, type OfferedOrder, type UsedLimits } from './limits-in-effect.ts'

interface NumberedOrder extends OfferedOrder {
  readonly id: string
  readonly number: number
}

/** Warns each side alone of its limits that an accepted order exceeds, if they only warn. */
export async function warnOfLimits(
  tx: WriteTransaction,
  order: NumberedOrder,
  { own, other }: PairLimits,
): Promise<void> {
  for (const used of [own, other]) {
    if (used?.limits.onBreach !== 'warn') continue
    const exceeded = exceededLimits(used, order)
    if (exceeded.length > 0) await warnOfOrder(tx, order, used.limits, exceeded)
  }
}

/** Why own limits refuse a new order, which it would be; or warns of it. */
export async function testedCreation(
  tx: WriteTransaction,
  own: UsedLimits,
  order: OfferedOrder & { readonly id: string },
): Promise<Refusal | undefined> {
  const fault = ownLimitFault(own, order)
  if (fault !== undefined) return fault
  const exceeded = exceededLimits(own, order)
  if (exceeded.length > 0) await warnOfOffer(tx, { id: order.id }, own.limits, exceeded)
  return undefined
}

/** Warns of an accepted extend, which adds nothing to the use of a deal that goes on. */
export async function warnOfExtend(
  tx: WriteTransaction,
  own: UsedLimits | undefined,
  order: { readonly id: string; readonly number: number },
): Promise<void> {
  const exceeded = own === undefined ? [] : exceededLimits(own)
  if (own !== undefined && exceeded.length > 0) await warnOfOrder(tx, order, own.limits, exceeded)
}
