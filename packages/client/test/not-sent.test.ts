import { once } from 'node:events'
import { createServer } from 'node:net'
import { Agent, RetryAgent } from 'undici'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  fetchTransport,
  NotSentError,
  type Transport,
  undiciTransport,
  VadiumClient,
  VadiumError,
} from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { keys, scriptedServer } from './scripted-server.ts'

const nowhere = { url: 'http://127.0.0.1:1' }
const refused = () =>
  Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })

async function failureOf(transport: Transport, url = nowhere.url) {
  const { client, waits } = patientClient({ url }, { transport })
  const error = await rejection(client.orders.retry('7'))
  if (!(error instanceof VadiumError)) throw error
  return { error, retries: waits.length }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('undici')
})

describe('a call whose transport throws', () => {
  it('is not sent, with the cause, nor retried where the request was not handed over', async () => {
    const cause = new TypeError('request is not a function')
    const { error, retries } = await failureOf({
      send: () => Promise.reject(new NotSentError(cause)),
    })
    expect(error).toMatchObject({ reason: 'REQUEST_NOT_SENT', outcome: 'refused', cause })
    expect(error.idempotencyKey).toBeUndefined()
    expect(error.summary).toBe(
      'The request to 127.0.0.1:1 was not sent: request is not a function.',
    )
    expect(retries).toBe(0)
  })

  it('is not sent, and is retried, where no connection could be made', async () => {
    const { error, retries } = await failureOf({
      send: () => Promise.reject(new NotSentError(refused())),
    })
    expect(error).toMatchObject({ reason: 'CONNECTION_NOT_MADE', outcome: 'refused' })
    expect(error.summary).toBe(
      'The client could not connect to 127.0.0.1:1: connect ECONNREFUSED 10.0.0.7:443.',
    )
    expect(retries).toBe(3)
  })

  it.each([
    ['a fault of the program', new TypeError('x is undefined')],
    ['a refused connection', refused()],
    ['a certificate', Object.assign(new Error('expired'), { code: 'CERT_HAS_EXPIRED' })],
  ])('has an unknown outcome after %s, unless it says that nothing was sent', async (_, cause) => {
    for (const send of [
      () => Promise.reject(cause),
      () => {
        throw cause
      },
    ]) {
      const { error, retries } = await failureOf({ send })
      expect(error).toMatchObject({ reason: 'CONNECTION_LOST', outcome: 'unknown', cause })
      expect(error.idempotencyKey).toBeTypeOf('string')
      expect(retries).toBe(3)
    }
  })

  it('has an unknown outcome where the answer breaks off after the status', async () => {
    async function* body() {
      yield await Promise.resolve(Buffer.from('{'))
      throw refused()
    }
    const { error } = await failureOf({
      send: () => Promise.resolve({ status: 200, headers: new Headers(), body: body() }),
    })
    expect(error).toMatchObject({ reason: 'CONNECTION_LOST', outcome: 'unknown' })
    expect(error.summary).toContain('The connection to 127.0.0.1:1 was lost')
  })

  it('has an unknown outcome where a write was lost and its repetition is not sent', async () => {
    const failures = [new Error('reset'), new NotSentError(new TypeError('a fault'))]
    const { error } = await failureOf({
      send: () => Promise.reject(failures.shift() ?? new Error('not expected')),
    })
    expect(error).toMatchObject({ reason: 'REQUEST_NOT_SENT', outcome: 'unknown' })
    expect(error.idempotencyKey).toBeTypeOf('string')
  })
})

describe('the transport of undici', () => {
  it('sends nothing when it cannot load undici, and is not retried', async () => {
    const cause = new ReferenceError('File is not defined')
    vi.doMock('undici', () => {
      throw cause
    })
    const { error, retries } = await failureOf(undiciTransport())
    expect(error).toMatchObject({ reason: 'REQUEST_NOT_SENT', outcome: 'refused' })
    expect(retries).toBe(0)
  })

  it('names the host and the cause of a connection that is refused', async () => {
    const { error } = await failureOf(undiciTransport())
    expect(error.summary).toBe(
      'The client could not connect to 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1.',
    )
    const { error: unnamed } = await failureOf(undiciTransport(), 'http://localhost:1')
    expect(unnamed.summary).toMatch(
      /^The client could not connect to localhost:1: connect ECONNREFUSED .*127\.0\.0\.1:1\.$/,
    )
  })

  it('sends nothing by TLS to a port that speaks HTTP, and says so', async () => {
    await using server = await scriptedServer()
    const { host } = new URL(server.url)
    const { error, retries } = await failureOf(undiciTransport(), `https://${host}`)
    expect(error).toMatchObject({ reason: 'REQUEST_NOT_SENT', outcome: 'refused' })
    expect(error.summary).toBe(`The request to ${host} was not sent: the port does not speak TLS.`)
    expect(retries).toBe(0)
    expect(server.arrived).toEqual([])
  })

  it('takes a connection that ends in the handshake for one that was not made', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { error } = await failureOf(undiciTransport(), `https://127.0.0.1:${port ?? ''}`)
    server.close()
    expect(error).toMatchObject({ reason: 'CONNECTION_NOT_MADE', outcome: 'refused' })
  })

  it('does not know what a connection that ends after the first byte has done', async () => {
    await using server = await scriptedServer()
    server.answer((response) => response.destroy())
    const { error, retries } = await failureOf(undiciTransport(), server.url)
    expect(error).toMatchObject({ reason: 'CONNECTION_LOST', outcome: 'unknown' })
    expect(error.summary).toContain(new URL(server.url).host)
    expect(retries).toBe(3)
  })

  it('knows that a dispatcher sent a request before it could not connect again', async () => {
    await using server = await scriptedServer()
    server.answer((response) => {
      response.destroy()
      void server[Symbol.asyncDispose]()
    })
    const options = { maxRetries: 2, minTimeout: 1, maxTimeout: 1, methods: ['POST' as const] }
    await using agent = disposable(new RetryAgent(new Agent(), options))
    const { client } = patientClient(server, { dispatcher: agent.used, retries: false })
    const error = await rejection(client.orders.retry('7'))
    expect(error).toMatchObject({ reason: 'CONNECTION_LOST', outcome: 'unknown' })
    expect(server.arrived).toHaveLength(1)
  })

  it("believes a caller's dispatcher only that a connection was never made", async () => {
    const agent = new Agent()
    const fault = new TypeError('a fault of an interceptor')
    const failing = (error: Error) =>
      agent.compose(() => () => {
        throw error
      })
    const known = patientClient(nowhere, { dispatcher: failing(refused()), retries: false }).client
    expect(await rejection(known.orders.retry('7'))).toMatchObject({ outcome: 'refused' })
    const other = patientClient(nowhere, { dispatcher: failing(fault), retries: false }).client
    expect(await rejection(other.orders.retry('7'))).toMatchObject({ outcome: 'unknown' })
    await agent.close()
  })
})

// As Bun 1.4.5 reports it.
const bunRefusal = Object.assign(new TypeError('ECONNREFUSED: Unable to connect.'), {
  code: 'ECONNREFUSED',
  path: `${nowhere.url}/orders/7/retry`,
  errno: 0,
})

describe('on Bun, whose undici cannot send, a client', () => {
  it('uses fetch, and names Bun in its requests', async () => {
    vi.stubGlobal('process', { ...process, versions: { ...process.versions, bun: '1.4.5' } })
    const sent = vi.fn<typeof fetch>(() => Promise.reject(bunRefusal))
    vi.stubGlobal('fetch', sent)
    const client = new VadiumClient({ baseUrl: nowhere.url, ...keys, retries: false })
    const error = await rejection(client.orders.retry('7'))
    expect(error).toMatchObject({ reason: 'CONNECTION_NOT_MADE', outcome: 'refused' })
    const [, init] = sent.mock.calls[0] ?? []
    expect(new Headers(init?.headers).get('user-agent')).toMatch(
      /^vadium-client\/\S+ bun\/1\.4\.5$/,
    )
  })
})

describe('the transport of fetch', () => {
  it.each(['read', 'write'])('does not know what was sent when a %s fails', async (syscall) => {
    const cause = Object.assign(refused(), { syscall })
    const failed = Object.assign(new TypeError('fetch failed'), { cause })
    const { error } = await failureOf(fetchTransport(() => Promise.reject(failed)))
    expect(error).toMatchObject({ reason: 'CONNECTION_LOST', outcome: 'unknown' })
  })
})

function disposable<Closed extends { close(): Promise<void> }>(used: Closed) {
  return { used, [Symbol.asyncDispose]: () => used.close() }
}
