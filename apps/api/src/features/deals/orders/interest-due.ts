import { Decimal, formatDecimal, payableInterest } from '@vadium/margin'
import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { dayOf, interestBasis, readInterestChanges } from '../positions/interest-changes.ts'
import { smallestUnit } from '../positions/valued-position.ts'
import { type OrderRow, positionOf } from './order-row.ts'
import { knownAssets } from './reference-data.ts'

/** No transfer carries as much. What is owed beyond it, no asset has: the collateral is not kept for it. */
const transferBound = new Decimal('1e20')

/**
 * Interest that the borrower owes when all of the asset is back, in its smallest units, rounded up for the lender:
 * from the day on which the position became active, or from that of the last payment, up to and without the day on
 * which the asset arrived; under each quantity and each rate for as long as it held. It is rounded once.
 */
export async function interestDue(tx: WriteTransaction, order: OrderRow): Promise<string> {
  const { id, activeAt, assetBackAt, closedQuantity } = positionOf(order)
  if (activeAt === null || assetBackAt === null || closedQuantity === null) return '0'
  const paidUntil = await lastPayment(tx, order.id)
  const [from = ''] = [activeAt, paidUntil ?? activeAt].map(dayOf).sort().reverse()
  const to = dayOf(assetBackAt)
  // Where the clock was set back, no day has passed.
  if (to <= from) return '0'
  const { ratePercent, terms } = order
  const changes = await readInterestChanges(tx, id)
  const basis = interestBasis({ quantity: closedQuantity, ratePercent, changes })
  const decimals = (await knownAssets(tx, [order.asset])).get(order.asset)?.decimals ?? 0
  const unit = smallestUnit(decimals)
  const interest = payableInterest({ ...basis, from, to, dayCount: terms.day_count }, unit)
  return formatDecimal(Decimal.min(interest, transferBound.minus(unit)))
}

/** Until when interest was paid before, or is being paid. RFC 3339. */
async function lastPayment(tx: WriteTransaction, orderId: string): Promise<string | null> {
  const row = await tx.row<{ readonly paidUntil: string | null }>(
    `SELECT max(create_time) AS "paidUntil" FROM transfers
     WHERE order_id = $1 AND category = 'interest' AND status ${oneOf(statusSets.transfer.counting)}`,
    [orderId],
  )
  return row?.paidUntil ?? null
}
