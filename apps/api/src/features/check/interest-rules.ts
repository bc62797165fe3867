import { statusSets } from '@vadium/schema'
import { oneOf } from '../../platform/db/one-of.ts'
import type { BookRule } from './book-rule.ts'

const dayOf = (time: string) => `(${time} AT TIME ZONE 'UTC')::date`
const activeOn = dayOf('p.active_at')

/**
 * What applied on the first day of a period `s`: the last change until then, or the first value.
 */
const applied = (column: 'quantity' | 'rate_percent', first: string) => `coalesce((
  SELECT c.${column} FROM interest_changes c
  WHERE c.position_id = p.id AND c.${column} IS NOT NULL AND c.effective_on <= s.first_day
  ORDER BY c.effective_on DESC, c.sequence DESC LIMIT 1), ${first})`

/** Σ quantity · rate · days until a day, which is not included. */
const accruedUntil = (day: string) => `(
  SELECT coalesce(sum(${applied('quantity', 'o.asset_quantity')}
    * ${applied('rate_percent', 'o.rate_percent')} * (s.next_day - s.first_day)), 0)
  FROM (
    SELECT day AS first_day, lead(day) OVER (ORDER BY day) AS next_day FROM (
      SELECT ${activeOn} UNION SELECT greatest(${activeOn}, ${day})
      UNION SELECT c.effective_on FROM interest_changes c
      WHERE c.position_id = p.id AND c.effective_on > ${activeOn} AND c.effective_on < ${day}
    ) AS days (day)
  ) s WHERE s.next_day IS NOT NULL)`

/** Whether the claim of a close-out in full has the interest of a position `p` that nothing has charged. */
const isClosedOut = `EXISTS (
  SELECT FROM close_outs c WHERE c.position_id = p.id AND c.statement ->> 'scope' = 'full')`

/** Interest must be charged as it accrues, and paid when it is due. */
export const interestRules: readonly BookRule[] = [
  {
    rule: 'interest is charged as it accrues, rounded up once, and all of it by the end',
    breaches: `
      SELECT format('position %s of order %s', p.id, o.number) AS subject,
        format('it was charged %s of interest, but %s has accrued', trim_scale(paid.charged),
          round(paid.accrued / paid.basis, a.decimals + 2)) AS issue
      FROM positions p JOIN orders o ON o.id = p.order_id JOIN margin_terms m ON m.id = o.terms_id
      JOIN assets a ON a.symbol = o.asset
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(t.quantity), 0) AS charged,
          greatest(max(t.due_on),
            CASE WHEN NOT ${isClosedOut} THEN ${dayOf('p.asset_back_at')} END) AS until_day
        FROM transfers t WHERE t.order_id = o.id AND t.category = 'interest'
          AND t.status ${oneOf(statusSets.transfer.counting)}) charges
      CROSS JOIN LATERAL (
        SELECT charges.charged, ${accruedUntil('charges.until_day')} AS accrued,
          CASE m.day_count WHEN 'ACT/360' THEN 36000 ELSE 36500 END AS basis) paid
      WHERE p.active_at IS NOT NULL AND charges.until_day IS NOT NULL
        AND (paid.charged * paid.basis >= paid.accrued + paid.basis * power(10::numeric, -a.decimals)
          -- No transfer carries more than this.
          OR (p.status = 'CLOSED' AND NOT ${isClosedOut} AND paid.charged * paid.basis < paid.accrued
            AND paid.charged < 1e20 - power(10::numeric, -a.decimals)))`,
  },
  {
    rule: 'an active order awaits its next payment of interest, and its maturity',
    breaches: `
      SELECT format('order %s', o.number) AS subject, format('it has no deadline of the kind %s',
        due.kind) AS issue
      FROM orders o JOIN margin_terms m ON m.id = o.terms_id
      CROSS JOIN LATERAL (VALUES ('interest', m.interest_schedule = 'monthly'),
        ('maturity', o.maturity_at IS NOT NULL)) AS due (kind, is_awaited)
      WHERE o.status = 'ACTIVE' AND due.is_awaited AND NOT EXISTS (
        SELECT FROM deadlines d WHERE d.kind = due.kind AND d.resource_id = o.id)`,
  },
  {
    rule: 'the maturity of an order is the latest that both sides agreed on',
    breaches: `
      SELECT format('order %s', o.number) AS subject, format('it matures at %s, but %s was agreed on',
        coalesce(o.maturity_at::text, 'no time'), extended.latest) AS issue
      FROM orders o JOIN positions p ON p.order_id = o.id
      CROSS JOIN LATERAL (
        SELECT max(r.maturity_at) AS latest FROM order_requests r
        WHERE r.position_id = p.id AND r.kind = 'extend' AND r.status = 'COMPLETED') extended
      WHERE extended.latest IS NOT NULL AND o.maturity_at IS DISTINCT FROM extended.latest`,
  },
]
