import pg from 'pg'
import { markChatRead } from '@vadium/schema'
import { succeed } from './call.ts'
import { copyDatabase, templateFrom, type TestDatabase } from './database.ts'
import { acceptedInvitation } from './example-invitations.ts'
import { policyOfTwo } from './example-approvals.ts'
import { LivingBook, type Plan } from './living-book.ts'
import {
  livingBooks,
  type LivingBooks,
  livingSettings,
  openBooks,
  type PreparedBooks,
} from './living-books.ts'
import { preparedOnce } from './prepared-once.ts'
import { type RunningService, startService } from './service.ts'

export type Row = Readonly<Record<string, unknown>>

interface Queried {
  query(text: string): Promise<{ readonly rows: readonly Row[] }>
}

const owners = ['organization_id', 'lender_id', 'borrower_id'] as const
const names = (id: string) => (row: Row) => owners.some((owner) => row[owner] === id)

export async function rowsOf(client: Queried, table: string): Promise<Row[]> {
  const { rows } = await client.query(`SELECT to_jsonb(t) AS row FROM ${table} t`)
  return rows.map((row) => row['row'] as Row)
}

/** What can be compared whatever the order of the rows and of their columns. */
export const sorted = (rows: readonly Row[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()

/** No row, where the service lacks the right; any other error is thrown. */
export function refusedToService(error: unknown): { rowCount: number } {
  if (error instanceof pg.DatabaseError && error.code === '42501') return { rowCount: 0 }
  throw error
}

/**
 * Two books with rows in every table, to be looked at as the service looks at them. The rows are
 * made once in a run.
 */
export class WalledBooks {
  readonly #opened: LivingBooks
  readonly database: TestDatabase
  readonly mine: LivingBook
  readonly theirs: LivingBook
  /** Their connections are kept: to open one takes longer than what most tests ask. */
  readonly #pool: pg.Pool

  private constructor(opened: LivingBooks) {
    this.#opened = opened
    this.database = opened.service.database
    ;[this.mine, this.theirs] = opened.books
    this.#pool = new pg.Pool({ connectionString: this.database.url })
    // The end of a pool does not wait for its connections, and the drop of the database ends those
    // that are left. An error of a connection in use still fails its statement.
    this.#pool.on('error', () => undefined)
  }

  static async open(): Promise<WalledBooks> {
    return new WalledBooks(await openBooks(await preparedOnce('walled-books', prepareWalls)))
  }

  async close(): Promise<void> {
    await this.#pool.end()
    await this.#opened.close()
  }

  /** As the role that the service works as, in a transaction that is undone. */
  async asService<T>(
    organizationId: string | undefined,
    work: (client: pg.ClientBase) => Promise<T>,
    isOperator = false,
  ): Promise<T> {
    const client = await this.#pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SET LOCAL ROLE vadium_service')
      const name = "SELECT set_config('vadium.organization_id', $1, true)"
      if (organizationId !== undefined) await client.query(name, [organizationId])
      if (isOperator) await client.query("SELECT set_config('vadium.operator', 'on', true)")
      return await work(client)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }

  /** The rows of a table that belong to an organization. */
  async ownRows(table: string, id: string): Promise<Row[]> {
    const rows = await rowsOf(this.database, table)
    if (table === 'organizations') return rows.filter((row) => row['id'] === id)
    return rows.filter(names(id))
  }

  /**
   * The rows of a table that an organization sees: its own, and of the other sides of its
   * agreements who they are and when they were suspended.
   */
  async visibleRows(table: string, id: string): Promise<Row[]> {
    const named = { organizations: 'id', suspensions: 'organization_id' }[table]
    if (named === undefined) return this.ownRows(table, id)
    const agreements = await this.ownRows('agreements', id)
    const sides = agreements.flatMap((row) => [row['lender_id'], row['borrower_id']])
    const known = new Set([id, ...sides])
    return (await rowsOf(this.database, table)).filter((row) => known.has(row[named]))
  }
}

async function prepareWalls(): Promise<PreparedBooks> {
  const living = await livingBooks(10)
  const { scenario, platform } = living
  const database = await copyDatabase(living.template)
  const service = await startService({ scenario, database, settings: livingSettings })
  const played = async (plan: Plan): Promise<Plan> => {
    const book = new LivingBook(service, plan, platform)
    await play(service, book)
    return { ...plan, deals: book.unusedDeals() }
  }
  const [first, second] = living.plans
  const plans = [await played(first), await played(second)] as const
  await service.services.audit.flush()
  await service.services.credentialUses.flush()
  await service.close()
  await fill(database)
  return { ...living, plans, template: await templateFrom(database) }
}

/** What comes about by itself. */
async function play(service: RunningService, book: LivingBook): Promise<void> {
  await book.pendingOrder()
  await book.failedRequest()
  await book.acceptedRequest()
  await book.agreedRate()
  for (const { keys } of [book.lender, book.borrower]) {
    const { order_id, entry_id } = await book.openChatEntry()
    const params = { order_id }
    await succeed(service, markChatRead, { key: keys.viewer, params, body: { entry_id } })
  }
  for (const member of [book.lender, book.borrower]) await policyOfTwo(book, member)
  for (const member of [book.lender, book.borrower]) await book.newTestMail(member)
  await book.newWebhookDelivery(book.lender)
  await book.newWebhookDelivery(book.borrower)
  for (const member of [book.lender, book.borrower]) await acceptedInvitation(book, member)
}

/** What takes longer to come about. */
async function fill(database: TestDatabase): Promise<void> {
  await database.query(
    `INSERT INTO margin_alerts (position_id, level, lender_id, borrower_id, occasion, is_active)
     SELECT id, 'margin_call', lender_id, borrower_id, 1, true FROM positions
     ON CONFLICT DO NOTHING`,
  )
  await database.query(
    `INSERT INTO notification_reads (account_id, notification_id, organization_id, read_at)
     SELECT a.id, n.id, n.organization_id, n.created_at
     FROM notifications n JOIN accounts a USING (organization_id)`,
  )
  await database.query(
    `INSERT INTO suspensions (organization_id, is_suspended, changed_at)
     SELECT id, suspended, now() FROM organizations, (VALUES (true), (false)) AS change (suspended)`,
  )
  await database.query(
    `INSERT INTO notification_preferences
     SELECT id, organization_id, '{}', 'info' FROM accounts`,
  )
  for (const columns of ['lender_id, borrower_id', 'borrower_id, lender_id']) {
    await database.query(
      `INSERT INTO counterparty_mutes SELECT ${columns}, now() FROM agreements
       ON CONFLICT DO NOTHING`,
    )
    await database.query(
      `INSERT INTO counterparty_counts SELECT ${columns}, 'order', now(), 1 FROM agreements
       ON CONFLICT DO NOTHING`,
    )
    const [sender] = columns.split(', ')
    await database.query(
      `INSERT INTO voluntary_counts SELECT ${sender}, id, now(), 1, ARRAY[now()] FROM positions`,
    )
  }
  for (const columns of ['lender_id, borrower_id', 'borrower_id, lender_id']) {
    await database.query(
      `INSERT INTO automations (organization_id, counterparty_id, id, version)
       SELECT DISTINCT ON (lender_id, borrower_id) ${columns}, gen_random_uuid(), 1 FROM agreements
       ON CONFLICT DO NOTHING`,
    )
  }
  await database.query(
    `INSERT INTO automation_versions
       (organization_id, counterparty_id, version, calls, account_id, created_at)
     SELECT DISTINCT ON (a.id) a.organization_id, a.counterparty_id, 1, 'off', c.id, now()
     FROM automations a JOIN accounts c USING (organization_id)`,
  )
  await database.query(
    `INSERT INTO counterparty_limits (id, organization_id, counterparty_id, version)
     SELECT gen_random_uuid(), organization_id, counterparty_id, 1 FROM automations`,
  )
  await database.query(
    `INSERT INTO counterparty_limit_versions (organization_id, counterparty_id, version, shock,
       assets, lent_quantities_max, on_breach, account_id, created_at)
     SELECT organization_id, counterparty_id, version, 0, '{}', '{}', 'warn', account_id, created_at
     FROM automation_versions`,
  )
  await database.query(
    `INSERT INTO exceeded_limits (organization_id, counterparty_id, limit_name, since)
     SELECT organization_id, counterparty_id, 'lent_usd_max', now() FROM counterparty_limits`,
  )
  await database.query(
    `INSERT INTO limit_refusals (order_id, organization_id, refused_at)
     SELECT id, CASE row_number() OVER (ORDER BY id) % 2 WHEN 0 THEN lender_id ELSE borrower_id END,
       now() FROM orders`,
  )
  await database.query(
    `INSERT INTO replaced_terms
       (order_id, lender_id, borrower_id, terms_id, order_request_id, replaced_at)
     SELECT o.id, o.lender_id, o.borrower_id, o.terms_id, r.id, r.created_at FROM order_requests r
     JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id`,
  )
  await database.query(
    `INSERT INTO close_outs (id, position_id, lender_id, borrower_id, creator_id, cause, status,
       occasion, fact_since, earliest_terminate_at, created_at, updated_at)
     SELECT gen_random_uuid(), id, lender_id, borrower_id, lender_id, 'LIQUIDATION_LEVEL',
       'WITHDRAWN', 1, created_at, created_at, created_at, created_at FROM positions`,
  )
  await database.query(
    `INSERT INTO call_sets (id, agreement_id, lender_id, borrower_id, creator_id, direction,
       total_notional_usd, minimum_notional_usd, expire_at, created_at)
     SELECT gen_random_uuid(), id, lender_id, borrower_id, lender_id, 'TopUp', 0, 0, now(), now()
     FROM agreements`,
  )
  await database.query(
    `INSERT INTO document_preferences (organization_id, kinds, updated_at)
     SELECT id, '{confirmation}', now() FROM organizations`,
  )
  await database.query(
    `INSERT INTO documents (id, kind, lender_id, borrower_id, order_id, subject_id, revision, content,
       content_sha256, created_at)
     SELECT gen_random_uuid(), 'confirmation', o.lender_id, o.borrower_id, o.id, o.id, 1, '{}',
       encode(sha256('{}'), 'hex'), o.created_at FROM orders o`,
  )
  await database.query(
    `INSERT INTO simulated_scripts (custodian_id, uses_left, script)
     VALUES ('simulated', 1, '{}')`,
  )
}
