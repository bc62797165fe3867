import type { ClientBase, Pool, PoolClient } from 'pg'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../platform/start-error.ts'

/** Any number that nobody else locks by. */
const sandboxLock = 8_314_072_028

/** A database that a process holds for as long as it runs, so that nobody else can work on it. */
export class DatabaseHeldError extends StartError {}

/**
 * Keeps every other process out: the time of a sandbox is in one alone. Held as long as the connection.
 * @throws DatabaseHeldError that says which process holds it.
 */
export async function holdSandbox(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect()
  try {
    await hold(client)
    return client
  } catch (error) {
    client.release()
    throw error
  }
}

/** As {@link holdSandbox}, where the database of a connection has a sandbox or is to have one. */
export async function holdSandboxOf(
  client: ClientBase,
  { SANDBOX: isWanted }: Pick<Config, 'SANDBOX'>,
): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM sandbox')
  if (isWanted || rowCount === 1) await hold(client)
}

async function hold(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS held',
    [sandboxLock],
  )
  if (rows[0]?.held !== true) throw await heldByAnother(client)
}

interface Holder {
  readonly pid: number
  readonly application: string
  /** Null: it is on the machine of the database, or this role may not know. */
  readonly address: string | null
}

async function heldByAnother(client: ClientBase): Promise<DatabaseHeldError> {
  const { rows } = await client.query<Holder>(
    `SELECT a.pid, a.application_name AS application, host(a.client_addr) AS address
     FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (l.classid::bigint << 32) | l.objid::bigint = $1`,
    [sandboxLock],
  )
  const [holder] = rows
  const address = holder?.address == null ? '' : ` from ${holder.address}`
  const which =
    holder === undefined
      ? ''
      : ` It is connected as backend ${holder.pid} (${holder.application}${address}).`
  return new DatabaseHeldError(
    `Another process runs the sandbox of this database.${which} Stop it first.`,
  )
}
