import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate, type MigrationSettings } from '../../../src/platform/db/migrate.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
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
    await add('9001.do.added.sql', alter)
    expect(await run()).toEqual({ applied: 1, version: 9001, known: 9001 })
    expect(await run()).toEqual({ applied: 0, version: 9001, known: 9001 })
    expect(await has(column)).toBe(true)
  })

  it('with a lower number is applied when it is added later', async () => {
    await add('9002.do.later.sql', 'CREATE TABLE later ();')
    await run()
    await add('9001.do.added.sql', alter)
    expect(await run()).toEqual({ applied: 1, version: 9002, known: 9002 })
    expect(await has(column)).toBe(true)
  })

  it('leaves no change when it fails, and keeps the ones before it', async () => {
    await add('9001.do.added.sql', alter)
    await add('9002.do.broken.sql', 'CREATE TABLE half (); SELECT nothing;')
    await expect(run()).rejects.toThrow('nothing')
    expect(await has(column)).toBe(true)
    expect(await has("SELECT FROM pg_tables WHERE tablename = 'half'")).toBe(false)
    await add('9002.do.broken.sql', 'CREATE TABLE half ();')
    expect(await run()).toMatchObject({ applied: 1 })
  })

  it('behind a long reader lets other readers pass, and is applied when the reader ends', async () => {
    await add('9001.do.added.sql', alter)
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

  it('that cannot get its lock names its holder, and leaves the service running', async () => {
    await add('9001.do.added.sql', alter)
    await hold('SELECT count(*) FROM orders')
    await expect(run({ waitSecondsMax: 0 })).rejects.toThrow(
      /9001\.do\.added\.sql did not get its locks in time.*\(reader, \d+ s\)/,
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
    await add('9001.do.index.concurrently.sql', `-- For lists.\n${build}\n`)
    const writer = await hold('UPDATE orders SET asset = asset')
    const migrating = run()
    await expect.poll(() => isValid('orders_by_asset'), { interval: 20 }).toBe(false)
    await database.query("SET statement_timeout = '2s'; UPDATE orders SET asset = asset")
    await writer.query('COMMIT')
    expect(await migrating).toEqual({ applied: 1, version: 9001, known: 9001 })
    expect(await isValid('orders_by_asset')).toBe(true)
  }, 60_000)

  it('is built again when an earlier build was interrupted', async () => {
    await add('9001.do.index.concurrently.sql', build)
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
    await add('9001.do.index.concurrently.sql', build)
    const applied = await Promise.all([run(), run(), run()])
    expect(applied.map((one) => one.applied).sort()).toEqual([0, 0, 1])
    expect(await isValid('orders_by_asset')).toBe(true)
  }, 60_000)

  it('is alone in its file, because the file cannot run in a transaction', async () => {
    await add('9001.do.index.concurrently.sql', `${build} ALTER TABLE orders ADD added integer;`)
    await expect(run()).rejects.toThrow('but not: ')
    expect(await isValid('orders_by_asset')).toBeUndefined()
  })
})

describe('an older program', () => {
  it('starts on a newer schema, and logs that', async () => {
    await add('9001.do.added.sql', 'CREATE TABLE added ();')
    await run()
    await rm(join(folder, '9001.do.added.sql'))
    const { applied, version, known } = await run()
    expect({ applied, version }).toEqual({ applied: 0, version: 9001 })
    expect(known).toBeLessThan(9001)
    expect(log.join('')).toContain('newer than this program')
  })
})

describe('a database from before the first release', () => {
  it('is refused with an instruction, and left unchanged', async () => {
    await database.query(`UPDATE schema_versions SET md5 = 'another' WHERE version = 1;
      INSERT INTO schema_versions (version) VALUES (137)`)
    await add('9001.do.added.sql', 'ALTER TABLE orders ADD COLUMN added integer;')
    const refused = run()
    await expect(refused).rejects.toBeInstanceOf(StartError)
    await expect(refused).rejects.toThrow(
      /version 137 .* before the first release.* new, empty database .*data\/postgres.*VADIUM_DATA/,
    )
    expect(await has(column)).toBe(false)
  })
})

describe('a database that was migrated with another file', () => {
  it('is refused, names the file, and is left unchanged', async () => {
    await database.query(`UPDATE schema_versions SET md5 = 'another' WHERE version = 2`)
    await add('9001.do.added.sql', 'ALTER TABLE orders ADD COLUMN added integer;')
    const refused = run()
    await expect(refused).rejects.toBeInstanceOf(StartError)
    await expect(refused).rejects.toThrow(/another file 0002\.do\.\S+\.sql .*release/)
    expect(await has(column)).toBe(false)
  })
})

describe('a database with a book of the earlier scenario format', () => {
  it('is refused with what to do, and keeps its version', async () => {
    const empty = await createDatabase('template0')
    try {
      for (const file of await readdir(folder)) {
        if (Number(file.slice(0, 4)) >= 18) await rm(join(folder, file))
      }
      const migrateTo = (files: string) =>
        withOwnerClient(empty.url, (client) => migrate(client, undefined, { folder: files }))
      expect(await migrateTo(folder)).toMatchObject({ version: 17 })
      await empty.query(insertedOrder)
      const refused = await migrateTo(own).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(StartError)
      expect(String(refused)).toContain('scenario file of an earlier format')
      expect(await migrateTo(folder)).toMatchObject({ version: 17 })
    } finally {
      await empty.drop()
    }
  })
})

/** An order as a list of rows inserted it: without its creation. */
const insertedOrder = `
  WITH ids AS (SELECT gen_random_uuid() AS lender, gen_random_uuid() AS borrower, gen_random_uuid() AS terms),
  sides AS (
    INSERT INTO organizations (id, slug, name, status, created_at)
    SELECT lender, 'harbor', 'Harbor', 'active', now() FROM ids
    UNION ALL SELECT borrower, 'quay', 'Quay', 'active', now() FROM ids),
  lent AS (
    INSERT INTO assets (symbol, name, normalized_symbol, decimals)
    VALUES ('BTC', 'Bitcoin', 'BTC', 8), ('ETH', 'Ether', 'ETH', 18)),
  agreed AS (
    INSERT INTO margin_terms (id, lender_id, borrower_id, requirement_percent, margin_call_percent,
      liquidation_percent, threshold_usd, minimum_notional_top_up_usd, minimum_notional_release_usd,
      day_count, cure_time_seconds, dispute_tolerance_percent, dispute_method)
    SELECT terms, lender, borrower, 150, 130, 110, 0, 1000, 1000, 'ACT/360', 86400, 5, 'undisputed'
    FROM ids)
  INSERT INTO orders (id, number, status, lender_id, borrower_id, creator_id, asset, asset_quantity,
    rate_percent, collateral_asset, collateral_type, terms_id, created_at, updated_at)
  SELECT gen_random_uuid(), 1, 'CANCELLED', lender, borrower, lender, 'BTC', 1, 5, 'ETH', 'BILATERAL',
    terms, now(), now() FROM ids`
