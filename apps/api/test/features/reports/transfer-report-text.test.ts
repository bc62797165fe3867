import { reportTransfers, type TransferReportRow } from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { types } from '../../../src/platform/db/pool.ts'
import { csvText } from '../../../src/platform/lists/csv-text.ts'
import { exportedList } from '../../../src/platform/lists/exported-list.ts'
import { jsonText } from '../../../src/platform/lists/json-export.ts'
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

/** Texts that a custodian or a counterparty may have chosen. */
const hostileTexts = [
  'plain-1',
  ' begins with a space',
  'a,b',
  'a"b',
  '"',
  'a\r\nb',
  'a\nb',
  '=HYPERLINK("http://x")',
  '+1',
  '-1',
  '-1.5e3',
  '@x',
  '\tx',
  '\rx',
  'back\\slash',
  'un\u001fit',
  '\u001f\u001f',
  'é😀\u001f😀é',
  'line\u2028separator',
  '\u0001\u007f',
  '_x',
  "'x",
]
const parts = hostileTexts.length

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  await loadBook(database, book)
  await insertTransfers(database, book)
  await copyTransfer(database, first.id, 3 * parts)
  await database.query(
    `WITH numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM transfers)
     UPDATE transfers t SET
       external_transfer_id = ($1::text[])[1 + n % $2] || repeat('x', (n / $2)::int),
       sender_wallet_address = ($1::text[])[1 + (n * 5) % $2],
       receiver_wallet_address = CASE WHEN n % 7 = 0 THEN '' ELSE ($1::text[])[1 + (n * 7) % $2] END,
       quantity = 1 + n * 0.0010, notional_usd = n * 1.10,
       create_time = create_time + n * interval '1 ms', update_time = update_time + n * interval '10 ms'
     FROM numbered WHERE numbered.id = t.id`,
    [hostileTexts, parts],
  )
  client = new pg.Client({ connectionString: database.url, types })
  await client.connect()
  await client.query("SET timezone = 'UTC'")
}, 120_000)
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** The other side of a transfer. */
const counterparty = `CASE t.receiver_organization_id WHEN $1 THEN t.sender_organization_id
  ELSE t.receiver_organization_id END`

/** The rows of the report, each member as a value of its own. */
const valuesOfRows = `
  SELECT t.id, t.external_transfer_id, t.category, t.status,
    CASE t.receiver_organization_id WHEN $1 THEN 'received' ELSE 'sent' END AS direction,
    ${counterparty} AS counterparty_id,
    (SELECT name FROM organizations WHERE id = ${counterparty}) AS counterparty_name,
    t.token AS asset, trim_scale(t.quantity) AS quantity,
    trim_scale(t.notional_usd) AS notional_usd, t.order_id, t.order_number AS order_id_pretty,
    t.sender_custodian_id AS sender_custodian, t.sender_wallet_address,
    t.receiver_custodian_id AS receiver_custodian, t.receiver_wallet_address,
    t.create_time, t.update_time
  FROM transfers t ORDER BY t.create_time DESC, t.id DESC`

describe('the report of transfers', () => {
  it.each([
    ['csv', csvText, 'Quay'],
    ['csv', csvText, '=cmd|"x"!A1'],
    ['json', jsonText, '\u001f"Quay\\",\n'],
  ] as const)(
    'is written as %s like its values one by one, whatever texts it has',
    async (format, textOf, name) => {
      await database.query('UPDATE organizations SET name = $2 WHERE id = $1', [borrower.id, name])
      const { rows } = await client.query<TransferReportRow>(valuesOfRows, [lender.id])
      const batches: string[] = []
      const snapshot = {
        query: client.query.bind(client),
        async *texts(text: string, values: unknown[]) {
          const answer = await client.query<[string]>({ text, values, rowMode: 'array' })
          const texts = answer.rows.map(([row]) => row)
          for (let i = 0; i < texts.length; i += 20) yield texts.slice(i, i + 20)
        },
      }
      const choice = { organizationId: lender.id }
      for await (const batch of transferReport(snapshot, choice, untilNow, format)) {
        batches.push(batch)
      }
      expect(batches).toHaveLength(Math.ceil(rows.length / 20))
      const text = textOf(exportedList(reportTransfers))
      expect(batches.join(text.joint)).toBe(text.rows(rows))
    },
  )
})
