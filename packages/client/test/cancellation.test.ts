import { describe, expect, it } from 'vitest'
import { wait } from '../src/core/deadline.ts'
import {
  VadiumAbortError,
  VadiumTimeoutError,
  type Transport,
  type TransportReply,
} from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { json, refusal, scriptedServer, silence } from './scripted-server.ts'

describe('an abort signal', () => {
  it('keeps a call from being sent when it is aborted before the call', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    const reason = new Error('changed my mind')

    const error = await rejection(client.transfers.list({}, { signal: AbortSignal.abort(reason) }))

    expect(error).toBeInstanceOf(VadiumAbortError)
    expect(error).toMatchObject({ reason: 'ABORTED_BY_CALLER', outcome: 'refused', cause: reason })
    expect(server.arrived).toHaveLength(0)
  })

  it('ends an attempt that is under way', async () => {
    await using server = await scriptedServer()
    server.answer(silence)
    const { client } = patientClient(server)
    const controller = new AbortController()

    const call = rejection(client.transfers.list({}, { signal: controller.signal }))
    await server.waitFor(1)
    controller.abort()

    expect(await call).toMatchObject({ name: 'VadiumAbortError', outcome: 'unknown' })
    expect(server.arrived).toHaveLength(1)
  })

  it('ends the reading of an answer', async () => {
    await using server = await scriptedServer()
    const controller = new AbortController()
    server.answer((response) => {
      response.writeHead(200).write('{"transfers":[', () => {
        controller.abort()
      })
    })
    const { client } = patientClient(server)

    const error = await rejection(client.transfers.list({}, { signal: controller.signal }))
    expect(error).toBeInstanceOf(VadiumAbortError)
  })

  it.each([
    ['OVERLOADED', 'refused'],
    ['INTERNAL', 'unknown'],
  ] as const)('ends the wait after %s at once: %s', async (reason, outcome) => {
    await using server = await scriptedServer()
    // An hour: the test would run out of time if the abort did not end the wait.
    server.answer(refusal(reason, { headers: { 'Retry-After': '3600' } }))
    const controller = new AbortController()
    const { client } = patientClient(server, {
      retries: { totalMsMax: 7_200_000 },
      wait: (ms, signal) => {
        const waiting = wait(ms, signal)
        controller.abort('enough')
        return waiting
      },
    })

    const error = await rejection(client.transfers.list({}, { signal: controller.signal }))

    expect(error).toMatchObject({ name: 'VadiumAbortError', outcome, cause: 'enough' })
    expect(server.arrived).toHaveLength(1)
  })

  it('has no effect after the call, and keeps no listener', async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const { client } = patientClient(server)
    const { signal } = new AbortController()
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1
      add(...given)
    }
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1
      remove(...given)
    }

    await client.transfers.list({}, { signal })
    expect(listeners).toBe(0)
  })
})

describe('a time-out', () => {
  it('limits each attempt when it is set for the client', async () => {
    const signals: AbortSignal[] = []
    // The second answer is there at once, so no time-out can come before it.
    const deafOnce: Transport = {
      send: ({ signal }) => {
        signals.push(signal)
        return signals.length === 1 ? new Promise(() => undefined) : Promise.resolve(emptyPage())
      },
    }
    const { client } = patientClient(
      { url: 'http://127.0.0.1:1' },
      { transport: deafOnce, timeoutMs: 40 },
    )

    await client.transfers.list()
    expect(signals).toHaveLength(2)
    expect(signals[0]?.reason).toBeInstanceOf(VadiumTimeoutError)
  })

  it('reports how long the client waited when it is set for one call', async () => {
    await using server = await scriptedServer()
    server.answer(silence)
    const { client } = patientClient(server, { retries: false })

    const error = await rejection(client.transfers.list({}, { timeoutMs: 20 }))
    expect(error).toBeInstanceOf(VadiumTimeoutError)
    expect(error).toMatchObject({
      code: 'DEADLINE_EXCEEDED',
      reason: 'TIMED_OUT',
      outcome: 'unknown',
      status: undefined,
      timeoutMs: 20,
    })
  })

  it('also ends an answer that never ends', async () => {
    await using server = await scriptedServer()
    server.answer((response) => void response.writeHead(200).write('{'))
    const { client } = patientClient(server, { retries: false, timeoutMs: 40 })
    expect(await rejection(client.transfers.list())).toBeInstanceOf(VadiumTimeoutError)
  })

  it('ends a call whose transport ignores its signal', async () => {
    const deaf: Transport = { send: () => new Promise(() => undefined) }
    const { client } = patientClient(
      { url: 'http://127.0.0.1:1' },
      { transport: deaf, retries: false, timeoutMs: 10 },
    )
    expect(await rejection(client.transfers.list())).toBeInstanceOf(VadiumTimeoutError)
  })

  it('is never longer than the limit for the whole call', async () => {
    await using server = await scriptedServer()
    server.answer(silence)
    const { client } = patientClient(server, { retries: { totalMsMax: 500 } })
    expect(await rejection(client.transfers.list())).toBeInstanceOf(VadiumTimeoutError)
    expect(server.arrived).toHaveLength(1)
  })

  it.each([0, -1, NaN, Infinity, 2 ** 31])('is refused when it is %d ms', async (timeoutMs) => {
    const nowhere = { url: 'http://127.0.0.1:1' }
    expect(() => patientClient(nowhere, { timeoutMs })).toThrow(RangeError)
    const { client } = patientClient(nowhere)
    expect(await rejection(client.transfers.list({}, { timeoutMs }))).toBeInstanceOf(RangeError)
  })
})

function emptyPage(): TransportReply {
  return {
    status: 200,
    headers: new Headers({ 'Content-Type': 'application/json' }),
    body: ReadableStream.from([new TextEncoder().encode('{"transfers":[]}')]),
  }
}
