import { connect } from 'node:net'
import { headerNames, previewMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, callOf, type CallOptions, type Reply } from '../../harness/call.ts'
import { sendRaw } from '../../harness/raw.ts'
import { scrape } from '../../harness/scrape.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const key = book.party('harbor').credential('viewer')
const page = 'https://desk.example.com'
const otherPage = 'http://localhost:5173'
const foreign = 'https://desk.example.com.attacker.example'

let service: RunningService
let closed: RunningService
beforeAll(async () => {
  service = await startService({
    scenario: book.scenario,
    settings: {
      CORS_ORIGINS: `${page},${otherPage}`,
      RATE_LIMIT_ADDRESS: '1000',
      REQUESTS_IN_FLIGHT_MAX: '2',
      OVERLOAD_WAIT_MS: '10',
      CONSOLE: 'false',
    },
  })
  closed = await startService({ database: service.database })
})
afterAll(async () => {
  await closed.close()
  await service.close()
})

const exposed = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Link',
  'Deprecation',
  'Sunset',
  'Idempotency-Replayed',
].join(', ')

/** For caches: the answer depends on the origin. */
const varied = /(?:^|, )Origin$/

/** What a browser shows a page of the origin, and what a cache needs. */
function expectReadable(headers: Reply['headers'], origin = page) {
  expect(headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposed,
  })
  expect(headers['vary']).toMatch(varied)
  expect(headers).toHaveProperty([headerNames.rateLimit.toLowerCase()])
  expect(headers).toHaveProperty([headerNames.requestId.toLowerCase()])
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
}

const corsHeaders = ({ headers }: Pick<Reply, 'headers'>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

const preflight = (origin: string, more: Partial<CallOptions> = {}): CallOptions => ({
  method: 'OPTIONS',
  target: '/transfers',
  ...more,
  headers: {
    Origin: origin,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'x-api-key,x-signature,x-timestamp-ms',
    ...more.headers,
  },
})

const malformed = `: x\r\nHost: x\r\nConnection: close\r\n\r\n`

describe('an answer that a page of an allowed origin reads', () => {
  const reading = { target: '/transfers', key }
  it.each<[string, number, CallOptions]>([
    ['a list', 200, reading],
    ['an export', 200, { target: '/positions:export', key }],
    ['an export as CSV', 200, { target: '/positions:export?format=csv', key }],
    ['a stream of events', 200, { target: '/events:stream', key }],
    ['the state of the service', 200, { target: '/healthz' }],
    ['an unknown query parameter', 400, { target: '/transfers?nothing=1', key }],
    ['a missing signature', 401, { target: '/transfers' }],
    ['a role that may not', 403, { target: '/instructions', key }],
    ['a path that does not exist', 404, { target: '/nowhere' }],
    ['a method that does not exist', 404, { method: 'DELETE', target: '/transfers' }],
    ['a target that cannot be decoded', 400, { target: '/transfers/%ff' }],
    [
      'a body that is too large',
      400,
      callOf(previewMarkToMarketRequest, { key, body: 'x'.repeat(2_000_000) }),
    ],
  ])('may be %s (%i)', async (_name, status, options) => {
    for (const origin of [page, otherPage]) {
      const reply = await call(service, { ...options, headers: { Origin: origin } })
      expect(reply.status, reply.text).toBe(status)
      expectReadable(reply.headers, origin)
    }
  })

  it('may be 429 of a service that sheds load', async () => {
    const { load } = service.services
    load.enter()
    load.enter()
    try {
      const reply = await call(service, { ...reading, headers: { Origin: page } })
      expect(reply.status).toBe(429)
      expect(reply.headers['retry-after']).toBe('1')
      expectReadable(reply.headers)
      const allowed = await call(service, preflight(page))
      expect(allowed.status).toBe(204)
      expectReadable(allowed.headers)
    } finally {
      load.leave()
      load.leave()
    }
  })

  it('may be 400 of a request that is not HTTP, has large headers, or ends early', async () => {
    const origin = `Origin: ${page}\r\n`
    for (const text of [
      `GET /transfers HTTP/1.1\r\n${origin}${malformed}`,
      `GET /transfers HTTP/1.1\r\n${origin}X: ${'x'.repeat(20_000)}\r\n\r\n`,
      `OPTIONS /transfers HTTP/1.1\r\n${origin}Access-Control-Request-Headers: ${'x,'.repeat(10_000)}\r\n\r\n`,
      `POST /transfers HTTP/1.1\r\nHost: x\r\n${origin}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ]) {
      const reply = await sendRaw(service, text)
      expect(reply.status, text.slice(0, 60)).toBe(400)
      expectReadable(reply.headers)
    }
  })
})

describe('a preflight', () => {
  it('allows the methods and headers that the SDK sends, and nothing else', async () => {
    const reply = await call(service, preflight(page))
    expect(reply).toMatchObject({ status: 204, text: '' })
    expectReadable(reply.headers)
    expect(reply.headers).toMatchObject({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers':
        'X-API-Key, X-Timestamp-Ms, X-Signature, Content-Type, Idempotency-Key, Last-Event-ID',
      'access-control-max-age': '7200',
    })
  })

  it('counts against no budget, and is answered when that of the address is spent', async () => {
    const small = await startService({
      database: service.database,
      settings: { CORS_ORIGINS: page, RATE_LIMIT_ADDRESS: '2' },
    })
    try {
      for (let sent = 0; sent < 5; sent += 1) {
        const reply = await call(small, preflight(page, { target: `/nowhere/${sent}` }))
        expect(reply.status).toBe(204)
        expect(reply.headers['x-ratelimit-remaining']).toBe('2')
      }
      const stranger = { target: '/transfers', headers: { Origin: page } }
      for (let sent = 0; sent < 3; sent += 1) await call(small, stranger)
      const refused = await call(small, stranger)
      expect(refused.status).toBe(429)
      expectReadable(refused.headers)
      expect((await call(small, preflight(page))).status).toBe(204)
    } finally {
      await small.close()
    }
  })

  it('allows nothing to a foreign origin', async () => {
    const reply = await call(service, preflight(foreign))
    expect(reply.status).toBe(204)
    expect(corsHeaders(reply)).toEqual([])
    expect(reply.headers['vary']).toMatch(varied)
  })

  it('is counted as an answer without an operation', async () => {
    await call(service, preflight(page))
    const { text } = await scrape(service)
    expect(text).toContain('operation="none",status="204"')
  })
})

describe('an origin that is not allowed', () => {
  it.each([
    foreign,
    'null',
    '*',
    `${page}/`,
    `${page}:443`,
    page.toUpperCase(),
    page.replace('https', 'http'),
    `${page}, ${foreign}`,
    `${page} ${foreign}`,
    'https://attacker.example',
  ])('gets no header that opens the answer: %s', async (origin) => {
    const reply = await call(service, { target: '/transfers', key, headers: { Origin: origin } })
    expect(reply.status).toBe(200)
    expect(corsHeaders(reply)).toEqual([])
    expect(reply.headers['vary']).toMatch(varied)
    const broken = `GET /transfers HTTP/1.1\r\nOrigin: ${origin}\r\n${malformed}`
    expect(corsHeaders(await sendRaw(service, broken))).toEqual([])
  })

  it('is nothing that two Origin headers can make up', async () => {
    const lines = `Origin: ${foreign}\r\nOrigin: ${page}\r\nHost: x\r\nConnection: close\r\n`
    const reply = await sendRaw(service, `GET /healthz HTTP/1.1\r\n${lines}\r\n`)
    expect(reply.status).toBe(200)
    expect(corsHeaders(reply)).toEqual([])
  })

  it('cannot add a header or a line to the answer', async () => {
    const injected = `Origin: ${page}\rX-Injected: 1\r\n`
    const lines = `${injected}Host: x\r\nConnection: close\r\n`
    const reply = await sendRaw(service, `GET /healthz HTTP/1.1\r\n${lines}\r\n`)
    expect(reply.status).toBe(400)
    expect(reply.headers).not.toHaveProperty('x-injected')
  })

  it('has a Vary header for caches also where no origin is sent', async () => {
    const reply = await call(service, { target: '/openapi.json' })
    expect(reply.headers['vary']).toMatch(varied)
    expect(corsHeaders(reply)).toEqual([])
  })
})

describe('a request that arrives too slowly', () => {
  it('is answered for the only allowed origin, when its own is not known', async () => {
    const single = await startService({
      database: service.database,
      settings: { CORS_ORIGINS: page },
    })
    try {
      const timedOut = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      const text = await new Promise<string>((resolve) => {
        single.server.once('connection', (socket) => {
          socket.once('data', () => single.server.emit('clientError', timedOut, socket))
        })
        const socket = connect(Number(new URL(single.url).port), '127.0.0.1', () => {
          socket.write('GET /tran')
        })
        socket.on('data', (chunk) => resolve(chunk.toString()))
      })
      expect(text).toContain('REQUEST_TIMEOUT')
      expect(text).toContain(`Access-Control-Allow-Origin: ${page}\r\n`)
      expect(text).toContain('Vary: Origin\r\n')
    } finally {
      await single.close()
    }
  })
})

describe('a service without CORS_ORIGINS', () => {
  it('answers a page as it answers every caller', async () => {
    const reply = await call(closed, { target: '/transfers', key, headers: { Origin: page } })
    expect(reply.status).toBe(200)
    expect(corsHeaders(reply)).toEqual([])
    expect(reply.headers['vary']).not.toMatch(varied)
    const refused = await call(closed, preflight(page))
    expect(refused.status).toBe(404)
    expect(corsHeaders(refused)).toEqual([])
    const broken = `GET /transfers HTTP/1.1\r\nOrigin: ${page}\r\n${malformed}`
    const raw = await sendRaw(closed, broken)
    expect(corsHeaders(raw)).toEqual([])
    expect(raw.headers).not.toHaveProperty('vary')
  })
})
