import pg from 'pg'
import { type Config, ownerUrlOf } from '../../config/config.ts'
import { defaultServiceRole } from '../../config/database-settings.ts'
import { traceStatements } from '../telemetry/traced-statements.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { BoundedPool } from './bounded-pool.ts'
import { sendInBursts } from './bursts.ts'
import { noteConnectionError, ReadOnlyServerError } from './database-failure.ts'
import { connectToHost, hostsOf, whyReadOnly } from './database-hosts.ts'

/**
 * How values are read: numeric as a string of digits; timestamps as RFC 3339 text, because a Date
 * in each row triples the cost of serialization; int8 as a number, because order numbers stay below
 * 2^53.
 */
export const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, timestampText)
types.setTypeParser(pg.types.builtins.INT8, Number)

/** `2026-03-02 16:00:00.5+00` as `2026-03-02T16:00:00.500Z`. Connections use UTC. */
export function timestampText(text: string): string {
  const point = text.indexOf('.')
  const seconds = text.slice(0, 10) + 'T' + text.slice(11, 19)
  const milliseconds = point === -1 ? '000' : text.slice(20, text.indexOf('+', 20)).padEnd(3, '0')
  return `${seconds}.${milliseconds}Z`
}

/**
 * Makes the backend keep the memory of one page for the next. glibc returns memory above 128 KiB to
 * the system, which every page of a list exceeds, and gets it back by page faults. After one larger
 * block has been freed, glibc raises that threshold for good, and lists take a third less of
 * PostgreSQL's time. With other allocators the statement has no effect. The block is of 8 MB and
 * costs little: it is filled by a thousand copies of a longer text, nobody counts its characters,
 * and no constant is in it, of which the planner would keep a second copy.
 */
const keepMemory = 'SELECT octet_length(repeat(rpad(current_user, 8000), 1000))'

/** The login and the role that the service works with. */
export interface ServiceLogin {
  readonly url: string
  /** The role to work as: the login of `url` itself, or a role that the login may become. */
  readonly role?: string
}

/** The service's own login if it is configured, otherwise that of the owner. */
export function serviceLogin(config: Config): Required<ServiceLogin> {
  return {
    url: config.DATABASE_SERVICE_URL ?? ownerUrlOf(config),
    role: config.DATABASE_SERVICE_ROLE,
  }
}

/** How long the service waits for the database at most, in milliseconds. */
export interface DatabaseTimes {
  readonly connectMs: number
  readonly statementMs: number
  /** Longer than a statement may take: it is for a server that does not answer any more. */
  readonly answerMs: number
}

export const databaseTimes: DatabaseTimes = { connectMs: 3000, statementMs: 5000, answerMs: 8000 }

export interface DatabaseSettings extends ServiceLogin {
  readonly poolSize: number
  readonly times?: DatabaseTimes | undefined
  /**
   * Whether a statement is sent without waiting for the results of those before it. A connection that
   * is closed then waits for those that are under way. Default: true.
   */
  readonly pipeline?: boolean
  /** Traces the duration of statements. */
  readonly tracing?: Tracing | undefined
}

/**
 * Opens the pool of the service's own work. Its role owns nothing, so row-level security applies.
 */
export function openServicePool({
  url,
  role = defaultServiceRole,
  poolSize,
  times = databaseTimes,
  pipeline = true,
  tracing,
}: DatabaseSettings): pg.Pool {
  const pool = new BoundedPool(hostsOf(url), {
    max: poolSize,
    types,
    application_name: 'vadium',
    connectionTimeoutMillis: times.connectMs,
    query_timeout: times.answerMs,
    pipeline,
    keepAlive: true,
    idleTimeoutMillis: 300_000,
    onConnect: async (client: pg.ClientBase) => {
      // Set by a statement, because a pooler may refuse start-up parameters. PostgreSQL compiles a
      // statement whose plan looks expensive, as all do without statistics of their tables. Ours
      // read few rows in many columns: to compile one takes seconds, and saves no milliseconds.
      await client.query(
        `SET ROLE ${pg.escapeIdentifier(role)}; SET timezone = 'UTC'; SET jit = off;
         SET statement_timeout = ${times.statementMs}`,
      )
      await client.query(keepMemory)
    },
  })
  // A broken connection fails the statements on it and is replaced. Without a listener its error
  // event would end the process, while the connection is idle or between two statements.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', noteConnectionError)
    if (pipeline) sendInBursts(client)
    if (tracing !== undefined) traceStatements(client, tracing)
  })
  return pool
}

type StartWork<T> = (client: pg.Client) => Promise<T>

/**
 * Opens one connection as the owner of the tables, for migrations and scenarios at the start. Its
 * statements may take as long as they need.
 */
export function openOwnerClient(url: string): Promise<pg.Client> {
  return openConnection(url, {})
}

/** Gives the connection of `openOwnerClient` to some work, and closes it afterwards. */
export async function withOwnerClient<T>(url: string, work: StartWork<T>): Promise<T> {
  return closedAfter(await openOwnerClient(url), work)
}

/** Opens one connection with the login of a URL, for short checks at the start. */
export async function withLogin<T>(url: string, work: StartWork<T>): Promise<T> {
  const times = { query_timeout: databaseTimes.answerMs }
  return closedAfter(await openConnection(url, times), work)
}

async function openConnection(
  url: string,
  times: Pick<pg.ClientConfig, 'query_timeout'>,
): Promise<pg.Client> {
  const client = await connectToHost(hostsOf(url), {
    types,
    application_name: 'vadium-start',
    pipeline: true,
    connectionTimeoutMillis: 5000,
    ...times,
  })
  try {
    await client.query("SET timezone = 'UTC'")
  } catch (error) {
    await client.end()
    throw error
  }
  return client
}

async function closedAfter<T>(client: pg.Client, work: StartWork<T>): Promise<T> {
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Why the server of a pool is read-only; undefined if it accepts writes. If it is read-only, every
 * connection to its address is replaced, because the address may lead to another server by now.
 */
export async function probeWrites(pool: pg.Pool): Promise<string | undefined> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    const why = await whyReadOnly(client)
    if (why !== undefined) failure = new ReadOnlyServerError(why)
    return why
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure)
  }
}
