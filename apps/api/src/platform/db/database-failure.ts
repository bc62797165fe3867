import pg from 'pg'

/** All connections are in use, and no more requests may wait for one. Nothing was done. */
export class PoolOverloadedError extends Error {
  override readonly name = 'PoolOverloadedError'
}

/** COMMIT was sent and the answer is missing: the change may be in the database, or not. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'

  constructor(cause: unknown) {
    super('the outcome of a transaction is unknown', { cause })
  }
}

/** The server takes no writes, where one is wanted that does. */
export class ReadOnlyServerError extends Error {
  override readonly name = 'ReadOnlyServerError'

  constructor(why: string) {
    super(`the server takes no writes: ${why}`)
  }
}

/** Serialization failure, deadlock: nothing was done, and the same again may well succeed. */
const passing = new Set(['40001', '40P01'])

/**
 * SQLSTATEs by which PostgreSQL says that it cannot work now, whatever it was asked: a class or a
 * whole state. A statement that is wrong, or that breaks a constraint, is none of them.
 */
const cannotWork = [
  '08', // connection exception
  '25006', // read-only: a standby, or a server that was told to take no writes
  '25P03', // idle in a transaction for too long
  '25P04', // a transaction for too long
  '53', // no room: connections, memory, disk
  '55P03', // a lock that was not to be had in time
  '57', // a time-out, a shutdown, a crash, a start
  '58', // a failure of the system below it
  ...passing,
]

/**
 * Those that end the connection; the severity of an error cannot be asked, because servers
 * translate it.
 */
const endsConnection = ['08', '25006', '25P03', '25P04', '57P']

/** How pg says, without a code, that a connection is of no use. */
const neverSent = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
])
const lost = new Set(['Connection terminated', 'Query read timeout'])

const ofConnections = new WeakSet<Error>()

/**
 * Notes that an error is of a connection, opened or lost: its own text and code may be anybody's.
 */
export function noteConnectionError(error: Error): void {
  ofConnections.add(error)
}

/**
 * Whether the database, or the way to it, failed a statement that may be good. What it belonged to
 * was not done, unless its COMMIT had been sent: that is an {@link OutcomeUnknownError}, which is
 * no such failure.
 */
export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof PoolOverloadedError || ofConnections.has(error)) return true
  if (error instanceof pg.DatabaseError) return isOneOf(cannotWork, error)
  return neverSent.has(error.message) || lost.has(error.message)
}

export function isPassing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && passing.has(error.code ?? '')
}

/** Whether an error says by itself that a statement did not reach the database. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && neverSent.has(error.message)
}

/**
 * Whether a server said that it takes no writes. Its address may lead to another by now, but no old
 * connection does.
 */
export function isReadOnlyServer(error: unknown): boolean {
  if (error instanceof ReadOnlyServerError) return true
  return error instanceof pg.DatabaseError && error.code === '25006'
}

/** Whether a connection on which this happened must not be used again. */
export function spendsConnection(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError) return true
  if (error instanceof pg.DatabaseError) return isOneOf(endsConnection, error)
  return isDatabaseFailure(error)
}

function isOneOf(states: readonly string[], { code = '' }: pg.DatabaseError): boolean {
  return states.some((state) => code.startsWith(state))
}
