import pg from 'pg'
import type { Config } from '../../config/config.ts'
import { defaultServiceRole } from '../../config/database-settings.ts'
import { traceStatements } from '../telemetry/traced-statements.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { BoundedPool } from './bounded-pool.ts'
import { noteConnectionError, ReadOnlyServerError } from './database-failure.ts'
import { connectToHost, hostsOf, whyReadOnly } from './database-hosts.ts'

/**
 * Values as Vadium holds them: numeric as the string of its digits, a time as RFC 3339 text (a Date a
 * row costs three times the serialisation), int8 as a number (order numbers are bounded to 2^53).
 */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, timestampText)
types.setTypeParser(pg.types.builtins.INT8, Number)

/** `2026-03-02 16:00:00.5+00` as `2026-03-02T16:00:00.500Z`. Connections speak UTC. */
function timestampText(text: string): string {
  const point = text.indexOf('.')
  const seconds = text.slice(0, 10) + 'T' + text.slice(11, 19)
  const milliseconds = point === -1 ? '000' : text.slice(20, text.indexOf('+', 20)).padEnd(3, '0')
  return `${seconds}.${milliseconds}Z`
}

/**
 * Has the backend keep the memory of a page for the next one. The allocator of glibc returns the top of
 * the heap to the system beyond 128 KiB, which each page of a listing exceeds, and takes it back page
 * fault by page fault; once one larger block has been freed, it raises that threshold for good. With it a
 * listing takes a third less of PostgreSQL's time. Elsewhere it does nothing.
 */
const keepMemory = "SELECT length(repeat('x', 8000000))"

/** As whom the service works on the database. */
export interface ServiceLogin {
  readonly url: string
  /** The login of `url`, or a role that the login may become. */
  readonly role?: string
}

/** By its own login where there is one; otherwise by that of the owner. */
export function serviceLogin(config: Config): Required<ServiceLogin> {
  return {
    url: config.DATABASE_SERVICE_URL ?? config.DATABASE_URL,
    role: config.DATABASE_SERVICE_ROLE,
  }
}

export interface DatabaseSettings extends ServiceLogin {
  readonly poolSize: number
  /** Told how long statements take. */
  readonly tracing?: Tracing | undefined
}

/** Connections for the service's own work: as the role that owns nothing and that row-level security binds. */
export function openServicePool({
  url,
  role = defaultServiceRole,
  poolSize,
  tracing,
}: DatabaseSettings): pg.Pool {
  const pool = new BoundedPool(hostsOf(url), {
    max: poolSize,
    types,
    application_name: 'vadium',
    connectionTimeoutMillis: 3000,
    query_timeout: 8000,
    keepAlive: true,
    idleTimeoutMillis: 300_000,
    onConnect: async (client: pg.ClientBase) => {
      // Set here and not as start-up parameters, which a pooler may refuse.
      await client.query(
        `SET ROLE ${pg.escapeIdentifier(role)}; SET timezone = 'UTC'; SET statement_timeout = '5s'`,
      )
      await client.query(keepMemory)
    },
  })
  // A connection that breaks fails the statements on it and is replaced. Its error event says nothing
  // more, but without a listener it would end the process: idle in the pool, or between two statements.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', noteConnectionError)
    if (tracing !== undefined) traceStatements(client, tracing)
  })
  return pool
}

/** One connection as the owner of the tables: migrations and scenarios, at start. */
export const withOwnerClient = withLogin

/** One connection with the login of a URL, for what is done at start. */
export async function withLogin<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectToHost(hostsOf(url), {
    types,
    application_name: 'vadium-start',
    connectionTimeoutMillis: 5000,
  })
  try {
    await client.query("SET timezone = 'UTC'")
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Why the server that a pool is connected to takes no writes; undefined where it does. If it takes none, every connection to
 * its address is replaced, because the address may lead to another server by now.
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
