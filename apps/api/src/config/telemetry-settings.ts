import { Type } from '@sinclair/typebox'
import { Count } from './setting.ts'

export const telemetrySettings = {
  LOG_LEVEL: Type.Union(
    (['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const).map((level) =>
      Type.Literal(level),
    ),
    { default: 'info', description: 'fatal, error, warn, info, debug, trace or silent.' },
  ),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[!-~]{32,200}$',
      description:
        'The token that a scrape of /metrics must send: Authorization: Bearer <token>. If it is not set, only this machine may scrape, and nobody if TRUST_PROXY is set.',
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[A-Za-z0-9.:[\\]-]{1,255}(/[A-Za-z0-9._~-]+)*/?$',
      maxLength: 1000,
      description:
        'The collector that receives traces as OTLP over HTTP, such as http://127.0.0.1:4318. If it is not set, nothing is traced.',
    }),
  ),
  OTEL_SERVICE_NAME: Type.String({
    default: 'vadium',
    pattern: '^[!-~]{1,100}$',
    description: 'The name of the service in traces.',
  }),
  OTEL_SAMPLED_PERCENT: Type.Integer({
    ...Count(100, 100),
    description:
      'The percentage of requests that are traced. For a request of a trusted proxy, the decision of the proxy holds.',
  }),
}
