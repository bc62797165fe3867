import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cursorSettings, type Snapshot } from '../../../src/platform/db/snapshots.ts'
import { collateralMovementReport } from '../../../src/features/reports/collateral-movement-report.ts'
import { transferReport } from '../../../src/features/reports/transfer-report.ts'
import { Book } from '../../harness/book.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { insertTransfers } from '../../harness/inserted-transfers.ts'
import { loadBook } from '../../harness/load-book.ts'
import { copyTransfer, untilNow } from '../../harness/many-transfers.ts'

const book = new Book()
const lender = book.party('harbor')
const borrower = book.party('quay', 'bitgo')
const first = book.transfer(book.deal(lender, borrower), borrower, lender)

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  await loadBook(database, book)
  await insertTransfers(database, book)
  await copyTransfer(database, first.id, 40_000)
}, 120_000)
afterAll(() => database.drop())

describe('the plan of a report', () => {
  it('sorts nothing, so that the first rows are ready at once however many follow', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query('ANALYZE')
      await client.query('BEGIN; SET LOCAL ROLE vadium_service')
      await client.query("SELECT set_config('vadium.organization_id', $1, true)", [lender.id])
      // As expensive as in a table that is far larger than its cache.
      await client.query(`${cursorSettings}; SET LOCAL random_page_cost = 400`)
      const choice = { organizationId: lender.id }
      const plans = [
        await planOf(client, (snapshot) =>
          transferReport(snapshot, choice, untilNow, 'csv').next(),
        ),
        await planOf(client, (snapshot) =>
          transferReport(snapshot, choice, { ...untilNow, isNow: false }, 'json').next(),
        ),
      ]
      for (const plan of plans) {
        expect(plan).toContain('Merge Append')
        expect(plan).not.toContain('Sort Key: t_')
        expect(plan).not.toContain('Seq Scan on transfers')
      }
    } finally {
      await client.end()
    }
  })

  it('reads the journal order by order, and only of orders that changed in the range', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query(`BEGIN; ALTER TABLE orders DISABLE TRIGGER USER;
        INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object(
          'id', md5('order' || i)::uuid, 'number', 1000000 + i))).*
        FROM orders o CROSS JOIN generate_series(1, 2000) i;
        INSERT INTO positions SELECT (jsonb_populate_record(p, jsonb_build_object(
          'id', md5('position' || i)::uuid, 'order_id', md5('order' || i)::uuid))).*
        FROM positions p CROSS JOIN generate_series(1, 2000) i;
        ANALYZE; SET LOCAL ROLE vadium_service`)
      await client.query("SELECT set_config('vadium.organization_id', $1, true)", [lender.id])
      await client.query(cursorSettings)
      const planOver = (from: string | null) =>
        planOf(client, (snapshot) =>
          collateralMovementReport(
            snapshot,
            { organizationId: lender.id },
            { ...untilNow, from, isNow: false },
          ).next(),
        )
      const [whole, range] = [await planOver(null), await planOver('2026-03-02T13:00:00.000Z')]
      for (const plan of [whole, range]) {
        expect(plan).toMatch(/Incremental Sort[^>]*Presorted Key: [^,]*number\n/)
      }
      // Unchanged orders are left out before their journal is summed, which is the expensive part.
      const [beforeSums = ''] = range.split('WindowAgg')
      expect(beforeSums).toContain('on journal_transactions')
    } finally {
      await client.end()
    }
  })

  async function planOf(
    client: pg.Client,
    read: (snapshot: Pick<Snapshot, 'rows' | 'texts' | 'query'>) => Promise<unknown>,
  ): Promise<string> {
    let plan: Promise<pg.QueryResult> | undefined
    const explain = (text: string, values: unknown[]) => {
      plan = client.query(`EXPLAIN DECLARE c NO SCROLL CURSOR FOR ${text}`, values)
      return nothing()
    }
    await read({
      rows: explain,
      texts: explain,
      query: () => Promise.reject(new Error('there are no rows, and so no names to read')),
    })
    const lines = (await plan)?.rows as { 'QUERY PLAN': string }[]
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  }
})

/** EXPLAIN returns no rows. */
async function* nothing(): AsyncGenerator<never, void, undefined> {
  yield* []
}
