import { describe, expect, it } from 'vitest'
import { bytesOf, chunks, read, spellings } from './read-chunks.ts'
import { eventOf, frameOfEvent, ready, reset } from './scripted-log.ts'

describe('a frame', () => {
  it.each(spellings)('may arrive byte by byte, with %s', async (_, whole) => {
    const single = Array.from(bytesOf(whole), (byte) => Uint8Array.of(byte))
    expect((await read(chunks(...single))).events).toEqual([eventOf('e1'), eventOf('e2')])
  })

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
