import type { ClientBase } from 'pg'
import { StartError } from '../start-error.ts'
import { withLogin } from './pool.ts'

/**
 * The sessions that take turns, by turns and twice in a row: a pooler that lends connections for one
 * transaction gives two sessions the same one, or one session two.
 */
const turns = 'aabbabbaabab'

/**
 * Sessions keep their role, their settings and their prepared statements. A pooler in transaction mode
 * mixes them up, so statements of one organization would run with what another left behind.
 *
 * @throws StartError where it is found to be in between.
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
  const seen = { a: new Set<number>(), b: new Set<number>() }
  for (const turn of turns) {
    const isA = turn === 'a'
    const { rows } = await (isA ? a : b).query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    for (const { pid } of rows) seen[isA ? 'a' : 'b'].add(pid)
  }
  const [only, ...others] = seen.a
  return only === undefined || others.length > 0 || seen.b.size !== 1 || seen.b.has(only)
}
