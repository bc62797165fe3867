import { readFile } from 'node:fs/promises'
import { propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import { VadiumClient } from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { tracingHooks } from '../../harness/sdk-tracing.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const { privateKey } = book.party('harbor').credential('viewer')

/** What a span was given, in order. */
interface RecordedSpan {
  readonly name: string
  readonly attributes: Record<string, unknown>
  status?: unknown
  ended: number
}

const spans: RecordedSpan[] = []
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

function recordedSpan(name: string, attributes: Record<string, unknown>) {
  const recorded: RecordedSpan = { name, attributes, ended: 0 }
  spans.push(recorded)
  const span = trace.wrapSpanContext({
    traceId: '0'.repeat(32),
    spanId: '0'.repeat(16),
    traceFlags: 0,
  })
  return Object.assign(span, {
    setAttribute: (key: string, value: unknown) => {
      recorded.attributes[key] = value
      return span
    },
    setStatus: (status: unknown) => {
      recorded.status = status
      return span
    },
    end: () => {
      recorded.ended += 1
    },
  })
}

let service: RunningService
beforeAll(async () => {
  const tracer = trace.getTracer('of the test')
  const startSpan = (name: string, options: { attributes?: object } = {}) =>
    recordedSpan(name, { ...options.attributes })
  trace.setGlobalTracerProvider({ getTracer: () => Object.assign(tracer, { startSpan }) })
  propagation.setGlobalPropagator({
    inject: (_context, carrier: Record<string, string>) => {
      carrier['traceparent'] = traceparent
    },
    extract: (context) => context,
    fields: () => ['traceparent'],
  })
  service = await startService({ scenario: book.scenario })
})
afterAll(async () => {
  trace.disable()
  propagation.disable()
  await service.close()
})

describe('the OpenTelemetry hooks of the README', () => {
  it('are the ones that are tested', async () => {
    const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
    const readme = await read('../../../../../packages/client/README.md')
    expect(readme).toContain(await read('../../harness/sdk-tracing.ts'))
  })

  it('make a span for each attempt, and end each once', async () => {
    const options = {
      privateKey,
      now: () => service.clock.now(),
      retries: { attemptsMax: 2, backOffMs: 1 },
      ...tracingHooks(),
    }
    const client = new VadiumClient({ baseUrl: service.url, ...options })
    const { requestId } = await client.transfers.list().withResponse()
    await client.instructions.list().then(undefined, () => undefined)
    await client.close()
    const nowhere = new VadiumClient({ baseUrl: 'http://127.0.0.1:1', ...options })
    await nowhere.transfers.list().then(undefined, () => undefined)
    await nowhere.close()
    expect(spans).toMatchObject([
      {
        name: 'listTransfers',
        attributes: {
          'http.request.method': 'GET',
          'url.path': '/transfers',
          'http.response.status_code': 200,
          'vadium.request_id': requestId,
        },
      },
      { name: 'listInstructions', attributes: { 'http.response.status_code': 403 } },
      { attributes: { 'error.type': expect.stringMatching(/^CONNECTION_/) as string } },
      { attributes: { 'http.request.resend_count': 1 } },
    ])
    expect(spans.map(({ ended }) => ended)).toEqual([1, 1, 1, 1])
    expect(spans[0]?.status).toBeUndefined()
    expect(spans[3]?.status).toMatchObject({ code: SpanStatusCode.ERROR })
  })
})
