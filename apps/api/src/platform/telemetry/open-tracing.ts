import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Tracing } from './tracing.ts'

/** Undefined if no collector is configured. OpenTelemetry is then not loaded. */
export async function openTracing(
  config: Config,
  logger: Pick<FastifyBaseLogger, 'warn'>,
  exportMsMax?: number,
): Promise<Tracing | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  const { OtlpTracing } = await import('./otlp-tracing.ts')
  return new OtlpTracing({
    endpoint,
    serviceName: config.OTEL_SERVICE_NAME,
    sampledPercent: config.OTEL_SAMPLED_PERCENT,
    logger,
    exportMsMax,
  })
}
