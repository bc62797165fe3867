import { Decimal, formatDecimal, payableInterest } from '@vadium/margin'
import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { interestBasis, readInterestChanges } from '../positions/interest-changes.ts'
import { smallestUnit } from '../positions/valued-position.ts'
import { type OrderRow, positionOf } from './order-row.ts'
import { knownAssets } from './reference-data.ts'
import { dayOf } from '../../../platform/instant.ts'
import { domainBounds } from '../../../platform/decimal-bounds.ts'

/** No asset has more, and the collateral is not kept for interest beyond it. */
const transferBound = new Decimal(domainBounds.quantity.below)

/**
 * The interest that the borrower owes when the whole asset is returned, rounded once, up to the
 * smallest unit of the asset. It runs from the day on which the position became active, or the day
 * of the last payment, to the day on which the asset arrived, which is not included, for each
 * quantity and each rate as long as it applied.
 */
export async function interestDue(tx: WriteTransaction, order: OrderRow): Promise<string> {
  const { id, activeAt, assetBackAt, closedQuantity } = positionOf(order)
  if (activeAt === null || assetBackAt === null || closedQuantity === null) return '0'
  const paidUntil = await lastPayment(tx, order.id)
  const [from = ''] = [activeAt, paidUntil ?? activeAt].map(dayOf).sort().reverse()
  const to = dayOf(assetBackAt)
  // If the clock was set back, there is no interest.
  if (to <= from) return '0'
  const { ratePercent, terms } = order
  const changes = await readInterestChanges(tx, id)
  const basis = interestBasis({ quantity: closedQuantity, ratePercent, changes })
  const decimals = (await knownAssets(tx, [order.asset])).get(order.asset)?.decimals ?? 0
  const unit = smallestUnit(decimals)
  const interest = payableInterest({ ...basis, from, to, dayCount: terms.day_count }, unit)
  return formatDecimal(Decimal.min(interest, transferBound.minus(unit)))
}

/** Until when interest is paid or being paid. RFC 3339. */
async function lastPayment(tx: WriteTransaction, orderId: string): Promise<string | null> {
  const row = await tx.row<{ readonly paidUntil: string | null }>(
    `SELECT max(create_time) AS "paidUntil" FROM transfers
     WHERE order_id = $1 AND category = 'interest' AND status ${oneOf(statusSets.transfer.counting)}`,
    [orderId],
  )
  return row?.paidUntil ?? null
}
