import { describe, expect, it } from 'vitest'
import { VadiumAbortError, VadiumServiceError, VadiumStreamResetError } from '../src/index.ts'
import { patientClient } from './patient-client.ts'
import { frameOfEvent, ready, reset, scriptedLog } from './scripted-log.ts'
import { frames, refusal, scriptedServer } from './scripted-server.ts'
import { take, failureOf, targets, broken } from './read-streams.ts'

describe('a permanent refusal', () => {
  it.each([
    ['EVENT_POSITION_INVALID', 400],
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

  it('ends the stream when a second signature is refused', async () => {
    await using server = await scriptedServer()
    const refused = refusal('UNAUTHENTICATED')
    server.answer(refused, broken(ready('e0'), frameOfEvent('e1')), refused, refused)
    const { client } = patientClient(server)
    const stream = client.events.stream()
    await take(stream, 1)
    expect(await failureOf(stream)).toMatchObject({ reason: 'UNAUTHENTICATED', status: 401 })
    expect(server.arrived).toHaveLength(4)
  })

  it('is not a wrong clock that the server corrects', async () => {
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
    // The client waits only after the broken connection.
    expect(waits.filter((ms) => ms > 0)).toHaveLength(1)
  })

  it('is a wrong clock that was already corrected', async () => {
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

  it('ends a stream without a reset handler, and returns the cursor to continue from', async () => {
    await using server = await scriptedServer()
    server.answer(frames(...log))
    const { client } = patientClient(server)
    const stream = client.events.stream()
    await take(stream, 1)
    const failure = await failureOf(stream)
    expect(failure).toBeInstanceOf(VadiumStreamResetError)
    expect(failure).toMatchObject({ reason: 'STREAM_RESET', position: 'e8' })
    // A stream that continues from here is reset again, so a reset cannot be skipped by mistake.
    expect(stream.position).toBe('e1')
  })

  it('calls its handler between the events and waits for it', async () => {
    await using server = await scriptedServer()
    server.answer(frames(...log))
    const { client } = patientClient(server)
    const happened: string[] = []
    const onReset = async (position: string) => {
      happened.push(`reset to ${position}`)
      await new Promise(setImmediate)
      happened.push('read again')
    }
    const stream = client.events.stream({}, { onReset })
    for await (const { id } of stream) {
      happened.push(id)
      if (id === 'e9') break
    }
    expect(happened).toEqual(['e1', 'reset to e8', 'read again', 'e9'])
  })

  it('is where a stream continues when it breaks afterwards', async () => {
    await using server = await scriptedServer()
    server.answer(broken(ready('e0'), reset('e8')), scriptedLog(9))
    const { client } = patientClient(server)
    const stream = client.events.stream({}, { onReset: () => undefined })
    expect(await take(stream, 1)).toEqual(['e9'])
    expect(targets(server.arrived)).toEqual(['/events:stream', '/events:stream?after=e8'])
  })

  it('ends the stream before it when its handler fails', async () => {
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
  it('comes before its beginning, by a signal', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    const stream = client.events.stream({}, { signal: AbortSignal.abort('no') })
    expect(await failureOf(stream)).toMatchObject({ name: 'VadiumAbortError', cause: 'no' })
    expect(server.arrived).toEqual([])
  })

  it('comes before its beginning, by return()', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    const stream = client.events.stream()
    await stream.return()
    expect(await stream.next()).toEqual({ done: true, value: undefined })
    expect(server.arrived).toEqual([])
  })

  it('keeps back events that were already received when it is by the signal', async () => {
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

  it('leaves no listener on the signal', async () => {
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
