import type { TestDatabase } from './database.ts'

/** Tables that are no part of what happened. */
const leftOut: Readonly<Record<string, string>> = {
  installation: 'which installation it is: no two are the same',
  migrations: 'applied by the machine, at its time',
  counterparty_counts: 'counted in windows of the machine',
  credential_uses: 'written at times of the machine, and by its pace',
  scenario_loads: 'what was loaded is in the book',
  service_secrets: 'secrets: no seed may determine them',
  used_signatures: 'what was signed has the time of the machine in it',
}

/**
 * Columns that go by the clock of the machine or by the pace of its loops, or hold what must not be
 * foreseen.
 */
const leftOutColumns: Readonly<Record<string, readonly string[]>> = {
  // Who may approve rests on when accounts were created, by the clock of the database. Requests are
  // received, and tried again after a limit, by the clock of the machine.
  accounts: ['made_at'],
  approval_decisions: ['made_at'],
  approvals: ['requested_at', 'received_at', 'try_at'],
  // Identifiers of requests and the time of the machine: the trail is about callers, not about the
  // book.
  audit_entries: ['id', 'time', 'request_id'],
  // A key is good or not by the time of the machine, and was made at one.
  credentials: ['created_at', 'made_at'],
  // Kept for so many days of the machine, as events are.
  custodian_callbacks: ['recorded_at'],
  events: ['recorded_at'],
  // Kept for a day of the machine. The body of a request may hold a seal, and so may its hash.
  idempotency_keys: ['created_at', 'request_hash'],
  // A worker may die: for how long it has a claim goes by the clock of the database.
  instructions: ['claimed_until'],
  // Kept for a year of the machine.
  notifications: ['recorded_at'],
}

/** The seal of a calculation is made with a secret of its database; what it says is readable. */
export const sealed = /eyJwb3NpdGlvbl9pZ[\w-]+/g
const sealBytes = 16
/** A key is made at a time of the machine. JSON in JSON has its quotes escaped. */
const madeAtMachineTime = /(credential[^}]*create_time\\?":\\?")[^"\\]*/g

/** A text without what goes by the clock of the machine or by a secret. */
export function foreseeable(text: string): string {
  return text
    .replace(sealed, (token) => Buffer.from(token, 'base64url').subarray(0, -sealBytes).toString())
    .replace(madeAtMachineTime, '$1')
}

/** Everything that a database knows of a book, a line a row. Partitions are part of their table. */
export async function dumpBook(database: TestDatabase): Promise<string> {
  const { rows } = await database.query(
    `SELECT relname AS table_name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     ORDER BY table_name`,
  )
  const lines: string[] = []
  for (const table of rows.map(({ table_name }) => String(table_name))) {
    if (table in leftOut) continue
    const stored = await rowsOf(database, table)
    lines.push(...stored.map((row) => `${table} ${foreseeable(row)}`).sort())
  }
  return lines.join('\n')
}

/**
 * The rows of a table as JSON, without what goes by the clock of the machine, and with no more than
 * the columns that are named, if any are.
 */
export async function rowsOf(
  database: TestDatabase,
  table: string,
  columns: readonly string[] | null = null,
): Promise<string[]> {
  const { rows } = await database.query(
    `SELECT (
       SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(t) - $1::text[])
       WHERE $2::text[] IS NULL OR key = ANY ($2)
     )::text AS row FROM ${table} t`,
    [leftOutColumns[table] ?? [], columns],
  )
  return rows.map(({ row }) => String(row))
}
