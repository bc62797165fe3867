import pg from 'pg'
import { isOneOf, isReadOnlyServer } from './database-failure.ts'

const refused = 'the database refuses connections'
const lost = 'the connection to the database was lost'
const late = 'the database does not answer in time'
const unreachable = 'the network of the database cannot be reached'
const unknownName = 'the name of the database server cannot be looked up'

/** By the code of the operating system. */
const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: refused,
  ECONNRESET: lost,
  EPIPE: lost,
  ETIMEDOUT: late,
  EHOSTDOWN: unreachable,
  EHOSTUNREACH: unreachable,
  ENETDOWN: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
}

/** By the message of pg, which has no code. */
const byMessage: Readonly<Record<string, string>> = {
  'timeout expired': late,
  'Query read timeout': late,
  'Connection terminated': lost,
  'Connection terminated unexpectedly': lost,
  'Client has encountered a connection error and is not queryable': lost,
}

/** By SQLSTATE code or class. */
const byState: readonly (readonly [state: string, why: string])[] = [
  ['57P03', 'the database is starting up or shutting down'],
  ['57P', lost],
  ['53300', 'the database has no free connection'],
  ['08003', lost],
  ['08006', lost],
]

/**
 * PgBouncer gives each of its faults the same code, 08P01, and a wrong password of its server too.
 * These are the messages for a server that is away.
 */
const ofPgBouncer =
  /^(?:pgbouncer cannot connect to server|server login has been failing|query_wait_timeout|the database system is )/

/**
 * Why a start that failed with this error may succeed later with the same settings: the database is
 * away, or is a standby. Undefined for every other error, such as a wrong password. The sentence
 * names no host, because anybody may read it.
 */
export function whyAway(error: unknown): string | undefined {
  if (isReadOnlyServer(error)) return 'the database takes no writes'
  if (error instanceof pg.DatabaseError) {
    if (error.code === '08P01' && ofPgBouncer.test(error.message)) return refused
    return byState.find(([state]) => isOneOf([state], error))?.[1]
  }
  if (!(error instanceof Error)) return undefined
  // A name with several addresses: the last word is that of one that may come back.
  if (error instanceof AggregateError) {
    return error.errors.map(whyAway).find((why) => why !== undefined)
  }
  const code = 'code' in error ? String(error.code) : ''
  // The socket of a PostgreSQL that does not run.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return refused
  return byCode[code] ?? byMessage[error.message]
}
