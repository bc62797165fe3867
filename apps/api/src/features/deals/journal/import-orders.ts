import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import type { ClientBase } from 'pg'

/**
 * Writes the journal of imported orders that have none: the quantities of their positions are
 * imported, and transfers under way are instructed. Orders with a journal are left unchanged.
 */
export async function importOrders(client: ClientBase, nowText: string): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE imported_orders ON COMMIT DROP AS
     SELECT o.id AS order_id, o.lender_id, o.borrower_id, o.asset, o.collateral_asset,
       md5('take over ' || o.id)::uuid AS transaction_id,
       CASE WHEN p.status IN ('ACTIVE', 'CLOSING') THEN p.asset_quantity ELSE 0 END AS lent,
       CASE WHEN p.status <> 'CLOSED' THEN p.collateral_quantity ELSE 0 END AS pledged
     FROM orders o JOIN positions p ON p.order_id = o.id
     WHERE NOT EXISTS (SELECT FROM journal_transactions j WHERE j.order_id = o.id)`,
  )
  await client.query(
    `INSERT INTO journal_transactions (id, kind, order_id, lender_id, borrower_id, recorded_at)
     SELECT transaction_id, 'take_over', order_id, lender_id, borrower_id, $1 FROM imported_orders
     WHERE lent > 0 OR pledged > 0`,
    [nowText],
  )
  await client.query(
    `INSERT INTO journal_entries
       (transaction_id, line, order_id, lender_id, borrower_id, bucket, holder_id, asset, quantity)
     SELECT t.transaction_id, e.line, t.order_id, t.lender_id, t.borrower_id, e.bucket, e.holder, e.asset, e.quantity
     FROM imported_orders t CROSS JOIN LATERAL (VALUES
       (1, 'own', t.lender_id, t.asset, -t.lent), (2, 'lent', t.borrower_id, t.asset, t.lent),
       (3, 'own', t.borrower_id, t.collateral_asset, -t.pledged),
       (4, 'pledged', t.lender_id, t.collateral_asset, t.pledged)
     ) AS e (line, bucket, holder, asset, quantity)
     WHERE e.quantity <> 0`,
  )
  await instructWhatIsUnderWay(client, nowText)
}

async function instructWhatIsUnderWay(client: ClientBase, nowText: string): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE under_way ON COMMIT DROP AS
     SELECT t.id AS transfer_id, md5('under way ' || t.id)::uuid AS transaction_id, t.order_id, t.lender_id, t.borrower_id,
       t.token, t.quantity, t.sender_organization_id AS sender_id,
       CASE WHEN t.leg = 'asset' AND t.sender_organization_id = t.borrower_id THEN 'lent'
         WHEN t.leg = 'collateral' AND t.sender_organization_id = t.lender_id THEN 'pledged'
         ELSE 'own' END AS bucket
     FROM transfers t JOIN imported_orders o ON o.order_id = t.order_id
     WHERE t.status ${oneOf(statusSets.transfer.underWay)}`,
  )
  await client.query(
    `INSERT INTO journal_transactions (id, kind, order_id, lender_id, borrower_id, transfer_id, recorded_at)
     SELECT transaction_id, 'instruct', order_id, lender_id, borrower_id, transfer_id, $1 FROM under_way`,
    [nowText],
  )
  await client.query(
    `INSERT INTO journal_entries
       (transaction_id, line, order_id, lender_id, borrower_id, bucket, holder_id, asset, quantity)
     SELECT u.transaction_id, e.line, u.order_id, u.lender_id, u.borrower_id, e.bucket, u.sender_id, u.token, e.quantity
     FROM under_way u CROSS JOIN LATERAL (VALUES
       (1, u.bucket, -u.quantity), (2, 'in_transit', u.quantity)) AS e (line, bucket, quantity)`,
  )
}
