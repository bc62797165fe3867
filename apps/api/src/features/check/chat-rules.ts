import type { BookRule } from './book-rule.ts'

/** Threads must be complete, and their open actions must match the book. */
export const chatRules: readonly BookRule[] = [
  {
    rule: 'every order has a thread, and its entries are numbered without gaps',
    breaches: `
      SELECT format('chat of order %s', o.id) AS subject,
        format('it has %s entries, the newest is %s and the last number %s', coalesce(e.entries, 0), coalesce(e.newest, 0), c.last_number)
          AS issue
      FROM orders o LEFT JOIN chats c ON c.order_id = o.id LEFT JOIN (
        SELECT order_id, count(*) AS entries, max(number) AS newest FROM chat_entries GROUP BY order_id
      ) e ON e.order_id = o.id
      WHERE (c.last_number = coalesce(e.entries, 0) AND c.last_number = coalesce(e.newest, 0)) IS NOT TRUE`,
  },
  {
    rule: 'every open action of a thread belongs to a resource that awaits that answer',
    breaches: `
      SELECT format('entry %s of the chat of order %s', e.number, e.order_id) AS subject,
        format('%s %s is %s, but the entry awaits the answer to %s', e.resource, e.resource_id, r.status, e.awaits)
          AS issue
      FROM chat_entries e LEFT JOIN (
        SELECT 'order' AS resource, id, status FROM orders
        UNION ALL SELECT 'mark_to_market_request', id, status FROM mark_to_market_requests
        UNION ALL SELECT 'order_request', id, status FROM order_requests
      ) r ON r.resource = e.resource AND r.id = e.resource_id
      WHERE e.kind = 'action' AND e.resolved_at IS NULL AND r.status IS DISTINCT FROM e.awaits`,
  },
]
