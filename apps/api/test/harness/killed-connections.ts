import type pg from 'pg'
import { watchStatements } from './watched-statements.ts'

/**
 * Does work as if its process were killed when it is about to send its statement of this number:
 * that one and all later ones fail, on every connection, and no open transaction is committed. What
 * follows the work is a process that was started again.
 * @returns whether the statement was reached.
 */
export async function killedBefore(number: number, work: () => Promise<unknown>): Promise<boolean> {
  const kill = killer()
  let count = 0
  await watchStatements(work, ({ client, send }) => {
    count += 1
    if (count >= number) kill(client)
    return send()
  })
  return count >= number
}

/** The same, right after the database has executed the first COMMIT. Nobody learns of it. */
export async function killedAfterCommit(work: () => Promise<unknown>): Promise<void> {
  const kill = killer()
  let commits = 0
  await watchStatements(work, ({ client, text, send }) => {
    if (commits > 0) kill(client)
    const answer = send()
    if (commits > 0 || text !== 'COMMIT') return answer
    return Promise.resolve(answer).then(() => {
      commits += 1
      kill(client)
      throw new Error('Connection terminated')
    })
  })
  if (commits === 0) throw new Error('nothing was committed')
}

/** Ends each connection once. What is sent on it after that fails by itself. */
function killer(): (client: pg.Client) => void {
  const dead = new WeakSet<pg.Client>()
  return (client) => {
    if (dead.has(client)) return
    dead.add(client)
    void client.end()
  }
}
