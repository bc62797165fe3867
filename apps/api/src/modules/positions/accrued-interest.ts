import { accrue, formatDecimal, roundUp } from '@vadium/margin'
import type { ListedPosition } from './listed-position.ts'
import { smallestUnit } from './valued-position.ts'

/** What of a position decides its interest. */
export type InterestBearing = Pick<
  ListedPosition,
  | 'status'
  | 'assetQuantity'
  | 'lentQuantity'
  | 'assetDecimals'
  | 'ratePercent'
  | 'dayCount'
  | 'activeAt'
  | 'closingAt'
>

/**
 * Interest of a position until a time (RFC 3339), in the asset, rounded up to its smallest unit: from the day
 * on which asset and collateral had arrived to the day on which the close was asked for.
 */
export function accruedInterest(position: InterestBearing, now: string): string {
  const { activeAt, closingAt, ratePercent, dayCount, assetDecimals } = position
  if (activeAt === null) return '0'
  const until = closingAt !== null && closingAt < now ? closingAt : now
  const from = dayOf(activeAt)
  const to = dayOf(until)
  // A clock that was set back earns nobody anything.
  if (to <= from) return '0'
  const interest = accrue({ notional: bearingQuantity(position), ratePercent, from, to, dayCount })
  return formatDecimal(roundUp(interest, smallestUnit(assetDecimals)))
}

/** What bears interest: what is lent, and once it is on its way back what was lent until then. */
export function bearingQuantity({ status, assetQuantity, lentQuantity }: InterestBearing): string {
  return status === 'CLOSING' || status === 'CLOSED' ? lentQuantity : assetQuantity
}

function dayOf(time: string): string {
  return time.slice(0, 10)
}
