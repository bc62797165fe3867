import { setTimeout as pause } from 'node:timers/promises'
import type { Connections } from './connection-shares.ts'
import { firstRow } from './rows-of.ts'

const waitMsMax = 50
const pollMs = 5

interface WritersRow {
  /** Null if there are none. */
  readonly ids: string[] | null
}

/** A transaction that writes holds the lock of its id until others see what it has committed. */
const writers = `
  SELECT array_agg(l.transactionid::text) AS ids FROM pg_locks l
  WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted
    AND l.transactionid::text = ANY (coalesce($1, ARRAY[l.transactionid::text]))
    AND EXISTS (SELECT FROM pg_stat_activity a
      WHERE a.pid = l.pid AND a.datname = current_database())`

/**
 * Waits until the transactions that write on the primary have ended, but not for long. A commit is
 * in the log before the primary shows it; while it waits for a synchronous standby, even for
 * milliseconds. A replica may have shown it by then, so a read of the primary waits for it.
 */
export async function untilWritersEnd(primary: Connections): Promise<void> {
  const endMs = performance.now() + waitMsMax
  let ids: string[] | null = null
  do {
    if (ids !== null) await pause(pollMs)
    const row: WritersRow | undefined = await firstRow<WritersRow>(primary, {
      name: 'transactions that write',
      text: writers,
      values: [ids],
    })
    ids = row?.ids ?? null
  } while (ids !== null && performance.now() < endMs)
}
