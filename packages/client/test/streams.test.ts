import { Readable } from 'node:stream'
import { listTransfers } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { wait } from '../src/core/deadline.ts'
import { type Event, fetchTransport, VadiumAbortError } from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { eventIds, eventOf, frameOfEvent, ready, scriptedLog } from './scripted-log.ts'
import { json, refusal, scriptedServer, silence } from './scripted-server.ts'
import { take, deferred, failureOf, targets, broken } from './read-streams.ts'

describe('client.events.list', () => {
  it('asks for the events after a cursor', async () => {
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
    it('yields the same events as polling, in their order', async () => {
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

    it('yields each event once, in order, wherever its connections break', async () => {
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

    it('ends at return() without an error, even while it waits', async () => {
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

    it('ends at its signal while it waits for an event', async () => {
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

    it('buffers no more than a slow reader takes', async () => {
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
      // Bytes on their way are in the buffers of the sockets.
      expect(aheadMax).toBeLessThan(count / 2)
    }, 30_000)
  })
}

describe('client.events.stream().opened', () => {
  it('connects, and returns the cursor from which no event is missed', async () => {
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

  it('closes together with a stream of which nothing was read', async () => {
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

  it('continues from its cursor when the connection is lost before anything was read', async () => {
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
    server.answer(refusal('ROLE_NOT_PERMITTED'))
    const { client } = patientClient(server)
    const stream = client.events.stream()
    expect(await rejection(stream.opened())).toMatchObject({ reason: 'ROLE_NOT_PERMITTED' })
    expect(await failureOf(stream)).toMatchObject({ reason: 'ROLE_NOT_PERMITTED' })
    expect(server.arrived).toHaveLength(1)
  })

  it('ends at return() while it waits', async () => {
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
  it('counts a lost connection from when it is noticed, not from when the reader reads again', async () => {
    await using server = await scriptedServer()
    server.answer(broken(ready('e0'), frameOfEvent('e1')), scriptedLog(2))
    const { client } = patientClient(server, { retries: { backOffMs: 1 } })
    const stream = client.events.stream({}, { unconnectedMsMax: 50 })
    await take(stream, 1)
    // A reader may take as long as it likes over an event.
    await wait(60, undefined)
    expect(await take(stream, 1)).toEqual(['e2'])
  })

  it('yields events in order when several are requested at once', async () => {
    await using server = await scriptedServer()
    server.answer(scriptedLog(3, 250))
    const { client } = patientClient(server)
    const stream = client.events.stream()
    const given = await Promise.all([stream.next(), stream.next(), stream.next()])
    expect(given.map(({ value }) => value?.id)).toEqual(['e1', 'e2', 'e3'])
    await stream.return()
  })

  it('is possible for any operation that streams, and for no other', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    expect(() => client.stream(listTransfers, {})).toThrow(TypeError)
    expect(() => client.events.stream({}, { silenceMsMax: 0 })).toThrow(RangeError)
    expect(() => client.events.stream({}, { unconnectedMsMax: NaN })).toThrow(RangeError)
    expect(server.arrived).toEqual([])
  })

  it('closes together with its client', async () => {
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
