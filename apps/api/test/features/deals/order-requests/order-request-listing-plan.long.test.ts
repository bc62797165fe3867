import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestSelection } from '../../../../src/features/deals/deal-requests/request-table.ts'
import {
  type OrderRequestFilter,
  orderRequestTable,
} from '../../../../src/features/deals/order-requests/order-request.repository.ts'
import { Book } from '../../../harness/book.ts'
import { insertInBulk } from '../../../harness/bulk-rows.ts'
import type { TestDatabase } from '../../../harness/database.ts'
import { addWallets, copyDeals, instructAll } from '../../../harness/many-deals.ts'
import {
  middle,
  QueryPlans,
  readFromEndToEnd,
  rowsReadOfEach,
} from '../../../harness/query-plans.ts'

const requests = 20_000
const positions = 1000
const pageSize = 51
// All requests of a deal are read to find those of one request.
const transfersOfADeal = requests / (2 * positions)

const book = new Book()
const own = book.party('own')
const other = book.party('other')
const third = book.party('third')
const lent = book.deal(own, other)
const borrowed = book.deal(other, own)
const foreign = book.deal(other, third)

/**
 * Many requests of many positions, all of them ended, and most with a transfer, created in the
 * database.
 */
async function fill(database: TestDatabase): Promise<void> {
  await copyDeals(database, [
    [lent, positions],
    [borrowed, positions],
  ])
  await insertInBulk(
    database,
    'order_requests',
    `INSERT INTO order_requests (id, position_id, lender_id, borrower_id, kind, status, quantity,
       created_at, updated_at, creator_id, expire_at, rate_percent, whole)
     SELECT gen_random_uuid(), p.id, p.lender_id, p.borrower_id,
       CASE WHEN n % 1000 = 11 THEN 'rerate' WHEN n % 10 = 1 THEN 'recall' ELSE 'return' END,
       CASE WHEN n % 1000 = 7 THEN 'REJECTED' WHEN n % 500 = 3 THEN 'CANCELLED' ELSE 'COMPLETED' END,
       CASE WHEN n % 1000 <> 11 THEN 1 END,
       timestamptz '2026-01-01' + (n / 3) * interval '7 seconds', now(),
       p.lender_id, now(), CASE WHEN n % 1000 = 11 THEN 5 END, CASE WHEN n % 1000 <> 11 THEN false END
     FROM generate_series(1, $1::int) n
     JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM positions) p
       ON p.place = n % (SELECT count(*) FROM positions)`,
    [requests],
  )
  await database.query('ANALYZE')
  await database.query('ALTER TABLE transfers DROP CONSTRAINT document_agrees')
  await insertInBulk(
    database,
    'transfers',
    `INSERT INTO transfers (id, external_transfer_id, category, status, token, quantity, notional_usd,
       order_id, order_number, leg, lender_id, borrower_id, create_time, update_time,
       sender_organization_id, sender_custodian_id, sender_wallet_address, receiver_organization_id,
       receiver_custodian_id, receiver_wallet_address, provider, provider_state, provider_label, document,
       order_request_id, late_at)
     SELECT gen_random_uuid(), 'plan-' || r.id, 'return', 'COMPLETED', 'BTC', 1, 1, o.id, o.number, 'asset',
       o.lender_id, o.borrower_id, r.created_at, r.created_at, o.borrower_id, 'fireblocks', 'from',
       o.lender_id, 'fireblocks', 'to', 'fireblocks', 'completed', 'label', '{}', r.id,
       r.created_at + interval '1 day'
     FROM order_requests r JOIN positions p ON p.id = r.position_id
     JOIN orders o ON o.id = p.order_id WHERE r.status = 'COMPLETED' AND r.kind <> 'rerate'`,
  )
  await instructAll(database)
  // A firm without any would have them read from end to end.
  await addWallets(database, own, 200, ['ETH'])
  await database.query('VACUUM ANALYZE')
}

let plans: QueryPlans
beforeAll(async () => {
  plans = await QueryPlans.ofBook(book, own.id, fill)
}, 120_000)
afterAll(() => plans.end())

const selections: Record<string, RequestSelection<OrderRequestFilter>> = {
  'no filter': {},
  'a common status': { status: 'COMPLETED' },
  'a rare status': { status: 'REJECTED' },
  'a status that is never met': { status: 'EXPIRED' },
  'a common kind': { kind: 'return' },
  'a rare kind': { kind: 'rerate' },
  'one position': { position_id: lent.positionId },
  "another's position": { position_id: foreign.positionId },
  "nobody's position": { position_id: randomUUID() },
  'a status of one position': { status: 'COMPLETED', position_id: borrowed.positionId },
  'a kind that never ends so': { kind: 'rerate', status: 'REJECTED' },
}

describe.each(Object.entries(selections))('listing %s', (_name, selection) => {
  it.each(['first', 'later'])('reads little more than its %s page', async (page) => {
    const after = page === 'later' ? middle : undefined
    const statement = orderRequestTable.pageStatement(own.id, selection, after, pageSize)
    const nodes = await plans.nodes(statement, orderRequestTable.planModeOf(selection))
    expect(readFromEndToEnd(nodes)).toEqual([])
    const read = rowsReadOfEach(nodes)
    // Either side of the deals gives a page at most; for each request, its deal and its transfers
    // are read.
    expect(read['order_requests']).toBeLessThanOrEqual(2 * pageSize)
    expect(read['positions'] ?? 0).toBeLessThanOrEqual(pageSize)
    expect(read['orders'] ?? 0).toBeLessThanOrEqual(pageSize)
    expect(read['transfers'] ?? 0).toBeLessThanOrEqual(3 * transfersOfADeal * pageSize)
  })
})
