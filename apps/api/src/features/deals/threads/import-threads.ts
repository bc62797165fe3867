import { type AnsweredResource, awaitsAnswer, statesOf } from '@vadium/schema'
import type { ClientBase, QueryResultRow } from 'pg'
import { actionText, answeredMachine } from './action-text.ts'

interface AwaitingRow {
  readonly id: string
  readonly orderId: string
  readonly status: string
  readonly creatorId: string | null
}

/** The resources that await an answer in a state of `$1`, with their orders. */
const awaiting: Readonly<Record<AnsweredResource, string>> = {
  order: 'SELECT id, id AS order_id, status, creator_id, created_at FROM orders',
  mark_to_market_request: `SELECT r.id, p.order_id, r.status, r.creator_id, r.created_at
    FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id`,
  order_request: `SELECT r.id, p.order_id, r.status, r.creator_id, r.created_at
    FROM order_requests r JOIN positions p ON p.id = r.position_id`,
}

/**
 * Adds entries for the resources of an imported book that await an answer, oldest first. Existing
 * entries are left unchanged.
 */
export async function importThreads(client: ClientBase, nowText: string): Promise<void> {
  const database = {
    row: async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows[0],
  }
  for (const [name, select] of Object.entries(awaiting)) {
    const kind = name as AnsweredResource
    const machine = answeredMachine(kind)
    const states = statesOf(machine).filter((state) => awaitsAnswer(machine, state))
    const { rows } = await client.query<AwaitingRow>(
      `SELECT r.id, r.order_id AS "orderId", r.status, r.creator_id AS "creatorId"
       FROM (${select}) r WHERE r.status = ANY ($1) AND NOT EXISTS (
         SELECT FROM chat_entries e WHERE e.resource_id = r.id AND e.resolved_at IS NULL)
       ORDER BY r.created_at, r.id`,
      [states],
    )
    for (const row of rows) {
      const text = await actionText(database, kind, row)
      await open(client, kind, row, text, nowText)
    }
  }
}

async function open(
  client: ClientBase,
  kind: AnsweredResource,
  { id, orderId, status, creatorId }: AwaitingRow,
  text: string,
  nowText: string,
): Promise<void> {
  await client.query(
    `WITH turn AS (
       UPDATE chats SET last_number = last_number + 1, active_at = greatest(active_at, $1::timestamptz)
       WHERE order_id = $2 RETURNING order_id, lender_id, borrower_id, last_number)
     INSERT INTO chat_entries (order_id, number, lender_id, borrower_id, id, kind, organization_id, text,
       created_at, resource, resource_id, awaits, creator_id)
     SELECT order_id, last_number, lender_id, borrower_id, md5('awaits an answer ' || $3::uuid)::uuid, 'action',
       $4::uuid, $5, $1::timestamptz, $6, $3::uuid, $7, $4::uuid FROM turn`,
    [nowText, orderId, id, creatorId, text, kind, status],
  )
}
