import type { Client } from 'pg'
import { measuredOrganizationId } from '../book/scenario.ts'

/** One transfer of so many has a combination of values that hardly ever occurs. */
const rarely = 1999
const firstOrder = 700_000_000
const ordersOfEach = 10

const own = `'${measuredOrganizationId}'::uuid`
const party = (n: string) => `md5('hostile organization ' || ${n})::uuid`
const order = (p: string, o: string) => `md5('hostile order ' || ${p} || '/' || ${o})::uuid`
const instant = `timestamptz '2023-01-01Z' + n * interval '15 s'`
const statuses = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'REJECTED', 'CANCELLED']

/**
 * Transfers of the measured organization that are hard to filter: 200 tokens, 10 custodians and 500
 * counterparties, each unevenly common and combined by chance. For any two filters, two values that
 * are common hardly ever meet. The rows lie scattered, as among those of many organizations.
 */
const values = (rows: number) => `
  WITH drawn AS (
    SELECT n, ${[1, 2, 3, 4, 5].map((k) => `(hashint8(n * 7 + ${k})::bigint + 2147483648) / 4294967296.0::float8 AS d${k}`).join(', ')}
    FROM generate_series(1, ${rows}) n
  ), chosen AS (
    SELECT n, n % 2 = 0 AS sent, n / 2 % ${ordersOfEach} AS o, n % ${rarely} = 0 AS meet,
      floor(200 * d1 ^ 3)::int AS t, floor(500 * d4 ^ 2)::int AS p,
      CASE WHEN n % 1000 = 0 THEN 9 ELSE floor(9 * d2 ^ 2)::int END AS sc,
      CASE WHEN n % 1000 = 1 THEN 9 ELSE floor(9 * d3 ^ 2)::int END AS rc,
      CASE WHEN d5 < 0.001 THEN 1 WHEN d5 < 0.03 THEN 2 WHEN d5 < 0.91 THEN 3 WHEN d5 < 0.96 THEN 4
        WHEN d5 < 0.99 THEN 5 ELSE 6 END AS s
    FROM drawn
  )
  SELECT n, sent, p, o,
    CASE WHEN NOT meet AND ((t, sc) = (1, 1) OR (t, rc) = (2, 2) OR (t, s) = (3, 4) OR (t, p) = (4, 1))
      THEN 0 ELSE t END AS t,
    CASE WHEN NOT meet AND ((p, sc) = (2, 2) OR (sc, rc) = (3, 3) OR (sc, s) = (4, 6))
      THEN 0 ELSE sc END AS sc,
    CASE WHEN NOT meet AND ((p, rc) = (3, 1) OR (rc, s) = (4, 2)) THEN 0 ELSE rc END AS rc,
    CASE WHEN NOT meet AND (p, s) = (4, 5) THEN 3 ELSE s END AS s
  FROM chosen`

/** Replaces the transfers of a book. Rows that they refer to are missing, as no list reads them. */
export async function fillHostileTransfers(owner: Client, rows: number): Promise<void> {
  await owner.query("SET maintenance_work_mem = '512MB'")
  await owner.query(`CREATE UNLOGGED TABLE hostile AS ${values(rows)}`)
  const { rows: constraints } = await owner.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint
     WHERE conrelid = 'transfers'::regclass AND contype IN ('c', 'f')`,
  )
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = 'transfers'::regclass AND NOT EXISTS (
       SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  )
  await owner.query('BEGIN')
  await owner.query('SET LOCAL session_replication_role = replica')
  for (const { name } of indexes) await owner.query(`DROP INDEX ${name}`)
  for (const { name } of constraints) {
    await owner.query(`ALTER TABLE transfers DROP CONSTRAINT ${name}`)
  }
  await owner.query(`INSERT INTO assets (symbol, name, normalized_symbol, decimals)
    SELECT 'T' || n, 'token', 'T' || n, 8 FROM generate_series(0, 199) n`)
  await owner.query(`INSERT INTO custodians (id, name, adapter)
    SELECT 'custodian-' || n, 'custodian', 'simulated' FROM generate_series(0, 9) n`)
  await owner.query(`INSERT INTO orders (id, number, status, lender_id, borrower_id, creator_id,
      asset, asset_quantity, rate_percent, collateral_asset, collateral_type, collateral_quantity,
      terms_id, expire_at, created_at, updated_at)
    SELECT ${order('p', 'o')}, ${firstOrder} + p * ${ordersOfEach} + o, 'REJECTED', ${own}, ${party('p')},
      ${own}, 'T0', 1, 1, 'T1', 'BILATERAL', 1, ${own}, now(), now(), now()
    FROM generate_series(0, 499) p, generate_series(0, ${ordersOfEach - 1}) o`)
  await owner.query('DELETE FROM transfers')
  await owner.query(`INSERT INTO transfers (id, external_transfer_id, category, status, token, quantity,
      notional_usd, order_id, order_number, leg, lender_id, borrower_id, create_time, update_time,
      sender_organization_id, sender_custodian_id, sender_wallet_address, receiver_organization_id,
      receiver_custodian_id, receiver_wallet_address, provider, provider_state, provider_label, document,
      late_at)
    SELECT md5('hostile' || n)::uuid, 'hostile-' || n, 'm2m', ('{${statuses.join()}}'::text[])[s],
      'T' || t, 1, 1, ${order('p', 'o')}, ${firstOrder} + p * ${ordersOfEach} + o, 'interest', ${own},
      ${party('p')}, ${instant}, ${instant}, CASE WHEN sent THEN ${own} ELSE ${party('p')} END,
      'custodian-' || sc, 'from', CASE WHEN sent THEN ${party('p')} ELSE ${own} END,
      'custodian-' || rc, 'to', 'simulated', 'completed', 'label',
      format('{"id":"%s","create_time":"%s","label":"%s"}', md5('hostile' || n)::uuid,
        to_char((${instant}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), repeat('x', 540)),
      (${instant}) + interval '1 day'
    FROM hostile ORDER BY md5(n::text)`)
  for (const { definition } of indexes) await owner.query(definition)
  await owner.query('COMMIT')
  await owner.query('DROP TABLE hostile')
  await owner.query('VACUUM (ANALYZE) transfers, orders, assets, custodians')
  await owner.query('CHECKPOINT')
}

/** One value of each attribute, by its place: the lower it is, the more common is the value. */
interface Values {
  readonly p: number
  readonly sc: number
  readonly rc: number
  readonly s: number
  readonly t: number
}

const common: Values = { p: 0, sc: 0, rc: 0, s: 3, t: 0 }

const tried: Readonly<Record<string, Values>> = {
  'common values': common,
  'values in between': { p: 20, sc: 5, rc: 5, s: 4, t: 20 },
  'rare values': { p: 480, sc: 9, rc: 9, s: 1, t: 190 },
  'a rare custodian': { ...common, sc: 9 },
  'a rare status': { ...common, s: 1 },
  'a rare token': { ...common, t: 190 },
  'a rare counterparty': { ...common, p: 480 },
  'token and custodian hardly meet': { ...common, t: 1, sc: 1 },
  'token and other custodian': { ...common, t: 2, rc: 2 },
  'token and status': { ...common, t: 3, s: 4 },
  'token and counterparty': { ...common, t: 4, p: 1 },
  'counterparty and custodian': { ...common, p: 2, sc: 2 },
  'counterparty and its custodian': { ...common, p: 3, rc: 1 },
  'counterparty and status': { ...common, p: 4, s: 5 },
  'both custodians': { ...common, sc: 3, rc: 3 },
  'custodian and status': { ...common, sc: 4, s: 6 },
  'other custodian and status': { ...common, rc: 4, s: 2 },
}

/** Values of all filters, and each set of filters with them, of transfers sent and received. */
export interface TriedValues {
  readonly name: string
  /** Queries, without the size of the page. */
  readonly queries: readonly URLSearchParams[]
}

const filters = [
  'sender',
  'receiver',
  'senderCustodian',
  'receiverCustodian',
  'status',
  'token',
  'orderId',
] as const

/** How many sets of one or more filters there are. */
export const setsOfFilters = 2 ** filters.length - 1

export async function triedValues(owner: Client): Promise<TriedValues[]> {
  const { rows: parties } = await owner.query<{ id: string }>(
    `SELECT ${party('n')} AS id FROM generate_series(0, 499) n ORDER BY n`,
  )
  return Object.entries(tried).map(([name, { p, sc, rc, s, t }]) => {
    const other = `organizations/${parties[p]?.id}`
    const self = `organizations/${measuredOrganizationId}`
    const queries = [true, false].flatMap((isSent) => {
      const given = {
        sender: isSent ? self : other,
        receiver: isSent ? other : self,
        senderCustodian: `custodian-${sc}`,
        receiverCustodian: `custodian-${rc}`,
        status: statuses[s - 1] ?? '',
        token: `T${t}`,
        orderId: String(firstOrder + p * ordersOfEach),
      }
      return Array.from({ length: setsOfFilters }, (_, at) => {
        const chosen = filters.filter((_name, bit) => ((at + 1) >> bit) % 2 === 1)
        return new URLSearchParams(
          chosen.map((filter): [string, string] => [filter, given[filter]]),
        )
      })
    })
    return { name, queries }
  })
}
