import { readNonNegative } from '../decimal-input.ts'
import { ZERO } from '../decimal.ts'
import { subtract } from '../exact-arithmetic.ts'
import type { AskedOfHistory } from './asked.ts'
import { absent, figure, orAbsent } from './conditions.ts'
import type { Findings } from './fact.ts'
import { lateFrom } from './late.ts'

/**
 * The interest that was due on a day is late. What covers it is the sum of all payments, and not a
 * payment of the same quantity. It is one debt: a notice holds as long as interest of any day is
 * late.
 */
export function missedInterest(asked: AskedOfHistory): Findings {
  const { orderId } = asked.deal
  const { interestDue, interestPaid } = asked.history
  const paid = readNonNegative(interestPaid, 'interestPaid')
  const grounds = interestDue.map((due) => ({
    name: 'late_interest' as const,
    resource: 'order' as const,
    resourceId: orderId,
    occasion: due.day,
    since: due.lateTime,
    conditions: [
      figure('unpaid', 'asset', subtract(readNonNegative(due.total, 'interestDue.total'), paid), [
        'above',
        ZERO,
      ]),
      lateFrom(asked, due),
    ],
  }))
  return { conditions: [], grounds: orAbsent(grounds, absent('late_interest', 'order')) }
}
