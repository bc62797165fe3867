import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listingStatement } from '../../../../src/features/deals/transfers/listing-statement.ts'
import type { TransferSelection } from '../../../../src/features/deals/transfers/transfer-selection.ts'
import { Book, type Deal } from '../../../harness/book.ts'
import { insertInBulk } from '../../../harness/bulk-rows.ts'
import type { TestDatabase } from '../../../harness/database.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { copyDeals, copyNumber } from '../../../harness/many-deals.ts'
import { middle, type PlanNode, QueryPlans } from '../../../harness/query-plans.ts'

const transfers = isLongRun ? 200_000 : 25_000
/** All of them take place in five days. */
const secondsBetween = 1_400_000 / transfers

const book = new Book()
const own = book.party('own', 'fireblocks')
const others = ['bitgo', 'anchorage', 'copper'].map((custodian) =>
  book.party(`with-${custodian}`, custodian),
)
const [first = own, second = own, third = own] = others
// Most orders are with the first; the third is rare.
const biggest = book.deal(own, third)
const foreign = book.deal(first, second)
/** How many copies there are of each deal: copies cost less than deals that are played. */
const copies: [Deal, number][] = [
  [biggest, 2],
  [book.deal(own, second), 26],
  [book.deal(own, first), 119],
  [book.deal(first, own), 149],
]
const smallest = copyNumber(copies.length - 1, 149)

/**
 * Many transfers, as unevenly distributed as in a real book, created in the database: the test
 * measures how they are found.
 */
async function fill(database: TestDatabase): Promise<void> {
  await copyDeals(database, copies)
  await database.query('ALTER TABLE transfers DROP CONSTRAINT document_agrees')
  await insertInBulk(
    database,
    'transfers',
    `INSERT INTO transfers (id, external_transfer_id, category, status, token, quantity, notional_usd,
       order_id, order_number, leg, lender_id, borrower_id, create_time, update_time,
       sender_organization_id, sender_custodian_id, sender_wallet_address,
       receiver_organization_id, receiver_custodian_id, receiver_wallet_address,
       provider, provider_request_state, provider_state, provider_label, document, late_at)
     SELECT gen_random_uuid(), 'plan-' || n, 'm2m',
       CASE WHEN n % 1000 = 7 THEN 'PENDING' WHEN n % 500 = 3 THEN 'FAILED'
            WHEN n % 100 = 1 THEN 'IN_PROGRESS' ELSE 'COMPLETED' END,
       CASE WHEN n % 211 = 0 THEN 'USDC' WHEN n % 11 = 0 THEN 'BTC' ELSE 'ETH' END, 1, 1,
       o.id, o.number, 'interest', o.lender_id, o.borrower_id,
       timestamptz '2026-01-01' + (n / 3) * $2::float8 * interval '1 second',
       timestamptz '2026-01-01' + (n / 3) * $2::float8 * interval '1 second',
       CASE WHEN n % 2 = 0 THEN o.lender_id ELSE o.borrower_id END,
       CASE WHEN n % 2 = 0 THEN lw.custodian_id ELSE bw.custodian_id END, 'from',
       CASE WHEN n % 2 = 0 THEN o.borrower_id ELSE o.lender_id END,
       CASE WHEN n % 2 = 0 THEN bw.custodian_id ELSE lw.custodian_id END, 'to',
       'simulated', 'word', 'completed', 'label', '{}', timestamptz '2026-02-01'
     FROM generate_series(1, $1::int) n
     JOIN (
       SELECT *, row_number() OVER (ORDER BY place_in_kind, number) - 1 AS place
       FROM (
         SELECT *, percent_rank() OVER (PARTITION BY number / 1000000 ORDER BY number) AS place_in_kind
         FROM orders) ranked) o
       ON o.place = floor(
         (SELECT count(*) FROM orders) * (((n::bigint * 7919) % $1) / $1::float8) ^ 2)
     JOIN wallets lw ON lw.id = o.lender_asset_wallet_id
     JOIN wallets bw ON bw.id = o.borrower_asset_wallet_id`,
    [transfers, secondsBetween],
  )
  await database.query('VACUUM ANALYZE transfers')
}

let plans: QueryPlans
beforeAll(async () => {
  plans = await QueryPlans.ofBook(book, own.id, fill)
}, 120_000)
afterAll(() => plans.end())

function plan(selection: TransferSelection, paged: boolean): Promise<PlanNode[]> {
  const statement = listingStatement(own.id, selection, paged ? middle : undefined, 50)
  return plans.nodes(statement, 'generic')
}

const selections: Record<string, TransferSelection> = {
  'no filter': {},
  'sender oneself': { sender: own.id },
  'sender another': { sender: first.id },
  'sender a rare one': { sender: third.id },
  'receiver oneself': { receiver: own.id },
  'receiver another': { receiver: first.id },
  'both parties': { sender: own.id, receiver: third.id },
  senderCustodian: { senderCustodian: 'bitgo' },
  'a rare receiverCustodian': { receiverCustodian: 'copper' },
  'a custodian of nobody here': { senderCustodian: 'simulated' },
  'a common status': { status: 'COMPLETED' },
  'a rare status': { status: 'PENDING' },
  'a status that is never met': { status: 'CANCELLED' },
  'a common token': { token: 'ETH' },
  'a rare token': { token: 'USDC' },
  'a token of nobody': { token: 'DOGE' },
  'an order of many transfers': { orderNumber: biggest.orderNumber },
  'an order of few': { orderNumber: smallest },
  "another's order": { orderNumber: foreign.orderNumber },
  'an order of nobody': { orderNumber: 1 },
}

/** When one condition is rare, its index is used, whichever it is. */
const combinations: Record<string, TransferSelection> = {
  'a rare status and a common token': { status: 'PENDING', token: 'ETH' },
  'a common status and a rare token': { status: 'COMPLETED', token: 'USDC' },
  'two rare ones': { status: 'FAILED', token: 'USDC' },
  'a rare status of one receiver': { receiver: first.id, status: 'PENDING' },
  'a common status of a rare sender': { sender: third.id, status: 'COMPLETED' },
  'a rare status at a common custodian': { receiverCustodian: 'bitgo', status: 'PENDING' },
  'a rare custodian and a common token': { senderCustodian: 'copper', token: 'ETH' },
  'a common status of an order of few': {
    orderNumber: smallest,
    status: 'COMPLETED',
  },
  'everything at once': {
    sender: own.id,
    receiver: third.id,
    senderCustodian: 'fireblocks',
    receiverCustodian: 'copper',
    status: 'IN_PROGRESS',
    token: 'ETH',
    orderNumber: biggest.orderNumber,
  },
}

const removed = (nodes: readonly PlanNode[]) =>
  nodes.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'], 0)

describe.each(Object.entries(selections))('listing %s', (_name, selection) => {
  it.each(['first', 'later'])('finds its %s page by index, already in order', async (page) => {
    const nodes = await plan(selection, page === 'later')
    const kinds = nodes.map((node) => node['Node Type'])
    expect(kinds).not.toContain('Seq Scan')
    expect(kinds).not.toContain('Sort')
    expect(kinds).not.toContain('Incremental Sort')
    const scans = nodes.filter((node) => node['Relation Name'] === 'transfers')
    expect(scans.length).toBeGreaterThan(0)
    for (const scan of scans) expect(scan['Index Name']).toMatch(/^(transfers|milestones)_/)
    // Every transfer that was read is in the answer.
    expect(removed(scans)).toBe(0)
  })
})

describe.each(Object.entries(combinations))('listing %s', (_name, selection) => {
  it.each(['first', 'later'])('discards few rows for its %s page', async (page) => {
    const nodes = await plan(selection, page === 'later')
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    expect(removed(nodes)).toBeLessThan(transfers / 50)
  })
})

describe('listing transfers between others', () => {
  it('reads no row with a further filter', async () => {
    const nodes = await plan(
      { sender: first.id, receiver: second.id, token: 'ETH', status: 'FAILED' },
      false,
    )
    const scans = nodes.filter((node) => node['Relation Name'] !== undefined)
    expect(scans.filter((scan) => scan['Actual Loops'] > 0)).toEqual([])
  })

  it('reads no row', async () => {
    const nodes = await plan({ sender: first.id, receiver: second.id }, false)
    // Before PostgreSQL 16 the plan still has the scan, below a condition that is never true.
    const scans = nodes.filter((node) => node['Relation Name'] !== undefined)
    expect(scans.filter((scan) => scan['Actual Loops'] > 0)).toEqual([])
  })
})
