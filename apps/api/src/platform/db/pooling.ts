import type { ClientBase } from 'pg'
import { StartError } from '../start-error.ts'
import { withLogin } from './pool.ts'

/**
 * Which of two sessions runs each statement. A pooler in transaction mode gives both the same
 * connection, or one of them several.
 */
const turns = 'aabbabbaabab'

/** A proxy may lead to several servers, whose processes may have the same number. */
const thisSession = "SELECT pg_backend_pid() || ' ' || pg_postmaster_start_time() AS session"

/**
 * Refuses a pooler in transaction mode. Sessions keep their role, settings and prepared statements;
 * such a pooler would run statements of one organization in the session state of another.
 *
 * @throws StartError if such a pooler is found.
 */
export async function refuseTransactionPooling(setting: string, url: string): Promise<void> {
  const isMixed = await withLogin(url, (a) => withLogin(url, (b) => areMixed(a, b)))
  if (!isMixed) return
  throw new StartError(
    `A pooler behind ${setting} gives the statements of one session to several connections. ` +
      'Set its pool_mode to session for this database, or connect to PostgreSQL itself.',
  )
}

async function areMixed(a: ClientBase, b: ClientBase): Promise<boolean> {
  const seen = { a: new Set<string>(), b: new Set<string>() }
  for (const turn of turns) {
    const isA = turn === 'a'
    const { rows } = await (isA ? a : b).query<{ session: string }>(thisSession)
    for (const { session } of rows) seen[isA ? 'a' : 'b'].add(session)
  }
  const [only, ...others] = seen.a
  return only === undefined || others.length > 0 || seen.b.size !== 1 || seen.b.has(only)
}
