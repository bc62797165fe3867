import { setTimeout as pause } from 'node:timers/promises'
import type { TestDatabase } from './database.ts'

/** Ends when so many transactions of the database, or more, wait for a lock. */
export async function waitersForLocks(
  database: Pick<TestDatabase, 'query'>,
  count: number,
): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if ((rowCount ?? 0) >= count) return
    await pause(5)
  }
}
