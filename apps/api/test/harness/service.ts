import type { Server } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { buildApp } from '../../src/compose/app.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import type { FigureTimes } from '../../src/features/book-metrics/book-figures.ts'
import { createLogger } from '../../src/platform/telemetry/log.ts'
import { type DatabaseTimes, openServicePool, serviceLogin } from '../../src/platform/db/pool.ts'
import { prepareDatabase, prepareOver } from '../../src/compose/prepare-database.ts'
import { openRedis } from '../../src/platform/redis/redis.ts'
import { randomIds } from '../../src/platform/ids.ts'
import { firstReadAt } from '../../src/platform/signing/read-replays.ts'
import { composeServices, type Services } from '../../src/compose/services.ts'
import { startStreaming } from '../../src/compose/start-streaming.ts'
import type { Tracing } from '../../src/platform/telemetry/tracing.ts'
import { openTracing } from '../../src/platform/telemetry/open-tracing.ts'
import type { Scenario } from '../../src/features/scenario/scenario.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { type LentConnections, servicePoolSize } from './kept-connections.ts'
import { testSecretsKey } from './test-secrets.ts'

export interface RunningService {
  /** Its URL, with the base path. */
  readonly url: string
  readonly database: TestDatabase
  readonly server: Server
  /** Its services: tests run their background work by themselves. */
  readonly services: Services
  readonly clock: { now(): number; set(time: string): void }
  /** Every log line. */
  readonly log: readonly string[]
  close(): Promise<void>
}

export interface ServiceOptions {
  readonly scenario?: Scenario
  /** Settings other than the defaults of a test. */
  readonly settings?: Partial<Record<keyof Config, string>>
  /** Whether it streams the events of other processes, and watches its credentials. */
  readonly streaming?: boolean
  /** How long it waits for its database, if not as long as in production. */
  readonly databaseTimes?: DatabaseTimes
  /** How long it bypasses Redis after a failure, if not as long as in production. */
  readonly redisBypassMs?: number
  /** How long a request waits for Redis, if not as long as in production. */
  readonly redisWaitMs?: number
  /** After which time without an answer Redis is away, if not as long as in production. */
  readonly redisCommandMs?: number
  /** When scrapes read the figures of the book, if not as in production. */
  readonly figureTimes?: FigureTimes
  /** How long its spans may take to be sent, if not as long as in production. */
  readonly traceExportMs?: number
  /** The database of another service of this test. */
  readonly database?: TestDatabase
  /**
   * Whether an earlier process may have accepted signatures of its keys; otherwise it knows them
   * all.
   */
  readonly isRestart?: boolean
  /** How long before that its process was started. Default: at the same time. */
  readonly startedMsAgo?: number
}

/** The time at which a service of a test begins; its signatures are made by the same clock. */
const startTime = Date.parse('2026-03-02T12:00:00.000Z')

/** The service as it is composed for production, on its own port and database. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const database = options.database ?? (await createDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'vadium-test-'))
  const file = join(folder, 'scenario.json')
  if (options.scenario !== undefined) await writeFile(file, JSON.stringify(options.scenario))

  const config = readConfig({
    DATABASE_URL: database.url,
    PORT: '0',
    LOG_LEVEL: 'info',
    // The console is built by another package; its own test serves it.
    CONSOLE: 'false',
    // Tests provoke refusals by the hundred; tests of limits set their own.
    RATE_LIMIT_ADDRESS: '1000000',
    RATE_LIMIT_PUBLIC: '1000000',
    RATE_LIMIT_CREDENTIAL: '1000000',
    COUNTERPARTY_MESSAGES_MAX: '1000000',
    COUNTERPARTY_ORDERS_MAX: '1000000',
    COUNTERPARTY_PENDING_ORDERS_MAX: '1000000',
    COUNTERPARTY_WITHDRAWALS_MAX: '1000000',
    COUNTERPARTY_WITHDRAWALS_WHILE_MUTED_MAX: '1000000',
    COUNTERPARTY_WALLET_CHANGES_MAX: '1000000',
    COUNTERPARTY_PROPOSALS_MAX: '1000000',
    // A machine that is busy with other tests is not overloaded.
    OVERLOAD_WAIT_MS: '3000',
    ALLOW_UNDURABLE_DATABASE: '1',
    SECRETS_KEY: testSecretsKey,
    ...(options.scenario && { SCENARIO: file }),
    ...options.settings,
  })
  let now = startTime
  const clock = {
    now: () => now,
    set: (time: string) => {
      now = Date.parse(time)
    },
  }
  const log: string[] = []
  const logger = createLogger(config.LOG_LEVEL, { write: (line) => void log.push(line) })
  const kept = isUsual(options) ? database.connections?.lend(database.url) : undefined
  const keys = await (kept
    ? kept.withOwner((client) => prepareOver(client, config, clock, logger))
    : prepareDatabase(config, clock, logger))
  const tracing = await openTracing(config, logger, options.traceExportMs)
  const { databaseTimes } = options
  const { pool, probe, giveBack } = kept ?? ownConnections(config, databaseTimes, tracing)
  const commandMs = options.redisCommandMs
  const redis =
    config.REDIS_URL === undefined
      ? undefined
      : await openRedis(config.REDIS_URL, logger, { commandMs })
  const services = composeServices({
    config,
    clock,
    bookClock: keys.sandbox?.clock ?? clock,
    ids: keys.sandbox?.ids ?? randomIds,
    logger,
    pool,
    databaseTimes,
    tracing,
    ...keys,
  })
  const nowMs = clock.now()
  const { isRestart = false, startedMsAgo = 0 } = options
  const app = await buildApp({
    config,
    clock,
    logger,
    pool,
    probe,
    services,
    tracing,
    ...(redis && { redis }),
    redisBypassMs: options.redisBypassMs,
    redisWaitMs: options.redisWaitMs,
    figureTimes: options.figureTimes,
    signaturesKnownFromMs: isRestart ? nowMs : -Infinity,
    firstReadMs: isRestart ? firstReadAt(nowMs, nowMs - startedMsAgo) : -Infinity,
    isStopping: () => false,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const streaming = options.streaming ? startStreaming(services) : []
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${config.BASE_PATH}`,
    database,
    server: app.server,
    services,
    clock,
    log,
    close: async () => {
      await app.close()
      await Promise.all(streaming.map((work) => work.stop()))
      await Promise.all([giveBack(), services.numbering.close(), tracing?.stop()])
      redis?.disconnect()
      if (options.database === undefined) await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Whether a service connects to its database as most do. */
const isUsual = ({ databaseTimes, settings = {} }: ServiceOptions) =>
  databaseTimes === undefined &&
  !Object.keys(settings).some((name) => /^(?:DATABASE_(?:URL|SERVICE)|OTEL)/.test(name))

function ownConnections(
  config: Config,
  times: DatabaseTimes | undefined,
  tracing: Tracing | undefined,
): LentConnections {
  const login = { ...serviceLogin(config), times }
  const pool = openServicePool({ ...login, poolSize: servicePoolSize, tracing })
  const probe = openServicePool({ ...login, poolSize: 1 })
  const giveBack = async () => {
    await Promise.all([pool.end(), probe.end()])
  }
  return { pool, probe, giveBack }
}
