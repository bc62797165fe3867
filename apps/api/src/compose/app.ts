import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginCallback,
} from 'fastify'
import type { Redis } from 'ioredis'
import type { Pool } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../config/config.ts'
import { openServicePool, serviceLogin } from '../platform/db/pool.ts'
import { ClientErrors } from '../platform/http/client-errors.ts'
import { CrossOrigin } from '../platform/http/cross-origin.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { KnownCallers } from '../platform/http/known-callers.ts'
import { LoadShedding } from '../platform/http/load-shedding.ts'
import type { RateLimits, SharedCounts } from '../platform/http/rate-limits.ts'
import { RequestDoor } from '../platform/http/request-door.ts'
import type { RequestsInFlight } from '../platform/http/requests-in-flight.ts'
import { allowedOrigins } from '../config/allowed-origins.ts'
import { callerAddress, forgetForwardedPorts, trustedProxies } from '../config/trusted-proxies.ts'
import { randomIdAt, randomIds } from '../platform/ids.ts'
import { BookFigures, type FigureTimes } from '../features/book-metrics/book-figures.ts'
import { RequestMeter } from '../platform/telemetry/request-meter.ts'
import { scraperCheck } from '../platform/telemetry/scraper.ts'
import { Authenticator } from '../platform/signing/authenticator.ts'
import { CredentialRepository } from '../platform/signing/credential.repository.ts'
import { KnownSince } from '../platform/signing/known-since.ts'
import { ReadReplays } from '../platform/signing/read-replays.ts'
import { ReplayMemory, type ReplayStore } from '../platform/signing/replay.ts'
import { SharedReplays } from '../platform/signing/shared-replay.ts'
import { limitRoutes } from '../features/limits/limits.routes.ts'
import { automationRoutes } from '../features/automations/automations.routes.ts'
import { callSetRoutes } from '../features/deals/call-sets/call-sets.routes.ts'
import { closeOutRoutes } from '../features/deals/close-outs/close-outs.routes.ts'
import { documentRoutes } from '../features/documents/documents.routes.ts'
import { chatRoutes } from '../features/deals/threads/chats.routes.ts'
import { callbackRoutes } from '../features/custody/callbacks.routes.ts'
import { invitationRoutes } from '../features/access/invitations/invitations.routes.ts'
import { instructionRoutes } from '../features/custody/instructions.routes.ts'
import { eventRoutes } from '../platform/events/events.routes.ts'
import { mailRoutes } from '../features/mail/mail.routes.ts'
import { markToMarketRoutes } from '../features/deals/mark-to-market/mark-to-market.routes.ts'
import { notificationRoutes } from '../features/notifications/notifications.routes.ts'
import { orderRequestRoutes } from '../features/deals/order-requests/order-requests.routes.ts'
import { orderRoutes } from '../features/deals/orders/orders.routes.ts'
import { voluntaryCollateralRoutes } from '../features/deals/voluntary/voluntary-collateral.routes.ts'
import { positionRoutes } from '../features/deals/positions/positions.routes.ts'
import { priceRoutes } from '../features/prices/prices.routes.ts'
import { reportRoutes } from '../features/reports/reports.routes.ts'
import { searchRoutes } from '../features/search/search.routes.ts'
import { todayRoutes } from '../features/today/today.routes.ts'
import { sandboxRoutes } from '../features/sandbox/sandbox.routes.ts'
import { stateMachineRoutes } from '../features/deals/state-machines/state-machines.routes.ts'
import { transferRoutes } from '../features/deals/transfers/transfers.routes.ts'
import { webhookRoutes } from '../features/webhooks/webhooks.routes.ts'
import { requestRoutes } from '../features/deals/resolved/requests.routes.ts'
import { approvalsRoutes } from './approvals.ts'
import { onboardingRoutes } from './onboarding.ts'
import { connectionLimits, rateLimits } from './server-limits.ts'
import { consolePlugin } from '../platform/http/plugins/console.ts'
import { documentsPlugin } from '../platform/http/plugins/documents.ts'
import { edgePlugin } from '../platform/http/plugins/edge.ts'
import { bodyBytesMax } from '../platform/http/json-body.ts'
import { frontPagePlugin } from '../platform/http/plugins/front-page.ts'
import { guidesPlugin } from '../platform/http/plugins/guides.ts'
import { healthPlugin } from '../platform/http/plugins/health.ts'
import { installationPlugin } from '../platform/http/plugins/installation.ts'
import { metricsPlugin } from './metrics-endpoint.ts'
import { operationsPlugin } from '../platform/http/plugins/operations.ts'
import { tracingPlugin } from '../platform/http/plugins/tracing.ts'
import { RedisBreaker } from '../platform/redis/redis-breaker.ts'
import type { Services } from './services.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'

/** What {@link buildApp} needs. */
export interface Parts {
  readonly config: Config
  /** The clock of the machine. It serves signatures, limits and the audit trail. */
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly pool: Pool
  /**
   * A connection of its own for `/readyz`, so that a busy pool does not make the process unready.
   */
  readonly probe: Pool
  readonly redis?: Redis
  /** How long Redis is bypassed after a failure, if not as long as in production. */
  readonly redisBypassMs?: number | undefined
  /** How long a request waits for Redis, if not as long as in production. */
  readonly redisWaitMs?: number | undefined
  /** When scrapes read the figures of the book, if not as in production. */
  readonly figureTimes?: FigureTimes | undefined
  /** Since when this process has recorded the signatures it accepts, in Unix milliseconds. */
  readonly signaturesKnownFromMs: number
  /** The earliest timestamp of a read that this process answers, in Unix milliseconds. */
  readonly firstReadMs: number
  readonly isStopping: () => boolean
  readonly services: Services
  /** Set if a trace collector is configured. */
  readonly tracing?: Tracing | undefined
}

/**
 * Builds the complete service without listening: first what applies to every request, then the
 * operations.
 */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, clock, pool, services } = parts
  const { inFlight, turns } = services
  const signaturesKnown = knownSignatures(parts)
  const shared = sharedCounts(parts)
  const limits = rateLimits(config, shared)
  const requestMeter = new RequestMeter(services.metrics)
  const crossOrigin = new CrossOrigin(allowedOrigins(config.CORS_ORIGINS))
  const clientErrors = new ClientErrors({
    crossOrigin,
    limits,
    log: parts.logger,
    meter: requestMeter,
  })
  const shedding = new LoadShedding({
    crossOrigin,
    meter: requestMeter,
    addressLimit: config.RATE_LIMIT_ADDRESS,
  })
  const callers = new KnownCallers(callerAddress(config.TRUST_PROXY))
  const door = new RequestDoor({ callers, shedding, turns })
  const app = bareServer(parts, clientErrors, door)
  clientErrors.attach(app.server)
  if (parts.tracing !== undefined) await app.register(tracingPlugin, { tracing: parts.tracing })
  await app.register(edgePlugin, { crossOrigin, limits, isStopping: parts.isStopping })
  await app.register(healthPlugin, { ...parts, signaturesKnown })
  await app.register(metricsPlugin, {
    ...measured(parts),
    requestMeter,
    limits,
    pool,
    load: services.load,
    turns,
    shared,
  })
  const place = { basePath: config.BASE_PATH, prefix: config.BASE_PATH }
  await app.register(documentsPlugin, place)
  await app.register(guidesPlugin, place)
  if (config.CONSOLE) {
    await app.register(consolePlugin, {
      basePath: config.BASE_PATH,
      takesKeyFromAddress: config.SANDBOX || config.CONSOLE_KEY_IN_ADDRESS,
      prefix: config.BASE_PATH,
    })
  }
  await app.register(frontPagePlugin, {
    basePath: config.BASE_PATH,
    clock,
    securityContact: config.SECURITY_CONTACT,
  })
  await app.register(installationPlugin, {
    installationId: services.installationId,
    prefix: config.BASE_PATH,
  })
  app.addHook('onClose', () => writeWhatWaits(services))
  await app.register(operationsPlugin, {
    authenticator: new Authenticator(
      new CredentialRepository(pool),
      await replayStore(shared, parts, signaturesKnown),
      clock,
    ),
    readReplays: new ReadReplays(pool),
    callers,
    turns,
    limits,
    writes: services.writes,
    gate: services.gate,
    storedWrites: services.storedWrites,
    audit: services.audit,
    uses: services.credentialUses,
    clock,
    ids: randomIds,
    inFlight,
  })
  await app.register((modules) => registerModules(modules, parts, { limits, inFlight }), {
    prefix: config.BASE_PATH,
  })
  return app
}

async function writeWhatWaits({ load, audit, credentialUses, replicas }: Services): Promise<void> {
  load.stop()
  await audit.close()
  await credentialUses.close()
  await replicas?.close()
}

const dealRoutes: readonly FastifyPluginCallback<Services>[] = [
  markToMarketRoutes,
  orderRoutes,
  orderRequestRoutes,
  callSetRoutes,
  closeOutRoutes,
  requestRoutes,
  positionRoutes,
  voluntaryCollateralRoutes,
  instructionRoutes,
  eventRoutes,
  notificationRoutes,
  chatRoutes,
  reportRoutes,
  searchRoutes,
  todayRoutes,
  webhookRoutes,
  mailRoutes,
  priceRoutes,
  limitRoutes,
  automationRoutes,
  documentRoutes,
]

async function registerModules(
  modules: FastifyInstance,
  { config, clock, services }: Parts,
  { limits, inFlight }: { readonly limits: RateLimits; readonly inFlight: RequestsInFlight },
): Promise<void> {
  // Routes of operations need no instance of their own, which takes a sixth of a start.
  const serve = <Options extends object>(
    routes: FastifyPluginCallback<Options>,
    options: Options,
  ): void =>
    routes(modules, options, (error) => {
      if (error !== undefined) throw error
    })
  for (const routes of dealRoutes) serve(routes, services)
  for (const routes of onboardingRoutes) serve(routes, { ...services, clock })
  for (const routes of approvalsRoutes) serve(routes, services)
  serve(transferRoutes, { ...services, basePath: config.BASE_PATH })
  serve(stateMachineRoutes, {})
  const { sandbox } = services
  if (sandbox !== undefined) serve(sandboxRoutes, { sandbox })
  serve(invitationRoutes, { ...services, clock, limits, inFlight, ids: randomIds })
  await modules.register(callbackRoutes, { ...services, limits })
}

/** What `/metrics` shows, and who may read it. */
function measured({ config, logger, services, figureTimes }: Parts) {
  return {
    metrics: services.metrics,
    replicas: services.replicas,
    openStreams: services.openStreams,
    priceAgeSecondsMax: config.PRICE_MAX_AGE_S,
    figures: new BookFigures({
      pool: openServicePool({ ...serviceLogin(config), poolSize: 1 }),
      replicas: services.replicas,
      clock: services.bookClock,
      logger,
      priceAgeSecondsMax: config.PRICE_MAX_AGE_S,
      times: figureTimes,
    }),
    mayScrape: scraperCheck({
      token: config.METRICS_TOKEN,
      behindProxies: config.TRUST_PROXY !== undefined,
    }),
  }
}

function sharedCounts({
  redis,
  redisBypassMs,
  redisWaitMs,
  logger,
}: Parts): SharedCounts | undefined {
  if (redis === undefined) return undefined
  const breaker = new RedisBreaker({
    bypassMs: redisBypassMs,
    waitMs: redisWaitMs,
    onChange: (isOpen, err) => {
      if (isOpen) logger.warn({ err }, 'redis bypassed: this process counts alone')
      else logger.info('redis answers again')
    },
  })
  redis.on('ready', () => breaker.connected())
  return { redis, breaker }
}

function knownSignatures({ logger, signaturesKnownFromMs, firstReadMs }: Parts): KnownSince {
  return new KnownSince({
    knownFromMs: signaturesKnownFromMs,
    firstReadMs,
    onSetBack: (byMs) => logger.warn({ seconds: byMs / 1000 }, 'the clock was set back'),
  })
}

async function replayStore(
  shared: SharedCounts | undefined,
  { clock, logger }: Parts,
  signaturesKnown: KnownSince,
): Promise<ReplayStore> {
  const own = new ReplayMemory(signaturesKnown)
  if (shared === undefined) return own
  const replays = new SharedReplays(shared.redis, shared.breaker, own, logger)
  await replays.begin(clock.now())
  return replays
}

const paramLengthMax = 100

/** Messages for targets that Fastify's router rejects, by Fastify's error code. */
const badTargets: Readonly<Record<string, string>> = {
  FST_ERR_MAX_PARAM_LENGTH: `must not have an id of more than ${paramLengthMax} characters`,
}

function bareServer(
  { config, clock, logger }: Parts,
  clientErrors: ClientErrors,
  door: RequestDoor,
): FastifyInstance {
  const connections = connectionLimits(config)
  return Fastify({
    loggerInstance: logger,
    // `plugins/edge.ts` writes one log line for each request, when it has ended.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    serverFactory: (handler) =>
      createHttpServer((request, response) => {
        if (config.TRUST_PROXY !== undefined) forgetForwardedPorts(request)
        door.arrived(request, response, () => handler(request, response))
      }, connections),
    bodyLimit: bodyBytesMax,
    trustProxy: trustedProxies(config.TRUST_PROXY),
    // The id begins with the time, by which a search finds its audit line.
    genReqId: () => randomIdAt(clock.now()),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: ({ code }, request, reply) => {
      const issue = badTargets[code] ?? 'is not valid percent-encoded UTF-8'
      clientErrors.answerBadTarget(request.raw, reply.raw, issue).catch(() => reply.raw.destroy())
    },
    routerOptions: {
      maxParamLength: paramLengthMax,
      // Operations parse the raw query themselves, and nothing else accepts one.
      querystringParser: () => ({}),
    },
  })
}
