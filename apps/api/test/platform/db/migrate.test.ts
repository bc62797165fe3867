import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultServiceRole } from '../../../src/config/database-settings.ts'
import { migrate, type MigrationSettings } from '../../../src/platform/db/migrate.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { refuseBesideTraffic } from '../../../src/platform/db/migration-waits.ts'
import { requireSchema } from '../../../src/platform/db/required-schema.ts'
import { StartError } from '../../../src/platform/start-error.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

const own = fileURLToPath(new URL('../../../migrations', import.meta.url))

let database: TestDatabase
let folder: string
let log: string[]
beforeEach(async () => {
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vadium-migrations-'))
  await cp(own, folder, { recursive: true })
  log = []
  return async () => {
    await rm(folder, { recursive: true })
    await database.drop()
  }
})

const logger = createLogger('info', { write: (line) => void log.push(line) })
const add = (file: string, sql: string) => writeFile(join(folder, file), sql)
const run = (settings: MigrationSettings = {}) =>
  withOwnerClient(database.url, (client) =>
    migrate(client, undefined, { folder, logger, ...settings }),
  )
const column = "SELECT FROM information_schema.columns WHERE column_name = 'added'"
const has = async (text: string) => (await database.query(text)).rows.length === 1
const isValid = async (index: string) => {
  const { rows } = await database.query<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  )
  return rows[0]?.valid
}

/** Other migrations, each with a transaction that changes something. */
const others: pg.Client[] = []
async function hold(statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: 'reader' })
  client.on('error', () => undefined)
  await client.connect()
  others.push(client)
  await client.query(`BEGIN; ${statement}`)
  return client
}
afterEach(() => Promise.all(others.splice(0).map((client) => client.end())))

describe('a migration', () => {
  const alter = 'ALTER TABLE orders ADD COLUMN added integer;'

  it('is applied once, and recorded', async () => {
    await add('9001-added.sql', alter)
    expect(await run()).toEqual({ applied: 1, version: 9001, known: 9001 })
    expect(await run()).toEqual({ applied: 0, version: 9001, known: 9001 })
    expect(await has(column)).toBe(true)
  })

  it('is applied when it is added later with a lower number', async () => {
    await add('9002-later.sql', 'CREATE TABLE later ();')
    await run()
    await add('9001-added.sql', alter)
    expect(await run()).toEqual({ applied: 1, version: 9002, known: 9002 })
    expect(await has(column)).toBe(true)
  })

  it('leaves no change when it fails, and keeps the ones before it', async () => {
    await add('9001-added.sql', alter)
    await add('9002-broken.sql', 'CREATE TABLE half (); SELECT nothing;')
    await expect(run()).rejects.toThrow('nothing')
    expect(await has(column)).toBe(true)
    expect(await has("SELECT FROM pg_tables WHERE tablename = 'half'")).toBe(false)
    await add('9002-broken.sql', 'CREATE TABLE half ();')
    expect(await run()).toMatchObject({ applied: 1 })
  })

  it('lets other readers pass a long one, and is applied when that one ends', async () => {
    await add('9001-added.sql', alter)
    const reader = await hold('SELECT count(*) FROM orders')
    // The migration waits for its lock for a part of each turn, and readers pass in the rest.
    const waits: number[] = []
    const wait = async (ms: number) => {
      waits.push(ms)
      await database.query("SET statement_timeout = '2s'; SELECT count(*) FROM orders")
      if (waits.length === 2) await reader.query('COMMIT')
    }
    expect(await run({ wait })).toMatchObject({ applied: 1 })
    expect(waits).toEqual([1000, 1000])
    expect(log.filter((line) => line.includes('waits for a lock'))).toHaveLength(1)
  })

  it('names the holder of a lock that it cannot get, and leaves the service running', async () => {
    await add('9001-added.sql', alter)
    await hold('SELECT count(*) FROM orders')
    await expect(run({ waitSecondsMax: 0 })).rejects.toThrow(
      /9001-added\.sql did not get its locks in time.*\(reader, \d+ s\)/,
    )
    expect(await has(column)).toBe(false)
  }, 60_000)
})

describe('a migration that another process runs', () => {
  it('is awaited until the time-out, and then its process is named', async () => {
    await hold('SELECT pg_advisory_lock(8314072026)')
    await expect(run({ waitSecondsMax: 0 })).rejects.toThrow(
      /held the migration lock during all of MIGRATION_WAIT_S: process \d+ of PostgreSQL \(reader, as /,
    )
  })
})

describe('an index that is built concurrently', () => {
  const build = 'CREATE INDEX CONCURRENTLY orders_by_asset ON orders (asset);'

  it('does not block writes, and exists at the end', async () => {
    await add('9001-index.concurrently.sql', `-- For lists.\n${build}\n`)
    const writer = await hold('UPDATE orders SET asset = asset')
    const migrating = run()
    await expect.poll(() => isValid('orders_by_asset'), { interval: 20 }).toBe(false)
    await database.query("SET statement_timeout = '2s'; UPDATE orders SET asset = asset")
    await writer.query('COMMIT')
    expect(await migrating).toEqual({ applied: 1, version: 9001, known: 9001 })
    expect(await isValid('orders_by_asset')).toBe(true)
  }, 60_000)

  it('is built again when an earlier build was interrupted', async () => {
    await add('9001-index.concurrently.sql', build)
    const writer = await hold('UPDATE orders SET asset = asset')
    const migrating = run()
    await expect.poll(() => isValid('orders_by_asset'), { interval: 20 }).toBe(false)
    const failure = expect(migrating).rejects.toThrow()
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'CREATE INDEX CONCURRENTLY%'`,
    )
    await failure
    await writer.query('COMMIT')
    expect(await isValid('orders_by_asset')).toBe(false)
    expect(await run()).toMatchObject({ applied: 1 })
    expect(await isValid('orders_by_asset')).toBe(true)
  }, 60_000)

  it('is built once when two processes start at once', async () => {
    await add('9001-index.concurrently.sql', build)
    const applied = await Promise.all([run(), run(), run()])
    expect(applied.map((one) => one.applied).sort()).toEqual([0, 0, 1])
    expect(await isValid('orders_by_asset')).toBe(true)
  }, 60_000)

  it('is alone in its file, because the file cannot run in a transaction', async () => {
    await add('9001-index.concurrently.sql', `${build} ALTER TABLE orders ADD added integer;`)
    await expect(run()).rejects.toThrow('but not: ')
    expect(await isValid('orders_by_asset')).toBeUndefined()
  })
})

describe('an older program', () => {
  it('starts on a newer schema, and logs that', async () => {
    await add('9001-added.sql', 'CREATE TABLE added ();')
    await run()
    await rm(join(folder, '9001-added.sql'))
    const { applied, version, known } = await run()
    expect({ applied, version }).toEqual({ applied: 0, version: 9001 })
    expect(known).toBeLessThan(9001)
    expect(log.join('')).toContain('newer than this program')
  })
})

describe('a database from before the first release', () => {
  // Its table of versions had other columns.
  const earlier = `DROP TABLE schema_versions;
    CREATE TABLE schema_versions (version bigint PRIMARY KEY, name text, md5 text, run_at timestamptz);
    INSERT INTO schema_versions SELECT n, 'name', md5(n::text), now() FROM generate_series(0, 137) n`

  it('is refused with how to begin again, and left unchanged', async () => {
    await database.query(earlier)
    await add('9001-added.sql', 'ALTER TABLE orders ADD COLUMN added integer;')
    const refused = run()
    await expect(refused).rejects.toBeInstanceOf(StartError)
    await expect(refused).rejects.toThrow(
      /version 137 .* before the first release.* new, empty database .*data\/postgres.*VADIUM_DATA/,
    )
    expect(await has(column)).toBe(false)
  })

  it('is refused in the same way to a process that may not migrate', async () => {
    await database.query(`${earlier}; DROP FUNCTION applied_migrations;
      CREATE FUNCTION applied_migrations() RETURNS TABLE (version bigint, md5 text) LANGUAGE sql
        SECURITY DEFINER AS 'SELECT version, md5 FROM schema_versions'`)
    const required = withOwnerClient(database.url, (client) =>
      requireSchema(client, defaultServiceRole, logger),
    )
    await expect(required).rejects.toThrow(/before the first release.* new, empty database/)
  })
})

describe('a database that was migrated with another file', () => {
  it('is refused, names the file, and is left unchanged', async () => {
    await database.query(`UPDATE schema_versions SET checksum = 'another' WHERE version = 2`)
    await add('9001-added.sql', 'ALTER TABLE orders ADD COLUMN added integer;')
    const refused = run()
    await expect(refused).rejects.toBeInstanceOf(StartError)
    await expect(refused).rejects.toThrow(/another file 0002-\S+\.sql .*release/)
    expect(await has(column)).toBe(false)
  })
})

describe('a migration that must not run beside the service', () => {
  const rewrite = 'ALTER TABLE orders ADD COLUMN added integer;'
  const connected = async (application: string) => {
    const client = new pg.Client({
      connectionString: database.url,
      application_name: application,
    })
    await client.connect()
    others.push(client)
    return client
  }

  it('is refused while a process of the service is connected, with all that are pending', async () => {
    await add('9001-before.sql', 'CREATE TABLE before ();')
    await add('9002-rewrite.offline.sql', rewrite)
    const process = await connected('vadium')
    const refused = run()
    await expect(refused).rejects.toBeInstanceOf(StartError)
    await expect(refused).rejects.toThrow(
      /9002-rewrite\.offline\.sql cannot run beside the service.*process \d+ \(vadium, as .*Stop them all/,
    )
    expect(await has("SELECT FROM pg_tables WHERE tablename = 'before'")).toBe(false)
    await process.end()
    expect(await run()).toMatchObject({ applied: 2 })
    expect(await has(column)).toBe(true)
  })

  it('is refused to a session of the role of the service, whatever its name', async () => {
    await add('9001-rewrite.offline.sql', rewrite)
    const login = `vadium_test_${randomUUID().slice(0, 8)}`
    await database.query(`CREATE ROLE ${login} LOGIN PASSWORD 'x'`)
    const url = new URL(database.url)
    Object.assign(url, { username: login, password: 'x' })
    const name = url.pathname.slice(1)
    await database.query(`GRANT CONNECT ON DATABASE ${name} TO ${login}`)
    const session = new pg.Client({ connectionString: url.toString() })
    await session.connect()
    const found = withOwnerClient(database.url, (client) =>
      refuseBesideTraffic(client, { file: '9001-rewrite.offline.sql' }, login),
    )
    await expect(found).rejects.toThrow(`as ${login}`)
    await session.end()
    await database.query(`REVOKE CONNECT ON DATABASE ${name} FROM ${login}; DROP ROLE ${login}`)
  })

  it('runs beside processes that only start, because they wait for it', async () => {
    await add('9001-rewrite.offline.sql', rewrite)
    await connected('vadium-start')
    await connected('psql')
    expect(await run()).toMatchObject({ applied: 1 })
  })
})

describe('a folder of migrations', () => {
  it.each([
    ['0100_with-underscore.sql', 'is no name of a migration'],
    ['0001-second.sql', 'has the number of another migration'],
  ])('is refused with a file %s, which %s', async (file, why) => {
    await add(file, 'SELECT 1;')
    await expect(run()).rejects.toThrow(`${file} ${why}`)
  })
})
