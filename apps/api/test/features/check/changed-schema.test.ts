import { beforeAll, describe, expect, it } from 'vitest'
import { checkSchema } from '../../../src/features/check/check-schema.ts'
import { defaultServiceRole } from '../../../src/config/database-settings.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { createDatabase } from '../../harness/database.ts'

/** What was changed, by which statement, and the breach that it is. */
type Change = readonly [what: string, statement: string, breach: RegExp]

/** Changes of one database: none of them hides another. */
const together: readonly Change[] = [
  ['a missing policy', 'DROP POLICY parties ON orders', /^policy parties on orders: is missing/],
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
    'ALTER FUNCTION record_events SECURITY INVOKER',
    /^function record_events\(.*\): is .*, but should be .*security definer/,
  ],
  [
    'a view with another definition',
    'CREATE OR REPLACE VIEW wallets_of_orders WITH (security_barrier) AS SELECT * FROM wallets_of_orders WHERE false',
    /^table wallets_of_orders: is .*, but should be/,
  ],
  ['a missing table', 'DROP TABLE stale_prices CASCADE', /^table stale_prices: is missing/],
]

/** Changes of objects that the others have changed already. */
const others: readonly Change[] = [
  [
    'a policy that allows more',
    'ALTER POLICY parties ON orders USING (true)',
    /^policy parties on orders: is .* using true, but should be/,
  ],
  [
    'row-level security that does not bind the owner',
    'ALTER TABLE orders NO FORCE ROW LEVEL SECURITY',
    /^table orders: .*not forced/,
  ],
  [
    'a disabled trigger',
    'ALTER TABLE audit_entries DISABLE TRIGGER append_only',
    /^trigger append_only on audit_entries: is .* fired as D, but should be .* fired as O/,
  ],
  [
    'a view without its security barrier',
    'ALTER VIEW wallets_of_orders RESET (security_barrier)',
    /^table wallets_of_orders: is .*, but should be .*security_barrier/,
  ],
]

describe.each([
  ['has changed in many places', together],
  ['has changed otherwise', others],
])('the check of a schema that %s', (_how, changes) => {
  let found: string[]
  // The check runs all migrations, so it is made once for all changes.
  beforeAll(async () => {
    const copy = await createDatabase()
    try {
      for (const [, statement] of changes) await copy.query(statement)
      const checked = await withOwnerClient(copy.url, (client) =>
        checkSchema(client, defaultServiceRole),
      )
      found = checked.flatMap(({ shown }) =>
        shown.map(({ subject, issue }) => `${subject}: ${issue}`),
      )
    } finally {
      await copy.drop()
    }
  })

  it.each(changes)('reports %s', (_what, _statement, breach) => {
    expect(found).toContainEqual(expect.stringMatching(breach))
  })
})
