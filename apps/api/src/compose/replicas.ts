import { ConnectionShares } from '../platform/db/connection-shares.ts'
import { replicaUrlsOf } from '../platform/db/database-hosts.ts'
import { positionNow } from '../platform/db/log-position.ts'
import { databaseTimes, openServicePool } from '../platform/db/pool.ts'
import { ReplicaMark } from '../platform/db/replica-mark.ts'
import { Replica } from '../platform/db/replica.ts'
import { neededAt, type ReplicaMeter, Replicas } from '../platform/db/replicas.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import type { ServiceParts } from './service-parts.ts'

/**
 * A replica that does not accept a connection for this long is away, in milliseconds. The primary
 * answers then, so nobody waits for as long as for the primary itself.
 */
const connectMs = 1000
/** How much later than the time limit of its statement an answer of a replica may come. */
const answerMsMore = 1000

/** The replicas of DATABASE_REPLICA_URL. Undefined without the setting. */
export function composeReplicas(
  { config, logger, pool, databaseTimes: given = databaseTimes, tracing }: ServiceParts,
  primary: ConnectionShares,
  metrics: Metrics,
): Replicas | undefined {
  const { DATABASE_REPLICA_URL: url } = config
  if (url === undefined) return undefined
  const mark = new ReplicaMark(pool, (err) => {
    logger.warn({ err }, 'the primary took no mark of this process, so it answers itself')
  })
  const neededNow = () =>
    neededAt(
      () => positionNow(pool),
      (position) => mark.idForLook(position),
    )
  const times = {
    ...given,
    connectMs: Math.min(given.connectMs, connectMs),
    answerMs: Math.min(given.answerMs, given.statementMs + answerMsMore),
  }
  const login = { role: config.DATABASE_SERVICE_ROLE, times, tracing }
  const replicas = replicaUrlsOf(url).map((hostUrl, index) => {
    const lists = openServicePool({ ...login, url: hostUrl, poolSize: config.DATABASE_POOL_SIZE })
    const reports = openServicePool({
      ...login,
      url: hostUrl,
      poolSize: config.REPORTS_MAX,
      // A report that is cut off ends at once.
      pipeline: false,
    })
    const shares = new ConnectionShares(lists, {
      percent: config.DATABASE_SHARE_PERCENT,
      lists: config.LISTS_PER_ORGANIZATION_MAX,
    })
    const replica = index + 1
    return new Replica({
      shares,
      pools: { lists, reports },
      neededNow,
      onChange: (isLeftOut, err) => {
        if (isLeftOut) logger.warn({ replica, err }, 'a replica is left out')
        else logger.info({ replica }, 'a replica has caught up')
      },
    })
  })
  return new Replicas({
    replicas,
    primary,
    mark,
    fallbacksMax: config.REPLICA_FALLBACKS_PER_ORGANIZATION_MAX,
    meter: meterOf(metrics),
  })
}

function meterOf(metrics: Metrics): ReplicaMeter {
  const reads = metrics.of('vadium_replica_reads_total')
  const waits = metrics.of('vadium_replica_wait_seconds')
  return {
    read: (outcome) => reads.inc({ outcome }),
    waited: (ms) => waits.observe(ms / 1000),
  }
}
