import { movingOrderRequestKinds, statusSets } from '@vadium/schema'
import { oneOf } from '../../platform/db/one-of.ts'
import type { BookRule } from './book-rule.ts'

const position = `format('position %s of order %s', p.id, o.number)`

const journalSum = (bucket: 'lent' | 'pledged', asset: string) => `coalesce((
  SELECT sum(e.quantity) FROM journal_entries e
  WHERE e.order_id = p.order_id AND e.bucket = '${bucket}' AND e.asset = ${asset}), 0)`

/**
 * The quantity under way back. It has left the sender's bucket in the journal, but the position
 * includes it until it arrives. What a booked close-out has left out is of no position, nor is
 * another collateral of a substitution.
 */
const onItsWayBack = (leg: 'asset' | 'collateral', sender: string, token: string) => `coalesce((
  SELECT sum(t.quantity) FROM transfers t
  WHERE t.order_id = p.order_id AND t.leg = '${leg}' AND t.sender_organization_id = ${sender}
    AND t.token = ${token} AND t.status IN ('PENDING', 'IN_PROGRESS')
    AND t.sends_back IS NULL AND NOT EXISTS (
      SELECT FROM close_outs c WHERE c.id = t.straggler_of AND c.booked_at IS NOT NULL)), 0)`

const pledged = `${journalSum('pledged', 'o.collateral_asset')} + ${onItsWayBack('collateral', 'p.lender_id', 'o.collateral_asset')}`
const lent = `${journalSum('lent', 'o.asset')} + ${onItsWayBack('asset', 'p.borrower_id', 'o.asset')}`

/** What counts as lent: nothing once the loan is over, though a close-out may owe a part of it. */
const lentNow = 'CASE WHEN p.asset_back_at IS NULL THEN p.asset_quantity ELSE 0 END'

/** Positions and requests must match the journal and the transfers. */
export const positionRules: readonly BookRule[] = [
  {
    rule: 'the collateral of a position is what the journal has as pledged',
    breaches: `
      SELECT ${position} AS subject, format('it has %s, but the journal has %s',
        trim_scale(p.collateral_quantity), trim_scale(j.quantity)) AS issue
      FROM positions p JOIN orders o ON o.id = p.order_id
      CROSS JOIN LATERAL (SELECT ${pledged} AS quantity) j
      WHERE p.collateral_quantity <> j.quantity`,
  },
  {
    rule: 'what was sent without a call is known of an active position',
    breaches: `
      SELECT ${position} AS subject, format('it knows of %s, but %s were sent',
        trim_scale(p.voluntary_quantity), trim_scale(t.quantity)) AS issue
      FROM positions p JOIN orders o ON o.id = p.order_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(CASE t.sender_organization_id WHEN p.borrower_id THEN t.quantity
          ELSE -t.quantity END), 0) AS quantity
        FROM transfers t WHERE t.order_id = p.order_id AND t.category = 'voluntary'
          AND t.status = 'COMPLETED' AND NOT EXISTS (
            SELECT FROM order_requests r JOIN state_changes switched ON switched.resource_id = r.id
              JOIN state_changes arrived ON arrived.resource_id = t.id
            WHERE r.position_id = p.id AND r.decision = 'switch' AND switched.action = 'switch'
              AND arrived.action = 'complete' AND arrived.sequence < switched.sequence)) t
      WHERE p.status = 'ACTIVE' AND p.voluntary_quantity <> t.quantity`,
  },
  {
    rule: 'an order that is over has nothing pledged or under way',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        format('it is CLOSED, but has %s pledged and %s under way', trim_scale(p.collateral_quantity),
          moving.count) AS issue
      FROM orders o JOIN positions p ON p.order_id = o.id
      CROSS JOIN LATERAL (SELECT count(*) FROM transfers t
        WHERE t.order_id = o.id AND t.status IN ('PENDING', 'IN_PROGRESS')) moving
      WHERE o.status = 'CLOSED' AND (p.collateral_quantity <> 0 OR moving.count > 0)`,
  },
  {
    rule: 'what was agreed for an order is over when the order is',
    breaches: `
      SELECT format('order request %s', r.id) AS subject,
        format('it is %s, but order %s is CLOSED', r.status, o.number) AS issue
      FROM order_requests r JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id
      WHERE o.status = 'CLOSED' AND r.status ${oneOf(statusSets.order_request.agreed)}`,
  },
  {
    rule: 'the asset quantity of an opened position is what the journal has as lent',
    breaches: `
      SELECT ${position} AS subject, format('it lends %s, but the journal has %s',
        trim_scale(p.asset_quantity), trim_scale(j.quantity)) AS issue
      FROM positions p JOIN orders o ON o.id = p.order_id
      CROSS JOIN LATERAL (SELECT ${lent} AS quantity) j
      WHERE p.status <> 'OPENING' AND p.asset_quantity <> j.quantity`,
  },
  {
    rule: 'the levels of a position follow from its quantities and terms',
    breaches: `
      SELECT ${position} AS subject,
        format('its levels are at %s and %s, but should be at %s and %s',
          coalesce(l.margin_call_ratio::text, 'none'), coalesce(l.liquidation_ratio::text, 'none'),
          coalesce(due.margin_call::text, 'none'), coalesce(due.liquidation::text, 'none')) AS issue
      FROM positions p JOIN orders o ON o.id = p.order_id JOIN margin_terms m ON m.id = o.terms_id
      LEFT JOIN position_levels l ON l.position_id = p.id
        AND (l.asset, l.collateral_asset) = (o.asset, o.collateral_asset)
      CROSS JOIN LATERAL (
        SELECT CASE WHEN p.status <> 'CLOSED' THEN
            level_ratio_while_lent(p.status, p.active_at, ${lentNow}, m.margin_call_percent,
              p.collateral_quantity) END AS margin_call,
          CASE WHEN p.status <> 'CLOSED' THEN
            level_ratio_while_lent(p.status, p.active_at, ${lentNow}, m.liquidation_percent,
              p.collateral_quantity) END AS liquidation,
          CASE WHEN p.status <> 'CLOSED' THEN
            (p.collateral_quantity / nullif(p.asset_quantity, 0))::double precision END AS coverage) due
      WHERE (l.margin_call_ratio, l.liquidation_ratio, l.coverage)
        IS DISTINCT FROM (due.margin_call, due.liquidation, due.coverage)`,
  },
  {
    rule: 'the states of an order and its position match',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        format('it is %s, but its position %s', o.status, coalesce('is ' || p.status, 'is missing')) AS issue
      FROM orders o LEFT JOIN positions p ON p.order_id = o.id
      WHERE (o.status, coalesce(p.status, 'none')) NOT IN (
        ('PENDING_ACCEPTANCE', 'none'), ('REJECTED', 'none'), ('CANCELLED', 'none'), ('EXPIRED', 'none'),
        ('ACCEPTED', 'OPENING'), ('OPENING', 'OPENING'), ('ACTIVE', 'ACTIVE'),
        ('CLOSING', 'CLOSING'), ('CLOSED', 'CLOSED'), ('CLOSED_OUT', 'CLOSED'), ('FAILED', 'none'), ('FAILED', 'CLOSED'))`,
  },
  {
    rule: 'a close of an active order was cancelled, and nothing of it has moved or can still move',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        format('it is %s, but transfer %s of its close is %s', o.status, t.id, t.status) AS issue
      FROM transfers t JOIN orders o ON o.id = t.order_id
      WHERE t.category = 'close' AND t.status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED')
        AND o.status NOT IN ('CLOSING', 'CLOSED', 'CLOSED_OUT')`,
  },
  {
    rule: 'a level is notified only as long as the asset of its position is lent',
    breaches: `
      SELECT ${position} AS subject, format('its alert of %s lasts, but its asset is not lent',
        a.level) AS issue
      FROM margin_alerts a JOIN positions p ON p.id = a.position_id JOIN orders o ON o.id = p.order_id
      WHERE a.is_active AND NOT asset_is_lent(p.status, p.active_at, ${lentNow})`,
  },
  {
    rule: 'at most one mark-to-market request of a position awaits an answer',
    breaches: `
      SELECT format('position %s', position_id) AS subject,
        format('%s requests await an answer', count(*)) AS issue
      FROM mark_to_market_requests WHERE status = 'PENDING_ACCEPTANCE'
      GROUP BY position_id HAVING count(*) > 1`,
  },
  {
    rule: 'the transfers of a mark-to-market request are not more than it requested',
    breaches: `
      SELECT format('mark-to-market request %s', r.id) AS subject, format('it requested %s, but its transfers have %s',
        trim_scale(r.collateral_amount), trim_scale(sum(t.quantity))) AS issue
      FROM mark_to_market_requests r JOIN transfers t ON t.mark_to_market_request_id = r.id
      WHERE t.status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED')
      GROUP BY r.id, r.collateral_amount HAVING sum(t.quantity) > r.collateral_amount`,
  },
  {
    rule: 'a mark-to-market request that has ended has no transfer under way',
    breaches: `
      SELECT format('mark-to-market request %s', r.id) AS subject,
        format('it is %s, but its transfer %s is %s', r.status, t.id, t.status) AS issue
      FROM transfers t JOIN mark_to_market_requests r ON r.id = t.mark_to_market_request_id
      WHERE t.status IN ('PENDING', 'IN_PROGRESS')
        AND r.status IN ('COMPLETED', 'REJECTED', 'CANCELLED', 'EXPIRED')`,
  },
  {
    rule: 'at most one order request of each side of a position awaits an answer, and at most one moves the asset or exchanges the collateral',
    breaches: `
      SELECT format('position %s', position_id) AS subject,
        format('%s requests are open', count(*)) AS issue
      FROM order_requests
      WHERE status = 'PENDING' OR (kind ${oneOf(movingOrderRequestKinds)} AND status IN ('ACCEPTED', 'IN_PROGRESS'))
      GROUP BY position_id, CASE status WHEN 'PENDING' THEN creator_id END HAVING count(*) > 1`,
  },
  {
    rule: 'the transfers of an order request are not more than it requested, and collateral follows the asset',
    breaches: `
      SELECT format('order request %s', r.id) AS subject,
        format('its transfers have %s of %s of the asset, and %s of %s of the collateral', trim_scale(asset),
          trim_scale(r.quantity), trim_scale(collateral),
          coalesce(trim_scale(r.collateral_returned)::text, 'nothing')) AS issue
      FROM order_requests r CROSS JOIN LATERAL (
        SELECT coalesce(sum(t.quantity) FILTER (WHERE t.leg = 'asset'), 0) AS asset,
          coalesce(sum(t.quantity) FILTER (WHERE t.leg = 'asset' AND t.status = 'COMPLETED'), 0) AS arrived,
          coalesce(sum(t.quantity) FILTER (WHERE t.leg = 'collateral'), 0) AS collateral
        FROM transfers t WHERE t.order_request_id = r.id
          AND t.status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED')) moving
      WHERE r.kind <> 'substitution' AND (asset > coalesce(r.quantity, 0)
        OR collateral > coalesce(r.collateral_returned, 0) OR (collateral > 0 AND arrived <> r.quantity))`,
  },
  {
    rule: 'interest is computed on the lent quantity',
    breaches: `
      SELECT ${position} AS subject, format('it lends %s, but interest is computed on %s',
        trim_scale(p.asset_quantity), trim_scale(last.quantity)) AS issue
      FROM positions p JOIN orders o ON o.id = p.order_id
      CROSS JOIN LATERAL (
        SELECT i.quantity FROM interest_changes i WHERE i.position_id = p.id AND i.quantity IS NOT NULL
        ORDER BY i.effective_on DESC, i.sequence DESC LIMIT 1) last
      WHERE p.status = 'ACTIVE' AND p.asset_quantity <> last.quantity`,
  },
  {
    rule: 'everything that awaits an answer until a time has a deadline',
    breaches: `
      SELECT format('%s %s', replace(kind, '_', ' '), id) AS subject,
        'it awaits an answer, but has no deadline' AS issue
      FROM (
        SELECT 'order' AS kind, id FROM orders WHERE status = 'PENDING_ACCEPTANCE'
        UNION ALL
        SELECT 'mark_to_market_request', id FROM mark_to_market_requests
        WHERE status = 'PENDING_ACCEPTANCE'
        UNION ALL
        SELECT 'order_request', id FROM order_requests WHERE status = 'PENDING'
        UNION ALL
        SELECT 'close_out', id FROM close_outs WHERE status = 'NOTICE'
        UNION ALL
        SELECT 'agreement_proposal', terms_id FROM agreement_versions WHERE state = 'PROPOSED'
      ) waiting
      WHERE NOT EXISTS (
        SELECT FROM deadlines d WHERE d.kind = waiting.kind AND d.resource_id = waiting.id)`,
  },
]
