import type { ClientBase, Pool, PoolClient } from 'pg'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../platform/start-error.ts'

/** An arbitrary number for the advisory lock that no other lock uses. */
const sandboxLock = 8_314_072_028

/** Another process holds the database for as long as it runs. */
export class DatabaseHeldError extends StartError {}

/**
 * Keeps other processes away from the sandbox, because one process keeps its time. The lock lasts
 * as long as the connection.
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

/**
 * The same, on the connection of a caller whose database contains a sandbox or will contain one.
 */
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
  if (rows[0]?.held !== true) throw await heldError(client)
}

interface Holder {
  readonly pid: number
  readonly application: string
  /** Null if the process connects through a local socket, or this role may not see its address. */
  readonly address: string | null
}

async function heldError(client: ClientBase): Promise<DatabaseHeldError> {
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
