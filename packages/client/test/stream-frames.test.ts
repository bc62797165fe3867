import { describe, expect, it } from 'vitest'
import type { Event, Transport } from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { eventOf, frameOfEvent, ready, reset } from './scripted-log.ts'

const nowhere = { url: 'http://127.0.0.1:1' }

/** Answers a stream in these chunks, once; after that, it answers with a permanent refusal. */
function chunks(...given: readonly Uint8Array[]): Transport {
  let sent = 0
  return {
    send: () => {
      sent += 1
      const error = { code: 'PERMISSION_DENIED', reason: 'ROLE_NOT_PERMITTED', message: 'No.' }
      return Promise.resolve({
        status: sent === 1 ? 200 : 403,
        headers: new Headers({ 'Content-Type': 'text/event-stream; charset=utf-8' }),
        body: iterated(sent === 1 ? given : [Buffer.from(JSON.stringify({ error }))]),
      })
    },
  }
}

async function* iterated(given: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of given) yield await Promise.resolve(chunk)
}

/** The events that a stream yields before it ends, and its error. */
async function read(transport: Transport): Promise<{ events: Event[]; error: unknown }> {
  const { client } = patientClient(nowhere, { transport })
  const events: Event[] = []
  const reading = (async () => {
    for await (const event of client.events.stream()) events.push(event)
  })()
  return { events, error: await rejection(reading) }
}

const { type, time, data } = eventOf('e2')
const manyLines = JSON.stringify({ ...data, time }, undefined, 1).replaceAll('\n', '\ndata: ')
const text = `${ready('e0')}: keepalive\n\n${frameOfEvent('e1')}:\nid:e2\nevent:${type}\nretry: 10\nnew: 1\ndata: ${manyLines}\n\n`

const lineEnds = new Set(Buffer.from('\r\n'))

/** Around each end of a line, in the first line, and at some places in the middle of others. */
const placesToSplit = (bytes: Buffer) =>
  Array.from({ length: bytes.length + 1 }, (_, at) => at).filter(
    (at) =>
      at < 12 ||
      at % 16 === 0 ||
      [at - 2, at - 1, at, at + 1].some((near) => lineEnds.has(bytes[near] ?? 0)),
  )

describe('a frame', () => {
  it.each([
    ['line feeds', text],
    ['carriage returns', text.replaceAll('\n', '\r')],
    ['both', text.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${text}`],
  ])(
    'may be split anywhere, with %s',
    async (_, whole) => {
      const bytes = Buffer.from(`${whole}: what shows that a line ended\n`)
      for (const at of placesToSplit(bytes)) {
        const { events } = await read(chunks(bytes.subarray(0, at), bytes.subarray(at)))
        expect(events).toEqual([eventOf('e1'), eventOf('e2')])
      }
      const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
      expect((await read(chunks(...single))).events).toEqual([eventOf('e1'), eventOf('e2')])
    },
    30_000,
  )

  it('is ignored when its end is missing', async () => {
    const whole = Buffer.from(ready('e0') + frameOfEvent('e1'))
    for (let length = 0; length < whole.length; length += 1) {
      const { events, error } = await read(chunks(whole.subarray(0, length)))
      expect(events).toEqual([])
      expect(error).toMatchObject({ status: 403 })
    }
  }, 30_000)

  it('is passed on when this version does not know its kind', async () => {
    const frame = `id: x\nevent: moon.rose\ndata: {"organization_id":"us","time":"t","moon":1}\n\n`
    const { events } = await read(chunks(Buffer.from(ready('e0') + frame)))
    expect(events).toEqual([
      { id: 'x', type: 'moon.rose', time: 't', data: { organization_id: 'us', moon: 1 } },
    ])
  })

  it.each([
    ['that is not JSON', 'id: x\nevent: order.updated\ndata: {"time":\n\n'],
    ['that is no object', 'id: x\nevent: order.updated\ndata: [1]\n\n'],
    ['without its time', 'id: x\nevent: order.updated\ndata: {}\n\n'],
    ['without an id', 'event: order.updated\ndata: {"time":"t"}\n\n'],
    ['without an id that asks for a reset', 'event: reset\ndata: {}\n\n'],
  ])('%s ends the stream, because it would be sent again', async (_, frame) => {
    const { events, error } = await read(chunks(Buffer.from(ready('e0') + frame)))
    expect(events).toEqual([])
    expect(error).toMatchObject({ name: 'VadiumReplyError', reason: 'REPLY_MALFORMED' })
  })

  it.each([
    ['in one line', 'data: '.padEnd(1_100_000, 'x')],
    ['in many', 'data: xxxxxxxxxxxxxxxx\n'.repeat(70_000)],
  ])('is read only up to a limit, %s', async (_, frame) => {
    const bytes = Buffer.from(ready('e0') + frame)
    const parts: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += 60_000) parts.push(bytes.subarray(at, at + 60_000))
    const { error } = await read(chunks(...parts))
    expect(error).toMatchObject({ name: 'VadiumReplyError', reason: 'REPLY_TOO_LARGE' })
  })
})

describe('an answer that is not an event stream', () => {
  it.each([
    ['does not begin with a ready frame', frameOfEvent('e1')],
    ['has a ready frame without a cursor', 'event: ready\ndata: {}\n\n'],
    ['begins with a reset', reset('e9')],
    ['is not UTF-8', `${ready('e0')}\u00ff`],
    ['ends at once', ''],
  ])('fails when it %s', async (_, whole) => {
    const { events, error } = await read(chunks(Buffer.from(whole, 'latin1')))
    expect(events).toEqual([])
    // The stream was requested again, and then refused.
    expect(error).toMatchObject({ status: 403 })
  })

  it('fails when it has another content type', async () => {
    const inner = chunks(Buffer.from(ready('e0') + frameOfEvent('e1')))
    const { events, error } = await read({
      send: async (request) => ({
        ...(await inner.send(request)),
        headers: new Headers({ 'Content-Type': 'text/html' }),
      }),
    })
    expect(events).toEqual([])
    expect(error).toMatchObject({ status: 403 })
  })
})
