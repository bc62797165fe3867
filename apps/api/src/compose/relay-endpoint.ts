import fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { OrganizationRelay } from '../features/relay/organization-relay.ts'
import { showRelays } from '../features/relay/relay-gauges.ts'
import { aliveText, unreadyText } from '../platform/http/plugins/health.ts'
import { jsonType } from '../platform/http/refuse.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { nodeMetricsText } from '../platform/telemetry/node-metrics.ts'
import { scraperCheck } from '../platform/telemetry/scraper.ts'

interface Parts {
  readonly relays: readonly OrganizationRelay[]
  readonly metrics: Metrics
  readonly now: () => number
}

/** Serves the health and the metrics of a relay at RELAY_PORT. Undefined without the setting. */
export async function serveRelay(
  config: Config,
  { relays, metrics, now }: Parts,
): Promise<FastifyInstance | undefined> {
  if (config.RELAY_PORT === undefined) return undefined
  const app = fastify({ logger: false })
  const mayScrape = scraperCheck({
    token: config.METRICS_TOKEN,
    behindProxies: config.TRUST_PROXY !== undefined,
  })
  app.get('/healthz', (_request, reply) => reply.type(jsonType).send(aliveText))
  app.get('/readyz', (_request, reply) => {
    const unready = relays.filter(({ state }) => state === 'failing' || state === 'starting')
    reply.type(jsonType)
    if (unready.length === 0) return reply.send('{"status":"ready"}')
    const why = `${unready.length} of ${relays.length} organizations are not relayed`
    return reply.code(503).send(unreadyText(why))
  })
  app.get('/metrics', async (request, reply) => {
    const admission = mayScrape(request)
    if (admission === 'unknown') return reply.code(404).send()
    if (admission === 'unauthenticated') {
      return reply.code(401).header('WWW-Authenticate', 'Bearer').send()
    }
    await showRelays(metrics, relays, now())
    const text = `${await metrics.text()}\n${await nodeMetricsText()}`
    return reply.type(metrics.contentType).send(text)
  })
  await app.listen({ host: config.HOST, port: config.RELAY_PORT })
  return app
}
