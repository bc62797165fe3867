import { describe, expect, it, vi } from 'vitest'
import { wait } from '../src/core/deadline.ts'
import type { StreamInterruption, StreamOptions } from '../src/index.ts'
import { patientClient } from './patient-client.ts'
import { frameOfEvent, ready, scriptedLog } from './scripted-log.ts'
import { frames, refusal, scriptedServer, silence } from './scripted-server.ts'
import {
  take,
  deferred,
  failureOf,
  targets,
  broken,
  ended,
  silenceThenClose,
} from './read-streams.ts'

describe('a stream whose connection is lost', () => {
  it('continues after the last event it yielded, with the same filter, signed again', async () => {
    await using server = await scriptedServer()
    server.answer(
      broken(ready('e0'), frameOfEvent('e1'), frameOfEvent('e2')),
      ended(ready('e2')),
      scriptedLog(3),
    )
    const { client } = patientClient(server)
    const stream = client.events.stream({ type: 'order.updated' })
    expect(await take(stream, 3)).toEqual(['e1', 'e2', 'e3'])
    expect(targets(server.arrived)).toEqual([
      '/events:stream?type=order.updated',
      '/events:stream?type=order.updated&after=e2',
      '/events:stream?type=order.updated&after=e2',
    ])
    expect(server.arrived.every(({ verified }) => verified)).toBe(true)
    expect(new Set(server.arrived.map(({ timestamp }) => timestamp)).size).toBe(3)
  })

  it('continues from its first cursor when there was no event yet', async () => {
    await using server = await scriptedServer()
    server.answer(broken(ready('e7')), scriptedLog(8))
    const { client } = patientClient(server)
    expect(await take(client.events.stream(), 1)).toEqual(['e8'])
    expect(targets(server.arrived)).toEqual(['/events:stream', '/events:stream?after=e7'])
  })

  it('continues after the given cursor when there was no event yet', async () => {
    await using server = await scriptedServer()
    server.answer(silenceThenClose, scriptedLog(5))
    const { client } = patientClient(server)
    expect(await take(client.events.stream({ after: 'e4' }), 1)).toEqual(['e5'])
    expect(targets(server.arrived)).toEqual(['/events:stream?after=e4', '/events:stream?after=e4'])
  })

  it('does not move its cursor past events that were received but not read', async () => {
    await using server = await scriptedServer()
    server.answer(scriptedLog(5))
    const { client } = patientClient(server)
    const stream = client.events.stream({ after: 'e0' })
    await take(stream, 2)
    expect(stream.position).toBe('e2')
    await stream.return()
    expect(await take(client.events.stream({ after: stream.position }), 3)).toEqual([
      'e3',
      'e4',
      'e5',
    ])
  })

  it('reconnects after too long a silence', async () => {
    await using server = await scriptedServer()
    server.answer(frames(ready('e0'), frameOfEvent('e1')), scriptedLog(2))
    const { client } = patientClient(server)
    const interruptions: StreamInterruption[] = []
    const stream = client.events.stream(
      {},
      { silenceMsMax: 20, onInterruption: (one) => void interruptions.push(one) },
    )
    expect(await take(stream, 2)).toEqual(['e1', 'e2'])
    expect(interruptions).toMatchObject([
      {
        error: { reason: 'TIMED_OUT', timeoutMs: 20 },
        failures: 1,
        wasConnected: true,
        position: 'e1',
      },
    ])
  })

  it('keeps its connection while it receives keepalives', async () => {
    await using server = await scriptedServer()
    server.answer((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(ready('e0'))
      let comments = 0
      const beat = setInterval(() => {
        comments += 1
        if (comments < 30) response.write(': keepalive\n\n')
        else response.write(frameOfEvent('e1'))
      }, 50)
      response.on('close', () => {
        clearInterval(beat)
      })
    })
    const { client } = patientClient(server)
    const stream = client.events.stream({}, { silenceMsMax: 1_000 })
    expect(await take(stream, 1)).toEqual(['e1'])
    expect(server.arrived).toHaveLength(1)
    await stream.return()
  })

  it('reconnects when the service does not answer, or is not ready, in time', async () => {
    await using server = await scriptedServer()
    server.answer(silence, frames(': keepalive\n\n'), scriptedLog(1))
    const { client } = patientClient(server, { timeoutMs: 500 })
    expect(await take(client.events.stream(), 1)).toEqual(['e1'])
    expect(server.arrived).toHaveLength(3)
  })
})

describe('the wait before the next connection', () => {
  it('doubles up to its maximum, and starts over after an event', async () => {
    await using server = await scriptedServer()
    const unready = Array.from({ length: 6 }, () => broken(ready('e1')))
    server.answer(
      broken(ready('e0'), frameOfEvent('e1')),
      ...unready,
      broken(ready('e1'), frameOfEvent('e2')),
      scriptedLog(3),
    )
    const retries = { backOffMs: 100, backOffMsMax: 1_000 }
    const { client, waits } = patientClient(server, { retries })
    expect(await take(client.events.stream(), 3)).toEqual(['e1', 'e2', 'e3'])
    const ceilings = [100, 200, 400, 800, 1_000, 1_000, 1_000, 100]
    expect(waits).toHaveLength(ceilings.length)
    waits.forEach((ms, index) => {
      const ceiling = ceilings[index] ?? 0
      expect(ms).toBeGreaterThan(ceiling / 2 - 1)
      expect(ms).toBeLessThanOrEqual(ceiling)
    })
  })

  it('starts over after a keepalive as well', async () => {
    await using server = await scriptedServer()
    const alive = broken(ready('e0'), ': keepalive\n\n')
    server.answer(broken(ready('e0')), alive, alive, alive, scriptedLog(1))
    const { client, waits } = patientClient(server, { retries: { backOffMs: 100 } })
    await take(client.events.stream(), 1)
    expect(waits).toHaveLength(4)
    expect(Math.max(...waits)).toBeLessThanOrEqual(100)
  })

  it.each([
    ['RATE_LIMITED', '7', 7_000],
    ['STREAMS_EXHAUSTED', '2', 2_000],
    ['OVERLOADED', '3', 3_000],
    ['INTERNAL', '1', 1_000],
    ['OVERLOADED', '4000000', 3_600_000],
  ] as const)('is as long as Retry-After says after %s: %s', async (reason, seconds, atLeast) => {
    await using server = await scriptedServer()
    server.answer(refusal(reason, { headers: { 'Retry-After': seconds } }), scriptedLog(1))
    const { client, waits } = patientClient(server)
    await take(client.events.stream(), 1)
    expect(waits).toHaveLength(1)
    expect(waits[0]).toBeGreaterThanOrEqual(atLeast)
    expect(waits[0]).toBeLessThanOrEqual(atLeast + 200)
  })

  it('is no longer than the stream may be without a connection', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('OVERLOADED', { headers: { 'Retry-After': '60' } }))
    const { client, waits } = patientClient(server)
    const stream = client.events.stream({}, { unconnectedMsMax: 30_000 })
    expect(await failureOf(stream)).toMatchObject({ reason: 'OVERLOADED' })
    expect({ waits, sent: server.arrived.length }).toEqual({ waits: [], sent: 1 })
  })

  it('counts the time that the machine sleeps against that limit', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('OVERLOADED'))
    vi.useFakeTimers({ toFake: ['Date'] })
    const wait = () => {
      vi.setSystemTime(Date.now() + 30_000)
      return Promise.resolve()
    }
    const { client } = patientClient(server, { wait })
    const stream = client.events.stream({}, { unconnectedMsMax: 30_000 })
    const error = await failureOf(stream)
    vi.useRealTimers()
    expect(error).toMatchObject({ reason: 'OVERLOADED' })
    expect(server.arrived).toHaveLength(2)
  })

  it('is repeated without end when no limit is given', async () => {
    const waits: number[] = []
    const ended = new Error('enough')
    await using server = await scriptedServer()
    server.answer(silenceThenClose)
    const { client } = patientClient(server, {
      wait: (ms) => {
        waits.push(ms)
        return waits.length < 30 ? Promise.resolve() : Promise.reject(ended)
      },
    })
    expect(await failureOf(client.events.stream())).toBe(ended)
    expect(waits).toHaveLength(30)
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_000)
  })

  it('does not happen with retries: false', async () => {
    await using server = await scriptedServer()
    server.answer(broken(ready('e0'), frameOfEvent('e1')))
    const { client } = patientClient(server, { retries: false })
    const stream = client.events.stream()
    await take(stream, 1)
    expect(await failureOf(stream)).toMatchObject({ reason: 'CONNECTION_LOST' })
    expect(server.arrived).toHaveLength(1)
  })

  it('is announced to a handler, which can end the stream', async () => {
    await using server = await scriptedServer()
    server.answer(silenceThenClose)
    const { client, waits } = patientClient(server)
    const interruptions: StreamInterruption[] = []
    const enough = new Error('enough')
    const onInterruption: StreamOptions['onInterruption'] = (one) => {
      interruptions.push(one)
      if (interruptions.length === 3) throw enough
    }
    expect(await failureOf(client.events.stream({}, { onInterruption }))).toBe(enough)
    expect(interruptions.map(({ failures, wasConnected }) => [failures, wasConnected])).toEqual([
      [1, false],
      [2, false],
      [3, false],
    ])
    expect(interruptions[0]).toMatchObject({
      error: { reason: 'CONNECTION_LOST' },
      position: undefined,
    })
    expect(waits).toEqual(interruptions.slice(0, 2).map(({ waitMs }) => waitMs))
  })

  it('ends at the signal', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('OVERLOADED', { headers: { 'Retry-After': '3600' } }))
    const controller = new AbortController()
    const { client } = patientClient(server, {
      wait: (ms, signal) => {
        const waiting = wait(ms, signal)
        controller.abort('enough')
        return waiting
      },
    })
    const failure = await failureOf(client.events.stream({}, { signal: controller.signal }))
    expect(failure).toMatchObject({ name: 'VadiumAbortError', cause: 'enough' })
    expect(server.arrived).toHaveLength(1)
  })

  it('ends at return()', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('OVERLOADED', { headers: { 'Retry-After': '3600' } }))
    const waiting = deferred()
    const { client } = patientClient(server, {
      wait: (ms, signal) => {
        waiting.resolve()
        return wait(ms, signal)
      },
    })
    const stream = client.events.stream()
    const next = stream.next()
    await waiting.promise
    await stream.return()
    expect(await next).toEqual({ done: true, value: undefined })
  })
})
