import {
  type ErrorReason,
  errorReason,
  errorReasons,
  headerNames,
  listTransfers,
} from '@vadium/schema'
import { describe, expect, it, vi } from 'vitest'
import {
  generateKeyPair,
  VadiumAbortError,
  VadiumClient,
  VadiumConnectionError,
  VadiumReplyError,
  VadiumServiceError,
  VadiumTimeoutError,
} from '../src/index.ts'
import { decideRetry, type FailedAttempt, retryDefaults } from '../src/core/retry.ts'
import { patientClient, rejection } from './patient-client.ts'
import { json, refusal, scriptedServer } from './scripted-server.ts'

const SERVER_TIME = '1790000000000'
const answerFacts = { status: 400, requestId: undefined, retryAfterMs: undefined }

function failed(error: FailedAttempt['error'], more: Partial<FailedAttempt> = {}): FailedAttempt {
  const first = { attempt: 1, elapsedMs: 0, wasSignedAgain: false, random: 0 }
  return { error, ...first, ...more }
}

function serviceError(
  reason: string,
  { code = 'INVALID_ARGUMENT', ...facts }: { code?: string; status?: number; wait?: number } = {},
): VadiumServiceError {
  const details = [{ field: headerNames.timestamp, issue: 'too old', value: SERVER_TIME }]
  return new VadiumServiceError(
    { code, reason, message: reason, details },
    { ...answerFacts, status: facts.status ?? 400, retryAfterMs: facts.wait },
  )
}

describe('the decision for every reason of the service', () => {
  // Written out by hand on purpose: a change of the table must not change the client unnoticed.
  const repeated: readonly ErrorReason[] = [
    'UNAUTHENTICATED',
    'TIMESTAMP_OUT_OF_WINDOW',
    'IDEMPOTENCY_KEY_IN_USE',
    'RATE_LIMITED',
    'APPROVED_REQUESTS_EXHAUSTED',
    'COUNTERPARTY_LIMITED',
    'STREAMS_EXHAUSTED',
    'OVERLOADED',
    'INTERNAL',
  ]

  for (const reason of Object.keys(errorReasons) as ErrorReason[]) {
    const { code, status } = errorReason(reason)
    const again = repeated.includes(reason)
    it(`${reason}: ${again ? 'retries' : 'does not retry'}`, () => {
      const decision = decideRetry(failed(serviceError(reason, { code, status })), retryDefaults)
      expect(decision !== undefined).toBe(again)
    })
  }
})

describe('the decision for everything else', () => {
  const connectionNotMade = new VadiumConnectionError(
    Object.assign(new Error(), { code: 'ECONNREFUSED' }),
  )
  const reply = (status: number) =>
    new VadiumReplyError('REPLY_MALFORMED', 'no JSON', { ...answerFacts, status })
  const tooLarge = new VadiumReplyError('REPLY_TOO_LARGE', 'large', { ...answerFacts, status: 200 })

  it.each([
    ['an unknown reason, by its code', serviceError('X', { code: 'RESOURCE_EXHAUSTED' }), 1],
    ['an unknown reason, by its status', serviceError('X', { status: 429 }), 1],
    ['an unknown inner failure, by its code', serviceError('X', { code: 'INTERNAL' }), 1],
    ['an unknown inner failure, by its status', serviceError('X', { status: 503 }), 1],
    ['another unknown reason', serviceError('X', { code: 'NEW_CODE', status: 409 }), 0],
    ['a time-out', new VadiumTimeoutError(1), 1],
    ['a lost connection', new VadiumConnectionError(new Error('reset')), 1],
    ['a connection that could not be made', connectionNotMade, 1],
    ['an abort', new VadiumAbortError('enough', 'refused'), 0],
    ['an answer that is too large', tooLarge, 0],
    ["a proxy's 502", reply(502), 1],
    ["a proxy's 429", reply(429), 1],
    ["a proxy's 408", reply(408), 1],
    ["a proxy's 404", reply(404), 0],
    ['a redirect', reply(302), 0],
    ['a malformed 200', reply(200), 1],
  ])('%s', (_, error, again) => {
    expect(decideRetry(failed(error), retryDefaults) === undefined ? 0 : 1).toBe(again)
  })

  it('doubles the wait up to its maximum, and jitter takes up to half of it', () => {
    const settings = { ...retryDefaults, attemptsMax: 10, backOffMs: 100, backOffMsMax: 1000 }
    const waits = (random: number) =>
      [1, 2, 3, 4, 5, 6].map((attempt) =>
        decideRetry(failed(new VadiumTimeoutError(1), { attempt, random }), settings),
      )
    expect(waits(0)).toEqual([100, 200, 400, 800, 1000, 1000])
    expect(waits(0.5)).toEqual([75, 150, 300, 600, 750, 750])
  })

  it('adds its jitter to Retry-After, and does not retry when that exceeds the limit', () => {
    const settings = { ...retryDefaults, backOffMs: 100, totalMsMax: 10_000 }
    const limited = (wait: number) => serviceError('RATE_LIMITED', { status: 429, wait })
    expect(decideRetry(failed(limited(5000)), settings)).toBe(5100)
    expect(decideRetry(failed(limited(9900)), settings)).toBeUndefined()
    expect(decideRetry(failed(limited(5000), { elapsedMs: 4950 }), settings)).toBeUndefined()
  })

  it('sets the clock once a call', () => {
    const late = serviceError('TIMESTAMP_OUT_OF_WINDOW', { code: 'UNAUTHENTICATED', status: 401 })
    expect(decideRetry(failed(late), retryDefaults)).toBe(0)
    expect(decideRetry(failed(late, { wasSignedAgain: true }), retryDefaults)).toBeUndefined()
  })

  it('signs once more what may have been signed elsewhere in the same millisecond', () => {
    const refused = serviceError('UNAUTHENTICATED', { code: 'UNAUTHENTICATED', status: 401 })
    expect(decideRetry(failed(refused, { random: 0.5 }), retryDefaults)).toBe(50)
    expect(decideRetry(failed(refused, { wasSignedAgain: true }), retryDefaults)).toBeUndefined()
  })

  it('does not retry after the last attempt', () => {
    const settings = { ...retryDefaults, attemptsMax: 3 }
    const attempt = (count: number) =>
      decideRetry(failed(new VadiumTimeoutError(1), { attempt: count }), settings)
    expect(attempt(2)).toBeDefined()
    expect(attempt(3)).toBeUndefined()
  })
})

describe('a call that is retried', () => {
  it('is signed again, with a new time', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('INTERNAL'), refusal('OVERLOADED'), json({ transfers: [] }))
    const now = 1_790_000_000_000
    const { privateKey } = generateKeyPair()
    const { client, waits } = patientClient(server, { now: () => now, privateKey })

    await client.transfers.list()

    expect(server.arrived.map(({ timestamp }) => Number(timestamp))).toEqual([
      now,
      now + 1,
      now + 2,
    ])
    expect(server.arrived.every(({ verified }) => verified)).toBe(true)
    expect(waits).toHaveLength(2)
  })

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    await using server = await scriptedServer()
    const now = Date.parse('2026-03-02T16:00:00.000Z')
    const { client, waits } = patientClient(server, { now: () => now, retries: { backOffMs: 100 } })
    server.answer(
      refusal('RATE_LIMITED', { headers: { 'Retry-After': '7' } }),
      refusal('RATE_LIMITED', { headers: { 'Retry-After': 'Mon, 02 Mar 2026 16:00:30 GMT' } }),
      json({ transfers: [] }),
    )

    await client.transfers.list()

    expect(waits[0]).toBeGreaterThanOrEqual(7_000)
    expect(waits[0]).toBeLessThanOrEqual(7_100)
    expect(waits[1]).toBeGreaterThanOrEqual(30_000)
    expect(waits[1]).toBeLessThanOrEqual(30_200)
  })

  it('is not retried when Retry-After is longer than a call may take', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('RATE_LIMITED', { headers: { 'Retry-After': '86400' } }))
    const { client, waits } = patientClient(server)

    const error = await rejection(client.transfers.list())

    expect(error).toMatchObject({ reason: 'RATE_LIMITED', retryAfterMs: 86_400_000 })
    expect(waits).toEqual([])
    expect(server.arrived).toHaveLength(1)
  })

  it('rejects with the last error after the last attempt', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('OVERLOADED'), refusal('INTERNAL'))
    const { client } = patientClient(server, { retries: { attemptsMax: 3 } })

    expect(await rejection(client.transfers.list())).toMatchObject({
      reason: 'INTERNAL',
      status: 500,
      outcome: 'unknown',
    })
    expect(server.arrived).toHaveLength(3)
  })

  it('waits in real time when no wait is injected', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('INTERNAL'), json({ transfers: [] }))
    const { client } = patientClient(server, { wait: undefined, retries: { backOffMs: 2 } })

    await client.transfers.list()
    expect(server.arrived).toHaveLength(2)
  })

  it('rejects with the failure of an injected wait', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('INTERNAL'))
    const failure = new RangeError('no timer')
    const { client } = patientClient(server, { wait: () => Promise.reject(failure) })
    expect(await rejection(client.transfers.list())).toBe(failure)
  })

  it('is not retried after an error of the program, such as its signer', async () => {
    const bug = new RangeError('a bug')
    let signed = 0
    const sign = () => {
      signed += 1
      throw bug
    }
    const signer = { publicKey: () => generateKeyPair().publicKey, sign }
    const client = new VadiumClient({ baseUrl: 'http://127.0.0.1:1', signer })
    const error = await rejection(client.transfers.list())
    expect([error, error instanceof Error && error.cause]).toContain(bug)
    expect(signed).toBe(1)
  })

  it.each(['soon', '1.5', '-1', '99999999999'])('ignores a Retry-After of %j', async (text) => {
    await using server = await scriptedServer()
    server.answer(refusal('OVERLOADED', { headers: { 'Retry-After': text } }))
    const { client } = patientClient(server, { retries: false })
    expect(await rejection(client.transfers.list())).toMatchObject({ retryAfterMs: undefined })
  })

  it('is never retried with retries: false', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('OVERLOADED'))
    const { client } = patientClient(server, { retries: false })

    await rejection(client.transfers.list())
    expect(server.arrived).toHaveLength(1)
  })

  it('is retried after an answer that is not JSON', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server, { retries: { attemptsMax: 2 } })
    server.answer((response) => {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>')
    })

    expect(await rejection(client.transfers.list())).toMatchObject({
      name: 'VadiumReplyError',
      reason: 'REPLY_MALFORMED',
      status: 502,
      outcome: 'unknown',
    })
    expect(server.arrived).toHaveLength(2)
  })

  it('ends at its limit when the machine slept meanwhile, and sends nothing again', async () => {
    await using server = await scriptedServer()
    server.answer(json({}, 500), json({ transfers: [] }))
    vi.useFakeTimers({ toFake: ['Date'] })
    const wait = () => {
      vi.setSystemTime(Date.now() + retryDefaults.totalMsMax)
      return Promise.resolve()
    }
    const { client } = patientClient(server, { wait })
    const error = await rejection(client.transfers.list())
    vi.useRealTimers()
    expect(error).toMatchObject({ status: 500, outcome: 'unknown' })
    expect(server.arrived).toHaveLength(1)
  })

  it('is retried when the clock of the machine is set back meanwhile', async () => {
    await using server = await scriptedServer()
    server.answer(json({}, 500), json({ transfers: [] }))
    vi.useFakeTimers({ toFake: ['Date'] })
    const wait = () => {
      vi.setSystemTime(Date.now() - 3_600_000)
      return Promise.resolve()
    }
    const { client } = patientClient(server, { wait })
    const { transfers } = await client.transfers.list()
    vi.useRealTimers()
    expect(transfers).toEqual([])
  })

  it('sends the same query and body in every attempt', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('INTERNAL'), json({ preview: {} }))
    const { client } = patientClient(server)
    const body: { position_id: string } = { position_id: 'before' }

    const call = client.markToMarketRequests.preview(body)
    body.position_id = 'after'
    await call

    const bodies = server.arrived.map((arrived) => Buffer.from(arrived.body).toString())
    expect(bodies).toEqual(['{"position_id":"before"}', '{"position_id":"before"}'])
  })
})

// Each with a key of its own: two clients never use the same time for one key, and these tests
// compare exact times.
describe('a wrong clock', () => {
  const outOfWindow = (value: string) =>
    refusal('TIMESTAMP_OUT_OF_WINDOW', {
      details: [{ field: headerNames.timestamp, issue: 'outside the window', value }],
    })

  it.each([
    ['behind', -3_600_000],
    ['ahead', 3_600_000],
  ])('is set by the time of the server when it is %s', async (_, errorMs) => {
    await using server = await scriptedServer()
    const serverTime = 1_790_000_000_000
    server.answer(outOfWindow(String(serverTime)), json({ transfers: [] }))
    const { privateKey } = generateKeyPair()
    const now = () => serverTime + errorMs
    const { client, waits } = patientClient(server, { now, privateKey })

    await client.transfers.list()
    await client.transfers.list()

    const [wrong, ...right] = server.arrived.map(({ timestamp }) => Number(timestamp))
    expect(wrong).toBe(serverTime + errorMs)
    expect(right).toEqual([serverTime, serverTime + 1])
    expect(waits).toEqual([0])
  })

  it('is not set twice for one call', async () => {
    await using server = await scriptedServer()
    server.answer(outOfWindow(SERVER_TIME))
    const { client } = patientClient(server)

    expect(await rejection(client.transfers.list())).toMatchObject({
      reason: 'TIMESTAMP_OUT_OF_WINDOW',
      outcome: 'refused',
    })
    expect(server.arrived).toHaveLength(2)
  })

  it('is set for the next call even when this one is not retried', async () => {
    await using server = await scriptedServer()
    server.answer(outOfWindow(SERVER_TIME), json({ transfers: [] }))
    const { privateKey } = generateKeyPair()
    const { client } = patientClient(server, { now: () => 1, retries: false, privateKey })

    await rejection(client.transfers.list())
    await client.request(listTransfers, {})
    expect(server.arrived[1]?.timestamp).toBe(SERVER_TIME)
  })

  it.each(['soon', '', '17900000000000'])('is not set by the time %j', async (value) => {
    await using server = await scriptedServer()
    server.answer(outOfWindow(value))
    const { client } = patientClient(server)

    await rejection(client.transfers.list())
    expect(server.arrived).toHaveLength(1)
  })
})
