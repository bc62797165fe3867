import {
  ANSWER_DAYS_MAX,
  type BusinessCalendar,
  Decimal,
  followingBusinessDay,
  formatDecimal,
} from '@vadium/margin'
import { domainBounds } from '../../../platform/decimal-bounds.ts'
import {
  dayOf,
  instantText,
  startOfDay,
  startOfMonth,
  startOfNextMonth,
} from '../../../platform/instant.ts'
import { accruedInterest } from '../positions/accrued-interest.ts'
import { smallestUnit } from '../positions/valued-position.ts'
import { type OrderInterest, type OrderRow, positionOf } from './order-row.ts'
import type { PlannedTransfer } from './order-transfers.ts'

/** No asset has more, and the collateral is not kept for interest beyond it. */
const transferBound = new Decimal(domainBounds.quantity.below)

/**
 * The interest that has accrued until a time (RFC 3339) and that no transfer has paid or is paying.
 * What has accrued is rounded up once, to the smallest unit of the asset, and what was charged is
 * subtracted. So any number of payments sum to what a single one would have been.
 */
function interestDue(order: OrderRow, until: string): string {
  const { interest, ratePercent, terms } = order
  if (interest === null) return '0'
  const accrued = accruedInterest(
    { ...positionOf(order), ...interest, ratePercent, dayCount: terms.day_count },
    until,
  )
  const most = transferBound.minus(smallestUnit(interest.assetDecimals))
  const payable = Decimal.min(accrued, most)
  return formatDecimal(Decimal.max(0, payable.minus(interest.charged)))
}

/**
 * The payment of the interest that is due at a time (RFC 3339). Undefined if none is. It replaces a
 * failed payment of the same quantity for the same day. Another one for that day is late when that
 * one would have been, too.
 */
function interestPayment(order: OrderRow, until: string): PlannedTransfer | undefined {
  const quantity = interestDue(order, until)
  if (new Decimal(quantity).isZero()) return undefined
  const dueOn = dayOf(until)
  // A payment from before there were such days was for the only day there was.
  const attempts = (order.interest?.failed ?? []).filter((one) => (one.dueOn ?? dueOn) === dueOn)
  const replaced = attempts.findLast((one) => one.quantity === quantity && !one.isReplaced)
  const [first] = attempts
  return {
    category: 'interest',
    leg: 'interest',
    sender: 'borrower',
    quantity,
    dueOn,
    ...(replaced !== undefined && { replaces: replaced.id }),
    ...(first !== undefined && { lateAt: new Date(first.lateAt).toISOString() }),
  }
}

/**
 * The payment that an order owes now: once it closes, of all interest until the asset was back;
 * before that, of what was due on the first of this month, in UTC, if it pays every month, or of the
 * month before, until the business day that follows the first has come.
 * Undefined if it owes none.
 */
export function paymentDue(order: OrderRow, now: string): PlannedTransfer | undefined {
  if (order.interest === null) return undefined
  if (order.status === 'ACTIVE') return interestPayment(order, lastPayable(order.interest, now))
  const { assetBackAt } = positionOf(order)
  return assetBackAt === null ? undefined : interestPayment(order, assetBackAt)
}

/** The last first of a month until which interest can be paid. */
function lastPayable(interest: OrderInterest, now: string): string {
  const first = startOfMonth(now)
  return isToCome(interest, now) ? startOfMonth(instantText(Date.parse(first) - 1)) : first
}

/** Whether the business day that follows the first of this month has not come. */
export function isToCome({ nextAt, calendars }: OrderInterest, now: string): boolean {
  if (calendars !== null) return followingFirst(calendars, startOfMonth(now)) > now
  return nextAt !== null && nextAt > now && nextAt < startOfNextMonth(now)
}

/** The beginning of the business day on or after the first of a month, if one is soon enough. */
export function followingFirst(calendars: readonly BusinessCalendar[], first: string): string {
  const from = dayOf(first)
  return startOfDay(followingBusinessDay(from, calendars, ANSWER_DAYS_MAX) ?? from)
}
