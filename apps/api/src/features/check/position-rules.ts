import type { BookRule } from './book-rule.ts'

const position = `format('position %s of order %s', p.id, o.number)`

const journalSum = (bucket: 'lent' | 'pledged', asset: string) => `coalesce((
  SELECT sum(e.quantity) FROM journal_entries e
  WHERE e.order_id = p.order_id AND e.bucket = '${bucket}' AND e.asset = ${asset}), 0)`

/** What has left the journal's place for it, and has not arrived: it is with the other side until then. */
const onItsWayBack = (leg: 'asset' | 'collateral', sender: string) => `coalesce((
  SELECT sum(t.quantity) FROM transfers t
  WHERE t.order_id = p.order_id AND t.leg = '${leg}' AND t.sender_organization_id = ${sender}
    AND t.status IN ('PENDING', 'IN_PROGRESS')), 0)`

const pledged = `${journalSum('pledged', 'o.collateral_asset')} + ${onItsWayBack('collateral', 'p.lender_id')}`
const lent = `${journalSum('lent', 'o.asset')} + ${onItsWayBack('asset', 'p.borrower_id')}`

/** Positions and requests: copies of what journal and transfers say. */
export const positionRules: readonly BookRule[] = [
  {
    rule: 'a position has the collateral that the journal says is pledged',
    breaches: `
      SELECT ${position} AS subject, format('it has %s, and the journal says %s',
        trim_scale(p.collateral_quantity), trim_scale(j.quantity)) AS issue
      FROM positions p JOIN orders o ON o.id = p.order_id
      CROSS JOIN LATERAL (SELECT ${pledged} AS quantity) j
      WHERE p.collateral_quantity <> j.quantity`,
  },
  {
    rule: 'a position lends what the journal says is lent, once it has opened',
    breaches: `
      SELECT ${position} AS subject, format('it lends %s, and the journal says %s',
        trim_scale(p.asset_quantity), trim_scale(j.quantity)) AS issue
      FROM positions p JOIN orders o ON o.id = p.order_id
      CROSS JOIN LATERAL (SELECT ${lent} AS quantity) j
      WHERE p.status <> 'OPENING' AND p.asset_quantity <> j.quantity`,
  },
  {
    rule: 'an order and its position are as far as each other',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        format('it is %s, and its position %s', o.status, coalesce('is ' || p.status, 'is not there')) AS issue
      FROM orders o LEFT JOIN positions p ON p.order_id = o.id
      WHERE (o.status, coalesce(p.status, 'none')) NOT IN (
        ('PENDING_ACCEPTANCE', 'none'), ('REJECTED', 'none'), ('CANCELLED', 'none'), ('EXPIRED', 'none'),
        -- In a book that was imported, what has not moved yet may have no position.
        ('ACCEPTED', 'none'), ('ACCEPTED', 'OPENING'), ('OPENING', 'OPENING'), ('ACTIVE', 'ACTIVE'),
        ('CLOSING', 'CLOSING'), ('CLOSED', 'CLOSED'), ('FAILED', 'none'), ('FAILED', 'CLOSED'))`,
  },
  {
    rule: 'one mark-to-market request of a position awaits an answer at the most',
    breaches: `
      SELECT format('position %s', position_id) AS subject,
        format('%s requests await an answer', count(*)) AS issue
      FROM mark_to_market_requests WHERE status = 'PENDING_ACCEPTANCE'
      GROUP BY position_id HAVING count(*) > 1`,
  },
  {
    rule: 'no more moves for a mark-to-market request than it asked for',
    breaches: `
      SELECT format('mark-to-market request %s', r.id) AS subject, format('it asked for %s, and %s moves',
        trim_scale(r.collateral_amount), trim_scale(sum(t.quantity))) AS issue
      FROM mark_to_market_requests r JOIN transfers t ON t.mark_to_market_request_id = r.id
      WHERE t.status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED')
      GROUP BY r.id, r.collateral_amount HAVING sum(t.quantity) > r.collateral_amount`,
  },
  {
    rule: 'one order request a side of a position awaits an answer at the most, and one moves the asset',
    breaches: `
      SELECT format('position %s', position_id) AS subject,
        format('%s requests are open', count(*)) AS issue
      -- A book that was imported may have had more.
      FROM order_requests WHERE creator_id IS NOT NULL
        AND (status = 'PENDING' OR (kind <> 'rerate' AND status IN ('ACCEPTED', 'IN_PROGRESS')))
      GROUP BY position_id, CASE status WHEN 'PENDING' THEN creator_id END HAVING count(*) > 1`,
  },
  {
    rule: 'no more moves for an order request than it asked for, and no collateral before its asset',
    breaches: `
      SELECT format('order request %s', r.id) AS subject,
        format('of the asset %s of %s moves, and of the collateral %s of %s', trim_scale(asset),
          trim_scale(r.quantity), trim_scale(collateral),
          coalesce(trim_scale(r.collateral_returned)::text, 'nothing')) AS issue
      FROM order_requests r CROSS JOIN LATERAL (
        SELECT coalesce(sum(t.quantity) FILTER (WHERE t.leg = 'asset'), 0) AS asset,
          coalesce(sum(t.quantity) FILTER (WHERE t.leg = 'asset' AND t.status = 'COMPLETED'), 0) AS arrived,
          coalesce(sum(t.quantity) FILTER (WHERE t.leg = 'collateral'), 0) AS collateral
        FROM transfers t WHERE t.order_request_id = r.id
          AND t.status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED')) moving
      WHERE asset > coalesce(r.quantity, 0) OR collateral > coalesce(r.collateral_returned, 0)
        OR (collateral > 0 AND arrived <> r.quantity)`,
  },
  {
    rule: 'interest is computed on what is lent',
    breaches: `
      SELECT ${position} AS subject, format('it lends %s, and interest runs on %s',
        trim_scale(p.asset_quantity), trim_scale(last.quantity)) AS issue
      FROM positions p JOIN orders o ON o.id = p.order_id
      CROSS JOIN LATERAL (
        SELECT i.quantity FROM interest_changes i WHERE i.position_id = p.id AND i.quantity IS NOT NULL
        ORDER BY i.effective_on DESC, i.sequence DESC LIMIT 1) last
      WHERE p.status = 'ACTIVE' AND p.asset_quantity <> last.quantity`,
  },
  {
    rule: 'what awaits an answer until a time ends when it has come',
    breaches: `
      SELECT format('%s %s', replace(kind, '_', ' '), id) AS subject,
        'it awaits an answer, and no deadline is set' AS issue
      FROM (
        SELECT 'order' AS kind, id FROM orders
        WHERE status = 'PENDING_ACCEPTANCE' AND expire_at IS NOT NULL
        UNION ALL
        SELECT 'mark_to_market_request', id FROM mark_to_market_requests
        WHERE status = 'PENDING_ACCEPTANCE' AND expire_at IS NOT NULL
        UNION ALL
        SELECT 'order_request', id FROM order_requests
        WHERE status = 'PENDING' AND expire_at IS NOT NULL
      ) waiting
      WHERE NOT EXISTS (
        SELECT FROM deadlines d WHERE d.kind = waiting.kind AND d.resource_id = waiting.id)`,
  },
]
