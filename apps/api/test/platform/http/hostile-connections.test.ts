import { connect, type Socket } from 'node:net'
import { signRequest } from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, type CallOptions, refused } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { sendRaw } from '../../harness/raw.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const harbor = book.party('harbor')
const key = harbor.credential('viewer')
const deal = book.deal(harbor, book.party('quay'))
book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

let signedAt = Date.parse('2026-03-02T11:59:31.000Z')
function signedLines(target: string): string {
  const signed = signRequest({ method: 'GET', target }, key.privateKey, (signedAt += 1))
  return Object.entries(signed)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
const statusLines = (text: string) => text.match(/HTTP\/1\.1 \d+/g) ?? []

describe('a request', () => {
  it.each([
    ['a body that never comes', 'GET /transfers HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n'],
    ['a bad target', 'POST /%zz HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n'],
    ['a refused target', 'POST /a//b HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n'],
  ])('gets exactly one answer to %s, and the connection is closed', async (_name, bytes) => {
    const reply = await sendRaw(service, bytes)
    expect(reply.status).toBe(400)
    expect(reply.headers['connection']).toBe('close')
    expect(statusLines(reply.text)).toEqual([])
  })

  it.each(['', 'Expect: 200-ok\r\n'])(
    'gets exactly one answer before garbage (%j)',
    async (more) => {
      const good = `GET /transfers HTTP/1.1\r\nHost: x\r\n${more}${signedLines('/transfers')}\r\n`
      const reply = await sendRaw(service, `${good}garbage\r\n\r\n`)
      expect(reply.status).toBe(200)
      expect(statusLines(reply.text)).toEqual([])
    },
  )
})

describe('a header beyond the number that Node returns', () => {
  const padding = 'a:\r\n'.repeat(2100)

  it('is refused when it is a second key', async () => {
    const reply = await sendRaw(
      service,
      `GET /transfers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${signedLines('/transfers')}${padding}X-API-Key: x\r\n\r\n`,
    )
    expect(reply.status).toBe(400)
  })
})

describe('CONNECT', () => {
  it('is answered like any other request', async () => {
    const reply = await sendRaw(service, 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n')
    expect(reply.status).toBe(400)
    expect(reply.headers).toHaveProperty('x-ratelimit-limit')
  })
})

describe('a caller', () => {
  const open = (write: string) =>
    new Promise<{ socket: Socket; closed: Promise<void> }>((resolve) => {
      const { hostname, port } = new URL(service.url)
      const socket: Socket = connect(
        { host: hostname, port: Number(port), allowHalfOpen: true },
        () => {
          socket.write(write)
          resolve({ socket, closed })
        },
      )
      const closed = new Promise<void>((done) => socket.once('close', () => done()))
      socket.on('error', () => undefined)
    })
  /** Resolves when the service has closed its side of the next connection that it accepts. */
  const nextIsClosed = () =>
    new Promise<void>((resolve) => {
      service.server.once('connection', (socket: Socket) => socket.once('close', () => resolve()))
    })
  /** The server has a limit; the test does not wait for all of it. */
  const shortened = (limit: 'timeout' | 'headersTimeout', ms: number, msMax: number) => {
    const { server } = service
    const production = server[limit]
    expect(production).toBeGreaterThan(0)
    expect(production).toBeLessThanOrEqual(msMax)
    server[limit] = ms
    onTestFinished(() => {
      server[limit] = production
    })
  }

  it('is disconnected when it does not read its answers', async () => {
    shortened('timeout', 500, 15_000)
    const isClosed = nextIsClosed()
    const { socket } = await open('GET /docs/js/scalar.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4))
    socket.pause()
    await isClosed
    socket.destroy()
  })

  it("does not keep the service's side open by keeping its own open without sending", async () => {
    shortened('headersTimeout', 500, 5000)
    const isClosed = nextIsClosed()
    const { socket } = await open('')
    socket.resume()
    await isClosed
    socket.destroy()
  })

  it('causes no error when it disconnects before the answer', async () => {
    const before = service.log.length
    for (let i = 0; i < (isLongRun ? 50 : 10); i += 1) {
      const { socket, closed } = await open('GET /transfers HTTP/1.1\r\nHost: x\r\n\r\n')
      socket.resetAndDestroy()
      await closed
    }
    await call(service, { target: '/healthz' })
    expect(service.log.slice(before).filter((line) => line.includes('"error"'))).toEqual([])
  })
})

describe('a credential that is revoked while it is cached', () => {
  it('is refused even for an answer without rows', async () => {
    const other = harbor.id.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))
    const nothing: CallOptions = {
      target: `/transfers?sender=organizations/${other}&receiver=organizations/${other}`,
      key,
    }
    expect((await call(service, nothing)).text).toBe('{"transfers":[]}')
    const revoke = (value: string | null) =>
      service.database.query('UPDATE credentials SET revoked_at = $1', [value])
    await revoke('2026-03-02T12:00:00Z')
    await refused(service, 401, nothing)
    await revoke(null)
    expect((await call(service, nothing)).status).toBe(200)
  })
})

describe('terminated connections to the database', () => {
  const rounds = isLongRun ? 15 : 4

  it('fail single requests at most, and never mix tenants or end the process', async () => {
    const over = new AbortController()
    const reaper = (async () => {
      while (!over.signal.aborted) {
        await service.database.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'vadium' AND datname = current_database()
           ORDER BY random() LIMIT 1`,
        )
      }
    })()
    const requests: CallOptions[] = [
      { target: '/transfers', key },
      {
        method: 'POST',
        target: '/mark-to-market-requests:preview',
        body: JSON.stringify({ position_id: deal.positionId }),
        key,
      },
    ]
    const statuses = new Set<number>()
    for (let round = 0; round < rounds; round += 1) {
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, i) => call(service, requests[i % 2] ?? { target: '' })),
      )
      for (const { status } of replies) statuses.add(status)
    }
    over.abort()
    await reaper
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([])
    for (const request of requests) {
      await expect.poll(async () => (await call(service, request)).status).toBe(200)
    }
  }, 60_000)
})
