import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBeRead, checkSchema } from '../../../src/features/check/check-schema.ts'
import { defaultServiceRole } from '../../../src/config/database-settings.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const check = () =>
  withOwnerClient(database.url, (client) => checkSchema(client, defaultServiceRole))
const breaches = async () => (await check()).flatMap(({ shown }) => shown)

describe('the check of a migrated schema', () => {
  it('finds nothing, and changes nothing', async () => {
    const before = await schemas()
    expect(await breaches()).toEqual([])
    expect(await schemas()).toEqual(before)
  })

  it('finds nothing in a schema of another name', async () => {
    await database.query('ALTER SCHEMA public RENAME TO book')
    const url = `${database.url}?options=-c%20search_path%3Dbook`
    const checked = await withOwnerClient(url, (client) => checkSchema(client, defaultServiceRole))
    await database.query('ALTER SCHEMA book RENAME TO public')
    // Functions that are pinned to the old name find nothing there, and the check has to report
    // that.
    const unpinned = checked.filter(({ rule }) => !rule.includes('function'))
    expect(unpinned.flatMap(({ shown }) => shown)).toEqual([])
  })

  it('ignores objects that others have added', async () => {
    await database.query('CREATE TABLE notes (id int PRIMARY KEY); CREATE INDEX ON orders (asset)')
    expect(await breaches()).toEqual([])
  })

  it('blocks no other transaction', async () => {
    await withOwnerClient(database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE orders, credentials, transfers IN EXCLUSIVE MODE')
      expect(await breaches()).toEqual([])
    })
  })
})

async function schemas() {
  const { rows } = await database.query('SELECT nspname FROM pg_namespace ORDER BY 1')
  return rows
}

describe('the check of a schema that it cannot compare', () => {
  it('says that the book cannot be read when tables are missing', async () => {
    expect(canBeRead(await check())).toBe(true)
    const copy = await createDatabase()
    await copy.query('DROP TABLE journal_balances; DROP POLICY parties ON orders')
    const checked = await withOwnerClient(copy.url, (client) =>
      checkSchema(client, defaultServiceRole),
    )
    expect(canBeRead(checked)).toBe(false)
    await copy.drop()
  })

  it('cannot decide when it finds a migration that this program does not know', async () => {
    await database.query(
      "INSERT INTO schema_versions (version, name, checksum) VALUES (9999, 'later', '')",
    )
    await expect(check()).rejects.toThrow(/9999.*newer/)
    await database.query('DELETE FROM schema_versions WHERE version = 9999')
  })

  it('reports a schema from before the first release, and does not mistake it for a newer one', async () => {
    const copy = await createDatabase()
    await copy.query(`UPDATE schema_versions SET checksum = 'another' WHERE version = 1;
      INSERT INTO schema_versions (version, name, checksum) VALUES (137, 'later', '')`)
    const checked = withOwnerClient(copy.url, (client) => checkSchema(client, defaultServiceRole))
    await expect(checked).rejects.toThrow('version 137 of a schema from before the first release')
    await copy.drop()
  })

  it('reports a schema that was never migrated', async () => {
    await database.query('ALTER TABLE schema_versions RENAME TO renamed')
    await expect(check()).rejects.toThrow('never migrated')
    await database.query('ALTER TABLE renamed RENAME TO schema_versions')
  })
})
