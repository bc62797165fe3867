import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestSelection } from '../../../../src/features/deals/deal-requests/request-table.ts'
import {
  type MarkToMarketFilter,
  markToMarketTable,
} from '../../../../src/features/deals/mark-to-market/request.repository.ts'
import { Book } from '../../../harness/book.ts'
import { insertInBulk } from '../../../harness/bulk-rows.ts'
import type { TestDatabase } from '../../../harness/database.ts'
import { addWallets, copyDeals, instructAll } from '../../../harness/many-deals.ts'
import { middle, QueryPlans, readFromEndToEnd, rowsRead } from '../../../harness/query-plans.ts'

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

/**
 * Many requests of many positions, most of them ended, and all with a transfer, created in the
 * database.
 */
async function fill(database: TestDatabase): Promise<void> {
  await copyDeals(database, [
    [lent, positions],
    [borrowed, positions],
  ])
  await insertInBulk(
    database,
    'mark_to_market_requests',
    `INSERT INTO mark_to_market_requests (id, position_id, lender_id, borrower_id, status, direction,
       collateral_amount, notional_usd, created_at, updated_at, creator_id, asset_price_usd,
       collateral_price_usd, calculation_id, expire_at)
     SELECT gen_random_uuid(), p.id, p.lender_id, p.borrower_id,
       CASE WHEN n % 1000 = 7 THEN 'FAILED' WHEN n % 500 = 3 THEN 'DISPUTED' ELSE 'COMPLETED' END,
       'TopUp', 1, 2500, timestamptz '2026-01-01' + (n / 3) * interval '7 seconds', now(),
       p.lender_id, 60000, 2500, 'calculation', now()
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
       mark_to_market_request_id, late_at)
     SELECT gen_random_uuid(), 'plan-' || r.id, 'm2m', 'COMPLETED', 'ETH', 1, 1, o.id, o.number, 'collateral',
       o.lender_id, o.borrower_id, r.created_at, r.created_at, o.borrower_id, 'fireblocks', 'from',
       o.lender_id, 'fireblocks', 'to', 'fireblocks', 'completed', 'label', '{}', r.id,
       r.created_at + interval '1 day'
     FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id
     JOIN orders o ON o.id = p.order_id`,
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

const selections: Record<string, RequestSelection<MarkToMarketFilter>> = {
  'no filter': {},
  'a common status': { status: 'COMPLETED' },
  'a rare status': { status: 'FAILED' },
  'a status that is never met': { status: 'CANCELLED' },
  'one position': { position_id: lent.positionId },
  "another's position": { position_id: foreign.positionId },
  "nobody's position": { position_id: randomUUID() },
  'a status of one position': { status: 'COMPLETED', position_id: borrowed.positionId },
}

describe.each(Object.entries(selections))('listing %s', (_name, selection) => {
  it.each(['first', 'later'])('reads little more than its %s page', async (page) => {
    const after = page === 'later' ? middle : undefined
    const statement = markToMarketTable.pageStatement(own.id, selection, after, pageSize)
    const nodes = await plans.nodes(statement, markToMarketTable.planModeOf(selection))
    expect(nodes.some((node) => node['Relation Name'] === 'mark_to_market_requests')).toBe(true)
    expect(readFromEndToEnd(nodes)).toEqual([])
    // Either side of the deals gives a page at most; for each request, its deal, its transfers and
    // their instructions are read.
    const read = nodes.reduce((sum, node) => sum + rowsRead(node), 0)
    expect(read).toBeLessThanOrEqual(7 * pageSize)
  })
})
