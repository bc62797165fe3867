import pg from 'pg'

/**
 * Kills this process when it is about to send, or has just sent, its statement of this number to
 * the database. It reports the statement first. Only statements that contain a text are counted.
 */
export function dieAtStatement(number: number, isBeforeIt: boolean, containing = ''): void {
  // The PostgreSQL client is a dependency; each statement of the process passes here.
  const { query } = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
  let count = 0
  const counted = function (this: pg.Client, ...given: unknown[]): unknown {
    const [statement] = given as [string | { text: string }]
    const text = typeof statement === 'string' ? statement : statement.text
    if (text.includes(containing)) count += 1
    if (count !== number) return query.apply(this, given)
    const sent = isBeforeIt ? undefined : query.apply(this, given)
    process.stdout.write(`${isBeforeIt ? 'before' : 'after'} ${text.trim()}`)
    process.kill(process.pid, 'SIGKILL')
    return sent
  }
  pg.Client.prototype.query = counted as typeof pg.Client.prototype.query
}
