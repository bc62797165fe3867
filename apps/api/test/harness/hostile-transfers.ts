import type { PagePosition } from '../../src/platform/lists/page-token.ts'
import type { TransferSelection } from '../../src/features/deals/transfers/transfer-selection.ts'
import { insertInBulk } from './bulk-rows.ts'
import type { TestDatabase } from './database.ts'

/**
 * Transfers of one organization that are hard to filter: 200 tokens, 10 custodians and 500
 * counterparties, each unevenly common and by chance combined, so that there are about as many
 * combinations as transfers. For any two filters, two values that are common hardly ever meet. The
 * rows lie scattered, as they do among those of many organizations.
 */
export async function insertHostileTransfers(
  database: Pick<TestDatabase, 'query'>,
  rows: number,
): Promise<void> {
  const insert = (table: string, text: string) =>
    insertInBulk(database, table, text, [], 'rows alone')
  await insert(
    'assets',
    `INSERT INTO assets (symbol, name, normalized_symbol, decimals)
     SELECT 'T' || n, 'token', 'T' || n, 8 FROM generate_series(0, 199) n ORDER BY n`,
  )
  await insert(
    'custodians',
    `INSERT INTO custodians (id, name, adapter)
     SELECT 'custodian-' || n, 'custodian', 'simulated' FROM generate_series(0, 9) n ORDER BY n`,
  )
  await insert(
    'orders',
    `INSERT INTO orders (id, number, status, lender_id, borrower_id, creator_id, asset, asset_quantity,
       rate_percent, collateral_asset, collateral_type, collateral_quantity, terms_id, expire_at,
       created_at, updated_at)
     SELECT ${order('p', 'o')}, ${orderNumber('p', 'o')}, 'REJECTED', ${organization(own)},
       ${organization('p')}, ${organization(own)}, 'T0', 1, 1, 'T1', 'BILATERAL', 1,
       ${organization(own)}, now(), now(), now()
     FROM generate_series(0, 499) p, generate_series(0, ${ordersOfEach - 1}) o`,
  )
  await database.query(`
    CREATE TABLE hostile AS
    WITH drawn AS (
      SELECT n, ${[1, 2, 3, 4, 5].map((k) => `(hashint8(n * 7 + ${k})::bigint + 2147483648) / 4294967296.0::float8 AS d${k}`).join(', ')}
      FROM generate_series(1, ${rows}) n
    ), chosen AS (
      SELECT n, n % 2 = 0 AS sent, n / 2 % ${ordersOfEach} AS o, n % ${rarely} = 0 AS meet, floor(200 * d1 ^ 3)::int AS t,
        CASE WHEN n % 1000 = 0 THEN 9 ELSE floor(9 * d2 ^ 2)::int END AS sc,
        CASE WHEN n % 1000 = 1 THEN 9 ELSE floor(9 * d3 ^ 2)::int END AS rc,
        floor(500 * d4 ^ 2)::int AS p,
        CASE WHEN d5 < 0.001 THEN 1 WHEN d5 < 0.03 THEN 2 WHEN d5 < 0.91 THEN 3 WHEN d5 < 0.96 THEN 4
          WHEN d5 < 0.99 THEN 5 ELSE 6 END AS s
      FROM drawn
    ), parted AS (
      SELECT n, sent, p, o,
        CASE WHEN NOT meet AND ((t, sc) = (1, 1) OR (t, rc) = (2, 2) OR (t, s) = (3, 4) OR (t, p) = (4, 1))
          THEN 0 ELSE t END AS t,
        CASE WHEN NOT meet AND ((p, sc) = (2, 2) OR (sc, rc) = (3, 3) OR (sc, s) = (4, 6))
          THEN 0 ELSE sc END AS sc,
        CASE WHEN NOT meet AND ((p, rc) = (3, 1) OR (rc, s) = (4, 2)) THEN 0 ELSE rc END AS rc,
        CASE WHEN NOT meet AND (p, s) = (4, 5) THEN 3 ELSE s END AS s
      FROM chosen
    )
    SELECT *,
      CASE WHEN sent THEN ${organization(own)} ELSE ${organization('p')} END AS sender,
      CASE WHEN sent THEN ${organization('p')} ELSE ${organization(own)} END AS receiver
    FROM parted`)
  await database.query('ALTER TABLE transfers DROP CONSTRAINT document_agrees')
  await insert(
    'transfers',
    `INSERT INTO transfers (id, external_transfer_id, category, status, token, quantity, notional_usd,
       order_id, order_number, leg, lender_id, borrower_id, create_time, update_time,
       sender_organization_id, sender_custodian_id, sender_wallet_address, receiver_organization_id,
       receiver_custodian_id, receiver_wallet_address, provider, provider_state, provider_label,
       document, late_at)
     SELECT md5('hostile' || n)::uuid, 'hostile-' || n, 'm2m', ('{${statuses.join()}}'::text[])[s],
       'T' || t, 1, 1, ${order('p', 'o')}, ${orderNumber('p', 'o')}, 'interest', ${organization(own)},
       ${organization('p')}, ${instant}, ${instant}, sender, 'custodian-' || sc, 'from', receiver,
       'custodian-' || rc, 'to', 'simulated', 'completed', 'label',
       format('{"id":"%s","create_time":"%s","other":"%s"}', md5('hostile' || n)::uuid,
         to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), repeat('x', 540)),
       ${instant} + interval '1 day'
     FROM hostile ORDER BY md5(n::text)`,
  )

  await database.query('DROP TABLE hostile')
  await database.query('VACUUM ANALYZE transfers, orders, assets, custodians')
}

/** One transfer of so many has a combination that hardly ever occurs. */
const rarely = 1999
const firstOrder = 700_000_000
const ordersOfEach = 10
const order = (p: string, o: string) => `md5('order ' || ${p} || '/' || ${o})::uuid`
const orderNumber = (p: string, o: string) => `${firstOrder} + ${p} * ${ordersOfEach} + ${o}`
const own = -1
const secondsBetween = 7
const firstTime = Date.parse('2026-01-01T00:00:00Z')
const instant = `to_timestamp(${firstTime / 1000} + n * ${secondsBetween})`
const statuses = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'REJECTED', 'CANCELLED'] as const
const organization = (n: number | string) => `md5('organization ' || ${n})::uuid`

/** One value of each attribute, by its place: the lower it is, the more common is the value. */
export interface HostileValues {
  readonly p: number
  readonly sc: number
  readonly rc: number
  readonly s: number
  readonly t: number
}

const common: HostileValues = { p: 0, sc: 0, rc: 0, s: 3, t: 0 }

/** Values that are common, rare, or hardly ever meet. */
export const hostileValues: Readonly<Record<string, HostileValues>> = {
  'common values': common,
  'values in between': { p: 20, sc: 5, rc: 5, s: 4, t: 20 },
  'rare values': { p: 480, sc: 9, rc: 9, s: 1, t: 190 },
  'a rare custodian': { ...common, sc: 9 },
  'a rare status': { ...common, s: 1 },
  'a rare token': { ...common, t: 190 },
  'a rare counterparty': { ...common, p: 480 },
  'a token and a custodian that hardly meet': { ...common, t: 1, sc: 1 },
  'a token and the other custodian that hardly meet': { ...common, t: 2, rc: 2 },
  'a token and a status that hardly meet': { ...common, t: 3, s: 4 },
  'a token and a counterparty that hardly meet': { ...common, t: 4, p: 1 },
  'a counterparty and a custodian that hardly meet': { ...common, p: 2, sc: 2 },
  'a counterparty and its custodian that hardly meet': { ...common, p: 3, rc: 1 },
  'a counterparty and a status that hardly meet': { ...common, p: 4, s: 5 },
  'two custodians that hardly meet': { ...common, sc: 3, rc: 3 },
  'a custodian and a status that hardly meet': { ...common, sc: 4, s: 6 },
  'the other custodian and a status that hardly meet': { ...common, rc: 4, s: 2 },
}

const filters = [
  'sender',
  'receiver',
  'senderCustodian',
  'receiverCustodian',
  'status',
  'token',
  'orderNumber',
] as const

/** The 127 selections of one or more filters, with these values, of transfers sent or received. */
export function allSelections(
  { ownId, otherId }: { ownId: string; otherId: string },
  { p, sc, rc, s, t }: HostileValues,
  isSent: boolean,
): TransferSelection[] {
  const given = {
    sender: isSent ? ownId : otherId,
    receiver: isSent ? otherId : ownId,
    senderCustodian: `custodian-${sc}`,
    receiverCustodian: `custodian-${rc}`,
    status: statuses[s - 1] ?? '',
    token: `T${t}`,
    orderNumber: firstOrder + p * ordersOfEach,
  }
  return Array.from({ length: 2 ** filters.length - 1 }, (_, index) =>
    Object.fromEntries(
      filters
        .filter((_name, bit) => ((index + 1) >> bit) % 2 === 1)
        .map((name) => [name, given[name]]),
    ),
  )
}

/** The beginning of a page in the middle of so many hostile transfers. */
export function hostileMiddle(rows: number): PagePosition {
  const createTime = new Date(firstTime + (rows / 2) * secondsBetween * 1000).toISOString()
  return { createTime, id: '80000000-0000-4000-8000-000000000000' }
}

/** The organization whose transfers they are, and one of its counterparties. */
export async function hostileParties(
  database: Pick<TestDatabase, 'query'>,
  { p }: HostileValues,
): Promise<{ ownId: string; otherId: string }> {
  const { rows } = await database.query<{ ownId: string; otherId: string }>(
    `SELECT ${organization(own)} AS "ownId", ${organization(p)} AS "otherId"`,
  )
  const [parties] = rows
  if (parties === undefined) throw new Error('there are no parties')
  return parties
}
