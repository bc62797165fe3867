import type { ClientBase, PoolClient } from 'pg'
import type { Connections } from './connection-shares.ts'
import {
  isDatabaseFailure,
  isOfPostgres,
  isTransient,
  OutcomeUnknownError,
  breaksConnection,
  wasNeverSent,
} from './database-failure.ts'

/**
 * Runs work in a transaction. An error before COMMIT is sent means that nothing was done. A
 * connection whose `enter` statement fails may have lost its role, so it is closed and another one
 * is opened. Work whose last statements nobody has waited for says, after the commit was refused,
 * which of them had failed.
 */
export async function inTransaction<T>(
  connections: Connections,
  enter: (client: PoolClient) => Promise<unknown>,
  work: (client: PoolClient) => Promise<T>,
  { begin = 'BEGIN', failureOfWork = () => undefined }: TransactionOptions = {},
): Promise<T> {
  const client = await connections.connect()
  let broken: Error | undefined
  let hasEntered = false
  try {
    await Promise.all([client.query(begin), enter(client)])
    hasEntered = true
    const result = await work(client)
    await commit(client, failureOfWork)
    return result
  } catch (error) {
    broken = hasEntered ? await undo(client, error) : asError(error)
    throw error
  } finally {
    client.release(broken)
  }
}

interface TransactionOptions {
  readonly begin?: string
  /** The error of a statement of the work that failed. Undefined if none has. */
  readonly failureOfWork?: () => Error | undefined
}

/** A read-only transaction that sees the database at one moment. */
export const beginReading = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Runs work in a transaction on a connection that the caller holds. An error rolls it back. */
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

/** Runs work in a transaction that is rolled back in any case. */
export async function inUndoneTransaction<T>(
  client: ClientBase,
  work: () => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  await client.query(begin)
  try {
    return await work()
  } finally {
    await client.query('ROLLBACK')
  }
}

/** The `enter` of work that belongs to no organization. */
export const withoutOrganization = () => Promise.resolve()

interface Committing {
  query(text: string): Promise<{ readonly command: string }>
}

/**
 * Commits.
 * @throws OutcomeUnknownError if COMMIT was sent and its result is unknown.
 */
export async function commit(
  client: Committing,
  failureOfWork: () => Error | undefined = () => undefined,
): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    const failure = failureOfWork()
    // It has refused a statement before the COMMIT, so it committed nothing.
    if (isOfPostgres(failure)) throw failure
    const isUndone = isTransient(error) || wasNeverSent(error)
    throw isDatabaseFailure(error) && !isUndone ? new OutcomeUnknownError(error) : error
  })
  // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, without an error.
  if (command !== 'COMMIT') throw failureOfWork() ?? nothingCommitted()
}

const nothingCommitted = () => new Error('nothing was committed, because a statement had failed')

/**
 * Rolls back after an error.
 * @returns why the connection must be closed; undefined if it can be used again.
 */
export async function undo(client: PoolClient, error: unknown): Promise<Error | undefined> {
  // Nothing more is sent on a broken connection. Its transaction ends with it.
  if (breaksConnection(error)) return asError(error)
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (failure) {
    return asError(failure)
  }
}

/** An error as it is, or what else was thrown as an error. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
