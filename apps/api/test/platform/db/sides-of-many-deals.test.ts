import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageOf } from '../../../src/features/deals/orders/orders.repository.ts'
import { listingStatement } from '../../../src/features/deals/positions/position-listing.ts'
import { Book } from '../../harness/book.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { copyDeals } from '../../harness/many-deals.ts'
import { QueryPlans, rowsReadOfEach } from '../../harness/query-plans.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const copies = isLongRun ? 10_000 : 400
const pageSize = 10
const now = '2026-03-02T12:00:00.000Z'

const book = new Book()
const [lender, borrower, other] = [book.party('harbor'), book.party('quay'), book.party('stone')]
const stranger = book.party('mole')
const deals = [book.deal(lender, borrower), book.deal(lender, other)]
const pairs = deals.length

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  await copyDeals(
    service.database,
    deals.map((deal) => [deal, copies]),
  )
})
afterAll(() => service.close())

/** What the service is answered, and how many orders and entries of their indexes that reads. */
async function asked(statement: string, settings: Readonly<Record<string, string>> = {}) {
  const client = new pg.Client({ connectionString: service.database.url })
  await client.connect()
  try {
    await client.query('BEGIN; SET LOCAL ROLE vadium_service')
    for (const [name, value] of Object.entries(settings)) {
      await client.query('SELECT set_config($1, $2, true)', [`vadium.${name}`, value])
    }
    const { rows } = await client.query<Record<string, unknown>>(statement)
    const read = await client.query<{ count: number }>(
      `SELECT sum(pg_stat_get_xact_tuples_returned(c.oid))::int AS count FROM pg_class c
       WHERE c.oid = 'orders'::regclass
         OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'orders'::regclass)`,
    )
    return { rows, ordersRead: read.rows[0]?.count }
  } finally {
    await client.end()
  }
}

const published = (readerId: string, command: 'SELECT' | 'PERFORM') =>
  `${command} record_events(now(), '{${readerId}}', '{order.updated}', ARRAY['{}'::jsonb])`

describe(`between organizations with ${copies} deals each`, () => {
  it('an organization publishes for counterparties alone, without reading deals', async () => {
    const { ordersRead } = await asked(
      `${published(borrower.id, 'SELECT')};
       DO $$ BEGIN
         ${published(stranger.id, 'PERFORM')};
         RAISE 'a stranger was notified';
       EXCEPTION WHEN insufficient_privilege THEN NULL;
       END $$`,
      { organization_id: lender.id },
    )
    expect(ordersRead).toBe(0)
  })

  it('the lenders of live deals are found by a few entries for each pair of sides', async () => {
    const { rows, ordersRead } = await asked(`SELECT lenders_to_revalue('{BTC,ETH,ETH}') AS id`, {
      revaluation: 'on',
    })
    expect(rows).toEqual([{ id: lender.id }])
    expect(ordersRead).toBeGreaterThan(0)
    expect(ordersRead).toBeLessThanOrEqual(6 * pairs)
  })

  it('both sides of the deals on a stale asset are found in at most four orders of a pair', async () => {
    const { rows, ordersRead } = await asked(
      `SELECT organization_id AS id FROM readers_of_stale_prices('{ETH}', '{ETH 1}')`,
    )
    expect(rows.map(({ id }) => id).sort()).toEqual([lender.id, borrower.id, other.id].sort())
    expect(ordersRead).toBeGreaterThan(0)
    expect(ordersRead).toBeLessThanOrEqual(4 * pairs)
  })

  // PostgreSQL may well read all of a small book.
  it.runIf(isLongRun).each([
    ['orders', pageOf(lender.id, {}, undefined, pageSize, now)],
    ['positions', listingStatement(lender.id, {}, {}, { pageSize, now })],
  ])('a page of %s reads the deals of the page alone', async (_what, statement) => {
    await service.database.query('VACUUM ANALYZE')
    const plans = await QueryPlans.of(service.database, lender.id)
    for (const mode of ['custom', 'generic'] as const) {
      const nodes = await plans.nodes(statement, mode)
      const { orders = 0, positions = 0 } = rowsReadOfEach(nodes)
      expect(Math.max(orders, positions)).toBeLessThanOrEqual(4 * (pageSize + 1))
    }
    await plans.end()
  })
})
