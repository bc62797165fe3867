import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listingStatement,
  type TransferSelection,
} from '../src/modules/transfers/transfers.repository.ts'
import { Book } from './harness/book.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { loadBook } from './harness/load-book.ts'

const transfers = 200_000

const book = new Book()
const own = book.party('own', 'fireblocks')
const others = ['bitgo', 'anchorage', 'copper'].map((custodian) =>
  book.party(`with-${custodian}`, custodian),
)
const deals = others.map((other, i) => (i === 0 ? book.deal(own, other) : book.deal(other, own)))
const foreign = book.deal(others[0] ?? own, others[1] ?? own)
const [other] = others

/** Many transfers of many parties, made in the database: what is measured is how they are found. */
async function fill(database: TestDatabase): Promise<void> {
  await database.query('ALTER TABLE transfers DROP CONSTRAINT document_agrees')
  await database.query(
    `INSERT INTO transfers (id, external_transfer_id, category, status, token, quantity, notional_usd,
       order_id, order_number, leg, lender_id, borrower_id, create_time, update_time,
       sender_organization_id, sender_custodian_id, sender_wallet_address,
       receiver_organization_id, receiver_custodian_id, receiver_wallet_address,
       provider, provider_request_state, provider_state, provider_label, document)
     SELECT gen_random_uuid(), 'plan-' || n, 'm2m',
       (ARRAY['COMPLETED', 'COMPLETED', 'COMPLETED', 'IN_PROGRESS', 'FAILED', 'PENDING'])[1 + n % 6],
       (ARRAY['ETH', 'BTC', 'USDC'])[1 + n % 3], 1, 1, o.id, o.number,
       'interest', o.lender_id, o.borrower_id,
       timestamptz '2026-01-01' + (n / 3) * interval '7 seconds',
       timestamptz '2026-01-01' + (n / 3) * interval '7 seconds',
       CASE WHEN n % 2 = 0 THEN o.lender_id ELSE o.borrower_id END,
       CASE WHEN n % 2 = 0 THEN lw.custodian_id ELSE bw.custodian_id END, 'from',
       CASE WHEN n % 2 = 0 THEN o.borrower_id ELSE o.lender_id END,
       CASE WHEN n % 2 = 0 THEN bw.custodian_id ELSE lw.custodian_id END, 'to',
       'simulated', 'word', 'completed', 'label', '{}'
     FROM generate_series(1, $1::int) n
     JOIN (SELECT *, row_number() OVER (ORDER BY number) - 1 AS place FROM orders) o
       ON o.place = n % (SELECT count(*) FROM orders)
     JOIN wallets lw ON lw.id = o.lender_asset_wallet_id
     JOIN wallets bw ON bw.id = o.borrower_asset_wallet_id`,
    [transfers],
  )
  await database.query('ANALYZE transfers')
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
  Plans?: PlanNode[]
}

/** The nodes of the plan with which the statement runs when it is prepared, as the service does it. */
async function plan(
  selection: TransferSelection,
  paged: boolean,
  mode: string,
): Promise<PlanNode[]> {
  const after = paged
    ? { createTime: '2026-03-01T00:00:00.000Z', id: '80000000-0000-4000-8000-000000000000' }
    : undefined
  const statement = listingStatement(own.id, selection, after, 50)
  await client.query(`SET plan_cache_mode = ${mode}`)
  const types = statement.values.map(() => 'unknown').join(', ')
  await client.query(`DEALLOCATE ALL`)
  await client.query(`PREPARE listing (${types}) AS ${statement.text}`)
  const values = statement.values.map((value) => pg.escapeLiteral(String(value))).join(', ')
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (FORMAT JSON) EXECUTE listing (${values})`,
  )
  const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]
  return rows.flatMap((row) => flatten(row['QUERY PLAN'][0].Plan))
}

const selections: Record<string, TransferSelection> = {
  'no filter': {},
  'sender oneself': { sender: own.id },
  'sender another': { sender: other?.id ?? '' },
  'receiver oneself': { receiver: own.id },
  'receiver another': { receiver: other?.id ?? '' },
  senderCustodian: { senderCustodian: 'bitgo' },
  receiverCustodian: { receiverCustodian: 'copper' },
  'a custodian of nobody here': { senderCustodian: 'simulated' },
  status: { status: 'IN_PROGRESS' },
  'a status that is never met': { status: 'CANCELLED' },
  token: { token: 'BTC' },
  'a token of nobody': { token: 'DOGE' },
  orderId: { orderNumber: deals[0]?.orderNumber ?? 0 },
  "another's orderId": { orderNumber: foreign.orderNumber },
  'an orderId of nobody': { orderNumber: 1 },
  'status and token': { status: 'FAILED', token: 'USDC' },
  'everything at once': {
    sender: own.id,
    receiver: other?.id ?? '',
    senderCustodian: 'fireblocks',
    receiverCustodian: 'bitgo',
    status: 'COMPLETED',
    token: 'BTC',
    orderNumber: deals[0]?.orderNumber ?? 0,
  },
}

describe.each(Object.entries(selections))('listing %s', (_name, selection) => {
  it.each(['first', 'later'])('finds its %s page by index, already in order', async (page) => {
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      const nodes = await plan(selection, page === 'later', mode)
      const kinds = nodes.map((node) => node['Node Type'])
      expect(kinds, mode).not.toContain('Seq Scan')
      expect(kinds, mode).not.toContain('Sort')
      expect(kinds, mode).not.toContain('Incremental Sort')
      const scans = nodes.filter((node) => node['Relation Name'] === 'transfers')
      expect(scans.length).toBeGreaterThan(0)
      for (const scan of scans) expect(scan['Index Name']).toMatch(/^transfers_/)
    }
  })
})
