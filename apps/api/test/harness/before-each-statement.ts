import type { Pool, PoolClient } from 'pg'

/** Does something before each statement on the connections that a pool opens from now on. */
export function beforeEachStatement(pool: Pool, work: (text: string) => Promise<void>): void {
  pool.on('connect', (client) => {
    // The PostgreSQL client is a dependency; each statement on it passes here.
    const { query } = client as { query: (...given: unknown[]) => unknown }
    const delayed = (...given: unknown[]): unknown => {
      const [statement] = given as [string | { readonly text: string }]
      const text = typeof statement === 'string' ? statement : statement.text
      const sent = work(text).then(() => query.apply(client, given))
      // The pool's own statements are answered by a callback.
      return typeof given.at(-1) === 'function' ? undefined : sent
    }
    client.query = delayed as PoolClient['query']
  })
}
