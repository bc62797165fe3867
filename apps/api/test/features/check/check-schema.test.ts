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

describe('the check of a schema that has changed', () => {
  it.each([
    ['a missing policy', 'DROP POLICY parties ON orders', /^policy parties on orders: is missing/],
    [
      'a policy that allows more',
      'ALTER POLICY parties ON orders USING (true)',
      /^policy parties on orders: is .* using true, but should be/,
    ],
    [
      'an additional policy',
      'CREATE POLICY all_of_it ON orders USING (true)',
      /^policy all_of_it on orders: is not part of any migration/,
    ],
    [
      'disabled row-level security',
      'ALTER TABLE orders DISABLE ROW LEVEL SECURITY',
      /^table orders: .*row-level security off.*should be.*row-level security on/,
    ],
    [
      'row-level security that does not bind the owner',
      'ALTER TABLE orders NO FORCE ROW LEVEL SECURITY',
      /^table orders: .*not forced/,
    ],
    [
      'a missing right',
      'REVOKE SELECT ON transfers FROM vadium_service',
      /^grant SELECT on transfers to the service: is missing/,
    ],
    [
      'a right granted to everybody',
      'GRANT SELECT ON credentials TO PUBLIC',
      /^grant SELECT on credentials to everybody: is not part of any migration/,
    ],
    [
      'a function that everybody may call',
      'GRANT EXECUTE ON FUNCTION forget_signatures TO PUBLIC',
      /^grant EXECUTE on forget_signatures\(.*\) to everybody: is not part of any migration/,
    ],
    [
      'a missing trigger',
      'DROP TRIGGER append_only ON audit_entries',
      /^trigger append_only on audit_entries: is missing/,
    ],
    [
      'a disabled trigger',
      'ALTER TABLE audit_entries DISABLE TRIGGER append_only',
      /^trigger append_only on audit_entries: is .* fired as D, but should be .* fired as O/,
    ],
    [
      'a missing constraint',
      'ALTER TABLE journal_balances DROP CONSTRAINT nothing_is_spent_twice',
      /^constraint nothing_is_spent_twice on journal_balances: is missing/,
    ],
    [
      'a missing constraint of a type',
      'ALTER DOMAIN quantity DROP CONSTRAINT quantity_check',
      /^constraint quantity_check on quantity: is missing/,
    ],
    [
      'a missing index',
      'ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey',
      /^index idempotency_keys_pkey on idempotency_keys: is missing/,
    ],
    [
      'a column that allows null',
      'ALTER TABLE orders ALTER COLUMN asset DROP NOT NULL',
      /^column asset of orders: is text, but should be text not null/,
    ],
    [
      'a function with another body',
      'CREATE OR REPLACE FUNCTION current_organization() RETURNS uuid LANGUAGE sql STABLE AS $$ SELECT NULL::uuid $$',
      /^function current_organization\(\): is .*, but should be/,
    ],
    [
      'a function with the rights of its caller',
      'ALTER FUNCTION append_events SECURITY INVOKER',
      /^function append_events\(.*\): is .*, but should be .*security definer/,
    ],
    [
      'a view with another definition',
      'CREATE OR REPLACE VIEW wallets_of_orders WITH (security_barrier) AS SELECT * FROM wallets_of_orders WHERE false',
      /^table wallets_of_orders: is .*, but should be/,
    ],
    [
      'a view without its security barrier',
      'ALTER VIEW wallets_of_orders RESET (security_barrier)',
      /^table wallets_of_orders: is .*, but should be .*security_barrier/,
    ],
    ['a missing table', 'DROP TABLE stale_prices CASCADE', /^table stale_prices: is missing/],
  ])('reports %s', async (_what, statement, breach) => {
    const copy = await createDatabase()
    try {
      await copy.query(statement)
      const checked = await withOwnerClient(copy.url, (client) =>
        checkSchema(client, defaultServiceRole),
      )
      const found = checked.flatMap(({ shown }) => shown)
      expect(found.map(({ subject, issue }) => `${subject}: ${issue}`)).toContainEqual(
        expect.stringMatching(breach),
      )
    } finally {
      await copy.drop()
    }
  })

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
    await database.query('INSERT INTO schema_versions (version) VALUES (9999)')
    await expect(check()).rejects.toThrow(/9999.*newer/)
    await database.query('DELETE FROM schema_versions WHERE version = 9999')
  })

  it('reports a schema from before the first release, and does not mistake it for a newer one', async () => {
    const copy = await createDatabase()
    await copy.query(`UPDATE schema_versions SET md5 = 'another' WHERE version = 1;
      INSERT INTO schema_versions (version) VALUES (137)`)
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
