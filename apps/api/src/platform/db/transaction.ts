import type { ClientBase, PoolClient } from 'pg'
import type { Connections } from './connection-shares.ts'
import {
  isDatabaseFailure,
  isPassing,
  OutcomeUnknownError,
  spendsConnection,
  wasNeverSent,
} from './database-failure.ts'

/**
 * Does work in a transaction of its own. What fails before COMMIT is sent was not done. A
 * connection that cannot enter may have lost its role: it is closed, and another is opened.
 */
export async function inTransaction<T>(
  connections: Connections,
  enter: (client: PoolClient) => Promise<unknown>,
  work: (client: PoolClient) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  const client = await connections.connect()
  let broken: Error | undefined
  let hasEntered = false
  try {
    await client.query(begin)
    await enter(client)
    hasEntered = true
    const result = await work(client)
    await commit(client)
    return result
  } catch (error) {
    broken = hasEntered ? await undo(client, error) : asError(error)
    throw error
  } finally {
    client.release(broken)
  }
}

/** A transaction that only reads and sees one moment. */
export const beginReading = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Does work in a transaction on a connection that the caller holds. What fails is rolled back. */
export async function inTransactionOn<T>(
  client: ClientBase,
  work: () => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  await client.query(begin)
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** For work that is nobody's. */
export const asNobody = () => Promise.resolve()

/**
 * Commits.
 * @throws OutcomeUnknownError where COMMIT was sent and the database did not say what became of it.
 */
export async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    const isUndone = isPassing(error) || wasNeverSent(error)
    throw isDatabaseFailure(error) && !isUndone ? new OutcomeUnknownError(error) : error
  })
  // A transaction in which a statement has failed is rolled back by its commit, without an error.
  if (command !== 'COMMIT') throw new Error('a statement had failed, so nothing was committed')
}

/**
 * Rolls back after an error.
 * @returns why the connection must be closed; undefined where it can be used again.
 */
export async function undo(client: PoolClient, error: unknown): Promise<Error | undefined> {
  // Nothing is asked of a connection that does not answer. Its transaction ends with it.
  if (spendsConnection(error)) return asError(error)
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (failure) {
    return asError(failure)
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
