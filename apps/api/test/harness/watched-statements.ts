import pg from 'pg'

/** A statement that this process is about to send to a database. */
export interface WatchedStatement {
  readonly client: pg.Client
  readonly name: string | undefined
  readonly text: string
  /** Sends it. The answer, or undefined where a callback gets it. */
  readonly send: () => unknown
}

/**
 * Gives each statement that this process sends while some work lasts to a watcher, which decides
 * whether it is sent.
 */
export async function watchStatements(
  work: () => Promise<unknown>,
  watcher: (statement: WatchedStatement) => unknown,
): Promise<void> {
  // The PostgreSQL client is a dependency; each statement of the process passes here.
  const { query } = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
  const watched = function (this: pg.Client, ...given: unknown[]): unknown {
    const [statement] = given as [string | { readonly name?: string; readonly text: string }]
    const { name, text } =
      typeof statement === 'string' ? { name: undefined, text: statement } : statement
    return watcher({ client: this, name, text, send: () => query.apply(this, given) })
  }
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
}
