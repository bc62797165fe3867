import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './compose/app.ts'
import { startBackgroundWork } from './compose/background-work.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './config/config.ts'
import { openServicePool, serviceLogin } from './platform/db/pool.ts'
import { prepareDatabase } from './compose/prepare-database.ts'
import { randomIds } from './platform/ids.ts'
import { firstReadAt } from './platform/signing/read-replays.ts'
import { type BatchedLog, openLog } from './platform/telemetry/log.ts'
import { shownError } from './commands/shown-error.ts'
import { startStreaming } from './compose/start-streaming.ts'
import { startSandbox } from './compose/start-sandbox.ts'
import { WaitingServer } from './compose/waiting-server.ts'
import { composeServices } from './compose/services.ts'
import { openTracing } from './platform/telemetry/open-tracing.ts'
import { startSweeping } from './platform/writes/sweeper.ts'
import { compileWaitingValidators } from './platform/http/validation.ts'

/** Runs the service until a signal or an error stops it. */
async function run(config: Config, log: BatchedLog): Promise<void> {
  const { logger } = log
  const waiting = new WaitingServer(config, logger)
  const prepared = await waiting.untilPrepared(() => prepareDatabase(config, systemClock, logger))
  const { scenario, sandbox } = prepared
  const tracing = await openTracing(config, logger)
  const login = serviceLogin(config)
  const pool = openServicePool({
    ...login,
    poolSize: config.DATABASE_POOL_SIZE,
    tracing,
  })
  const clock = systemClock
  const services = composeServices({
    config,
    clock,
    bookClock: sandbox?.clock ?? clock,
    ids: sandbox?.ids ?? randomIds,
    logger,
    pool,
    tracing,
    ...prepared,
  })
  await services.custody.openAll()
  const redis = await sharedRedis(config, logger)
  const probe = openServicePool({ ...login, poolSize: 1 })
  let stopping = false
  const signaturesKnownFromMs = clock.now()
  const firstReadMs = firstReadAt(signaturesKnownFromMs, performance.timeOrigin)
  const app = await buildApp({
    config,
    clock,
    logger,
    pool,
    probe,
    services,
    tracing,
    ...(redis && { redis }),
    signaturesKnownFromMs,
    firstReadMs,
    isStopping: () => stopping,
  })
  const live = scenario?.live ?? []
  const work = sandbox
    ? await startSandbox({ pool, services, logger, live })
    : await startBackgroundWork({ config, clock, logger, pool, services, live })
  const streaming = [...startStreaming(services), services.webhooks.start(), services.mail.start()]
  const sweeping = startSweeping(pool, logger, {
    eventsKeptDays: config.EVENTS_KEPT_DAYS,
    auditReadsKeptDays: config.AUDIT_READS_KEPT_DAYS,
  })
  // Connections that come at once wait in the kernel. One beyond this number takes itself for open,
  // and its first request waits a second or three until the kernel tries again. Node's default is
  // 511; Linux allows net.core.somaxconn, which is 4,096, at most.
  const backlog = config.CONNECTIONS_MAX
  await app.listen({ host: config.HOST, port: waiting.close(), backlog })
  // For the process that started this one, as soon as signed reads are answered.
  const sayReady = () => process.connected && process.send?.('ready')
  setTimeout(sayReady, firstReadMs - clock.now()).unref()
  void compileWaitingValidators()

  const graceMs = config.SHUTDOWN_TIMEOUT_S * 1000
  const unreadyMs = config.SHUTDOWN_UNREADY_S * 1000
  closeWithGrace(
    { delay: unreadyMs + graceMs + cleanupMs, logger: false },
    async ({ err, signal }) => {
      stopping = true
      if (err) logger.fatal({ err }, 'stopping after an error')
      else logger.info({ signal }, 'stopping')
      // A load balancer sends requests until it has noticed that this process is unready.
      if (signal === 'SIGTERM') await pause(unreadyMs)
      // Clients that still send or read after the grace period are disconnected. The stop
      // continues.
      const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs)
      await app.close()
      clearTimeout(cutOff)
      await Promise.all([work, sweeping, ...streaming].map((recurring) => recurring.stop()))
      await Promise.all([pool.end(), probe.end(), services.numbering.close(), tracing?.stop()])
      redis?.disconnect()
      logger.info('stopped')
      await log.flush()
    },
  )
}

/** Undefined without `REDIS_URL`. The client of Redis is then not loaded. */
async function sharedRedis(config: Config, logger: BatchedLog['logger']) {
  if (config.REDIS_URL === undefined) return undefined
  const { openRedis } = await import('./platform/redis/redis.ts')
  return openRedis(config.REDIS_URL, logger)
}

/** The time that a stop may take after its last connection has closed. */
const cleanupMs = 10_000

let log: BatchedLog | undefined
try {
  const config = readConfig(process.env)
  log = openLog(config.LOG_LEVEL)
  await run(config, log)
} catch (error) {
  if (log !== undefined) log.logger.fatal({ err: error }, 'could not start')
  await log?.flush()
  process.stderr.write(`${shownError(error)}\n`)
  // Resources that were opened before the failure would keep the process running.
  process.exit(1)
}
