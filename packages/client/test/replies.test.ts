import { describe, expect, it } from 'vitest'
import {
  type ErrorReason,
  VadiumClient,
  VadiumError,
  VadiumReplyError,
  VadiumServiceError,
} from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { json, keys, refusal, scriptedServer } from './scripted-server.ts'

const error = (more: object) => ({ error: { code: 'C', reason: 'R', message: 'm', ...more } })

describe('an error of the service', () => {
  it('is an Error with every member of the answer', async () => {
    await using server = await scriptedServer()
    const details = [{ field: 'status', issue: 'no such status', allowed: ['PENDING'] }]
    server.answer(refusal('TRANSFER_STATUS_UNKNOWN', { details }))
    const { client } = patientClient(server)

    const thrown = await rejection(client.transfers.list({ status: 'LOST' }))

    expect(thrown).toBeInstanceOf(Error)
    expect(thrown).toBeInstanceOf(VadiumError)
    expect(thrown).toBeInstanceOf(VadiumServiceError)
    expect(String(thrown)).toBe(
      'VadiumServiceError: The transfer status does not exist. status: no such status. (GET /transfers, 422 TRANSFER_STATUS_UNKNOWN, request from-body)',
    )
    expect((thrown as VadiumError).summary).toBe('The transfer status does not exist.')
    expect(thrown).toMatchObject({ code: 'INVALID_ARGUMENT', status: 422, details })
  })

  it('may have a reason, a code and members that this version does not know', async () => {
    await using server = await scriptedServer()
    server.answer(
      json(error({ details: [7, { field: 'f' }, { field: 'f', issue: 'i', x: 1 }] }), 418),
    )
    const { client } = patientClient(server)

    const thrown = await rejection(client.transfers.list())
    expect(thrown).toMatchObject({
      code: 'C',
      reason: 'R',
      status: 418,
      outcome: 'refused',
      requestId: 'from-header',
      details: [{ field: 'f', issue: 'i', x: 1 }],
    })
    // An editor completes the known reasons; others are not a type error.
    const reasonOf = ({ reason }: VadiumError): ErrorReason | 'R' | (string & {}) => reason
    expect(reasonOf(thrown as VadiumError)).toBe('R')
  })
})

describe('an answer that is not of the service', () => {
  it.each([
    ['HTML', '<html>', 200],
    ['nothing', '', 200],
    ['not an object', '[]', 200],
    ['null', 'null', 200],
    ['without its member', '{}', 200],
    ['with its member of another type', '{"transfers":{}}', 200],
    ['with the same member twice', '{"transfers":[],"transfers":[1]}', 200],
    ['an error in another form', '{"message":"no"}', 404],
    ['an error without a reason', '{"error":{"code":"C","message":"m"}}', 400],
    ['nested without limit', '['.repeat(200_000), 200],
    ['a redirect', '{"transfers":[]}', 302],
  ])('is malformed: %s', async (_, text, status) => {
    await using server = await scriptedServer()
    server.answer(json(text, status, { Location: 'http://127.0.0.1:1/' }))
    const { client } = patientClient(server, { retries: false })

    const thrown = await rejection(client.transfers.list())
    expect(thrown).toBeInstanceOf(VadiumReplyError)
    expect(thrown).toMatchObject({
      reason: 'REPLY_MALFORMED',
      code: 'DATA_LOSS',
      status,
      outcome: 'unknown',
      requestId: 'from-header',
    })
  })

  it('is malformed when a preview is not an object', async () => {
    await using server = await scriptedServer()
    server.answer(json({ preview: [] }))
    const { client } = patientClient(server, { retries: false })
    const thrown = await rejection(client.markToMarketRequests.preview({ position_id: 'p' }))
    expect(thrown).toMatchObject({ reason: 'REPLY_MALFORMED' })
  })

  it('is malformed when it is not UTF-8', async () => {
    await using server = await scriptedServer()
    server.answer((response) => response.end(Buffer.from([0x22, 0xff, 0x22])))
    const { client } = patientClient(server, { retries: false })
    expect(await rejection(client.transfers.list())).toMatchObject({ reason: 'REPLY_MALFORMED' })
  })

  it('is read only up to replyBytesMax', async () => {
    await using server = await scriptedServer()
    const text = '{"transfers":[]}'
    server.answer(json(text))
    const exactly = patientClient(server, { replyBytesMax: text.length })
    await exactly.client.transfers.list()

    const smaller = patientClient(server, { replyBytesMax: text.length - 1 })
    const thrown = await rejection(smaller.client.transfers.list())
    expect(thrown).toMatchObject({ name: 'VadiumReplyError', reason: 'REPLY_TOO_LARGE' })
    expect(smaller.waits).toEqual([])
  })
})

describe('the rate limit', () => {
  const limits = (remaining: string): Record<string, string> => ({
    'X-RateLimit-Limit': '600',
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': '12',
  })

  it('is that of the last answer that had one, errors included', async () => {
    await using server = await scriptedServer()
    server.answer(
      json({ transfers: [] }, 200, limits('5')),
      refusal('ROLE_NOT_PERMITTED', { headers: limits('4') }),
      json({ transfers: [] }),
      json({ transfers: [] }, 200, limits('many')),
    )
    const client = new VadiumClient({ baseUrl: server.url, ...keys, now: () => 1_790_000_000_000 })
    const remaining: (number | undefined)[] = [client.rateLimit?.remaining]
    for (let count = 0; count < 4; count += 1) {
      await client.transfers.list().catch(() => undefined)
      remaining.push(client.rateLimit?.remaining)
    }
    expect(remaining).toEqual([undefined, 5, 4, 4, 4])
    expect(client.rateLimit?.resetAt.getTime()).toBe(1_790_000_012_000)
  })
})

describe('arguments that cannot be sent', () => {
  it.each([{ token: '\ud800' }, { token: null }, { token: ['a'] }])(
    'cause a TypeError: %j',
    async (filter) => {
      await using server = await scriptedServer()
      const { client } = patientClient(server)
      const thrown = await rejection(client.transfers.list(filter as { token: string }))
      expect(thrown).toBeInstanceOf(TypeError)
      expect(server.arrived).toHaveLength(0)
    },
  )
})
