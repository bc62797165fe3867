import { Readable } from 'node:stream'
import { listTransfers } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { wait } from '../src/core/deadline.ts'
import {
  type Event,
  fetchTransport,
  type StreamInterruption,
  type StreamOptions,
  VadiumAbortError,
  VadiumServiceError,
  VadiumStreamResetError,
} from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { eventIds, eventOf, frameOfEvent, ready, reset, scriptedLog } from './scripted-log.ts'
import { type Answer, frames, json, refusal, scriptedServer, silence } from './scripted-server.ts'

type Stream = AsyncIterableIterator<Event> & { readonly position: string | undefined }

/** So many events, and no more than that. */
async function take(stream: Stream, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const step: IteratorResult<Event, unknown> = await stream.next()
    if (step.done === true) throw new Error(`The stream ended after ${ids.join(', ')}.`)
    ids.push(step.value.id)
  }
  return ids
}

interface Deferred {
  readonly promise: Promise<void>
  readonly resolve: () => void
}

function deferred(): Deferred {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((given) => {
    resolve = given
  })
  return { promise, resolve }
}

/** The end of a stream that gives nothing more. */
const failureOf = (stream: Stream) => rejection(stream.next())

const targets = (arrived: readonly { target: string }[]) => arrived.map(({ target }) => target)

/** Says these frames, and then breaks. */
const broken =
  (...given: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(given.join(''), () => response.destroy())
  }

/** Says these frames, and then ends as it should. */
const ended =
  (...given: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.end(given.join(''))
  }

describe('client.events.list', () => {
  it('asks for what came after a position', async () => {
    await using server = await scriptedServer()
    const answer = { events: [eventOf('e1')], next: 'e1', reset: false }
    server.answer(json(answer))
    const { client } = patientClient(server)
    expect(await client.events.list({ after: 'e0', limit: 5 })).toEqual(answer)
    expect(targets(server.arrived)).toEqual(['/events?after=e0&limit=5'])
  })
})

for (const [name, transport] of [
  ['undici', undefined],
  ['fetch', fetchTransport()],
] as const) {
  describe(`a stream over ${name}`, () => {
    it('gives the events as polling answers them, in their order', async () => {
      await using server = await scriptedServer()
      server.answer(scriptedLog(3))
      const { client } = patientClient(server, { transport })
      const stream = client.events.stream({ type: 'order.updated' })
      expect(stream.position).toBeUndefined()
      expect(server.arrived).toEqual([])
      const events: Event[] = []
      for await (const event of stream) {
        events.push(event)
        expect(stream.position).toBe(event.id)
        if (events.length === 3) break
      }
      expect(events).toEqual(eventIds(3).map(eventOf))
      expect(server.arrived).toMatchObject([
        {
          target: '/events:stream?type=order.updated',
          verified: true,
          headers: { accept: 'text/event-stream, application/json' },
        },
      ])
    })

    it('has each event once, in order, wherever its connections break', async () => {
      const whole = Buffer.byteLength(ready('e0') + eventIds(5).map(frameOfEvent).join(''))
      await using server = await scriptedServer()
      const { client } = patientClient(server, { transport })
      for (let at = 0; at < whole; at += 31) {
        server.answer(scriptedLog(5, at, at % 211, 0, at % 97))
        const stream = client.events.stream({ after: 'e0' })
        expect(await take(stream, 5)).toEqual(eventIds(5))
        await stream.return()
      }
      expect(server.arrived.every(({ verified }) => verified)).toBe(true)
    }, 30_000)

    it('closes its connection when the loop is left', async () => {
      await using server = await scriptedServer()
      const closed = deferred()
      server.answer((response, arrived) => {
        response.on('close', closed.resolve)
        scriptedLog(2)(response, arrived)
      })
      const { client } = patientClient(server, { transport })
      const stream = client.events.stream()
      for await (const { id } of stream) {
        expect(id).toBe('e1')
        break
      }
      await closed.promise
      expect(await stream.next()).toEqual({ done: true, value: undefined })
      expect(server.arrived).toHaveLength(1)
    })

    it('is ended by return() also while it waits, without an error', async () => {
      await using server = await scriptedServer()
      const closed = deferred()
      server.answer((response, arrived) => {
        response.on('close', closed.resolve)
        scriptedLog(1)(response, arrived)
      })
      const { client } = patientClient(server, { transport })
      const stream = client.events.stream()
      await take(stream, 1)
      const waiting = stream.next()
      expect(await stream.return()).toEqual({ done: true, value: undefined })
      expect(await waiting).toEqual({ done: true, value: undefined })
      await closed.promise
    })

    it('is ended by its signal while it waits for an event', async () => {
      await using server = await scriptedServer()
      const closed = deferred()
      server.answer((response, arrived) => {
        response.on('close', closed.resolve)
        scriptedLog(1)(response, arrived)
      })
      const { client } = patientClient(server, { transport })
      const controller = new AbortController()
      const stream = client.events.stream({}, { signal: controller.signal })
      await take(stream, 1)
      const failure = failureOf(stream)
      controller.abort('enough')
      expect(await failure).toBeInstanceOf(VadiumAbortError)
      expect(await failure).toMatchObject({ cause: 'enough' })
      await closed.promise
      expect(await stream.next()).toEqual({ done: true, value: undefined })
    })

    it('leaves what a slow reader does not take where it is', async () => {
      await using server = await scriptedServer()
      const count = 600
      const padding = 'x'.repeat(40_000)
      let written = 0
      server.answer((response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        function* texts() {
          yield ready('e0')
          for (; written < count; written += 1) {
            yield frameOfEvent(`e${written + 1}`).replace(' of ', padding)
          }
        }
        Readable.from(texts()).pipe(response)
      })
      const { client } = patientClient(server, { transport })
      let read = 0
      let aheadMax = 0
      for await (const { id } of client.events.stream()) {
        read += 1
        expect(id).toBe(`e${read}`)
        aheadMax = Math.max(aheadMax, written - read)
        if (read === count) break
        await new Promise(setImmediate)
      }
      // What is under way is in buffers of the sockets.
      expect(aheadMax).toBeLessThan(count / 2)
    }, 30_000)
  })
}

describe('a stream that lost its connection', () => {
  it('goes on after what it gave out, with the same filter, signed anew', async () => {
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

  it('goes on from where it was ready when there was no event yet', async () => {
    await using server = await scriptedServer()
    server.answer(broken(ready('e7')), scriptedLog(8))
    const { client } = patientClient(server)
    expect(await take(client.events.stream(), 1)).toEqual(['e8'])
    expect(targets(server.arrived)).toEqual(['/events:stream', '/events:stream?after=e7'])
  })

  it('goes on after the position that it was given, when there was nothing yet', async () => {
    await using server = await scriptedServer()
    server.answer(silenceThenClose, scriptedLog(5))
    const { client } = patientClient(server)
    expect(await take(client.events.stream({ after: 'e4' }), 1)).toEqual(['e5'])
    expect(targets(server.arrived)).toEqual(['/events:stream?after=e4', '/events:stream?after=e4'])
  })

  it('has not given out what has come, but was not asked for', async () => {
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

  it('is one that was silent for too long', async () => {
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

  it('is not one that says nothing but that it is alive', async () => {
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

  it('also where the service did not answer, or was not ready, in time', async () => {
    await using server = await scriptedServer()
    server.answer(silence, frames(': keepalive\n\n'), scriptedLog(1))
    const { client } = patientClient(server, { timeoutMs: 500 })
    expect(await take(client.events.stream(), 1)).toEqual(['e1'])
    expect(server.arrived).toHaveLength(3)
  })
})

/** Takes the request and goes away. */
const silenceThenClose: Answer = (response) => {
  response.destroy()
}

describe('the wait before another connection', () => {
  it('doubles up to its bound, and begins anew after an event', async () => {
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

  it('begins anew also after a sign of life', async () => {
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
  ] as const)('after %s is as long as Retry-After says: %s', async (reason, seconds, atLeast) => {
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

  it('goes on for ever where nothing is said', async () => {
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

  it('does not come with retries: false', async () => {
    await using server = await scriptedServer()
    server.answer(broken(ready('e0'), frameOfEvent('e1')))
    const { client } = patientClient(server, { retries: false })
    const stream = client.events.stream()
    await take(stream, 1)
    expect(await failureOf(stream)).toMatchObject({ reason: 'CONNECTION_LOST' })
    expect(server.arrived).toHaveLength(1)
  })

  it('is told of before it, and can be refused', async () => {
    await using server = await scriptedServer()
    server.answer(silenceThenClose)
    const { client, waits } = patientClient(server)
    const told: StreamInterruption[] = []
    const enough = new Error('enough')
    const onInterruption: StreamOptions['onInterruption'] = (one) => {
      told.push(one)
      if (told.length === 3) throw enough
    }
    expect(await failureOf(client.events.stream({}, { onInterruption }))).toBe(enough)
    expect(told.map(({ failures, wasConnected }) => [failures, wasConnected])).toEqual([
      [1, false],
      [2, false],
      [3, false],
    ])
    expect(told[0]).toMatchObject({ error: { reason: 'CONNECTION_LOST' }, position: undefined })
    expect(waits).toEqual(told.slice(0, 2).map(({ waitMs }) => waitMs))
  })

  it('is ended by the signal', async () => {
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

  it('is ended by return()', async () => {
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

describe('a refusal that will not pass', () => {
  it.each([
    ['EVENT_POSITION_INVALID', 400],
    ['UNAUTHENTICATED', 401],
    ['ROLE_NOT_PERMITTED', 403],
    ['ORGANIZATION_SUSPENDED', 403],
  ] as const)('ends the stream: %s', async (reason, status) => {
    await using server = await scriptedServer()
    server.answer(broken(ready('e0'), frameOfEvent('e1')), refusal(reason))
    const { client } = patientClient(server)
    const stream = client.events.stream()
    await take(stream, 1)
    const failure = await failureOf(stream)
    expect(failure).toBeInstanceOf(VadiumServiceError)
    expect(failure).toMatchObject({ reason, status })
    expect(stream.position).toBe('e1')
    expect(server.arrived).toHaveLength(2)
  })

  it('is none of a clock that the server corrects', async () => {
    await using server = await scriptedServer()
    const serverTime = 1_790_000_000_000
    const details = [{ field: 'X-Timestamp-Ms', issue: 'too old', value: String(serverTime) }]
    const wrong = refusal('TIMESTAMP_OUT_OF_WINDOW', { details })
    server.answer(wrong, broken(ready('e0'), frameOfEvent('e1')), wrong, scriptedLog(2))
    const { client, waits } = patientClient(server, { now: () => serverTime - 3_600_000 })
    expect(await take(client.events.stream(), 2)).toEqual(['e1', 'e2'])
    expect(server.arrived.map(({ timestamp }) => Number(timestamp) >= serverTime)).toEqual([
      false,
      true,
      true,
      true,
    ])
    // Only the broken connection is waited after.
    expect(waits.filter((ms) => ms > 0)).toHaveLength(1)
  })

  it('is one of a clock that was corrected already', async () => {
    await using server = await scriptedServer()
    const details = [{ field: 'X-Timestamp-Ms', issue: 'too old', value: '1790000000000' }]
    server.answer(refusal('TIMESTAMP_OUT_OF_WINDOW', { details }))
    const { client } = patientClient(server)
    expect(await failureOf(client.events.stream())).toMatchObject({
      reason: 'TIMESTAMP_OUT_OF_WINDOW',
    })
    expect(server.arrived).toHaveLength(2)
  })
})

describe('a reset', () => {
  const log = [ready('e0'), frameOfEvent('e1'), reset('e8'), frameOfEvent('e9')]

  it('ends a stream that has not provided for it, and says where to go on', async () => {
    await using server = await scriptedServer()
    server.answer(frames(...log))
    const { client } = patientClient(server)
    const stream = client.events.stream()
    await take(stream, 1)
    const failure = await failureOf(stream)
    expect(failure).toBeInstanceOf(VadiumStreamResetError)
    expect(failure).toMatchObject({ reason: 'STREAM_RESET', position: 'e8' })
    // What goes on from here is reset again: it cannot be passed over by carelessness.
    expect(stream.position).toBe('e1')
  })

  it('is waited for at its place among the events', async () => {
    await using server = await scriptedServer()
    server.answer(frames(...log))
    const { client } = patientClient(server)
    const happened: string[] = []
    const onReset = async (position: string) => {
      happened.push(`reset to ${position}`)
      await new Promise(setImmediate)
      happened.push('read anew')
    }
    const stream = client.events.stream({}, { onReset })
    for await (const { id } of stream) {
      happened.push(id)
      if (id === 'e9') break
    }
    expect(happened).toEqual(['e1', 'reset to e8', 'read anew', 'e9'])
  })

  it('is where a stream goes on that breaks after it', async () => {
    await using server = await scriptedServer()
    server.answer(broken(ready('e0'), reset('e8')), scriptedLog(9))
    const { client } = patientClient(server)
    const stream = client.events.stream({}, { onReset: () => undefined })
    expect(await take(stream, 1)).toEqual(['e9'])
    expect(targets(server.arrived)).toEqual(['/events:stream', '/events:stream?after=e8'])
  })

  it('that could not be provided for ends the stream, before it', async () => {
    await using server = await scriptedServer()
    server.answer(frames(...log))
    const { client } = patientClient(server)
    const failed = new Error('no resources')
    const stream = client.events.stream({}, { onReset: () => Promise.reject(failed) })
    await take(stream, 1)
    expect(await failureOf(stream)).toBe(failed)
    expect(stream.position).toBe('e1')
  })
})

describe('the end of a stream', () => {
  it('is there before it begins, by a signal', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    const stream = client.events.stream({}, { signal: AbortSignal.abort('no') })
    expect(await failureOf(stream)).toMatchObject({ name: 'VadiumAbortError', cause: 'no' })
    expect(server.arrived).toEqual([])
  })

  it('is there before it begins, by return()', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    const stream = client.events.stream()
    await stream.return()
    expect(await stream.next()).toEqual({ done: true, value: undefined })
    expect(server.arrived).toEqual([])
  })

  it('by the signal keeps back what has come already', async () => {
    await using server = await scriptedServer()
    server.answer(scriptedLog(3))
    const controller = new AbortController()
    const { client } = patientClient(server)
    const stream = client.events.stream({}, { signal: controller.signal })
    await take(stream, 1)
    controller.abort()
    expect(await failureOf(stream)).toBeInstanceOf(VadiumAbortError)
    expect(stream.position).toBe('e1')
  })

  it('leaves no listener at the signal', async () => {
    await using server = await scriptedServer()
    server.answer(broken(ready('e0'), frameOfEvent('e1')), scriptedLog(2))
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
    const { client } = patientClient(server)
    const stream = client.events.stream({}, { signal })
    await take(stream, 2)
    await stream.return()
    expect(listeners).toBe(0)
  })
})

describe('client.events.stream().opened', () => {
  it('connects, and answers from where on nothing is missed', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('OVERLOADED'), scriptedLog(1))
    const { client } = patientClient(server)
    const stream = client.events.stream()
    expect(await Promise.all([stream.opened(), stream.opened()])).toEqual(['e0', 'e0'])
    expect(stream.position).toBe('e0')
    expect(await take(stream, 1)).toEqual(['e1'])
    expect(await stream.opened()).toBe('e1')
    expect(server.arrived).toHaveLength(2)
    await stream.return()
  })

  it('closes with a stream of which nothing was read', async () => {
    await using server = await scriptedServer()
    const closed = deferred()
    server.answer((response, arrived) => {
      response.on('close', closed.resolve)
      scriptedLog(1)(response, arrived)
    })
    const { client } = patientClient(server)
    const stream = client.events.stream()
    await stream.opened()
    await stream.return()
    await closed.promise
    expect(await stream.next()).toEqual({ done: true, value: undefined })
  })

  it('goes on from there when the connection is lost before anything was read', async () => {
    await using server = await scriptedServer()
    server.answer(broken(ready('e0')), scriptedLog(1))
    const { client } = patientClient(server)
    const stream = client.events.stream()
    await stream.opened()
    expect(await take(stream, 1)).toEqual(['e1'])
    expect(targets(server.arrived)).toEqual(['/events:stream', '/events:stream?after=e0'])
  })

  it('rejects as the iteration does', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('UNAUTHENTICATED'))
    const { client } = patientClient(server)
    const stream = client.events.stream()
    expect(await rejection(stream.opened())).toMatchObject({ reason: 'UNAUTHENTICATED' })
    expect(await failureOf(stream)).toMatchObject({ reason: 'UNAUTHENTICATED' })
    expect(server.arrived).toHaveLength(1)
  })

  it('is ended by return() while it waits', async () => {
    await using server = await scriptedServer()
    server.answer(silence)
    const { client } = patientClient(server)
    const stream = client.events.stream()
    const opened = rejection(stream.opened())
    await server.waitFor(1)
    await stream.return()
    expect(await opened).toBeInstanceOf(VadiumAbortError)
  })
})

describe('a stream', () => {
  it('is not lost for longer than it was noticed', async () => {
    await using server = await scriptedServer()
    server.answer(broken(ready('e0'), frameOfEvent('e1')), scriptedLog(2))
    const { client } = patientClient(server, { retries: { backOffMs: 1 } })
    const stream = client.events.stream({}, { unconnectedMsMax: 50 })
    await take(stream, 1)
    // A reader may take as long as it likes over an event.
    await wait(60, undefined)
    expect(await take(stream, 1)).toEqual(['e2'])
  })

  it('that is asked for several events at once gives them in order', async () => {
    await using server = await scriptedServer()
    server.answer(scriptedLog(3, 250))
    const { client } = patientClient(server)
    const stream = client.events.stream()
    const given = await Promise.all([stream.next(), stream.next(), stream.next()])
    expect(given.map(({ value }) => value?.id)).toEqual(['e1', 'e2', 'e3'])
    await stream.return()
  })

  it('can be had of any operation that streams, and of no other', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    expect(() => client.stream(listTransfers, {})).toThrow(TypeError)
    expect(() => client.events.stream({}, { silenceMsMax: 0 })).toThrow(RangeError)
    expect(() => client.events.stream({}, { unconnectedMsMax: NaN })).toThrow(RangeError)
    expect(server.arrived).toEqual([])
  })

  it('is closed with the last of its client', async () => {
    await using server = await scriptedServer()
    const closed = deferred()
    server.answer((response, arrived) => {
      response.on('close', closed.resolve)
      scriptedLog(1)(response, arrived)
    })
    const { client } = patientClient(server)
    const stream = client.events.stream()
    await take(stream, 1)
    await stream.return()
    await client.close()
    await closed.promise
  })
})
