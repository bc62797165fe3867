import { describe, expect, it, vi } from 'vitest'
import type { Hooks, Logger, RequestEvent, VadiumClientOptions } from '../src/index.ts'
import { acceptSample } from './sample-operations.ts'
import { patientClient, rejection } from './patient-client.ts'
import { frames, json, keys, refusal, scriptedServer, silence } from './scripted-server.ts'

const sample = { sample: { status: 'OPEN' } }
const params = { sample_id: 's-1' }

/** Records the hooks as they are called. */
function recorder() {
  const events: [keyof Hooks, RequestEvent, unknown][] = []
  const hooks: Hooks = {
    onRequest: (request) => void events.push(['onRequest', request, undefined]),
    onResponse: ({ request, status }) => events.push(['onResponse', request, status]),
    onFailure: ({ request, error }) => events.push(['onFailure', request, error.reason]),
    onRetry: ({ request, error }) => events.push(['onRetry', request, error.reason]),
  }
  return { events, hooks, names: () => events.map(([name, , what]) => [name, what]) }
}

/** Every line at the given level, with its facts, as text. */
function lines(logLevel: VadiumClientOptions['logLevel']) {
  const written: string[] = []
  const write = (level: string) => (message: string, facts: object) =>
    void written.push(`${level} ${message} ${JSON.stringify(facts)}`)
  const logger: Logger = {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
  }
  return { written, options: { logger, ...(logLevel !== undefined && { logLevel }) } }
}

describe('the hooks of a client', () => {
  it('are called at each attempt, with one object for the attempt', async () => {
    await using server = await scriptedServer()
    server.answer(json({}, 500), refusal('RATE_LIMITED'), json(sample))
    const { events, hooks, names } = recorder()
    await patientClient(server, hooks).client.request(acceptSample, { params, body: {} })
    expect(names()).toEqual([
      ['onRequest', undefined],
      ['onResponse', 500],
      ['onRetry', 'REPLY_MALFORMED'],
      ['onRequest', undefined],
      ['onResponse', 429],
      ['onRetry', 'RATE_LIMITED'],
      ['onRequest', undefined],
      ['onResponse', 200],
    ])
    const requests = events.map(([, request]) => request)
    expect(new Set(requests).size).toBe(3)
    expect(requests[7]).toEqual({
      operation: 'acceptSample',
      method: 'POST',
      path: '/samples/s-1:accept',
      attempt: 3,
    })
  })

  it('see an attempt fail once, after a time-out and without a connection', async () => {
    await using server = await scriptedServer()
    server.answer(silence)
    const late = recorder()
    const options = { retries: false, timeoutMs: 50, ...late.hooks } as const
    await rejection(patientClient(server, options).client.transfers.list())
    expect(late.names()).toEqual([
      ['onRequest', undefined],
      ['onFailure', 'TIMED_OUT'],
    ])
    const unmade = recorder()
    const nowhere = { url: 'http://127.0.0.1:1' }
    const { client } = patientClient(nowhere, { retries: false, ...unmade.hooks })
    await rejection(client.transfers.list())
    expect(unmade.names().at(-1)).toEqual(['onFailure', 'CONNECTION_NOT_MADE'])
  })

  it('see streams and exports as well', async () => {
    await using server = await scriptedServer()
    server.answer(frames({ id: 'p-1', event: 'ready', data: {} }))
    const { hooks, names } = recorder()
    const stream = patientClient(server, hooks).client.events.stream()
    await stream.opened()
    await stream.return()
    expect(names()).toEqual([
      ['onRequest', undefined],
      ['onResponse', 200],
    ])
  })

  it('can add headers, but no header of the signature', async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await patientClient(server, { onRequest: () => ({ traceparent }) }).client.transfers.list()
    const forging = () => ({ 'X-Signature': 'forged', 'x-api-key': 'forged' })
    await patientClient(server, { onRequest: forging }).client.transfers.list()
    expect(server.arrived[0]?.headers).toMatchObject({ traceparent })
    expect(server.arrived.map(({ verified }) => verified)).toEqual([true, true])
    expect(server.arrived[1]?.headers['x-api-key']).toBe(keys.publicKey)
  })

  it('do not end a call when they throw; the log says so', async () => {
    await using server = await scriptedServer()
    server.answer(json({}, 500), json({ transfers: [] }))
    const fail = () => {
      throw new Error(`with ${keys.privateKey}`)
    }
    const { written, options } = lines(undefined)
    const hooks = { onRequest: fail, onResponse: fail, onFailure: fail, onRetry: fail }
    const { client } = patientClient(server, { ...hooks, ...options })
    expect((await client.transfers.list()).transfers).toEqual([])
    expect(written.filter((line) => line.includes('made a hook throw'))).toHaveLength(5)
    expect(written.join()).not.toContain(keys.privateKey)
  })
})

describe('the log of a client', () => {
  const outcomes = async (logLevel: VadiumClientOptions['logLevel']) => {
    await using server = await scriptedServer()
    server.answer(json({}, 500), json(sample), silence)
    const { written, options } = lines(logLevel)
    const { client } = patientClient(server, { ...options, timeoutMs: 200 })
    const body = { quantity: 'secret-of-the-body' }
    const idempotencyKey = 'secret-of-the-write'
    await client.request(acceptSample, { params, body }, { idempotencyKey })
    const headers = { Authorization: 'secret-of-the-gateway' }
    const filter = { token: 'secret-of-the-query' }
    await rejection(client.transfers.list(filter, { headers, retries: false }))
    return { written, arrived: server.arrived }
  }

  it.each([
    ['off', []],
    ['error', ['error']],
    [undefined, ['warn', 'error']],
    ['warn', ['warn', 'error']],
    ['info', ['info', 'warn', 'info', 'info', 'error']],
    ['debug', ['debug', 'info', 'warn', 'debug', 'info', 'debug', 'info', 'error']],
  ] as const)('has at the level %s the lines %j', async (level, expected) => {
    const { written } = await outcomes(level)
    expect(written.map((line) => line.split(' ', 1)[0])).toEqual(expected)
  })

  it('never has a key, a signature, a header, a query or a body', async () => {
    const { written, arrived } = await outcomes('debug')
    const text = written.join('\n')
    expect(text).toContain('vadium: POST /samples/s-1:accept was answered 200')
    expect(text).toContain('"requestId":"from-header"')
    expect(text).toContain('vadium: GET /transfers failed: TIMED_OUT')
    expect(text).not.toContain('secret')
    for (const secret of [keys.privateKey, keys.privateKey.slice(0, 43), keys.publicKey]) {
      expect(text).not.toContain(secret)
    }
    for (const { headers, timestamp } of arrived) {
      expect(text).not.toContain(String(headers['x-signature']))
      expect(text).not.toContain(timestamp)
    }
  })

  it('has one line for each event, whatever reason something between has answered', async () => {
    await using server = await scriptedServer()
    const error = { code: 'INTERNAL', message: 'm', reason: 'X\r\nvadium: POST /forged\u2028done' }
    server.answer(json({ error }, 500), json({ transfers: [] }))
    const { written, options } = lines('warn')
    await patientClient(server, options).client.transfers.list()
    expect(written).toHaveLength(1)
    const [message = ''] = written.join('').split(' {')
    expect(message).toContain('X vadium: POST /forged done')
    expect(message).not.toMatch(/[\r\n\u2028]/)
  })

  it('is off without a logger, and goes to the console if it is only given a level', async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    await patientClient(server).client.transfers.list()
    expect(info).not.toHaveBeenCalled()
    await patientClient(server, { logLevel: 'info' }).client.transfers.list()
    expect(info).toHaveBeenCalledOnce()
    info.mockRestore()
    const loud = { logLevel: 'loud' as 'info' }
    expect(() => patientClient(server, loud)).toThrow('logLevel must be off or error or warn')
  })
})
