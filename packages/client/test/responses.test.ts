import { afterEach, describe, expect, it, vi } from 'vitest'
import { getTransfer } from '@vadium/schema'
import { fetchTransport, VadiumError } from '../src/index.ts'
import { acceptSample } from './sample-operations.ts'
import { patientClient, rejection } from './patient-client.ts'
import { frames, json, refusal, scriptedServer, silence } from './scripted-server.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const sample = { sample: { status: 'OPEN' } }
const params = { sample_id: 's-1' }
const page = (ids: string[], next?: string) =>
  json({ transfers: ids.map((id) => ({ id })), ...(next && { next_page_token: next }) })

async function failure(promise: PromiseLike<unknown>): Promise<VadiumError> {
  const error = await rejection(promise)
  if (error instanceof VadiumError) return error
  throw error
}

describe('withResponse', () => {
  it('has the status, the request id and the headers of a success, for one request', async () => {
    await using server = await scriptedServer()
    server.answer(json(sample, 200, { 'Idempotency-Replayed': 'true' }))
    const { client } = patientClient(server)
    const call = client.request(acceptSample, { params, body: {} })
    const { answer, status, requestId, headers } = await call.withResponse()
    expect(answer).toBe(await call)
    expect({ status, requestId }).toEqual({ status: 200, requestId: 'from-header' })
    expect(headers.get('idempotency-replayed')).toBe('true')
    expect(headers.get('X-Absent')).toBeNull()
    expect(server.arrived).toHaveLength(1)
  })

  it('rejects as the call does, and leaves no rejection unhandled', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('TRANSFER_NOT_FOUND'))
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const { client } = patientClient(server)
    const error = await failure(client.transfers.get('t-1').withResponse())
    expect(error.reason).toBe('TRANSFER_NOT_FOUND')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  it('has that of the first page of a list, which is requested once', async () => {
    await using server = await scriptedServer()
    server.answer(page(['a'], 'next'), page(['b']))
    const list = patientClient(server).client.transfers.list()
    const { answer, requestId } = await list.withResponse()
    expect(requestId).toBe('from-header')
    expect(await list).toBe(answer)
    expect((await answer.nextPage())?.transfers).toEqual([{ id: 'b' }])
    expect(server.arrived).toHaveLength(2)
  })
})

describe('withResponse of what is read as it arrives', () => {
  const facts = { status: 200, requestId: 'from-header' }

  it('has that of an export, whose one request is then read', async () => {
    await using server = await scriptedServer()
    server.answer(json({ positions: [{ id: 'p-1' }, { id: 'p-2' }] }, 200, { 'X-Rows': '2' }))
    const { client } = patientClient(server)
    const { answer, headers, ...rest } = await client.positions.export().withResponse()
    expect(rest).toEqual(facts)
    expect(headers.get('x-rows')).toBe('2')
    const ids: string[] = []
    for await (const { id } of answer) ids.push(id)
    expect(ids).toEqual(['p-1', 'p-2'])
    expect(server.arrived).toHaveLength(1)
  })

  it('rejects as the export does, and leaves no rejection unhandled', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('ROLE_NOT_PERMITTED'))
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const exported = patientClient(server).client.positions.export()
    expect((await failure(exported.withResponse())).reason).toBe('ROLE_NOT_PERMITTED')
    expect((await failure(exported.next())).reason).toBe('ROLE_NOT_PERMITTED')
    await exported.return()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    expect(server.arrived).toHaveLength(1)
  })

  it('ends the exchange of an export that is not read', async () => {
    await using server = await scriptedServer()
    let closed: () => void = () => undefined
    const ended = new Promise<void>((resolve) => (closed = resolve))
    server.answer((response) => {
      response.once('close', closed)
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"positions":[')
    })
    const { answer } = await patientClient(server).client.positions.export().withResponse()
    await answer.return()
    await ended
  })

  it('has that of the present connection of a stream', async () => {
    await using server = await scriptedServer()
    server.answer((response, arrived) => {
      response.setHeader('X-Request-Id', 'from-header')
      frames({ id: 'p-1', event: 'ready', data: {} })(response, arrived)
    })
    const stream = patientClient(server).client.events.stream()
    const { answer, headers, ...rest } = await stream.withResponse()
    expect(answer).toBe(stream)
    expect(rest).toEqual(facts)
    expect(headers.get('content-type')).toContain('text/event-stream')
    await stream.return()
    expect(server.arrived).toHaveLength(1)
  })
})

describe('toArray', () => {
  it('has the items of all pages, up to the limit, and requests no page beyond it', async () => {
    await using server = await scriptedServer()
    server.answer(page(['a', 'b'], '2'), page(['c', 'd'], '3'), page(['e']))
    const { client } = patientClient(server)
    const first = await client.transfers.list().toArray({ limit: 3 })
    expect(first.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(server.arrived).toHaveLength(2)
    server.answer(page(['a', 'b'], '2'), page(['c']))
    expect(await client.transfers.list().toArray({ limit: 1000 })).toHaveLength(3)
    for (const limit of [0, -1, NaN, 1_000_001]) {
      expect(await rejection(client.transfers.list().toArray({ limit }))).toBeInstanceOf(RangeError)
    }
  })
})

describe('rawRequest', () => {
  it('signs any path, sends a key with a write, and keeps the digits of amounts', async () => {
    await using server = await scriptedServer()
    server.answer(json('{"quantity":1.100000000000000000001,"count":2}'))
    const { client } = patientClient(server)
    const query = { a: 'x y', b: undefined }
    expect(await client.rawRequest('GET', '/new/things', { query })).toEqual({
      quantity: '1.100000000000000000001',
      count: 2,
    })
    await client.rawRequest('POST', '/new/things:do', { body: { a: 1 } }, { idempotencyKey: 'k' })
    expect(server.arrived).toMatchObject([
      { method: 'GET', target: '/new/things?a=x%20y', verified: true },
      { method: 'POST', verified: true, headers: { 'idempotency-key': 'k' } },
    ])
    expect(Buffer.from(server.arrived[1]?.body ?? []).toString()).toBe('{"a":1}')
    expect(server.arrived[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  it('repeats like every call, and throws the same errors', async () => {
    await using server = await scriptedServer()
    server.answer(json({}, 500), refusal('RATE_LIMITED'), json({ done: true }))
    const { client, waits } = patientClient(server)
    const { answer } = await client.rawRequest('POST', '/new').withResponse()
    expect(answer).toEqual({ done: true })
    expect(waits).toHaveLength(2)
    const used = server.arrived.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(used).size).toBe(1)
  })

  it.each(['new', '', 'https://elsewhere.example/', '/a?b=c', '/a#b', '/a|b', '/{id}', '/a b'])(
    'does not send the path %j',
    async (path) => {
      await using server = await scriptedServer()
      const { client } = patientClient(server)
      const error = await Promise.resolve()
        .then(() => client.rawRequest('GET', path))
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(TypeError)
      expect(server.arrived).toEqual([])
    },
  )
})

describe('the message of an error', () => {
  it('has the fields, the request without its query, the status, the reason and the id', async () => {
    await using server = await scriptedServer()
    const details = [
      { field: 'token', issue: 'is not an asset' },
      { field: 'status', issue: 'is unknown' },
    ]
    server.answer(refusal('PARAMETER_INVALID', { details }))
    const { client } = patientClient({ url: `${server.url}/v1` })
    const error = await failure(client.transfers.list({ token: 'secret-token' }))
    expect(error.message).toBe(
      `${error.summary} token: is not an asset. status: is unknown. (GET /v1/transfers, 400 PARAMETER_INVALID, request from-body)`,
    )
    expect(error.stack).toContain(error.message)
    expect(`${error.stack}`).not.toContain('secret-token')
    expect(error.summary).not.toContain('token')
  })

  it('is one line, whatever has answered', async () => {
    await using server = await scriptedServer()
    const details = [{ field: 'token', issue: 'is wrong\r\n2026-03-02 forged line' }]
    server.answer(refusal('PARAMETER_INVALID', { details }))
    const error = await failure(patientClient(server).client.transfers.list())
    expect(error.message).toContain('is wrong 2026-03-02 forged line')
    expect(error.message).not.toMatch(/\p{Cc}/u)
  })

  it('has the status of a proxy that answered in place of the service', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server, { retries: false })
    for (const [body, why] of [
      ['<html>Bad Gateway</html>', 'is not JSON'],
      ['[]', 'is not a JSON object'],
      ['{"error":"upstream"}', 'is not an error of this service'],
    ]) {
      server.answer(json(String(body), 502))
      const error = await failure(client.request(getTransfer, { params: { transfer_id: 't-1' } }))
      expect(error).toMatchObject({ status: 502, reason: 'REPLY_MALFORMED', outcome: 'unknown' })
      expect(error.message).toBe(
        `The answer with status 502, probably of a proxy, ${why}. (GET /transfers/t-1, 502 REPLY_MALFORMED, request from-header)`,
      )
    }
  })

  it('names the request where no answer came', async () => {
    await using server = await scriptedServer()
    server.answer(silence)
    const { client } = patientClient(server, { retries: false, timeoutMs: 50 })
    const late = await failure(client.transfers.get('t-1'))
    expect(late.message).toContain('within 50 ms. (GET /transfers/t-1, TIMED_OUT)')
    const nowhere = patientClient({ url: 'http://127.0.0.1:1' }, { retries: false }).client
    const unmade = await failure(nowhere.transfers.get('t-1'))
    expect(unmade.message).toContain('(GET /transfers/t-1, CONNECTION_NOT_MADE)')
    expect(unmade.outcome).toBe('refused')
  })
})

describe('a failure of fetch in a browser', () => {
  const failing = fetchTransport(() =>
    Promise.reject(Object.assign(new TypeError('Failed to fetch'), { code: 'ECONNREFUSED' })),
  )
  const url = 'https://api.example.com'
  const fail = () =>
    failure(patientClient({ url }, { transport: failing, retries: false }).client.transfers.list())

  it('is unknown, and names CORS as a possible cause on a page of another origin', async () => {
    vi.stubGlobal('location', { origin: 'https://desk.example.com' })
    const error = await fail()
    expect(error).toMatchObject({ reason: 'CONNECTION_LOST', outcome: 'unknown' })
    expect(error.message).toContain(
      'may not allow pages of https://desk.example.com (CORS_ORIGINS)',
    )
  })

  it('is unknown on a page of the service, where CORS cannot be the cause', async () => {
    vi.stubGlobal('location', { origin: url })
    const error = await fail()
    expect(error.outcome).toBe('unknown')
    expect(error.message).not.toContain('CORS')
  })

  it('says nothing of CORS outside of browsers', async () => {
    const error = await fail()
    expect(error).toMatchObject({ reason: 'CONNECTION_NOT_MADE', outcome: 'refused' })
    expect(error.message).not.toContain('CORS')
  })
})
