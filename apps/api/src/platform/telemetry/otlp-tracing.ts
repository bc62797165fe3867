import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import type { OpenSpan, SpanFacts, Tracing } from './tracing.ts'

interface Settings {
  /** The collector's address for OTLP over HTTP, such as http://127.0.0.1:4318. */
  readonly endpoint: string
  readonly serviceName: string
  /** The percentage of requests that are traced. */
  readonly sampledPercent: number
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  /** How long an export and the last one at a stop may take, in milliseconds. Default: 5,000. */
  readonly exportMsMax?: number | undefined
}

/** Further spans are dropped, not kept for a collector that does not answer. */
const spansHeldMax = 4096
const factLengthMax = 200

/** Sends spans over OTLP/HTTP, in batches and in the background. */
export class OtlpTracing implements Tracing {
  readonly #current = new AsyncLocalStorage<Span>()
  readonly #provider: TracerProvider
  readonly #tracer: Tracer
  readonly #logger: Settings['logger']
  readonly #exportMsMax: number

  constructor({ endpoint, serviceName, sampledPercent, logger, exportMsMax = 5000 }: Settings) {
    this.#logger = logger
    this.#exportMsMax = exportMsMax
    const warn = (message: string) => logger.warn({ message }, 'OpenTelemetry reported a problem')
    const ignore = () => undefined
    diag.setLogger(
      { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
      { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
    )
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
      timeoutMillis: exportMsMax,
    })
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName }),
      sampler: new ParentBasedSampler({
        root: new TraceIdRatioBasedSampler(sampledPercent / 100),
      }),
      spanLimits: { attributeCountLimit: 16, attributeValueLengthLimit: factLengthMax },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: spansHeldMax,
          exportTimeoutMillis: exportMsMax,
        }),
      ],
    })
    this.#tracer = this.#provider.getTracer('vadium')
  }

  beginRequest(name: string, facts: SpanFacts, traceparent: string | undefined): OpenSpan {
    const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
    const context =
      parent === null
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
    const settings = { kind: SpanKind.SERVER, attributes: facts }
    return new OtlpSpan(this.#tracer.startSpan(name, settings, context), this.#current)
  }

  beginCall(name: string, facts: SpanFacts): OpenSpan {
    const parent = this.#current.getStore()
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent)
    const settings = { kind: SpanKind.CLIENT, attributes: facts }
    return new OtlpSpan(this.#tracer.startSpan(name, settings, context), this.#current)
  }

  beginCallWithin(name: string, facts: SpanFacts): OpenSpan | undefined {
    return this.#current.getStore() === undefined ? undefined : this.beginCall(name, facts)
  }

  async stop(): Promise<void> {
    const sent = this.#provider.shutdown().catch((err: unknown) => {
      this.#logger.warn({ err }, 'the last spans were not sent')
    })
    await Promise.race([sent, setTimeout(this.#exportMsMax, undefined, { ref: false })])
  }
}

class OtlpSpan implements OpenSpan {
  readonly #span: Span
  readonly #current: AsyncLocalStorage<Span>
  #isOver = false

  constructor(span: Span, current: AsyncLocalStorage<Span>) {
    this.#span = span
    this.#current = current
  }

  within<T>(work: () => T): T {
    return this.#current.run(this.#span, work)
  }

  end(facts: SpanFacts = {}, failure?: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#span.setAttributes(facts)
    if (failure !== undefined) {
      this.#span.setAttribute('error.type', failure)
      this.#span.setStatus({ code: SpanStatusCode.ERROR })
    }
    this.#span.end()
  }
}
