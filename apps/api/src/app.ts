import { randomUUID } from 'node:crypto'
import { listTransfers } from '@vadium/schema'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import type { Pool } from 'pg'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { AuditTrail } from './audit/audit-trail.ts'
import { type Ids, randomIds } from './ids.ts'
import { Writes } from './writes/writes.ts'
import { TenantDatabase } from './db/tenant.ts'
import { ClientErrors } from './edge/client-errors.ts'
import { createHttpServer } from './edge/http-server.ts'
import { RateLimits } from './edge/rate-limits.ts'
import { Authenticator } from './modules/credentials/authenticator.ts'
import { CredentialRepository } from './modules/credentials/credential.repository.ts'
import { ReplayMemory, type ReplayStore } from './modules/credentials/replay.ts'
import { SharedReplays } from './modules/credentials/shared-replay.ts'
import { CustodianRepository } from './modules/custodians/custodian.repository.ts'
import { CustodianService } from './modules/custodians/custodian.service.ts'
import { CalculationIds } from './modules/mark-to-market/calculation-id.ts'
import { markToMarketRoutes } from './modules/mark-to-market/mark-to-market.routes.ts'
import { MarkToMarketService } from './modules/mark-to-market/mark-to-market.service.ts'
import { stateMachineRoutes } from './modules/state-machines/state-machines.routes.ts'
import { PositionRepository } from './modules/positions/position.repository.ts'
import { PositionService } from './modules/positions/position.service.ts'
import { TransferRepository } from './modules/transfers/transfers.repository.ts'
import { transferRoutes } from './modules/transfers/transfers.routes.ts'
import { TransferService } from './modules/transfers/transfers.service.ts'
import { PageTokens } from './paging/page-token.ts'
import { documentsPlugin } from './plugins/documents.ts'
import { bodyBytesMax, edgePlugin } from './plugins/edge.ts'
import { healthPlugin } from './plugins/health.ts'
import { operationsPlugin } from './plugins/operations.ts'
import { StoredPrices } from './prices/stored-prices.ts'

/** What the service is composed of that lives longer than a request. */
export interface Parts {
  readonly config: Config
  /** The time of the machine: signatures, limits, the audit trail. */
  readonly clock: Clock
  /** The time of the book, which all money rules go by; the machine's unless a sandbox moves it. */
  readonly bookClock?: Clock
  readonly ids?: Ids
  readonly logger: FastifyBaseLogger
  readonly pool: Pool
  /** One connection more, by which readiness is told. */
  readonly probe: Pool
  /** Authenticates page tokens; the same for all processes on one database. */
  readonly pageTokenKey: Uint8Array
  readonly redis?: Redis
  readonly isStopping: () => boolean
}

/** The service, whole but not yet listening: first what holds for every request, then the modules. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, clock, pool, redis, bookClock = clock, ids = randomIds } = parts
  const limits = new RateLimits(
    {
      credential: config.RATE_LIMIT_CREDENTIAL,
      address: config.RATE_LIMIT_ADDRESS,
      windowSeconds: config.RATE_LIMIT_WINDOW_S,
    },
    redis,
  )
  const clientErrors = new ClientErrors(limits, parts.logger)
  const app = bareServer(parts, clientErrors)
  clientErrors.attach(app.server)
  await app.register(edgePlugin, { limits, isStopping: parts.isStopping })
  await app.register(healthPlugin, parts)
  await app.register(documentsPlugin, { basePath: config.BASE_PATH, prefix: config.BASE_PATH })
  const writes = new Writes(pool, bookClock, ids)
  const audit = new AuditTrail(pool, parts.logger)
  app.addHook('onClose', () => audit.flush())
  await app.register(operationsPlugin, {
    authenticator: new Authenticator(new CredentialRepository(pool), replayStore(parts), clock),
    limits,
    writes,
    audit,
    clock,
    ids: randomIds,
    requestsInFlightMax: config.REQUESTS_IN_FLIGHT_MAX,
  })

  const database = new TenantDatabase(pool)
  const custodians = new CustodianService(new CustodianRepository(pool))
  const positions = new PositionService(new PositionRepository(database))
  const prices = new StoredPrices(pool, config.PRICE_MAX_AGE_S)
  const markToMarket = new MarkToMarketService(
    positions,
    prices,
    bookClock,
    new CalculationIds(parts.pageTokenKey),
  )
  const transfers = new TransferService(
    new TransferRepository(database),
    custodians,
    new PageTokens(parts.pageTokenKey, listTransfers.id),
  )

  await app.register(
    async (modules) => {
      await modules.register(markToMarketRoutes, { markToMarket })
      await modules.register(stateMachineRoutes)
      await modules.register(transferRoutes, { transfers, basePath: config.BASE_PATH })
    },
    { prefix: config.BASE_PATH },
  )
  return app
}

function replayStore({ redis, logger }: Parts): ReplayStore {
  const own = new ReplayMemory()
  if (redis === undefined) return own
  return new SharedReplays(redis, own, (err) => {
    logger.warn({ err }, 'the replay store does not answer; this process knows only its own')
  })
}

function bareServer({ config, logger }: Parts, clientErrors: ClientErrors): FastifyInstance {
  return Fastify({
    loggerInstance: logger,
    // The edge writes one line a request, when it is over.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    serverFactory: (handler) => createHttpServer(handler, config.CONNECTIONS_MAX),
    bodyLimit: bodyBytesMax,
    trustProxy: trustedProxies(config.TRUST_PROXY),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, request, reply) => {
      clientErrors.answerBadTarget(request.raw, reply.raw).catch(() => reply.raw.destroy())
    },
    routerOptions: {
      // The operations read the raw query themselves; nothing else takes one.
      querystringParser: () => ({}),
    },
  })
}

/** Either how many proxies stand in front, or which. */
function trustedProxies(
  setting: string | undefined,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (setting === undefined) return false
  if (!/^\d$/.test(setting)) return setting.split(',')
  const count = Number(setting)
  return (_address, hop) => hop < count
}
