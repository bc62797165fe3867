import type { Client } from 'pg'
import { orderNumbers } from './scenario.ts'

const time = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The JSON text of a transfer as the service writes it, from the columns of its row. */
const documentText = `format(
  '{"id":"%s","external_transfer_id":"%s","category":"%s","status":"%s","token":"%s","quantity":%s,'
  '"notional":"%s","order_id":%s,"create_time":"%s","update_time":"%s",'
  '"sender":{"organization_id":"organizations/%s","custodian":"%s","wallet_address":"%s"},'
  '"receiver":{"organization_id":"organizations/%s","custodian":"%s","wallet_address":"%s"},'
  '"provider_lifecycle":{"label":"%s","provider":"%s","provider_request_state":%s,"state":"%s"}}',
  id, external_transfer_id, category, status, token, quantity,
  notional_usd, order_number, ${time('create_time')}, ${time('update_time')},
  sender_organization_id, sender_custodian_id, sender_wallet_address,
  receiver_organization_id, receiver_custodian_id, receiver_wallet_address,
  provider_label, provider, coalesce('"' || provider_request_state || '"', 'null'), provider_state)`

/** How many of the newest transfers of a load are under way. */
const underWay = 200

/**
 * Transfers $1 to $2, about 15 seconds apart. Three of five belong to the measured organization,
 * which sends half of them. Ids rise with the time, as UUIDs of version 7 do.
 */
const insertTransfers = `
  WITH numbered AS (
    SELECT n, timestamptz '2023-01-01 00:00:00.137Z' + n * interval '15.001 s' AS create_time,
      CASE WHEN n % 5 < 3 THEN 1 + n * 7919 % ${orderNumbers.measured}
           ELSE ${orderNumbers.measured + 1} + n * 7919 % ${orderNumbers.all - orderNumbers.measured}
      END AS order_number,
      n % 2 = 0 AS to_lender,
      CASE WHEN n % 20 < 12 THEN 'collateral' WHEN n % 20 < 17 THEN 'asset' ELSE 'interest' END AS leg,
      CASE WHEN n > $2::bigint - ${underWay} THEN 'IN_PROGRESS' WHEN n % 50 = 7 THEN 'FAILED'
           WHEN n % 50 = 13 THEN 'CANCELLED' ELSE 'COMPLETED' END AS status
    FROM generate_series($1::bigint, $2::bigint) AS n
  ), columns AS (
    SELECT overlay(overlay(overlay(md5(n::text)
        PLACING lpad(to_hex((extract(epoch FROM create_time) * 1000)::bigint), 12, '0') FROM 1)
        PLACING '7' FROM 13) PLACING '8' FROM 17)::uuid AS id,
      'bench-' || lpad(n::text, 9, '0') AS external_transfer_id,
      CASE leg WHEN 'collateral' THEN 'm2m' WHEN 'asset' THEN 'open' ELSE 'interest' END AS category,
      numbered.status, CASE leg WHEN 'collateral' THEN o.collateral_asset ELSE o.asset END AS token,
      round(n % 1000003 * 0.00123457 + 0.01, 6) AS quantity,
      round(n % 1000003 * 1.91 + 10, 2) AS notional_usd,
      o.id AS order_id, o.number AS order_number, leg, o.lender_id, o.borrower_id, create_time,
      create_time + interval '90 s' AS update_time,
      sender.organization_id AS sender_organization_id, sender.custodian_id AS sender_custodian_id,
      sender.address AS sender_wallet_address,
      receiver.organization_id AS receiver_organization_id,
      receiver.custodian_id AS receiver_custodian_id, receiver.address AS receiver_wallet_address,
      sender.custodian_id AS provider,
      CASE numbered.status WHEN 'IN_PROGRESS' THEN 'CONFIRMING' ELSE numbered.status END AS provider_request_state,
      CASE numbered.status WHEN 'IN_PROGRESS' THEN 'confirming' ELSE lower(numbered.status) END AS provider_state,
      CASE numbered.status WHEN 'IN_PROGRESS' THEN 'Waiting for confirmations' ELSE initcap(numbered.status) END
        AS provider_label
    FROM numbered JOIN orders o ON o.number = order_number
    JOIN wallets sender ON sender.id = CASE
      WHEN to_lender AND leg = 'collateral' THEN o.borrower_collateral_wallet_id
      WHEN to_lender THEN o.borrower_asset_wallet_id
      WHEN leg = 'collateral' THEN o.lender_collateral_wallet_id
      ELSE o.lender_asset_wallet_id END
    JOIN wallets receiver ON receiver.id = CASE
      WHEN to_lender AND leg = 'collateral' THEN o.lender_collateral_wallet_id
      WHEN to_lender THEN o.lender_asset_wallet_id
      WHEN leg = 'collateral' THEN o.borrower_collateral_wallet_id
      ELSE o.borrower_asset_wallet_id END
  )
  INSERT INTO transfers (id, external_transfer_id, category, status, token, quantity, notional_usd,
    order_id, order_number, leg, lender_id, borrower_id, create_time, update_time, sender_organization_id,
    sender_custodian_id, sender_wallet_address, receiver_organization_id, receiver_custodian_id,
    receiver_wallet_address, provider, provider_request_state, provider_state, provider_label, document,
    late_at)
  SELECT *, ${documentText}, create_time + interval '1 day' FROM columns`

/** Up to this number, all constraints check every row. Larger loads use the same statement. */
const checkedMax = 100_000

/** How transfers are added to a book. It depends on the schema of the database. */
export interface BulkTransfers {
  readonly fillTransfers: typeof fillTransfers
  readonly checkDocuments: typeof checkDocuments
}

/**
 * Adds transfers that are newer than the present ones. Secondary indexes are dropped and built
 * again. A large load skips the constraints, which a small load by the same statement has passed.
 */
export async function fillTransfers(owner: Client, from: number, to: number): Promise<void> {
  const indexes = await owner.query<{ name: string; definition: string }>(`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = 'transfers' AND indexname NOT IN (SELECT conname FROM pg_constraint)`)
  const checks = await owner.query<{ name: string; definition: string }>(`
    SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conrelid = 'transfers'::regclass AND contype = 'c'`)
  const bulk = to > checkedMax

  await owner.query("SET maintenance_work_mem = '512MB'")
  await owner.query('BEGIN')
  for (const { name } of indexes.rows) await owner.query(`DROP INDEX ${name}`)
  if (bulk) {
    await owner.query('SET LOCAL session_replication_role = replica')
    for (const { name } of checks.rows)
      await owner.query(`ALTER TABLE transfers DROP CONSTRAINT ${name}`)
  }
  await owner.query(insertTransfers, [from, to])
  await owner.query('SET LOCAL session_replication_role = origin')
  if (bulk) {
    for (const { name, definition } of checks.rows) {
      const unchecked = definition.replace(/( NOT VALID)?$/, ' NOT VALID')
      await owner.query(`ALTER TABLE transfers ADD CONSTRAINT ${name} ${unchecked}`)
    }
  }
  for (const { definition } of indexes.rows) await owner.query(definition)
  await owner.query('COMMIT')
  await owner.query('VACUUM (ANALYZE) transfers')
  await owner.query('CHECKPOINT')
}

/**
 * Compares the documents of the bulk with those that the service wrote for the openings.
 * @throws Error that shows a difference.
 */
export async function checkDocuments(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ document: string; expected: string }>(`
    SELECT document, ${documentText} AS expected FROM transfers
    WHERE document <> ${documentText}`)
  const [wrong] = rows
  if (wrong === undefined) return
  throw new Error(
    `the bulk would write ${wrong.expected}\nwhere the service wrote ${wrong.document}`,
  )
}
