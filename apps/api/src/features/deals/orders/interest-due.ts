import { Decimal, formatDecimal } from '@vadium/margin'
import { domainBounds } from '../../../platform/decimal-bounds.ts'
import { accruedInterest } from '../positions/accrued-interest.ts'
import { smallestUnit } from '../positions/valued-position.ts'
import { type OrderRow, positionOf } from './order-row.ts'

/** No asset has more, and the collateral is not kept for interest beyond it. */
const transferBound = new Decimal(domainBounds.quantity.below)

/**
 * The interest that has accrued until a time (RFC 3339) and that no transfer has paid or is paying.
 * What has accrued is rounded up once, to the smallest unit of the asset, and what was charged is
 * subtracted. So any number of payments sum to what a single one would have been.
 */
export function interestDue(order: OrderRow, until: string): string {
  const { interest, ratePercent, terms } = order
  if (interest === null) return '0'
  const { charged, ...basis } = interest
  const accrued = accruedInterest(
    { ...positionOf(order), ...basis, ratePercent, dayCount: terms.day_count },
    until,
  )
  const payable = Decimal.min(accrued, transferBound.minus(smallestUnit(basis.assetDecimals)))
  return formatDecimal(Decimal.max(0, payable.minus(charged)))
}
