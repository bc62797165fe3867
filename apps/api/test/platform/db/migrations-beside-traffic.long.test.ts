import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { expect, it } from 'vitest'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { readMigrations } from '../../../src/platform/db/migrations.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { copyDatabase } from '../../harness/database.ts'

const own = fileURLToPath(new URL('../../../migrations', import.meta.url))
/** Migrations before this one were written without the rule. */
const ruledFrom = 53
/** Terms of agreements, and endpoints of webhooks: few rows. */
const fewRows = ['margin_terms', 'webhook_endpoints']
/**
 * What migrations read that are applied and so stay as they are. A column of a domain with a check
 * makes PostgreSQL read the whole table. docs/operating.md names them.
 */
const known = [
  '0092-substitutions.sql reads order_requests',
  '0092-substitutions.sql reads replaced_terms',
  '0096-notifications-of-digests.sql reads mail_addresses',
  '0096-notifications-of-digests.sql reads mail_deliveries',
  '0101-mail-mends.sql reads mail_addresses',
  '0101-mail-mends.sql reads mail_deliveries',
]

/** The tables that a statement reads or writes as a whole. PostgreSQL says so at this level. */
const readAsAWhole = [
  /^(?:verifying|rewriting) table "(\w+)"/,
  /^building index "\w+" on table "(\w+)"/,
  /^validating foreign key constraint "(\w+)"/,
]

/**
 * Of some tables, those that the transaction of `client` has read as a whole and keeps from writers
 * until it ends. Of a foreign key, PostgreSQL names the constraint.
 */
async function keptWaiting(
  client: Client,
  tables: readonly string[],
  messages: readonly string[],
): Promise<string[]> {
  const read = messages.flatMap((message) => readAsAWhole.map((one) => one.exec(message)?.[1]))
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT c.relname AS name FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
     LEFT JOIN pg_constraint f ON f.conrelid = c.oid
     WHERE l.pid = pg_backend_pid() AND c.relname = ANY ($2)
       AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'AccessExclusiveLock')
       AND (c.relname = ANY ($1) OR f.conname = ANY ($1)) ORDER BY name`,
    [read.filter((name) => name !== undefined), tables],
  )
  return rows.map(({ name }) => name)
}

async function largeTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname <> ALL ($1)",
    [fewRows],
  )
  return rows.map(({ name }) => name)
}

it('keeps nobody waiting while it reads a large table: a new migration beside traffic', async () => {
  const migrations = (await readMigrations()).filter(({ version }) => version >= ruledFrom)
  const later = new Set(migrations.map(({ file }) => join(own, file)))
  const folder = await mkdtemp(join(tmpdir(), 'vadium-migrations-'))
  const database = await copyDatabase('template0')
  const found: string[] = []
  try {
    await cp(own, folder, { recursive: true, filter: (file) => !later.has(file) })
    await withOwnerClient(database.url, async (client) => {
      await migrate(client, undefined, { folder })
      await client.query('SET client_min_messages = debug1')
      let messages: string[] = []
      client.on('notice', ({ message = '' }) => void messages.push(message))
      for (const { file, way, sql } of migrations) {
        const before = await largeTables(client)
        messages = []
        await client.query('BEGIN')
        await client.query(sql.replaceAll('CONCURRENTLY', ''))
        if (way === 'in a transaction') {
          const tables = await keptWaiting(client, before, messages)
          found.push(...tables.map((table) => `${file} reads ${table}`))
        }
        await client.query('COMMIT')
      }
    })
  } finally {
    await rm(folder, { recursive: true })
    await database.drop()
  }
  expect(found).toEqual(known)
})
