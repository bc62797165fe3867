import type { FastifyBaseLogger } from 'fastify'
import pg, { type Client } from 'pg'
import type { Config } from '../../config/config.ts'
import { StartError } from '../start-error.ts'
import { whyAway } from './database-away.ts'
import { isOneOf } from './database-failure.ts'
import { replicaUrlsOf } from './database-hosts.ts'
import { withLogin } from './pool.ts'
import { refuseTransactionPooling } from './pooling.ts'

const setting = 'DATABASE_REPLICA_URL'

interface Server {
  readonly system: string
  readonly database: string
  readonly isStandby: boolean
}

/**
 * Checks the servers of DATABASE_REPLICA_URL at a start. One that is away, or takes no login yet, is
 * no fault: it is left out until it is back.
 *
 * @param primary A connection to the primary.
 * @throws StartError if reads of a replica could not be those of the primary.
 */
export async function checkReplicas(
  primary: Client,
  { DATABASE_REPLICA_URL: url }: Config,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  if (url === undefined) return
  await refuseAsynchronousCommits(primary)
  const own = await serverOf(primary)
  for (const [index, hostUrl] of replicaUrlsOf(url).entries()) {
    const replica = index + 1
    try {
      await refuseTransactionPooling(setting, hostUrl)
      const { system, database, isStandby } = await withLogin(hostUrl, serverOf)
      if (system !== own.system || database !== own.database) {
        throw new StartError(
          `${setting} leads to another database than DATABASE_URL. Expected standbys of its server, ` +
            'and the same database name.',
        )
      }
      if (!isStandby)
        logger.warn({ replica }, 'a replica is no standby, so nothing is read from it')
    } catch (err) {
      if (whyAway(err) === undefined && !refusesLogin(err)) throw err
      logger.warn({ replica, err }, 'a replica is away')
    }
  }
}

/** As a standby does whose pg_hba.conf is not ready, or a server behind a proxy that is new. */
function refusesLogin(error: unknown): boolean {
  return error instanceof pg.DatabaseError && isOneOf(['28', '3D000'], error)
}

/** With it, a change is visible before it is written to the log, so its position says nothing. */
async function refuseAsynchronousCommits(primary: Client): Promise<void> {
  const { rows } = await primary.query<{ mode: string }>(
    "SELECT current_setting('synchronous_commit') AS mode",
  )
  if (rows[0]?.mode !== 'off') return
  throw new StartError(
    `${setting} needs synchronous_commit: otherwise a change is visible before it is in the log. ` +
      `Turn it on, or do without ${setting}.`,
  )
}

async function serverOf(client: Client): Promise<Server> {
  const { rows } = await client.query<Server>(
    `SELECT system_identifier::text AS system, current_database() AS database,
       pg_is_in_recovery() AS "isStandby"
     FROM pg_control_system()`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the server says nothing about itself')
  return row
}
