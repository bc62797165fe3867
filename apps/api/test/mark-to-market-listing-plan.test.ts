import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  pageStatement,
  planModeOf,
  type RequestSelection,
} from '../src/modules/mark-to-market/request.repository.ts'
import { Book } from './harness/book.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { loadBook } from './harness/load-book.ts'

const requests = 20_000
const positions = 1000
const pageSize = 51

const book = new Book()
const own = book.party('own')
const other = book.party('other')
const third = book.party('third')
const lent = book.deal(own, other)
const borrowed = book.deal(other, own)
const foreign = book.deal(other, third)

/** Many requests of many positions, most of them over, and all with a transfer; made in the database. */
async function fill(database: TestDatabase): Promise<void> {
  const copies = (table: string, changes: string, of: string) =>
    database.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(t, ${changes})).*
       FROM ${table} t CROSS JOIN generate_series(1, $2::int) n WHERE t.id = $1`,
      [of, positions],
    )
  for (const [name, deal] of Object.entries({ lent, borrowed })) {
    const offset = name === 'lent' ? 1_000_000 : 2_000_000
    const orderId = `md5('order ${name}' || n)::uuid`
    await copies(
      'orders',
      `jsonb_build_object('id', ${orderId}, 'number', ${offset} + n)`,
      deal.orderId,
    )
    const positionId = `md5('position ${name}' || n)::uuid`
    const position = `jsonb_build_object('id', ${positionId}, 'order_id', ${orderId})`
    await copies('positions', position, deal.positionId)
  }
  // So that the checks of references know how many there are.
  await database.query('ANALYZE')
  await database.query(
    `INSERT INTO mark_to_market_requests (id, position_id, lender_id, borrower_id, status, direction,
       collateral_amount, notional_usd, created_at, updated_at)
     SELECT gen_random_uuid(), p.id, p.lender_id, p.borrower_id,
       CASE WHEN n % 1000 = 7 THEN 'FAILED' WHEN n % 500 = 3 THEN 'DISPUTED' ELSE 'COMPLETED' END,
       'TopUp', 1, 2500, timestamptz '2026-01-01' + (n / 3) * interval '7 seconds', now()
     FROM generate_series(1, $1::int) n
     JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS many
           FROM positions) p ON p.place = n % p.many`,
    [requests],
  )
  await database.query('ANALYZE')
  await database.query('ALTER TABLE transfers DROP CONSTRAINT document_agrees')
  await database.query(
    `INSERT INTO transfers (id, external_transfer_id, category, status, token, quantity, notional_usd,
       order_id, order_number, leg, lender_id, borrower_id, create_time, update_time,
       sender_organization_id, sender_custodian_id, sender_wallet_address, receiver_organization_id,
       receiver_custodian_id, receiver_wallet_address, provider, provider_state, provider_label, document,
       mark_to_market_request_id)
     SELECT gen_random_uuid(), 'plan-' || r.id, 'm2m', 'COMPLETED', 'ETH', 1, 1, o.id, o.number, 'collateral',
       o.lender_id, o.borrower_id, r.created_at, r.created_at, o.borrower_id, 'fireblocks', 'from',
       o.lender_id, 'fireblocks', 'to', 'fireblocks', 'completed', 'label', '{}', r.id
     FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id
     JOIN orders o ON o.id = p.order_id`,
  )
  await database.query('VACUUM ANALYZE')
}

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  await loadBook(database, book)
  await fill(database)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query("SET ROLE vadium_service; SET timezone = 'UTC'")
  await client.query("SELECT set_config('vadium.organization_id', $1, false)", [own.id])
}, 120_000)
afterAll(async () => {
  await client.end()
  await database.drop()
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Rows Removed by Filter'?: number
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

/** The nodes of the plan with which the statement runs when it is prepared, as the service does it. */
async function plan(selection: RequestSelection, paged: boolean): Promise<PlanNode[]> {
  const after = paged
    ? { createTime: '2026-01-03T00:00:00.000Z', id: '80000000-0000-4000-8000-000000000000' }
    : undefined
  const { text, values } = pageStatement(own.id, selection, after, pageSize)
  await client.query(`SET plan_cache_mode = force_${planModeOf(selection)}_plan`)
  await client.query('DEALLOCATE ALL')
  await client.query(`PREPARE page (${values.map(() => 'unknown').join(', ')}) AS ${text}`)
  const given = values.map((value) => pg.escapeLiteral(String(value))).join(', ')
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page (${given})`,
  )
  const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]
  return rows.flatMap((row) => flatten(row['QUERY PLAN'][0].Plan))
}

const selections: Record<string, RequestSelection> = {
  'no filter': {},
  'a common status': { status: 'COMPLETED' },
  'a rare status': { status: 'FAILED' },
  'a status that is never met': { status: 'CANCELLED' },
  'one position': { positionId: lent.positionId },
  "another's position": { positionId: foreign.positionId },
  "nobody's position": { positionId: randomUUID() },
  'a status of one position': { status: 'COMPLETED', positionId: borrowed.positionId },
}

describe.each(Object.entries(selections))('listing %s', (_name, selection) => {
  it.each(['first', 'later'])('looks for its %s page at little more than that', async (page) => {
    const nodes = await plan(selection, page === 'later')
    // What was never executed cost nothing: an empty table may be planned to be read as a whole.
    const scans = nodes.filter(
      (node) => node['Relation Name'] !== undefined && node['Actual Loops'] !== 0,
    )
    expect(scans.length).toBeGreaterThan(0)
    expect(scans.map((scan) => scan['Node Type'])).not.toContain('Seq Scan')
    const looked = scans.map(
      (scan) =>
        (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
    )
    // Either side of the deals gives a page at the most; of each request are read its deal and its transfers.
    expect(looked.reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(6 * pageSize)
  })
})
