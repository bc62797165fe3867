import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

const own = fileURLToPath(new URL('../../../migrations', import.meta.url))
/** The last migration before the tables that grow were partitioned. */
const before = 32

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createDatabase('template0')
  folder = await mkdtemp(join(tmpdir(), 'vadium-migrations-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.drop()
})

async function migrateTo(version: number): Promise<void> {
  for (const file of await readdir(own)) {
    if (Number.parseInt(file, 10) <= version) await cp(join(own, file), join(folder, file))
  }
  await withOwnerClient(database.url, (client) => migrate(client, undefined, { folder }))
}

/** Rows of three years, one of which is too old for a month of its own. */
const rows = [
  `INSERT INTO organizations (id, slug, name, status, created_at)
   SELECT gen_random_uuid(), 'org-' || n, 'Org ' || n, 'active', now() FROM generate_series(1, 2) n`,
  `INSERT INTO assets (symbol, name, normalized_symbol, decimals) VALUES ('BTC', 'B', 'BTC', 8)`,
  `INSERT INTO prices
   SELECT 'BTC', 'source', 1, t, t, t FROM generate_series(0, 36) n,
     LATERAL (SELECT CASE n WHEN 36 THEN timestamptz '2009-01-03' ELSE now() - n * interval '31 days' END AS t) x`,
  `INSERT INTO audit_entries (id, time, kind, organization_id, event, outcome, request_id)
   SELECT gen_random_uuid(), now() - n * interval '31 days', 'request', o.id, e.event, e.outcome, 'r'
   FROM generate_series(0, 35) n, organizations o,
     (VALUES ('listOrders', 'ok'), ('createOrder', 'ok'), ('listOrders', 'RATE_LIMITED'))
       AS e (event, outcome)`,
  `INSERT INTO event_heads SELECT id, 40, 40 FROM organizations`,
  `INSERT INTO events
   SELECT id, n, n, n - 1, 'order.updated', now(), '{"a": 1}', now() - (40 - n) * interval '3 days'
   FROM organizations, generate_series(1, 40) n`,
]

const columns: Readonly<Record<string, string>> = {
  prices: 'asset, source, price_usd, observed_at, received_at, accepted_at',
  audit_entries:
    'id, time, kind, organization_id, credential_id, event, outcome, request_id, subject_id',
  events: 'organization_id, position, nonce, previous_nonce, type, time, data, recorded_at',
}

async function contents() {
  const found: Record<string, unknown> = {}
  for (const [table, names] of Object.entries(columns)) {
    const { rows: lines } = await database.query(
      `SELECT count(*)::int AS rows, md5(string_agg(t::text, ',' ORDER BY t::text)) AS digest
       FROM (SELECT ${names} FROM ${table}) t`,
    )
    found[table] = lines[0]
  }
  return found
}

it('keeps every row of a book that was not partitioned', async () => {
  await migrateTo(before)
  for (const text of rows) await database.query(text)
  const then = await contents()
  expect(then).toMatchObject({
    prices: { rows: 37 },
    audit_entries: { rows: 216 },
    events: { rows: 80 },
  })
  await migrateTo(Infinity)
  expect(await contents()).toEqual(then)
  const { rows: reads } = await database.query(
    `SELECT is_read, event, outcome, count(*)::int FROM audit_entries GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
  expect(reads).toEqual([
    { is_read: false, event: 'createOrder', outcome: 'ok', count: 72 },
    { is_read: false, event: 'listOrders', outcome: 'RATE_LIMITED', count: 72 },
    { is_read: true, event: 'listOrders', outcome: 'ok', count: 72 },
  ])
  const { rows: others } = await database.query('SELECT observed_at::text AS at FROM prices_other')
  expect(others).toHaveLength(1)
  const { rows: left } = await database.query(
    "SELECT relname FROM pg_class WHERE relname LIKE '%before%'",
  )
  expect(left).toEqual([])
}, 60_000)
