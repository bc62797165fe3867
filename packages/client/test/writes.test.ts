import type { Operation } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { type VadiumError, VadiumServiceError, wasReplayed } from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { acceptSample } from './sample-operations.ts'
import {
  type Answer,
  type Arrived,
  json,
  refusal,
  scriptedServer,
  silence,
} from './scripted-server.ts'

const input = { params: { sample_id: 's1' } }
const accepted = json({ sample: { status: 'DONE' } })
const hangUp: Answer = (response) => void response.destroy()
const keyOf = ({ headers }: Arrived) => headers['idempotency-key']
const keysOf = (arrived: readonly Arrived[]) => [...new Set(arrived.map(keyOf))]

describe('a write', () => {
  it('sends one key in 50 attempts, each signed again', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server, {
      retries: { attemptsMax: 50, backOffMs: 1, backOffMsMax: 1 },
    })
    server.answer(
      ...Array.from({ length: 49 }, (_, index) =>
        [hangUp, refusal('INTERNAL'), refusal('IDEMPOTENCY_KEY_IN_USE'), refusal('OVERLOADED')].at(
          index % 4,
        ),
      ).filter((answer) => answer !== undefined),
      accepted,
    )

    expect(await client.request(acceptSample, input)).toEqual({ sample: { status: 'DONE' } })

    expect(server.arrived).toHaveLength(50)
    expect(keysOf(server.arrived)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(new Set(server.arrived.map(({ timestamp }) => timestamp)).size).toBe(50)
    expect(server.arrived.every(({ verified }) => verified)).toBe(true)
  })

  it('has a new key in every call', async () => {
    await using server = await scriptedServer()
    server.answer(accepted)
    const { client } = patientClient(server)
    for (let count = 0; count < 3; count += 1) await client.request(acceptSample, input)
    expect(keysOf(server.arrived)).toHaveLength(3)
  })

  it("sends the caller's own key", async () => {
    await using server = await scriptedServer()
    server.answer(accepted)
    const { client } = patientClient(server)
    await client.request(acceptSample, input, { idempotencyKey: '!~'.padEnd(255, 'k') })
    expect(keysOf(server.arrived)).toEqual(['!~'.padEnd(255, 'k')])
  })

  it.each(['', ' ', 'a b', 'é', 'a\n', 'k'.repeat(256), 7])(
    'is not sent under the key %j',
    async (idempotencyKey) => {
      await using server = await scriptedServer()
      const { client } = patientClient(server)
      // @ts-expect-error A program without type checks may give a number.
      const call = client.request(acceptSample, input, { idempotencyKey })
      expect(await rejection(call)).toBeInstanceOf(TypeError)
      expect(server.arrived).toEqual([])
    },
  )

  it('sends an empty object when the operation takes a body and every member is absent', async () => {
    await using server = await scriptedServer()
    server.answer(accepted)
    const { client } = patientClient(server)
    await client.request(acceptSample, input)
    expect(Buffer.from(server.arrived[0]?.body ?? []).toString()).toBe('{}')
  })
})

describe('a read', () => {
  it('sends no key, and accepts none', async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const { client } = patientClient(server)
    await client.transfers.list()
    expect(keysOf(server.arrived)).toEqual([undefined])
    const list = client.transfers.list({}, { idempotencyKey: 'k' })
    expect(await rejection(list)).toBeInstanceOf(TypeError)
    expect(server.arrived).toHaveLength(1)
  })
})

describe('a lost answer', () => {
  it('is requested again, and the answer is recognized as a replay', async () => {
    await using server = await scriptedServer()
    const replay = json({ sample: { status: 'DONE' } }, 200, { 'Idempotency-Replayed': 'true' })
    server.answer(hangUp, replay, accepted)
    const { client } = patientClient(server)

    const answer = await client.request(acceptSample, input)
    expect(answer).toEqual({ sample: { status: 'DONE' } })
    expect(wasReplayed(answer)).toBe(true)
    expect(wasReplayed(await client.request(acceptSample, input))).toBe(false)
  })

  it('names its key in the error, so that the caller can ask again later', async () => {
    await using server = await scriptedServer()
    server.answer(hangUp)
    const { client } = patientClient(server)

    const error = (await rejection(client.request(acceptSample, input))) as VadiumError
    expect(error).toMatchObject({
      reason: 'CONNECTION_LOST',
      outcome: 'unknown',
      idempotencyKey: keysOf(server.arrived)[0],
    })

    server.answer(accepted)
    await client.request(acceptSample, input, { idempotencyKey: error.idempotencyKey })
    expect(keysOf(server.arrived)).toHaveLength(1)
  })

  it('leaves the key in the error when the call is aborted or times out', async () => {
    await using server = await scriptedServer()
    server.answer(silence)
    const { client } = patientClient(server, { retries: false })
    const controller = new AbortController()
    const call = rejection(client.request(acceptSample, input, { signal: controller.signal }))
    await server.waitFor(1)
    controller.abort()
    const unknownOutcome = { outcome: 'unknown', idempotencyKey: expect.any(String) as unknown }
    expect(await call).toMatchObject({ reason: 'ABORTED_BY_CALLER', ...unknownOutcome })
    const late = rejection(client.request(acceptSample, input, { timeoutMs: 20 }))
    expect(await late).toMatchObject({ reason: 'TIMED_OUT', ...unknownOutcome })
  })

  it('names no key for a read, which has none', async () => {
    await using server = await scriptedServer()
    server.answer(hangUp)
    const { client } = patientClient(server, { retries: false })
    const error = await rejection(client.transfers.list())
    expect(error).toMatchObject({ outcome: 'unknown', idempotencyKey: undefined })
  })
})

describe('a write that is refused', () => {
  const refused = { outcome: 'refused', idempotencyKey: undefined }
  const unknown = { outcome: 'unknown', idempotencyKey: expect.any(String) as unknown }

  it.each([
    ['at once: was not done', [refusal('INVALID_STATE')], 'INVALID_STATE', refused],
    [
      'by the operation after a lost answer: was not done',
      [hangUp, refusal('INVALID_STATE')],
      'INVALID_STATE',
      refused,
    ],
    [
      'before the operation, at once: was not done',
      [refusal('ROLE_NOT_PERMITTED')],
      'ROLE_NOT_PERMITTED',
      refused,
    ],
    [
      'before the operation, after a lost answer: has an unknown outcome',
      [hangUp, refusal('ROLE_NOT_PERMITTED')],
      'ROLE_NOT_PERMITTED',
      unknown,
    ],
    [
      'for the rate limit, after a lost answer: has an unknown outcome',
      [hangUp, refusal('RATE_LIMITED', { headers: { 'Retry-After': '86400' } })],
      'RATE_LIMITED',
      unknown,
    ],
    [
      'because it is under way: has an unknown outcome',
      [refusal('IDEMPOTENCY_KEY_IN_USE')],
      'IDEMPOTENCY_KEY_IN_USE',
      unknown,
    ],
  ] as const)('%s', async (_, answers, reason, unknownOutcome) => {
    await using server = await scriptedServer()
    server.answer(...answers)
    const { client } = patientClient(server)
    const error = await rejection(client.request(acceptSample, input))
    expect(error).toBeInstanceOf(VadiumServiceError)
    expect(error).toMatchObject({ reason, ...unknownOutcome })
  })
})

describe('path parameters', () => {
  it('are percent-encoded, each as one segment', async () => {
    await using server = await scriptedServer()
    server.answer(accepted)
    const { client } = patientClient(server, { baseUrl: `${server.url}/v1` })
    await client.request(acceptSample, { params: { sample_id: "a/b:cancel?x=1#y|'é" } })
    expect(server.arrived[0]).toMatchObject({
      target: '/v1/samples/a%2Fb%3Acancel%3Fx%3D1%23y%7C%27%C3%A9:accept',
      verified: true,
    })
  })

  it.each([
    ['missing', {}],
    ['undefined', { sample_id: undefined }],
    ['null', { sample_id: null }],
    ['empty', { sample_id: '' }],
    ['a dot segment', { sample_id: '..' }],
    ['ill-formed', { sample_id: '\ud800' }],
    ['too many', { sample_id: 's1', order_id: 'o1' }],
  ])('are refused before the request is sent: %s', async (_, params) => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    const operation: Operation = acceptSample
    expect(await rejection(client.request(operation, { params }))).toBeInstanceOf(TypeError)
    expect(server.arrived).toEqual([])
  })

  it('have the types of their operation', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    // @ts-expect-error the parameter has another name
    await rejection(client.request(acceptSample, { params: { id: 's1' } }))
    // @ts-expect-error it is missing
    await rejection(client.request(acceptSample, {}))
    expect(server.arrived).toEqual([])
  })
})

describe('a value that this version does not know', () => {
  it('is returned as it is, and the types allow for it', async () => {
    await using server = await scriptedServer()
    server.answer(json({ sample: { status: 'HALF_DONE', newer: true }, more: 1 }))
    const { client } = patientClient(server)
    const { sample } = await client.request(acceptSample, input)
    const status: 'OPEN' | 'DONE' | (string & {}) = sample.status
    expect(status).toBe('HALF_DONE')
    // @ts-expect-error a program that knows only these has to handle the others
    const known: 'OPEN' | 'DONE' = sample.status
    expect(known).toBe('HALF_DONE')
  })
})
