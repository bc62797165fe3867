import type { TestDatabase } from './database.ts'

/** Tables that record that somebody asked or decided, and not that anything has happened. */
const aboutRequests = [
  'approval_decisions',
  'approvals',
  'audit_entries',
  'credential_uses',
  'event_heads',
  'event_numbering',
  'events',
  'idempotency_keys',
  'notifications',
  'unnumbered_events',
  'used_signatures',
]

/** To read the catalog takes as long as the digests, and tests make hundreds of them. */
const digestsOf = new WeakMap<TestDatabase, Promise<string>>()

async function digestsQuery(database: TestDatabase): Promise<string> {
  const { rows: tables } = await database.query<{ name: string }>(
    // The rows of partitions are rows of their table.
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL ($1)
     ORDER BY relname`,
    [aboutRequests],
  )
  // Each write of a row, even one that leaves its columns as they were, has another transaction.
  const digests = tables.map(
    ({ name }) => `SELECT '${name}' AS name,
      (SELECT count(*) || ' ' || coalesce(sum(hashtextextended(concat(ctid, xmin), 0)), 0)
       FROM ${name}) AS digest`,
  )
  return digests.join(' UNION ALL ')
}

/** A digest of the rows of each table of a book, apart from the tables that record requests. */
export async function bookDigests(database: TestDatabase): Promise<ReadonlyMap<string, string>> {
  const query = digestsOf.get(database) ?? digestsQuery(database)
  digestsOf.set(database, query)
  const { rows } = await database.query<{ name: string; digest: string }>(await query)
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

/** The tables whose content differs. */
export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name))
}
