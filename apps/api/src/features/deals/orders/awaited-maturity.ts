import { dayMs, hourMs, instantText } from '../../../platform/instant.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { setDeadline } from '../deadlines/deadlines.ts'
import type { Sides } from '../parties/deal.ts'

/** What may have a maturity. */
export interface Maturing {
  /** RFC 3339. Null: open until a side closes it. */
  readonly maturityAt: string | null
}

/** Whether the maturity has come. At exactly that time it has. */
export function hasMatured(
  { maturityAt }: Maturing,
  { nowMs }: { readonly nowMs: number },
): boolean {
  return maturityAt !== null && nowMs >= Date.parse(maturityAt)
}

/** An order that is active, and may have a maturity. */
interface AwaitedOrder extends Sides, Maturing {
  readonly id: string
}

/** Sets when the close of an active order begins, if it has a maturity. */
export async function awaitMaturity(tx: WriteTransaction, order: AwaitedOrder): Promise<void> {
  if (order.maturityAt === null) return
  // An opening may take until after it.
  const dueMs = Math.max(Date.parse(order.maturityAt), tx.nowMs)
  await setMaturity(tx, order, dueMs, instantText(Math.max(dueMs - dayMs, tx.nowMs)))
}

/**
 * The same after a close was cancelled. At or after the maturity only the lender cancels it, and
 * has an hour to agree on a later one.
 */
export async function awaitMaturityAgain(tx: WriteTransaction, order: AwaitedOrder): Promise<void> {
  if (hasMatured(order, tx)) await setMaturity(tx, order, tx.nowMs + hourMs)
  else await awaitMaturity(tx, order)
}

/** Gives an active order another maturity. */
export async function extendMaturity(
  tx: WriteTransaction,
  order: AwaitedOrder & { readonly maturityAt: string },
): Promise<void> {
  await tx.writeOne(
    `UPDATE orders SET maturity_at = $2, updated_at = greatest(updated_at, $3)
     WHERE id = $1 AND status = 'ACTIVE' AND maturity_at < $2`,
    [order.id, order.maturityAt, tx.now],
    `order ${order.id} cannot be extended`,
  )
  await awaitMaturity(tx, order)
}

/** Sets when the close begins, or is tried again. */
export function setMaturity(
  tx: WriteTransaction,
  { id, lenderId, borrowerId }: AwaitedOrder,
  dueMs: number,
  warnAt: string | null = null,
): Promise<void> {
  const resource = { kind: 'maturity', resourceId: id, lenderId, borrowerId } as const
  return setDeadline(tx, { ...resource, dueAt: instantText(dueMs), warnAt })
}
