import { Decimal, formatDecimal, roundUp, totalInterest } from '@vadium/margin'
import type { WriteTransaction } from '../../writes/write-transaction.ts'
import { dayOf, interestBasis, readInterestChanges } from '../positions/interest-changes.ts'
import { smallestUnit } from '../positions/valued-position.ts'
import { type OrderRow, positionOf } from './order-row.ts'
import { knownAssets } from './reference-data.ts'

/** What came back with the close, and what had been paid before. */
interface Settled {
  /** RFC 3339. Null: nothing was lent, or a taken-over book does not say when it came back. */
  readonly backAt: string | null
  readonly quantity: string
  readonly paidUntil: string | null
}

/** No transfer carries as much. What is owed beyond it, no asset has: the collateral is not kept for it. */
const transferBound = new Decimal('1e20')

/**
 * Interest that the borrower owes when all of the asset is back, in its smallest units, rounded up for the lender:
 * from the day on which the position became active, or from that of the last payment, up to and without the day on
 * which the asset arrived; under each quantity and each rate for as long as it held. It is rounded once.
 */
export async function interestDue(
  tx: WriteTransaction,
  order: OrderRow,
  activeAt: string,
): Promise<string> {
  const { backAt, quantity, paidUntil } = await settled(tx, order.id)
  const [from = ''] = [activeAt, paidUntil ?? activeAt].map(dayOf).sort().reverse()
  const to = dayOf(backAt ?? tx.now)
  // Where the clock was set back, no day has passed.
  if (to <= from) return '0'
  const changes = await readInterestChanges(tx, positionOf(order).id)
  const interest = totalInterest({
    ...interestBasis({ quantity, ratePercent: order.ratePercent, changes }),
    from,
    to,
    dayCount: order.terms.day_count,
  })
  const decimals = (await knownAssets(tx, [order.asset])).get(order.asset)?.decimals ?? 0
  const unit = smallestUnit(decimals)
  return formatDecimal(Decimal.min(roundUp(interest, unit), transferBound.minus(unit)))
}

async function settled(tx: WriteTransaction, orderId: string): Promise<Settled> {
  const row = await tx.row<Settled>(
    `SELECT max(t.update_time) FILTER (WHERE back) AS "backAt",
       trim_scale(coalesce(sum(t.quantity) FILTER (WHERE back), 0))::text AS quantity,
       max(t.create_time) FILTER (WHERE paid) AS "paidUntil"
     FROM transfers t CROSS JOIN LATERAL (SELECT
       t.category = 'close' AND t.leg = 'asset' AND t.status = 'COMPLETED' AS back,
       t.category = 'interest' AND t.status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED') AS paid) AS what
     WHERE t.order_id = $1`,
    [orderId],
  )
  if (row === undefined) throw new Error(`nothing can be counted of order ${orderId}`)
  return row
}
