import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusedToService, rowsOf, sorted, WalledBooks } from '../../harness/walled-books.ts'

let walled: WalledBooks
beforeAll(async () => {
  walled = await WalledBooks.open()
}, 60_000)
afterAll(() => walled.close())

/**
 * Tables whose rows belong to the organizations that they name. No other organization sees a row.
 */
const books = [
  'accounts',
  'agreement_versions',
  'agreements',
  'approval_decisions',
  'approval_policies',
  'approvals',
  'audit_entries',
  'automation_versions',
  'automations',
  'call_sets',
  'chat_entries',
  'chat_read_marks',
  'chats',
  'close_outs',
  'counterparty_counts',
  'counterparty_limit_versions',
  'counterparty_limits',
  'counterparty_mutes',
  'credential_uses',
  'credentials',
  'deadlines',
  'document_preferences',
  'documents',
  'event_heads',
  'events',
  'exceeded_limits',
  'idempotency_keys',
  'instructions',
  'interest_changes',
  'invitations',
  'journal_balances',
  'journal_entries',
  'journal_transactions',
  'limit_refusals',
  'mail_addresses',
  'mail_deliveries',
  'margin_alerts',
  'margin_terms',
  'mark_to_market_requests',
  'notification_preferences',
  'notification_reads',
  'notifications',
  'order_requests',
  'orders',
  'organizations',
  'position_levels',
  'positions',
  'replaced_terms',
  'state_changes',
  'suspensions',
  'transfer_steps',
  'transfers',
  'voluntary_counts',
  'wallet_assets',
  'wallets',
  'webhook_deliveries',
  'webhook_endpoints',
] as const

/** Tables that everybody reads, and only operators write. */
const writtenByOperators = ['price_sources'] as const

/** Tables of the simulated custodian. A transaction of an organization sees none of their rows. */
const custodians = ['simulated_instructions', 'simulated_scripts'] as const

/** Tables that only functions with the rights of the owner read and write. */
const closed = [
  'custodian_callbacks',
  'detached_months',
  'event_numbering',
  'mail_codes',
  'mail_requests',
  'mail_turns',
  'stated_cuts',
  'unnumbered_events',
] as const

/** Tables of which the operator sees every row, to onboard organizations and to manage custody. */
const operated: ReadonlySet<string> = new Set([
  'accounts',
  'agreement_versions',
  'agreements',
  'credential_uses',
  'credentials',
  'instructions',
  'margin_terms',
  'organizations',
  'suspensions',
  'wallet_assets',
  'wallets',
])

/** Every other table, and why its rows need no policy for organizations. */
const unbound: Readonly<Record<string, string>> = {
  custodians: 'those of the installation',
  assets: 'those of the installation',
  calendars: 'the same for everybody',
  calendar_versions: 'the same for everybody',
  prices: 'the same for everybody',
  latest_prices: 'the same for everybody',
  held_prices: 'the same for everybody',
  price_bases: 'the same for everybody',
  dismissed_prices: 'the same for everybody',
  stale_prices: 'the same for everybody',
  market_cuts: 'the same for everybody',
  replica_marks: 'random ids, which belong to nobody',
  used_signatures: 'bytes that belong to nobody',
  installation: 'which installation it is; the role of the service may not even read it',
  service_secrets: 'those of the service, which its role may not even read',
  scenario_loads: 'which files were loaded',
  sandbox: 'the time of the book',
  sandbox_prices: 'the script of a sandbox',
  schema_versions: 'which migrations were applied',
}

describe('every table', () => {
  it('has a policy for organizations, or a stated reason for having none', async () => {
    const { rows } = await walled.database.query(
      `SELECT relname, relrowsecurity AND relforcerowsecurity AS bound FROM pg_class
       WHERE relkind IN ('r', 'p') AND NOT relispartition
         AND relnamespace = 'public'::regnamespace ORDER BY relname`,
    )
    const named = (wanted: boolean) =>
      rows.filter(({ bound }) => bound === wanted).map(({ relname }) => String(relname))
    expect(named(true)).toEqual([...books, ...custodians, ...closed, ...writtenByOperators].sort())
    expect(named(false)).toEqual(Object.keys(unbound).sort())
  })

  it('cannot be hidden by a table that the service creates', async () => {
    const { rows } = await walled.database.query(
      `SELECT has_schema_privilege('vadium_service', 'public', 'CREATE') AS schema,
         has_database_privilege('vadium_service', current_database(), 'CREATE') AS database,
         has_database_privilege('vadium_service', current_database(), 'TEMPORARY') AS temporary`,
    )
    expect(rows).toEqual([{ schema: false, database: false, temporary: false }])
  })

  it('is not owned by the service, which cannot bypass the policies', async () => {
    const { rows } = await walled.database.query(
      `SELECT (SELECT count(*) FROM pg_tables WHERE tableowner = 'vadium_service')::int AS owned,
              rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = 'vadium_service'`,
    )
    expect(rows).toEqual([{ owned: 0, rolsuper: false, rolbypassrls: false, rolcanlogin: false }])
  })
})

describe.each(books)('%s, read without a WHERE clause', (table) => {
  it('shows no row to a transaction without an organization', async () => {
    expect(await walled.asService(undefined, (client) => rowsOf(client, table))).toEqual([])
  })

  it('shows an organization every row that names it, and no other', async () => {
    for (const book of [walled.mine, walled.theirs]) {
      for (const { party } of [book.lender, book.borrower]) {
        const seen = await walled.asService(party.id, (client) => rowsOf(client, table))
        const visible = await walled.visibleRows(table, party.id)
        expect(visible.length).toBeGreaterThan(0)
        expect(sorted(seen)).toEqual(sorted(visible))
      }
    }
  })

  it('shows the operator all rows, or none of a table that operators do not use', async () => {
    const operator = walled.mine.platform.party.id
    const seen = await walled.asService(operator, (client) => rowsOf(client, table), true)
    const wanted = operated.has(table)
      ? await rowsOf(walled.database, table)
      : await walled.ownRows(table, operator)
    expect(sorted(seen)).toEqual(sorted(wanted))
  })

  it('lets an organization change no row of another', async () => {
    const { id } = walled.mine.lender.party
    const own = await walled.ownRows(table, id)
    const column = await changeableColumn(table)
    for (const text of [`UPDATE ${table} SET ${column} = ${column}`, `DELETE FROM ${table}`]) {
      const changed = await walled.asService(id, async (client) => {
        const { rowCount } = await client.query(text).catch(refusedToService)
        return rowCount
      })
      expect([0, own.length]).toContain(changed)
    }
  })

  it('refuses a new row of another organization', async () => {
    const columns = await plainColumns(table)
    const [row] = await walled.ownRows(table, walled.theirs.lender.party.id)
    const insertion = walled.asService(walled.mine.lender.party.id, (client) =>
      client.query(
        `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify(row)],
      ),
    )
    await expect(insertion).rejects.toThrow(/row-level security|permission denied/)
  })
})

describe('a partition', () => {
  it('is bound as its table is, and open to nobody but through it', async () => {
    const { rows } = await walled.database.query<{ name: string; bound: boolean }>(
      `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS bound FROM pg_class
       WHERE relispartition AND relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
    )
    expect(rows.length).toBeGreaterThan(16)
    expect(rows.filter(({ bound }) => !bound)).toEqual([])
    for (const { name } of rows) {
      const statements = [
        `SELECT FROM ${name}`,
        `DELETE FROM ${name}`,
        `INSERT INTO ${name} SELECT * FROM ${name}`,
      ]
      for (const statement of statements) {
        const asked = walled.asService(walled.mine.lender.party.id, (client) =>
          client.query(statement),
        )
        await expect(asked).rejects.toThrow(/permission denied/)
      }
    }
  })
})

describe('price_sources', () => {
  it('are registered for an account, and revoked, by operators only', async () => {
    const account = walled.mine.lender.accountId
    const changes = [
      `INSERT INTO price_sources (id, source, account_id, created_at)
       VALUES (gen_random_uuid(), 'wanted', '${account}', now())`,
      'UPDATE price_sources SET revoked_at = now()',
    ]
    const changed = async (text: string, isOperator: boolean) =>
      walled.asService(
        walled.mine.lender.party.id,
        async (client) => {
          const { rowCount } = await client.query(text).catch(refusedToService)
          return rowCount
        },
        isOperator,
      )
    for (const text of changes) {
      expect(await changed(text, false)).toBe(0)
      expect(await changed(text, true)).toBeGreaterThan(0)
    }
  })
})

describe.each(custodians)('%s, read without a WHERE clause', (table) => {
  it('shows an organization no row, and lets it change none', async () => {
    const all = await rowsOf(walled.database, table)
    expect(all.length).toBeGreaterThan(0)
    expect(await walled.asService(undefined, (client) => rowsOf(client, table))).toHaveLength(
      all.length,
    )
    const { id } = walled.mine.lender.party
    expect(await walled.asService(id, (client) => rowsOf(client, table))).toEqual([])
    const changed = await walled.asService(id, (client) =>
      client.query(`UPDATE ${table} SET custodian_id = custodian_id`),
    )
    expect(changed.rowCount).toBe(0)
  })
})

describe.each(closed)('%s', (table) => {
  it('cannot be read or written by the service', async () => {
    for (const statement of [`SELECT FROM ${table}`, `DELETE FROM ${table}`]) {
      const asked = walled.asService(undefined, (client) => client.query(statement))
      await expect(asked).rejects.toThrow(/permission denied/)
    }
  })
})

async function plainColumns(table: string): Promise<string> {
  const { rows } = await walled.database.query(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' AND attidentity = ''`,
    [table],
  )
  return String(rows[0]?.['columns'])
}

/** A column that the service may change; the first one where it may change none. */
async function changeableColumn(table: string): Promise<string> {
  const { rows } = await walled.database.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' AND attidentity = ''
     ORDER BY has_column_privilege('vadium_service', attrelid, attnum, 'UPDATE') DESC, attnum
     LIMIT 1`,
    [table],
  )
  return rows[0]?.name ?? ''
}
