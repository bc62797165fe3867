import { termsBefore } from '../deals/index.ts'
import type { BookRule } from './book-rule.ts'

const ofSet = `format('mark-to-market request %s of call set %s', r.id, s.id)`

/** Call sets are what was created together, and no minimum was passed by. */
export const callSetRules: readonly BookRule[] = [
  {
    rule: 'the requests of a call set have its creator, direction and times',
    breaches: `
      SELECT ${ofSet} AS subject,
        format('%s by %s at %s until %s, and its set %s by %s at %s until %s', r.direction,
          r.creator_id, r.created_at, r.expire_at, s.direction, s.creator_id, s.created_at,
          s.expire_at) AS issue
      FROM call_sets s JOIN mark_to_market_requests r ON r.call_set_id = s.id
      WHERE (r.direction, r.creator_id, r.created_at, r.expire_at)
        IS DISTINCT FROM (s.direction, s.creator_id, s.created_at, s.expire_at)`,
  },
  {
    rule: 'the total of a call set is the sum of its requests',
    breaches: `
      SELECT format('call set %s', s.id) AS subject,
        format('its total is %s USD, and its %s requests sum to %s', trim_scale(s.total_notional_usd),
          count(r.id), coalesce(trim_scale(sum(r.notional_usd)), 0)) AS issue
      FROM call_sets s LEFT JOIN mark_to_market_requests r ON r.call_set_id = s.id
      GROUP BY s.id HAVING sum(r.notional_usd) IS DISTINCT FROM s.total_notional_usd`,
  },
  {
    rule: 'what a call set calls below the minimum of its deal has a minimum that applies to the agreement',
    breaches: `
      SELECT ${ofSet} AS subject,
        format('it is of %s USD, the minimum is %s', trim_scale(r.notional_usd),
          trim_scale(agreed.minimum)) AS issue
      FROM call_sets s JOIN mark_to_market_requests r ON r.call_set_id = s.id
      JOIN positions p ON p.id = r.position_id
      JOIN orders o ON o.id = p.order_id
      JOIN margin_terms m ON m.id = ${termsBefore('r.created_at')}
      CROSS JOIN LATERAL (SELECT CASE r.direction WHEN 'TopUp' THEN m.minimum_notional_top_up_usd
        ELSE m.minimum_notional_release_usd END AS minimum) agreed
      WHERE r.notional_usd < agreed.minimum AND m.minimum_applies_to = 'deal'`,
  },
]
