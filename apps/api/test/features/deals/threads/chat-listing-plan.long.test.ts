import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chatsStatement,
  entriesStatement,
} from '../../../../src/features/deals/threads/chats.repository.ts'
import { positionText } from '../../../../src/platform/lists/page-token.ts'
import { Book } from '../../../harness/book.ts'
import { insertInBulk } from '../../../harness/bulk-rows.ts'
import type { TestDatabase } from '../../../harness/database.ts'
import { copyDeals } from '../../../harness/many-deals.ts'
import { QueryPlans, rowsReadOfEach } from '../../../harness/query-plans.ts'

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

/** Many threads of ten entries, and a long one, created in the database. */
async function fill(database: TestDatabase): Promise<void> {
  await copyDeals(database, [
    [lent, threadsEachSide],
    [borrowed, threadsEachSide],
  ])
  await insertInBulk(
    database,
    'chat_entries',
    `INSERT INTO chat_entries (order_id, number, id, lender_id, borrower_id, kind, organization_id, account_id,
       account_name, text, created_at)
     SELECT c.order_id, n, gen_random_uuid(), c.lender_id, c.borrower_id, 'message', a.organization_id, a.id,
       a.name, 'x', timestamptz '2026-01-01' + n * interval '1 second'
     FROM chats c JOIN accounts a ON a.organization_id = c.lender_id
     CROSS JOIN LATERAL generate_series(c.last_number + 1, CASE c.order_id WHEN $1::uuid THEN $2::int ELSE 10 END) n`,
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

let plans: QueryPlans
let credentialId: string
beforeAll(async () => {
  plans = await QueryPlans.ofBook(book, own.id, async (database) => {
    await fill(database)
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM credentials WHERE organization_id = $1',
      [own.id],
    )
    credentialId = rows[0]?.id ?? ''
  })
}, 120_000)
afterAll(() => plans.end())

const middle = positionText({
  createTime: '2026-01-01T00:00:00.000Z',
  id: '80000000-0000-4000-8000-000000000000',
})

describe('a page of chats', () => {
  it.each([
    ['first', undefined],
    ['later', middle],
  ])('reads, as the %s one, little more than it shows', async (_which, after) => {
    const reader = { organizationId: own.id, credentialId }
    const read = rowsReadOfEach(
      await plans.nodes(chatsStatement(reader, after, pageSize), 'custom'),
    )
    // Either side gives a page at most; then each thread is read by its key.
    expect(read['chats']).toBeLessThanOrEqual(3 * pageSize)
    expect(read['orders']).toBeLessThanOrEqual(pageSize)
    // The newest entries, and those that the account wrote since its mark: here all ten.
    expect(read['chat_entries']).toBeLessThanOrEqual(12 * pageSize)
  })
})

describe('a page of the entries of a long thread', () => {
  it.each([undefined, '10000', '12'])('reads, below %s, only what it shows', async (below) => {
    const reader = { organizationId: own.id, credentialId }
    const statement = entriesStatement(reader, lent.orderId, below, pageSize)
    const read = rowsReadOfEach(await plans.nodes(statement, 'generic'))
    expect(read['chat_entries']).toBeLessThanOrEqual(pageSize)
    expect(read['chats']).toBe(1)
  })
})
