import { createRequire } from 'node:module'
import { acceptOrder, createOrder, getOrder, listTransfers, streamEvents } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { freePort } from '@vadium/local-postgres'
import { openFrames } from '../../harness/frames.ts'
import { World } from '../../harness/world/world.ts'
import {
  type CollectedSpan,
  openTraceCollector,
  type TraceCollector,
} from '../../harness/trace-collector.ts'

const sdkIsLoaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((path) =>
    path.includes('@opentelemetry/sdk-trace'),
  )

const foreignTrace = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${foreignTrace}-b7ad6b7169203331-01`

describe('without a collector', () => {
  it('loads no part of the OpenTelemetry SDK', async () => {
    const world = new World()
    await world.start()
    await succeed(world.service, listTransfers, { key: world.lenderKey })
    await world.close()
    expect(sdkIsLoaded()).toBe(false)
  })
})

describe('with a collector', () => {
  const world = new World()
  let collector: TraceCollector
  let spans: CollectedSpan[]
  const requestIds: Record<string, string> = {}
  /** Appears in the exported text for no other reason. */
  const quantity = '7.7654321'
  beforeAll(async () => {
    collector = await openTraceCollector()
    await world.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
    const { service, lenderKey, borrowerKey } = world
    const ask = async (name: string, ...asked: Parameters<typeof call>) => {
      const reply = await call(...asked)
      requestIds[name] = String(reply.headers['x-request-id'])
      return reply
    }
    const listing = { target: '/transfers', key: lenderKey }
    await ask('listing', service, { ...listing, headers: { traceparent } })
    await ask('proxied', service, {
      ...listing,
      headers: { traceparent, 'X-Forwarded-For': '203.0.113.7' },
    })
    await refused(service, 404, { target: '/nowhere' })
    const body = { ...world.orders.body(), asset_quantity: quantity }
    const created = await ask('writing', service, callOf(createOrder, { key: borrowerKey, body }))
    const { id } = created.body as { id: string }
    await succeed(service, acceptOrder, {
      key: lenderKey,
      params: { order_id: id },
      body: world.wallets(world.lender),
    })
    const stream = await openFrames(service, lenderKey)
    requestIds['streaming'] = String(stream.headers['x-request-id'])
    await stream[Symbol.asyncDispose]()
    await succeed(service, getOrder, { key: lenderKey, params: { order_id: id } })
    expect(await service.services.custodyWorker.runDue()).toBeGreaterThan(0)
    // The rest is sent at the stop.
    await world.close()
    spans = collector.spans()
  }, 60_000)
  afterAll(() => collector.close())

  const factsOf = (span: CollectedSpan | undefined) =>
    Object.fromEntries(
      (span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0] as unknown]),
    )
  const requestOf = (name: string) =>
    spans.find((span) => factsOf(span)['vadium.request_id'] === requestIds[name])
  const within = (span: CollectedSpan | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === span?.spanId)

  it('makes a span of a stream', () => {
    const streaming = requestOf('streaming')
    expect(streaming?.name).toBe(streamEvents.id)
    expect(factsOf(streaming)).toMatchObject({ 'http.response.status_code': 200 })
  })

  it('makes a span of a request, named for its operation, with its statements', () => {
    const listing = requestOf('listing')
    expect(listing?.name).toBe(listTransfers.id)
    expect(factsOf(listing)).toMatchObject({
      'http.request.method': 'GET',
      'http.route': listTransfers.path,
      'http.response.status_code': 200,
    })
    const statements = within(listing)
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) {
      expect(statement.traceId).toBe(listing?.traceId)
      expect(factsOf(statement)).toEqual({ 'db.system.name': 'postgresql' })
    }
  })

  it('makes a span of a write whose body arrives later than its head', () => {
    const names = within(requestOf('writing')).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['BEGIN', 'INSERT orders', 'COMMIT']))
  })

  it('makes a span of a call to a custodian', () => {
    const calls = spans.filter(({ name }) => name === 'custody submit')
    expect(calls.length).toBeGreaterThan(0)
    expect(factsOf(calls[0])).toEqual({
      'vadium.adapter': 'simulated',
      'vadium.outcome': 'answered',
    })
    expect(within(calls[0]).length).toBeGreaterThan(0)
  })

  it('gives a request of no operation a general name, and the reason of its refusal', () => {
    const lost = spans.find((span) => factsOf(span)['vadium.refusal'] === 'ROUTE_NOT_FOUND')
    expect(lost?.name).toBe('GET')
    expect(factsOf(lost)['http.route']).toBeUndefined()
  })

  it('ignores a trace that the caller names', () => {
    expect(spans.filter(({ traceId }) => traceId === foreignTrace)).toEqual([])
  })

  it('exports no organization, quantity or signature', () => {
    const exported = collector.bodies.join('\n')
    const { lender, borrower, lenderKey } = world
    const secrets = [
      ...[lender.id, borrower.id, lender.wallet('BTC'), borrower.wallet('ETH')],
      ...[lenderKey.publicKey, quantity, 'X-Signature', 'VALUES', '/transfers?', '/nowhere'],
    ]
    expect(exported.length).toBeGreaterThan(1000)
    expect(secrets.filter((secret) => exported.includes(secret))).toEqual([])
  })

  it('loads the OpenTelemetry SDK', () => {
    expect(sdkIsLoaded()).toBe(true)
  })
})

describe('behind a trusted proxy', () => {
  it('a request belongs to the trace that the proxy names, unless that is malformed', async () => {
    const world = new World()
    const collector = await openTraceCollector()
    await world.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, TRUST_PROXY: '127.0.0.1' })
    const ask = (headers: Record<string, string>) =>
      call(world.service, { target: '/transfers', key: world.lenderKey, headers })
    const proxied = { 'X-Forwarded-For': '203.0.113.7' }
    expect((await ask({ ...proxied, traceparent })).status).toBe(200)
    expect((await ask({ ...proxied, traceparent: 'nonsense' })).status).toBe(200)
    expect((await ask({ traceparent })).status).toBe(200)
    await world.close()
    const requests = collector.spans().filter(({ name }) => name === listTransfers.id)
    expect(requests).toHaveLength(3)
    expect(requests.filter(({ traceId }) => traceId === foreignTrace)).toHaveLength(1)
    await collector.close()
  })
})

describe('an unavailable collector', () => {
  it('delays no request and no stop', async () => {
    const world = new World()
    const nowhere = `http://127.0.0.1:${await freePort()}`
    await world.start({ OTEL_EXPORTER_OTLP_ENDPOINT: nowhere }, { traceExportMs: 100 })
    await succeed(world.service, listTransfers, { key: world.lenderKey })
    await world.close()
  })
})
