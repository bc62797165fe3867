import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanMode, Statement } from '../src/db/tenant-query.ts'
import { chatsStatement, entriesStatement } from '../src/modules/chats/chats.repository.ts'
import { positionText } from '../src/paging/page-token.ts'
import { Book } from './harness/book.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { loadBook } from './harness/load-book.ts'

const threadsEachSide = 1500
const longThread = 20_000
const pageSize = 51

const book = new Book()
const own = book.party('own')
const other = book.party('other')
own.credential('viewer')
other.credential('viewer')
const lent = book.deal(own, other)
const borrowed = book.deal(other, own)

/** Many threads of ten entries, and a long one; made in the database. */
async function fill(database: TestDatabase): Promise<void> {
  for (const [name, deal] of Object.entries({ lent, borrowed })) {
    const offset = name === 'lent' ? 1_000_000 : 2_000_000
    await database.query(
      `INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object(
         'id', md5('order ${name}' || n)::uuid, 'number', ${offset} + n))).*
       FROM orders o CROSS JOIN generate_series(1, $2::int) n WHERE o.id = $1`,
      [deal.orderId, threadsEachSide],
    )
  }
  await database.query('ANALYZE')
  await database.query(
    `INSERT INTO chat_entries (order_id, number, id, lender_id, borrower_id, kind, organization_id, account_id,
       text, created_at)
     SELECT c.order_id, n, gen_random_uuid(), c.lender_id, c.borrower_id, 'message', a.organization_id, a.id,
       'x', timestamptz '2026-01-01' + n * interval '1 second'
     FROM chats c JOIN accounts a ON a.organization_id = c.lender_id
     CROSS JOIN LATERAL generate_series(1, CASE c.order_id WHEN $1::uuid THEN $2::int ELSE 10 END) n`,
    [lent.orderId, longThread],
  )
  await database.query(
    `UPDATE chats c SET last_number = e.newest,
       active_at = timestamptz '2026-01-01' + hashtext(c.order_id::text) * interval '1 millisecond'
     FROM (SELECT order_id, max(number) AS newest FROM chat_entries GROUP BY order_id) e
     WHERE e.order_id = c.order_id`,
  )
  await database.query(
    `INSERT INTO chat_read_marks (order_id, account_id, organization_id, number, read_at)
     SELECT $1, id, organization_id, $2, now() FROM accounts`,
    [lent.orderId, longThread - 5],
  )
  await database.query('VACUUM ANALYZE')
}

let database: TestDatabase
let client: pg.Client
let credentialId: string
beforeAll(async () => {
  database = await createDatabase()
  await loadBook(database, book)
  await fill(database)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM credentials WHERE organization_id = $1',
    [own.id],
  )
  credentialId = rows[0]?.id ?? ''
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
  'Rows Removed by Filter'?: number
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

/** What a statement looks at, table by table, when it is prepared as the service does it. */
async function lookedAt(
  { text, values }: Statement,
  mode: PlanMode,
): Promise<Record<string, number>> {
  await client.query(`SET plan_cache_mode = force_${mode}_plan`)
  await client.query('DEALLOCATE ALL')
  await client.query(`PREPARE page (${values.map(() => 'unknown').join(', ')}) AS ${text}`)
  const given = values.map((value) =>
    typeof value === 'string' || typeof value === 'number'
      ? pg.escapeLiteral(String(value))
      : 'NULL',
  )
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page (${given.join(', ')})`,
  )
  const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]
  const looked: Record<string, number> = {}
  for (const node of rows.flatMap((row) => flatten(row['QUERY PLAN'][0].Plan))) {
    const table = node['Relation Name']
    if (table === undefined) continue
    const seen = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
    looked[table] = (looked[table] ?? 0) + seen * node['Actual Loops']
  }
  return looked
}

const middle = positionText({
  createTime: '2026-01-01T00:00:00.000Z',
  id: '80000000-0000-4000-8000-000000000000',
})

describe('a page of chats', () => {
  it.each([
    ['first', undefined],
    ['later', middle],
  ])('looks, as the %s one, at little more than it shows', async (_which, after) => {
    const reader = { organizationId: own.id, credentialId }
    const looked = await lookedAt(chatsStatement(reader, after, pageSize), 'custom')
    // Either side gives a page at the most; then each thread is read by its key.
    expect(looked['chats']).toBeLessThanOrEqual(3 * pageSize)
    expect(looked['orders']).toBeLessThanOrEqual(pageSize)
    // The newest, and those that the account wrote itself since its mark: here all ten.
    expect(looked['chat_entries']).toBeLessThanOrEqual(12 * pageSize)
  })
})

describe('a page of the entries of a long thread', () => {
  it.each([undefined, '10000', '12'])('looks, below %s, at what it shows', async (below) => {
    const reader = { organizationId: own.id, credentialId }
    const statement = entriesStatement(reader, lent.orderId, below, pageSize)
    const looked = await lookedAt(statement, 'generic')
    expect(looked['chat_entries']).toBeLessThanOrEqual(pageSize)
    expect(looked['chats']).toBe(1)
  })
})
