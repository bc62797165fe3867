import { type SearchKind, searchResultsMax } from '@vadium/schema'
import { bothSides, dealColumns } from '../../platform/lists/both-sides.ts'
import { entriesLookedAtMax, entryTimes } from '../../platform/writes/audit-trail.ts'

/** The parameters of a search, as SQL. Null where the text is not one. */
export const asked = {
  organization: '$1::uuid',
  isOperator: '$2::boolean',
  id: '$3::uuid',
  orderNumber: '$4::bigint',
  text: '$5::text',
  /** When a request with this id was made. */
  requestedAt: '$6::timestamptz',
  /** The ids that begin with the text. */
  idFrom: '$7::uuid',
  idTo: '$8::uuid',
} as const

/** The row of a deal belongs to its two sides. */
const ofSides = (table: string) =>
  `${asked.organization} IN (${table}.lender_id, ${table}.borrower_id)`
/** What an organization has for itself. The operator reads it of all. */
const ofOwner = (table: string) =>
  `(${asked.isOperator} OR ${table}.organization_id = ${asked.organization})`
const own = (table: string) => `${table}.organization_id = ${asked.organization}`

/**
 * The ids of an organization in the range. Side and id are compared as one row, which only an index
 * that begins with the side serves. Compared each for itself, they let PostgreSQL choose the
 * primary key, because ids follow the order of the table: it would read what others have in the
 * range, and show by its time how much that is.
 */
const idsOfSide = (table: string) => (side: string) =>
  `(SELECT id FROM ${table}
    WHERE (${side}, id) >= (${asked.organization}, ${asked.idFrom})
      AND (${side}, id) <= (${asked.organization}, ${asked.idTo})
      ${side === 'decider_id' ? 'AND decider_id <> organization_id' : ''}
    ORDER BY ${side}, id LIMIT ${searchResultsMax})`
const dealIds = (table: string) => bothSides(dealColumns, idsOfSide(table))

/**
 * The row with an id, found by the primary key for each id. A plain join of as many ids as a search
 * may answer can be planned as one scan of the table, with the rows of others. With a limit it is
 * no plain join.
 */
const rowOf = (table: string, id: string, name: string) =>
  `CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE id = ${id} LIMIT 1) ${name}`

const quantity = (table: string, column: string) => `trim_scale(${table}.${column})::text`

const interval = (ms: number) => `interval '${ms} ms'`

/**
 * The look-up of each kind: a statement with the columns id, label and order_id. Each reads by an
 * index, and states whose rows are read, like row-level security behind it.
 */
export const searchedRows: Readonly<Record<SearchKind, string>> = {
  order: `
    SELECT o.id::text AS id, format('Order %s: %s %s against %s', o.number,
      ${quantity('o', 'asset_quantity')}, o.asset, o.collateral_asset) AS label, o.id AS order_id
    FROM (${dealIds('orders')} UNION SELECT id FROM orders WHERE number = ${asked.orderNumber}) ids
      ${rowOf('orders', 'ids.id', 'o')}
    WHERE ${ofSides('o')}`,
  position: `
    SELECT p.id::text, format('Position of order %s: %s %s', o.number,
      ${quantity('p', 'asset_quantity')}, o.asset), p.order_id
    FROM (${dealIds('positions')} UNION SELECT id FROM positions
        WHERE order_id = (SELECT id FROM orders WHERE number = ${asked.orderNumber})) ids
      ${rowOf('positions', 'ids.id', 'p')} ${rowOf('orders', 'p.order_id', 'o')}
    WHERE ${ofSides('p')}`,
  mark_to_market_request: `
    SELECT r.id::text, format('%s of order %s: %s %s',
      CASE r.direction WHEN 'TopUp' THEN 'Top-up' ELSE r.direction END, o.number,
      ${quantity('r', 'collateral_amount')}, coalesce(r.collateral_asset, o.collateral_asset)), o.id
    FROM ${dealIds('mark_to_market_requests')} ids
      ${rowOf('mark_to_market_requests', 'ids.id', 'r')}
      ${rowOf('positions', 'r.position_id', 'p')} ${rowOf('orders', 'p.order_id', 'o')}
    WHERE ${ofSides('r')}`,
  order_request: `
    SELECT r.id::text, format('%s of order %s', initcap(r.kind), o.number), o.id
    FROM ${dealIds('order_requests')} ids
      ${rowOf('order_requests', 'ids.id', 'r')}
      ${rowOf('positions', 'r.position_id', 'p')} ${rowOf('orders', 'p.order_id', 'o')}
    WHERE ${ofSides('r')}`,
  close_out: `
    SELECT r.id::text, format('Default of order %s', o.number), o.id
    FROM ${dealIds('close_outs')} ids
      ${rowOf('close_outs', 'ids.id', 'r')}
      ${rowOf('positions', 'r.position_id', 'p')} ${rowOf('orders', 'p.order_id', 'o')}
    WHERE ${ofSides('r')}`,
  transfer: `
    SELECT t.id::text, format('Transfer of order %s: %s %s', t.order_number,
      ${quantity('t', 'quantity')}, t.token), t.order_id
    FROM (${dealIds('transfers')}
        UNION SELECT id FROM transfers WHERE external_transfer_id = ${asked.text}) ids
      ${rowOf('transfers', 'ids.id', 't')}
    WHERE ${ofSides('t')}`,
  agreement: `
    SELECT a.id::text, format('Agreement of %s and %s', lender.name, borrower.name), NULL::uuid
    FROM agreements a JOIN organizations lender ON lender.id = a.lender_id
      JOIN organizations borrower ON borrower.id = a.borrower_id
    WHERE a.id = ${asked.id} AND (${asked.isOperator} OR ${ofSides('a')})`,
  organization: `
    SELECT o.id::text, o.name, NULL::uuid FROM organizations o
    WHERE o.id = ${asked.id} AND (${asked.isOperator} OR o.id = ${asked.organization}
      OR EXISTS (SELECT FROM agreements a WHERE (a.lender_id, a.borrower_id)
        IN ((o.id, ${asked.organization}), (${asked.organization}, o.id))))`,
  chat_entry: `
    SELECT e.id::text, format('Entry in the thread of order %s', o.number), e.order_id
    FROM chat_entries e JOIN orders o ON o.id = e.order_id
    WHERE e.id = ${asked.id} AND ${ofSides('e')}`,
  approval: `
    SELECT a.id::text, format('Approval of %s', a.operation), a.order_id
    FROM ${bothSides(['organization_id', 'decider_id'], idsOfSide('approvals'))} ids
      ${rowOf('approvals', 'ids.id', 'a')}
    WHERE ${asked.organization} IN (a.organization_id, a.decider_id)`,
  notification: `
    SELECT n.id::text, n.title, n.link_order_id FROM notifications n
    WHERE n.id = ${asked.id} AND ${own('n')}`,
  wallet: `
    SELECT w.id, format('Wallet %s at %s', w.name, w.custodian_id), NULL::uuid FROM wallets w
    WHERE w.id = ${asked.text} AND ${ofOwner('w')}`,
  account: `
    SELECT a.id::text, format('Account %s', a.name), NULL::uuid FROM accounts a
    WHERE a.id = ${asked.id} AND ${ofOwner('a')}`,
  credential: `
    SELECT c.id::text, format('Credential of %s: %s', a.name, c.role), NULL::uuid
    FROM credentials c JOIN accounts a ON a.id = c.account_id
    WHERE c.id = ${asked.id} AND ${ofOwner('c')}`,
  webhook_endpoint: `
    SELECT e.id::text, format('Webhook endpoint %s', coalesce(e.description, e.url)), NULL::uuid
    FROM webhook_endpoints e WHERE e.id = ${asked.id} AND e.deleted_at IS NULL AND ${own('e')}`,
  webhook_delivery: `
    SELECT d.id::text, format('Webhook delivery of %s', d.event_type), NULL::uuid
    FROM webhook_deliveries d WHERE d.id = ${asked.id} AND ${own('d')}`,
  price_source: `
    SELECT s.id::text, format('Price source %s', s.source), NULL::uuid FROM price_sources s
    WHERE s.id = ${asked.id}`,
  // A request id begins with the time of the request, so the trail needs no index of request ids.
  audit_entry: `
    SELECT e.id::text, format('%s: %s', e.event, e.outcome), NULL::uuid FROM (
      SELECT id, event, outcome, request_id FROM audit_entries
      WHERE organization_id = ${asked.organization}
        AND time >= ${asked.requestedAt} - ${interval(entryTimes.beforeMs)}
        AND time < ${asked.requestedAt} + ${interval(entryTimes.afterMs)}
      ORDER BY time, id LIMIT ${entriesLookedAtMax}) e
    WHERE e.request_id = lower(${asked.text})`,
}
