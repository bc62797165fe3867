import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, refused } from '../../harness/call.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const key = book.party('harbor').credential('viewer')
const listing = { target: '/transfers', key }

// Each test has a service with settings of its own, on one database.
let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

let service: RunningService
const open: Socket[] = []
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await service.close()
})
const start = async (settings: Record<string, string>) => {
  service = await startService({ scenario: book.scenario, settings, database })
}

/** Connections that send nothing, and how many of them the service has closed. */
async function openSilent(count: number) {
  const closed: Promise<unknown>[] = []
  const state = { closed: 0 }
  const { hostname, port } = new URL(service.url)
  for (let i = 0; i < count; i += 1) {
    const socket = connect(Number(port), hostname)
    open.push(socket)
    socket.on('error', () => undefined)
    socket.resume()
    closed.push(
      new Promise<void>((resolve) =>
        socket.once('close', () => {
          state.closed += 1
          resolve()
        }),
      ),
    )
    await once(socket, 'connect')
  }
  return { state, closed: Promise.all(closed) }
}

describe('the connections of an address', () => {
  it('are limited to its share', async () => {
    await start({ CONNECTIONS_PER_ADDRESS_MAX: '3' })
    const { state } = await openSilent(5)
    await expect.poll(() => state.closed).toBe(2)
  })

  it('make room for one that speaks if they have sent nothing, and not if they have', async () => {
    await start({ CONNECTIONS_PER_ADDRESS_MAX: '3' })
    const { state } = await openSilent(3)
    const agent = new Agent({ keepAlive: true })
    const speak = async () => {
      const request = get({ agent, port: new URL(service.url).port, path: '/healthz' })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      return response.statusCode
    }
    // Their answers are not read, so none of the connections is used again.
    expect([await speak(), await speak(), await speak()]).toEqual([200, 200, 200])
    await expect.poll(() => state.closed).toBe(3)
    await expect(speak()).rejects.toThrow()
    agent.destroy()
  })

  it.each(['127.0.0.0/8', '1'])('are not limited when it is a proxy (%s)', async (proxy) => {
    await start({ CONNECTIONS_PER_ADDRESS_MAX: '2', TRUST_PROXY: proxy })
    const { state } = await openSilent(5)
    expect((await call(service, listing)).status).toBe(200)
    expect(state.closed).toBe(0)
  })
})

describe('connections that send nothing', () => {
  it('are closed when all addresses together have reached the limit', async () => {
    await start({ CONNECTIONS_MAX: '4' })
    const { state } = await openSilent(6)
    await expect.poll(() => state.closed).toBe(2)
    for (let i = 0; i < 3; i += 1) expect((await call(service, listing)).status).toBe(200)
    expect(state.closed).toBeLessThan(6)
  })

  it('do not count against the budget of their address', async () => {
    await start({ RATE_LIMIT_ADDRESS: '2' })
    // The test does not wait for all of the time in which a request must begin.
    service.server.headersTimeout = 200
    const { closed } = await openSilent(8)
    await closed
    const reply = await refused(service, 401, { target: '/transfers' })
    expect(reply.headers['x-ratelimit-remaining']).toBe('1')
    expect((await call(service, listing)).status).toBe(200)
  }, 30_000)
})
