import type { TestDatabase } from './database.ts'

const traces = `
  WITH deal AS (SELECT o.*, p.id AS position_id FROM orders o JOIN positions p ON p.order_id = o.id WHERE o.id = $1),
  resources AS (
    SELECT id FROM deal UNION SELECT position_id FROM deal
    UNION SELECT t.id FROM transfers t JOIN deal ON t.order_id = deal.id
    UNION SELECT r.id FROM mark_to_market_requests r JOIN deal USING (position_id)
    UNION SELECT r.id FROM order_requests r JOIN deal USING (position_id)
    UNION SELECT r.id FROM close_outs r JOIN deal USING (position_id))
  SELECT 'transfer ' || concat_ws(' ', t.category, t.leg, t.status, trim_scale(t.quantity),
    t.sender_organization_id = t.lender_id, t.straggler_of IS NOT NULL, i.cancel_asked_at IS NOT NULL) AS trace
  FROM transfers t JOIN deal ON t.order_id = deal.id JOIN instructions i ON i.transfer_id = t.id
  UNION ALL SELECT 'journal ' || concat_ws(' ', j.kind, e.bucket, e.holder_id = e.lender_id, e.asset, trim_scale(e.quantity))
  FROM journal_entries e JOIN journal_transactions j ON j.id = e.transaction_id JOIN deal ON e.order_id = deal.id
  UNION ALL SELECT 'move ' || concat_ws(' ', machine, action, to_state)
  FROM state_changes WHERE resource_id IN (SELECT id FROM resources)
  UNION ALL SELECT 'notification ' || concat_ws(' ', n.organization_id = deal.lender_id, n.category, split_part(n.title, ':', 1))
  FROM notifications n JOIN deal ON n.link_order_id = deal.id
  UNION ALL SELECT 'entry ' || e.kind FROM chat_entries e JOIN deal ON e.order_id = deal.id
  UNION ALL SELECT 'deadline ' || kind FROM deadlines WHERE resource_id IN (SELECT id FROM resources)
  UNION ALL SELECT 'position ' || concat_ws(' ', p.status, trim_scale(p.asset_quantity),
    trim_scale(p.collateral_quantity), trim_scale(p.voluntary_quantity))
  FROM positions p JOIN deal ON p.id = deal.position_id
  UNION ALL SELECT 'interest ' || trim_scale(c.quantity) FROM interest_changes c JOIN deal USING (position_id)
  ORDER BY trace`

/**
 * Everything that has happened to a deal, a line for each row: its transfers, entries, moves,
 * notifications and deadlines, without ids and times. Deals with the same history have the same.
 */
export async function tracesOf(database: TestDatabase, orderId: string): Promise<string[]> {
  const { rows } = await database.query<{ trace: string }>(traces, [orderId])
  return rows.map(({ trace }) => trace)
}
