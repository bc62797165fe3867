import pg from 'pg'

/** All connections are in use, and no more requests may wait for one. Nothing was done. */
export class PoolOverloadedError extends Error {
  override readonly name = 'PoolOverloadedError'
  /** The organization of the request uses all connections that it may use itself. */
  readonly isOwnShare: boolean

  constructor(message: string, { isOwnShare = false } = {}) {
    super(message)
    this.isOwnShare = isOwnShare
  }
}

/** COMMIT was sent, and its answer did not arrive: the change may or may not be in the database. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'

  constructor(cause: unknown) {
    super('the outcome of a transaction is unknown', { cause })
  }
}

/** The server is read-only, and the work needs one that accepts writes. */
export class ReadOnlyServerError extends Error {
  override readonly name = 'ReadOnlyServerError'

  constructor(why: string) {
    super(`the server takes no writes: ${why}`)
  }
}

/** Serialization failure and deadlock. */
const transient = new Set(['40001', '40P01'])

/**
 * SQLSTATE codes or classes that say that PostgreSQL cannot work now, whatever the statement is. An
 * invalid statement or a violated constraint is not among them.
 */
const cannotWork = [
  '08', // connection exception
  '25006', // read-only: a standby, or a server that is set to read-only
  '25P03', // idle in a transaction for too long
  '25P04', // a transaction for too long
  '53', // no more connections, memory or disk
  '55P03', // a lock was not available in time
  '57', // a time-out, a shutdown, a crash, a start
  '58', // an error of the operating system
  ...transient,
]

/**
 * The codes that end the connection. The severity of an error cannot be used, because servers
 * translate it.
 */
const endsConnection = ['08', '25006', '25P03', '25P04', '57P']

/** Messages of pg, which have no code, for a connection that cannot be used. */
const neverSent = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
])
const lost = new Set(['Connection terminated', 'Query read timeout'])

const ofConnections = new WeakSet<Error>()

/**
 * Marks an error as one of a connection that could not be opened or was lost. The message and code
 * of such an error can be anything.
 */
export function noteConnectionError(error: Error): void {
  ofConnections.add(error)
}

/**
 * Whether the database, or the connection to it, failed a statement that may be correct. The work
 * was not done. A lost COMMIT is an {@link OutcomeUnknownError}, for which this is false.
 */
export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof PoolOverloadedError || ofConnections.has(error)) return true
  if (error instanceof pg.DatabaseError) {
    return isOneOf(cannotWork, error) || losesStatements(error) || isMisplaced(error)
  }
  return neverSent.has(error.message) || lost.has(error.message)
}

/**
 * Whether PostgreSQL itself has answered a statement with this error. A pooler in front of it answers
 * in its place when it has lost the connection, whatever was executed; only PostgreSQL names a routine.
 */
export const isOfPostgres = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.routine !== undefined

/** Whether nothing was done, and a retry, on another connection if necessary, may succeed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return transient.has(error.code ?? '') || losesStatements(error) || isMisplaced(error)
}

/**
 * Whether the partition of a row was made while the row was written to the default partition.
 * Servers translate the message, but not the name of the routine.
 */
function isMisplaced({ code, routine }: pg.DatabaseError): boolean {
  return code === '23514' && routine === 'ExecPartitionCheckEmitError'
}

/**
 * Whether a connection cannot execute a prepared statement any more: it has lost its statements,
 * and pg does not know, or a change of the schema has altered the columns of the statement. The
 * connection must be closed; a new one prepares again. Servers translate the message, but not the
 * name of the routine.
 */
export function losesStatements(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const { code, routine } = error
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

/** Whether the error itself shows that the statement was never sent to the database. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && neverSent.has(error.message)
}

/**
 * Whether the server refused because it is read-only. Its address may lead to another server by
 * now, but the open connections do not.
 */
export function isReadOnlyServer(error: unknown): boolean {
  if (error instanceof ReadOnlyServerError) return true
  return error instanceof pg.DatabaseError && error.code === '25006'
}

/** Whether the connection on which this error occurred must be closed. */
export function breaksConnection(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError) return true
  if (error instanceof pg.DatabaseError)
    return isOneOf(endsConnection, error) || losesStatements(error)
  return isDatabaseFailure(error)
}

/** Whether the SQLSTATE code of an error is one of these, or of one of these classes. */
export function isOneOf(states: readonly string[], { code = '' }: pg.DatabaseError): boolean {
  return states.some((state) => code.startsWith(state))
}
