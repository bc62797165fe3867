import { afterAll, beforeAll, expect, it } from 'vitest'
import { todayStatement } from '../../../src/features/today/today.repository.ts'
import { Book } from '../../harness/book.ts'
import { insertInBulk } from '../../harness/bulk-rows.ts'
import type { TestDatabase } from '../../harness/database.ts'
import { copyDeals, instructAll } from '../../harness/many-deals.ts'
import { QueryPlans, readFromEndToEnd, rowsReadOfEach } from '../../harness/query-plans.ts'

const positions = 5_000
const requests = 60_000
const countMax = 1_000
const changesMax = 1_000

const book = new Book()
const own = book.party('own')
const other = book.party('other')
const third = book.party('third')
const lent = book.deal(own, other)
const borrowed = book.deal(other, own)
const foreign = book.deal(other, third)

/** Many requests, few of them open, each with a transfer. One transfer in 16 failed. */
async function fill(database: TestDatabase): Promise<void> {
  await copyDeals(database, [
    [lent, positions],
    [borrowed, positions],
    [foreign, positions],
  ])
  await insertInBulk(
    database,
    'mark_to_market_requests',
    `INSERT INTO mark_to_market_requests (id, position_id, lender_id, borrower_id, status, direction,
       collateral_amount, notional_usd, created_at, updated_at, creator_id, asset_price_usd,
       collateral_price_usd, calculation_id, expire_at)
     SELECT gen_random_uuid(), p.id, p.lender_id, p.borrower_id,
       CASE WHEN n % 200 = 7 THEN 'FAILED' WHEN n % 200 = 3 THEN 'DISPUTED' ELSE 'COMPLETED' END,
       'TopUp', 1, 2500, timestamptz '2026-01-01' + (n / 3) * interval '7 seconds', now(),
       p.lender_id, 60000, 2500, 'calculation', now()
     FROM generate_series(1, $1::int) n
     JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM positions) p
       ON p.place = n % (SELECT count(*) FROM positions)`,
    [requests],
  )
  await database.query('ALTER TABLE transfers DROP CONSTRAINT document_agrees')
  await insertInBulk(
    database,
    'transfers',
    `INSERT INTO transfers (id, external_transfer_id, category, status, token, quantity, notional_usd,
       order_id, order_number, leg, lender_id, borrower_id, create_time, update_time,
       sender_organization_id, sender_custodian_id, sender_wallet_address, receiver_organization_id,
       receiver_custodian_id, receiver_wallet_address, provider, provider_state, provider_label, document,
       mark_to_market_request_id, late_at)
     SELECT gen_random_uuid(), 'plan-' || r.id, 'm2m',
       CASE WHEN r.status = 'FAILED' OR right(r.id::text, 1) = '0' THEN 'FAILED'
         WHEN r.status = 'DISPUTED' THEN 'IN_PROGRESS' ELSE 'COMPLETED' END,
       'ETH', 1, 2500, o.id, o.number, 'collateral', o.lender_id, o.borrower_id, r.created_at,
       r.updated_at, o.borrower_id, 'simulated', 'from', o.lender_id, 'simulated', 'to', 'simulated',
       'confirming', 'label', '{}', r.id, timestamptz '2026-02-01'
     FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id
     JOIN orders o ON o.id = p.order_id`,
  )
  await instructAll(database)
  for (const [machine, table, created] of [
    ['mark_to_market_request', 'mark_to_market_requests', 'created_at'],
    ['transfer', 'transfers', 'create_time'],
  ] as const) {
    const first = machine === 'transfer' ? 'PENDING' : 'PENDING_ACCEPTANCE'
    await insertInBulk(
      database,
      'state_changes',
      `INSERT INTO state_changes (machine, resource_id, action, from_state, to_state, lender_id,
         borrower_id, changed_at)
       SELECT $1::text, r.id, s.action, s.from_state, s.to_state, lender_id, borrower_id, s.at
       FROM ${table} r CROSS JOIN LATERAL (VALUES ('create', NULL, $2::text, ${created}),
         ('move', $2::text, r.status, ${created} + interval '1 hour')) s (action, from_state, to_state, at)`,
      [machine, first],
    )
  }
  await database.query("INSERT INTO market_cuts VALUES ('BTC', '2026-01-02T08:00:00Z', 60000)")
  await database.query("UPDATE organizations SET created_at = '2026-01-01'")
  await database.query('VACUUM ANALYZE')
}

let plans: QueryPlans
beforeAll(async () => {
  plans = await QueryPlans.ofBook(book, own.id, fill)
}, 240_000)
afterAll(() => plans.end())

it.each([10, countMax])(
  'today reads a bounded part of a large book, with %i rows',
  async (rows) => {
    const caller = { organizationId: own.id, accountId: own.id }
    const prices = new Map([
      ['BTC', '60000'],
      ['USDC', '1'],
      ['ETH', '2500'],
    ])
    const asked = { caller, now: '2026-03-02T12:00:00.000Z', rows }
    const nodes = await plans.nodes(
      todayStatement(asked, prices, { countMax, changesMax }, true),
      'generic',
    )
    const read = rowsReadOfEach(nodes)
    // The others are small, or have a row for each deal that is looked at.
    const large = [
      ...['transfers', 'instructions', 'positions', 'orders', 'position_levels', 'state_changes'],
    ]
    const complete = readFromEndToEnd(nodes)
    for (const table of [...large, 'mark_to_market_requests']) expect(complete).not.toContain(table)
    // Six scans of failed transfers and two of those under way, and what each failed one belongs to.
    for (const table of large) expect(read[table], table).toBeLessThan(20 * (countMax + 1))
    expect(read['mark_to_market_requests']).toBeLessThan(20 * (countMax + 1))
  },
)
