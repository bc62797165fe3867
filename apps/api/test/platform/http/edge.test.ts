import { signRequest } from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, expectContract, refused } from '../../harness/call.ts'
import { sendRaw } from '../../harness/raw.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const key = book.party('harbor').credential('viewer')

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

const error = (text: string) =>
  (JSON.parse(text) as { error: { code: string; reason: string } }).error

describe('malformed HTTP', () => {
  const headers = 'Host: x\r\nConnection: close\r\n'
  const cases: [string, string, string][] = [
    ['not HTTP at all', 'nonsense\r\n\r\n', 'REQUEST_MALFORMED'],
    [
      'a header without a name',
      `GET /transfers HTTP/1.1\r\n: x\r\n${headers}\r\n`,
      'REQUEST_MALFORMED',
    ],
    [
      'a header that is too large',
      `GET /transfers HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${headers}\r\n`,
      'REQUEST_TOO_LARGE',
    ],
    [
      'two lengths',
      `POST /mark-to-market-requests:preview HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${headers}\r\nxx`,
      'REQUEST_MALFORMED',
    ],
    [
      'a length and chunks',
      `POST /mark-to-market-requests:preview HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${headers}\r\n0\r\n\r\n`,
      'REQUEST_MALFORMED',
    ],
    ['no host', 'GET /transfers HTTP/1.1\r\nConnection: close\r\n\r\n', 'REQUEST_MALFORMED'],
    [
      'a path with invalid percent-encoding',
      `GET /transfers%zz HTTP/1.1\r\n${headers}\r\n`,
      'REQUEST_MALFORMED',
    ],
  ]
  it.each(cases)('is refused: %s', async (_name, bytes, reason) => {
    const reply = await sendRaw(service, bytes)
    expect(reply.status).toBe(400)
    expectContract({ ...reply, body: JSON.parse(reply.text) }, 'GET', '/nowhere')
    expect(error(reply.text)).toMatchObject({ code: 'INVALID_ARGUMENT', reason })
  })
})

describe('the request target', () => {
  const targets = [
    '/transfers?',
    '//transfers',
    '/transfers//',
    '/./transfers',
    '/a/../transfers',
    '/%2e%2e/transfers',
    '/transfers|',
    '/transfers?token=a|b',
    '/transfers#x',
    '/transfers?token=#',
    '/x\\transfers',
  ]
  it.each(targets)('%s is refused', async (target) => {
    const reply = await sendRaw(
      service,
      `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(reply.status).toBe(400)
    expect(error(reply.text).reason).toBe('REQUEST_MALFORMED')
  })

  it('is refused in absolute form', async () => {
    const reply = await sendRaw(
      service,
      'GET http://elsewhere/transfers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    )
    expect(reply.status).toBe(400)
  })

  it('is refused in both spellings when it contains a delimiter of the signature', async () => {
    const signed = signRequest(
      { method: 'GET', target: '/transfers?x' },
      key.privateKey,
      service.clock.now(),
    )
    for (const target of ['/transfers|x', '/transfers%7Cx']) {
      const lines = Object.entries(signed)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n')
      const reply = await sendRaw(
        service,
        `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n\r\n`,
      )
      expect([400, 404]).toContain(reply.status)
    }
  })
})

describe('a header about the encoding of the body', () => {
  const sent = (method: string, lines: string[]) =>
    sendRaw(
      service,
      `${method} /transfers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`,
    )

  it.each(['gzip', 'identity', ''])('is refused as Content-Encoding: %j', async (encoding) => {
    for (const method of ['GET', 'POST']) {
      const reply = await sent(method, [`Content-Encoding: ${encoding}`])
      expect(reply.status).toBe(400)
      expect(reply.text).toContain('Content-Encoding')
    }
  })

  it.each(['gzip, chunked', 'gzip, Chunked', 'identity, chunked'])(
    'is refused as Transfer-Encoding: %j',
    async (coding) => {
      const reply = await sent('POST', [`Transfer-Encoding: ${coding}`, '', '2', '{}', '0'])
      expect(reply.status).toBe(400)
      expect(reply.text).toContain('must be chunked, and nothing else')
    },
  )

  it('is accepted as Transfer-Encoding: chunked, in any case', async () => {
    for (const coding of ['chunked', 'Chunked']) {
      const reply = await sent('POST', [`Transfer-Encoding: ${coding}`, '', '2', '{}', '0'])
      expect(reply.text).not.toContain('Transfer-Encoding')
    }
  })

  it('is refused as Content-Type when it is given twice, in any case', async () => {
    const types = ['Content-Type: application/json', 'content-type: application/json']
    const reply = await sent('POST', [...types, 'Content-Length: 0'])
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('is given more than once')
  })
})

describe('a signed request', () => {
  it('may have two Host headers, which changes nothing', async () => {
    const signed = signRequest(
      { method: 'GET', target: '/transfers' },
      key.privateKey,
      service.clock.now() + 5,
    )
    const lines = Object.entries(signed)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')
    const reply = await sendRaw(
      service,
      `GET /transfers HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n${lines}\r\n\r\n`,
    )
    expect([200, 400]).toContain(reply.status)
  })

  it('is refused when it is a GET with a body, which the signature does not cover', async () => {
    const signed = signRequest(
      { method: 'GET', target: '/transfers' },
      key.privateKey,
      service.clock.now() + 6,
    )
    const lines = Object.entries(signed)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')
    const reply = await sendRaw(
      service,
      `GET /transfers HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n${lines}\r\n\r\n{}`,
    )
    expect(reply.status).toBe(400)
  })

  it('is answered as if it had no Expect header when that is unknown', async () => {
    const reply = await sendRaw(
      service,
      'GET /transfers HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    )
    expect(reply.status).toBe(401)
    expectContract({ ...reply, body: JSON.parse(reply.text) }, 'GET', '/transfers')
  })
})

describe('an unknown path or method', () => {
  it.each([
    ['GET', '/nowhere'],
    ['POST', '/transfers'],
    ['HEAD', '/transfers'],
    ['OPTIONS', '/transfers'],
    ['GET', '/mark-to-market-requests:preview'],
    ['POST', '/mark-to-market-requests:create'],
    ['PROPFIND', '/transfers'],
    ['GET', '/Transfers'],
    ['GET', '/transfers/'],
  ])('%s %s returns 404, with every header', async (method, target) => {
    const reply = await sendRaw(
      service,
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(reply.status).toBe(404)
    const text =
      method === 'HEAD'
        ? '{"error":{"code":"NOT_FOUND","message":"","reason":"ROUTE_NOT_FOUND","request_id":""}}'
        : reply.text
    expectContract({ ...reply, body: JSON.parse(text) }, method, '/nowhere')
  })
})

describe.concurrent('a request that is too slow', () => {
  // The limits are those of Node's server; the tests do not wait for all of them.
  const limits = { headersTimeout: 5000, requestTimeout: 10_000 }
  beforeAll(() => {
    expect(service.server).toMatchObject(limits)
    Object.assign(service.server, { headersTimeout: 1, requestTimeout: 1 })
  })
  afterAll(() => {
    Object.assign(service.server, limits)
  })

  it('is answered and its connection closed when the headers do not arrive', async () => {
    const reply = await sendRaw(service, 'GET /transfers HTTP/1.1\r\nHost: x\r\n')
    expect(reply.status).toBe(400)
    expect(error(reply.text).reason).toBe('REQUEST_TIMEOUT')
    expectContract({ ...reply, body: JSON.parse(reply.text) }, 'GET', '/nowhere')
  })

  it('is answered and its connection closed when the body does not arrive', async () => {
    const reply = await sendRaw(
      service,
      'POST /mark-to-market-requests:preview HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{',
    )
    expect(reply.status).toBe(400)
    expect(error(reply.text).reason).toBe('REQUEST_TIMEOUT')
  })
})

describe('a chunked body', () => {
  it('is refused when it is too large, and its sender receives the answer', async () => {
    const chunk = `ffff\r\n${'x'.repeat(0xffff)}\r\n`
    const reply = await sendRaw(
      service,
      `POST /mark-to-market-requests:preview HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}0\r\n\r\n`,
    )
    expect(reply.status).toBe(400)
    expect(error(reply.text).reason).toBe('REQUEST_TOO_LARGE')
  })
})

describe('health and documents', () => {
  it('are answered to anyone', async () => {
    for (const target of ['/healthz', '/readyz', '/openapi.json', '/docs/']) {
      expect((await call(service, { target })).status, target).toBe(200)
    }
  })

  it('are refused when their request target is malformed', async () => {
    await refused(service, 400, { target: '/healthz?' }).catch(() => undefined)
    const reply = await sendRaw(
      service,
      'GET /openapi.json? HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    )
    expect(reply.status).toBe(400)
  })
})

describe('a base path', () => {
  it('precedes every operation and is part of what is signed', async () => {
    const below = await startService({
      settings: { BASE_PATH: '/lending/v1' },
      database: service.database,
    })
    try {
      expect((await call(below, { target: '/transfers', key })).status).toBe(200)
      const wrong = signRequest(
        { method: 'GET', target: '/transfers' },
        key.privateKey,
        below.clock.now() + 9,
      )
      await refused(below, 401, { target: '/transfers', headers: wrong })
      const document = await call(below, { target: '/openapi.json' })
      expect(document.body).toMatchObject({ servers: [{ url: '/lending/v1' }] })
    } finally {
      await below.close()
    }
  })
})
