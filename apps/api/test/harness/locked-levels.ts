import pg from 'pg'
import type { TestDatabase } from './database.ts'

/** The lock under which the levels of a lender are decided, as another process would hold it. */
export interface LockedLevels {
  /** The process of the database that waits for the lock, or 0. */
  readonly waiting: () => Promise<number>
  readonly end: () => Promise<void>
}

/** Locks the levels of a lender until the end. */
export async function lockLevels(
  database: Pick<TestDatabase, 'url'>,
  lenderId: string,
): Promise<LockedLevels> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock(831408, hashtext($1))', [lenderId])
  return {
    waiting: async () => {
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      return rows[0]?.pid ?? 0
    },
    end: () => client.end(),
  }
}
