import fp from 'fastify-plugin'
import type { Pool } from 'pg'
import type { Replicas } from '../platform/db/replicas.ts'
import type { LoadLimit } from '../platform/http/load-limit.ts'
import type { RequestTurns } from '../platform/http/request-turns.ts'
import type { RateLimits, SharedCounts } from '../platform/http/rate-limits.ts'
import { servePublic } from '../platform/http/public-route.ts'
import { refuse } from '../platform/http/refuse.ts'
import type { OpenStreams } from '../platform/events/open-streams.ts'
import type { BookFigures } from '../features/book-metrics/book-figures.ts'
import { BookGauges } from '../features/book-metrics/book-gauges.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { nodeMetricsText } from '../platform/telemetry/node-metrics.ts'
import type { RequestMeter } from '../platform/telemetry/request-meter.ts'
import type { ScraperCheck } from '../platform/telemetry/scraper.ts'
import { Refusal } from '../platform/refusal.ts'

interface Options {
  readonly metrics: Metrics
  readonly requestMeter: RequestMeter
  readonly figures: BookFigures
  readonly mayScrape: ScraperCheck
  readonly limits: RateLimits
  readonly pool: Pool
  readonly load: LoadLimit
  readonly turns: RequestTurns
  /** Set if REDIS_URL is set. */
  readonly shared: SharedCounts | undefined
  /** Set if DATABASE_REPLICA_URL is set. */
  readonly replicas: Replicas | undefined
  readonly openStreams: OpenStreams
  readonly priceAgeSecondsMax: number
}

/** `GET /metrics` in the text format of Prometheus, and the metrics of every request. */
export const metricsPlugin = fp<Options>((app, options, done) => {
  const { metrics, requestMeter, figures, mayScrape, limits } = options
  const bookGauges = new BookGauges(metrics)

  // The duration ends when the answer is ready. The time its reader takes says nothing about the
  // service, and a stream has no end.
  app.addHook('onSend', (request, reply, payload, next) => {
    requestMeter.answered(request.routeOptions.config.operation, {
      status: reply.statusCode,
      refusal: request.refusal,
      ms: reply.elapsedTime,
    })
    next(null, payload)
  })

  servePublic(app, '/metrics', async (request, reply) => {
    const admission = mayScrape(request)
    if (admission !== 'admitted') {
      request.rateLimit = await limits.countAddress(request.ip)
      if (request.rateLimit.exceeded) return refuse(request, reply, new Refusal('RATE_LIMITED'))
      if (admission === 'unknown') return refuse(request, reply, new Refusal('ROUTE_NOT_FOUND'))
      reply.header('WWW-Authenticate', 'Bearer')
      const issue = 'expected Bearer and the value of METRICS_TOKEN'
      return refuse(
        request,
        reply,
        new Refusal('UNAUTHENTICATED', [{ field: 'Authorization', issue }]),
      )
    }
    bookGauges.show(await figures.read())
    showProcess(options)
    const text = `${await metrics.text()}\n${await nodeMetricsText()}`
    return reply.type(metrics.contentType).send(text)
  })

  app.addHook('onClose', () => figures.close())
  done()
})

/** Sets the gauges that are computed at each scrape. */
function showProcess(options: Options): void {
  const { metrics, pool, load, turns, openStreams, priceAgeSecondsMax, shared, replicas } = options
  metrics.of('vadium_requests_waiting').set(turns.waiting)
  metrics.of('vadium_requests_in_flight').set(load.count)
  metrics.of('vadium_requests_in_flight_limit').set(load.limit)
  metrics.of('vadium_requests_in_flight_max').set(load.max)
  metrics.of('vadium_event_streams_open').set(openStreams.count)
  metrics.of('vadium_redis_bypassed').set(shared?.breaker.isOpen === true ? 1 : 0)
  const connections = metrics.of('vadium_pool_connections')
  connections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
  connections.set({ state: 'idle' }, pool.idleCount)
  metrics.of('vadium_pool_waiting').set(pool.waitingCount)
  metrics.of('vadium_price_age_max_seconds').set(priceAgeSecondsMax)
  if (replicas === undefined) return
  const { used, leftOut } = replicas.counts
  metrics.of('vadium_replicas').set({ state: 'used' }, used)
  metrics.of('vadium_replicas').set({ state: 'left_out' }, leftOut)
}
