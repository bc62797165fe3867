import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markChatRead } from '@vadium/schema'
import { succeed } from './harness/call.ts'
import type { LivingBook } from './harness/living-book.ts'
import { type LivingBooks, openLivingBooks } from './harness/living-books.ts'
import type { TestDatabase } from './harness/database.ts'

let opened: LivingBooks
let database: TestDatabase
let mine: LivingBook
let theirs: LivingBook
beforeAll(async () => {
  opened = await openLivingBooks(10)
  database = opened.service.database
  ;[mine, theirs] = opened.books
  for (const book of opened.books) {
    await book.pendingOrder()
    await book.failedRequest()
    await book.acceptedRequest()
    await book.agreedRate()
    for (const { keys } of [book.lender, book.borrower]) {
      const { order_id, entry_id } = await book.openChatEntry()
      const params = { order_id }
      await succeed(opened.service, markChatRead, { key: keys.viewer, params, body: { entry_id } })
    }
    await book.newWebhookDelivery(book.lender)
    await book.newWebhookDelivery(book.borrower)
  }
  await opened.service.services.audit.flush()
  // Written by a revaluation, wherever that runs.
  await database.query(
    `INSERT INTO position_figures (position_id, lender_id, borrower_id, ready_for_m2m, m2m_reason, valued_at)
     SELECT id, lender_id, borrower_id, false, 'not valued', created_at FROM positions
     ON CONFLICT DO NOTHING`,
  )
  await database.query(
    `INSERT INTO margin_alerts (position_id, level, lender_id, borrower_id, occasion, standing)
     SELECT id, 'margin_call', lender_id, borrower_id, 1, true FROM positions
     ON CONFLICT DO NOTHING`,
  )
  await database.query(
    `INSERT INTO notification_reads (account_id, notification_id, organization_id, read_at)
     SELECT a.id, n.id, n.organization_id, n.created_at
     FROM notifications n JOIN accounts a USING (organization_id)`,
  )
  await database.query(
    `INSERT INTO notification_preferences
     SELECT id, organization_id, '{}', 'info' FROM accounts`,
  )
  for (const columns of ['lender_id, borrower_id', 'borrower_id, lender_id']) {
    await database.query(
      `INSERT INTO counterparty_mutes SELECT ${columns}, now() FROM agreements ON CONFLICT DO NOTHING`,
    )
    await database.query(
      `INSERT INTO counterparty_counts SELECT ${columns}, 'order', now(), 1 FROM agreements
       ON CONFLICT DO NOTHING`,
    )
  }
}, 60_000)
afterAll(() => opened.close())

/** Tables of which a row belongs to the organizations that it names: nobody else sees it. */
const books = [
  'agreement_versions',
  'agreements',
  'audit_entries',
  'chat_entries',
  'chat_read_marks',
  'chats',
  'counterparty_counts',
  'counterparty_mutes',
  'event_heads',
  'events',
  'idempotency_keys',
  'interest_changes',
  'journal_balances',
  'journal_entries',
  'journal_transactions',
  'margin_alerts',
  'margin_terms',
  'mark_to_market_requests',
  'notification_preferences',
  'notification_reads',
  'notifications',
  'order_requests',
  'orders',
  'position_figures',
  'positions',
  'state_changes',
  'transfers',
  'webhook_deliveries',
  'webhook_endpoints',
] as const

/** What everybody reads, and only operators write. */
const writtenByOperators = ['price_sources'] as const

/** Every other table, and why no organization is kept from seeing its rows. */
const unbound: Readonly<Record<string, string>> = {
  organizations: 'who there is, read before it is known who asks',
  accounts: 'who there is, read before it is known who asks',
  credentials: 'by which it is found out who asks',
  wallets: 'both sides of a deal name theirs, and each sees where its assets go',
  wallet_assets: 'what wallets can hold',
  custodians: 'those of the installation',
  assets: 'those of the installation',
  prices: 'the same for everybody',
  latest_prices: 'the same for everybody',
  held_prices: 'the same for everybody',
  price_bases: 'the same for everybody',
  stale_prices: 'the same for everybody',
  market_cuts: 'the same for everybody',
  instructions:
    'the queue of the service: a worker looks for what is due before it acts for anyone',
  deadlines: 'the queue of the service: likewise',
  custodian_callbacks: 'what custodians said, to the service',
  used_signatures: 'bytes that belong to nobody',
  service_secrets: 'those of the service, which its role may not even read',
  scenario_loads: 'which files were loaded',
  simulated_instructions: 'what the simulated custodian remembers, which is a company of its own',
  simulated_scripts: 'what the simulated custodian is told to play',
  sandbox: 'the time of the book',
  sandbox_prices: 'the script of a sandbox',
  schema_versions: 'which migrations were applied',
}

/** As the role that the service works as, in a transaction that is undone. */
async function asService<T>(
  organizationId: string | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL ROLE vadium_service')
    if (organizationId !== undefined) {
      await client.query("SELECT set_config('vadium.organization_id', $1, true)", [organizationId])
    }
    return await work(client)
  } finally {
    await client.end()
  }
}

type Row = Readonly<Record<string, unknown>>

interface Queried {
  query(text: string): Promise<{ readonly rows: readonly Row[] }>
}

const rowsOf = async (client: Queried, table: string) => {
  const { rows } = await client.query(`SELECT to_jsonb(t) AS row FROM ${table} t`)
  return rows.map((row) => row['row'] as Row)
}

const owners = ['organization_id', 'lender_id', 'borrower_id'] as const
const belongsTo = (id: string) => (row: Row) => owners.some((owner) => row[owner] === id)

/** What can be compared whatever the order of the rows. */
const sorted = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort()

describe('every table', () => {
  it('is bound to organizations, or it is said why it is not', async () => {
    const { rows } = await database.query(
      `SELECT relname, relrowsecurity AND relforcerowsecurity AS bound FROM pg_class
       WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`,
    )
    const named = (wanted: boolean) =>
      rows.filter(({ bound }) => bound === wanted).map(({ relname }) => String(relname))
    expect(named(true)).toEqual([...books, ...writtenByOperators].sort())
    expect(named(false)).toEqual(Object.keys(unbound).sort())
  })

  it('belongs to someone else than the service, which cannot pass the policies by', async () => {
    const { rows } = await database.query(
      `SELECT (SELECT count(*) FROM pg_tables WHERE tableowner = 'vadium_service')::int AS owned,
              rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = 'vadium_service'`,
    )
    expect(rows).toEqual([{ owned: 0, rolsuper: false, rolbypassrls: false, rolcanlogin: false }])
  })
})

describe.each(books)('%s, read without a WHERE clause', (table) => {
  it('shows nobody in particular nothing', async () => {
    expect(await asService(undefined, (client) => rowsOf(client, table))).toEqual([])
  })

  it('shows an organization all that names it, and nothing else', async () => {
    const everything = await rowsOf(database, table)
    for (const book of [mine, theirs]) {
      for (const { party } of [book.lender, book.borrower]) {
        const seen = await asService(party.id, (client) => rowsOf(client, table))
        const own = everything.filter(belongsTo(party.id))
        expect(own.length).toBeGreaterThan(0)
        expect(sorted(seen)).toEqual(sorted(own))
      }
    }
  })

  it('lets an organization change no row of another', async () => {
    const { id } = mine.lender.party
    const own = await asService(id, (client) => rowsOf(client, table))
    for (const statement of [`UPDATE ${table} SET %c = %c`, `DELETE FROM ${table}`]) {
      const column = await firstColumn(table)
      const changed = await asService(id, async (client) => {
        const text = statement.replaceAll('%c', column)
        const { rowCount } = await client.query(text).catch(refusedToService)
        return rowCount
      })
      expect([0, own.length]).toContain(changed)
    }
  })

  // The trail is written for whoever did something, also where no transaction was theirs.
  it.skipIf(table === 'audit_entries')('takes no new row of another', async () => {
    const columns = await plainColumns(table)
    const row = (await rowsOf(database, table)).find(belongsTo(theirs.lender.party.id))
    const insertion = asService(mine.lender.party.id, (client) =>
      client.query(
        `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify(row)],
      ),
    )
    await expect(insertion).rejects.toThrow(/row-level security|permission denied/)
  })
})

describe('price_sources', () => {
  it('are registered for an account, and revoked, by operators alone', async () => {
    const account = mine.lender.accountId
    const changes = [
      `INSERT INTO price_sources (id, source, account_id, created_at)
       VALUES (gen_random_uuid(), 'wanted', '${account}', now())`,
      'UPDATE price_sources SET revoked_at = now()',
    ]
    const changed = async (text: string, isOperator: boolean) =>
      asService(mine.lender.party.id, async (client) => {
        if (isOperator) await client.query("SELECT set_config('vadium.operator', 'on', true)")
        const { rowCount } = await client.query(text).catch(refusedToService)
        return rowCount
      })
    for (const text of changes) {
      expect(await changed(text, false)).toBe(0)
      expect(await changed(text, true)).toBeGreaterThan(0)
    }
  })
})

function refusedToService(error: unknown): { rowCount: number } {
  if (error instanceof pg.DatabaseError && error.code === '42501') return { rowCount: 0 }
  throw error
}

async function plainColumns(table: string): Promise<string> {
  const { rows } = await database.query(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' AND attidentity = ''`,
    [table],
  )
  return String(rows[0]?.['columns'])
}

async function firstColumn(table: string): Promise<string> {
  const [column = ''] = (await plainColumns(table)).split(', ', 1)
  return column
}
