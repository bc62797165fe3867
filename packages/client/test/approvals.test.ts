import { describe, expect, it } from 'vitest'
import {
  ApprovalEndedError,
  ApprovalRequiredError,
  type ResolvedApproval,
  type VadiumError,
  VadiumServiceError,
  wasReplayed,
} from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { acceptSample, exportSamples } from './sample-operations.ts'
import { type Answer, json, refusal, scriptedServer, silence } from './scripted-server.ts'

const id = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
const pending: ResolvedApproval = {
  id,
  state: 'PENDING',
  operation: 'createOrder',
  request: { method: 'POST', path: '/orders', body: '{}' },
  request_hash: '7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069',
  organization_id: id,
  account_id: id,
  credential_id: id,
  decider_id: id,
  approvals_needed: 1,
  decisions: [],
  amount_usd: '1250000',
  order_id: null,
  counterparty_id: null,
  counterparty_name: null,
  create_time: '2026-07-01T16:00:00.000Z',
  expire_time: '2026-07-02T16:00:00.000Z',
  end_time: null,
  answer: null,
  failure: null,
  actions: [],
  resolved: null,
}
const end_time = '2026-07-01T17:00:00.000Z'
const carriedOut = { ...pending, state: 'CARRIED_OUT', end_time, answer: { number: 1042 } }
const accepted = json({ approval: pending }, 202)
const hangUp: Answer = (response) => void response.destroy()

async function written(...answers: Answer[]) {
  await using server = await scriptedServer()
  server.answer(...answers)
  const { client, waits } = patientClient(server)
  const call = client.request(acceptSample, { params: { sample_id: 's1' } })
  return { error: await rejection(call), waits, arrived: server.arrived }
}

describe('a write that needs approval', () => {
  it('throws the approval, with what to do, and is not sent again', async () => {
    const { error, arrived, waits } = await written(accepted)
    expect(error).toBeInstanceOf(ApprovalRequiredError)
    expect(error).toMatchObject({
      name: 'ApprovalRequiredError',
      reason: 'APPROVAL_REQUIRED',
      outcome: 'awaits_approval',
      status: 202,
      requestId: 'from-header',
      idempotencyKey: undefined,
      approval: pending,
    })
    expect((error as Error).message).toContain(`client.approvals.wait('${id}')`)
    expect({ sent: arrived.length, waits }).toEqual({ sent: 1, waits: [] })
  })

  it('is not of unknown outcome after an attempt whose outcome was unknown', async () => {
    const { error, arrived } = await written(hangUp, accepted)
    expect(error).toMatchObject({ outcome: 'awaits_approval', idempotencyKey: undefined })
    expect(arrived).toHaveLength(2)
  })

  it('throws the same again under the same key, marked as a replay', async () => {
    const first = await written(accepted)
    const replay = json({ approval: pending }, 202, { 'Idempotency-Replayed': 'true' })
    const again = await written(replay)
    expect(wasReplayed(first.error)).toBe(false)
    expect(wasReplayed(again.error)).toBe(true)
    expect(again.error).toEqual(first.error)
  })

  it.each([json('accepted', 202), json({}, 202), json({ approval: { state: 'PENDING' } }, 202)])(
    'is of unknown outcome if the answer 202 has no approval',
    async (answer) => {
      const { error } = await written(answer)
      expect(error).toMatchObject({ reason: 'REPLY_MALFORMED', outcome: 'unknown' })
    },
  )

  it('is never a read', async () => {
    await using server = await scriptedServer()
    server.answer(accepted)
    const { client } = patientClient(server)
    const read = rejection(client.request(exportSamples, {}))
    expect(await read).toMatchObject({ reason: 'REPLY_MALFORMED' })
  })

  it('is thrown by the method of an operation', async () => {
    await using server = await scriptedServer()
    server.answer(accepted)
    const { client } = patientClient(server)
    const call = client.orders.retry(id)
    expect(await rejection(call)).toBeInstanceOf(ApprovalRequiredError)
  })
})

async function waited(answers: readonly Answer[], options: { timeoutMs?: number } = {}) {
  await using server = await scriptedServer()
  server.answer(...answers)
  const { client, waits } = patientClient(server)
  const outcome = await client.approvals
    .wait(id, options)
    .catch((error: unknown) => error as VadiumError)
  return { outcome, waits, arrived: server.arrived }
}

describe('client.approvals.wait', () => {
  it('returns the answer of the write once it has been carried out', async () => {
    const approved = { ...pending, state: 'APPROVED' }
    const reads = [pending, approved, carriedOut].map((approval) => json(approval))
    const { outcome, arrived } = await waited(reads)
    expect(outcome).toEqual({ number: 1042 })
    expect(arrived.map(({ method, target }) => `${method} ${target}`)).toEqual(
      Array.from({ length: 3 }, () => `GET /approvals/${id}`),
    )
  })

  it('returns the answer that the caller names', async () => {
    await using server = await scriptedServer()
    server.answer(json(carriedOut))
    const { client } = patientClient(server)
    const { number } = await client.approvals.wait<{ number: number }>(id)
    expect(number).toBe(1042)
  })

  it('waits longer and longer, up to 5 s', async () => {
    const reads = [...Array.from({ length: 7 }, () => json(pending)), json(carriedOut)]
    const { waits } = await waited(reads)
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000])
  })

  it.each(['FAILED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'NEWER_STATE'])(
    'throws when the approval is %s',
    async (state) => {
      const failure = state === 'FAILED' ? { reason: 'PRICE_STALE', message: 'Too old.' } : null
      const ended = { ...pending, state, end_time, failure }
      const { outcome, arrived } = await waited([json(ended)])
      expect(outcome).toBeInstanceOf(ApprovalEndedError)
      expect(outcome).toMatchObject({
        name: 'ApprovalEndedError',
        reason: `APPROVAL_${state}`,
        outcome: 'refused',
        approval: ended,
      })
      const { message } = outcome as Error
      expect(message).toContain(`its approval ${id} is ${state}.`)
      expect(message.includes('Too old. (PRICE_STALE)')).toBe(state === 'FAILED')
      expect(arrived).toHaveLength(1)
    },
  )

  it('continues after a restart of the service, however long it takes', async () => {
    const down = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? hangUp : refusal('OVERLOADED', { headers: { 'Retry-After': '7' } }),
    )
    const { outcome, waits } = await waited([json(pending), ...down, json(carriedOut)])
    expect(outcome).toEqual({ number: 1042 })
    expect(Math.max(...waits)).toBeGreaterThanOrEqual(7_000)
  })

  it('throws what does not pass with time', async () => {
    const { outcome } = await waited([json(pending), refusal('APPROVAL_NOT_FOUND')])
    expect(outcome).toBeInstanceOf(VadiumServiceError)
    expect(outcome).toMatchObject({ reason: 'APPROVAL_NOT_FOUND' })
  })

  it('throws that the request still awaits approval when its time is over', async () => {
    const { outcome } = await waited([json(pending)], { timeoutMs: 0 })
    expect(outcome).toBeInstanceOf(ApprovalRequiredError)
    expect(outcome).toMatchObject({ approval: pending })
  })

  it('ends at once when its signal aborts, in a read and between two', async () => {
    await using server = await scriptedServer()
    server.answer(silence)
    const { client } = patientClient(server)
    const reading = new AbortController()
    const read = rejection(client.approvals.wait(id, { signal: reading.signal }))
    await server.waitFor(1)
    reading.abort('enough')
    expect(await read).toMatchObject({ reason: 'ABORTED_BY_CALLER', cause: 'enough' })

    server.answer(json(pending))
    const pausing = new AbortController()
    const slow = patientClient(server, {
      wait: (_ms, signal) => {
        pausing.abort('enough')
        return Promise.reject(signal?.reason as Error)
      },
    })
    const pause = rejection(slow.client.approvals.wait(id, { signal: pausing.signal }))
    expect(await pause).toMatchObject({ reason: 'ABORTED_BY_CALLER', cause: 'enough' })
  })
})
