import { setTimeout as pause } from 'node:timers/promises'
import { withOwnerClient } from '../../src/platform/db/pool.ts'
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

type Answers<Calls extends readonly (() => Promise<unknown>)[]> = {
  [Index in keyof Calls]: Awaited<ReturnType<Calls[Index]>>
}

/**
 * Holds the lock of a deal, begins calls that wait for it in turn, and lets it go: PostgreSQL gives
 * it to them in that order. Returns their answers.
 */
export function inTurn<const Calls extends readonly (() => Promise<unknown>)[]>(
  database: Pick<TestDatabase, 'query' | 'url'>,
  orderId: string,
  ...calls: Calls
): Promise<Answers<Calls>> {
  return withOwnerClient(database.url, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [orderId])
    const answers = []
    for (const [i, begin] of calls.entries()) {
      answers.push(begin())
      await waitersForLocks(database, i + 1)
    }
    await client.query('COMMIT')
    return (await Promise.all(answers)) as Answers<Calls>
  })
}

/**
 * Two changes of a deal that wait for its lock, the first one given first or second. Returns their
 * answers as they are given.
 */
export async function inEitherOrder<A, B>(
  database: Pick<TestDatabase, 'query' | 'url'>,
  orderId: string,
  isFirst: boolean,
  one: () => Promise<A>,
  other: () => Promise<B>,
): Promise<readonly [A, B]> {
  if (isFirst) return inTurn(database, orderId, one, other)
  const [second, first] = await inTurn(database, orderId, other, one)
  return [first, second]
}
