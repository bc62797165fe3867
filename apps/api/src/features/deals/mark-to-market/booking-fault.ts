import { Decimal } from '@vadium/margin'
import { Refusal } from '../../../platform/refusal.ts'
import type { MarkablePosition } from '../positions/markable-position.ts'
import { isBeyondBooking } from '../transfers/transfer-worth.ts'
import type { PinnedCalculation } from './calculation-id.ts'
import { domainBounds } from '../../../platform/decimal-bounds.ts'

type Pledged = Pick<
  MarkablePosition,
  'collateralAsset' | 'collateralQuantity' | 'deliveriesInTransit'
>

/**
 * Why the result of a preview cannot be booked although it is due: prices may have moved so far
 * that the amount exceeds what the book can hold. After a TopUp, the pledged sum must be below the
 * bound, too.
 */
export function bookingFault(
  { direction, collateral_amount: amount, notional_usd: notional }: PinnedCalculation,
  { collateralAsset, collateralQuantity, deliveriesInTransit }: Pledged,
): Refusal | undefined {
  const pledged =
    direction === 'TopUp'
      ? new Decimal(collateralQuantity).plus(deliveriesInTransit).plus(amount)
      : new Decimal(amount)
  const { below } = domainBounds.quantity
  if (!pledged.lessThan(below)) {
    const bound = `must leave less than ${below} ${collateralAsset} pledged`
    return beyond('m2m_collateral_amount', bound, amount)
  }
  if (isBeyondBooking(new Decimal(notional))) {
    return beyond('m2m_notional_usd', 'is more than can be booked', notional)
  }
  return undefined
}

function beyond(field: string, issue: string, value: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field, issue, value }])
}
