import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { Readable, Writable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ItemSplitter } from '../src/core/item-splitter.ts'
import { fetchTransport, type VadiumError } from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { exportSamples } from './sample-operations.ts'
import { type Answer, json, refusal, scriptedServer } from './scripted-server.ts'

const csv = { query: { format: 'csv' } } as const
const row = 'b7,1.50\r\n'

/** Answers in chunks, and then ends properly or closes the connection too early. */
function stream(type: string, chunks: readonly (string | Uint8Array)[], ends = true): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Type': type })
    const writeNext = (index: number): void => {
      const chunk = chunks[index]
      if (chunk !== undefined) response.write(chunk, () => writeNext(index + 1))
      else if (ends) response.end()
      else response.destroy()
    }
    writeNext(0)
  }
}

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

async function itemsOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('an export as text', () => {
  it('asks for its format, and is read to the end', async () => {
    await using server = await scriptedServer()
    server.answer(stream('text/csv; charset=utf-8', ['id,quantity\r\n', row, row]))
    const { client } = patientClient(server)
    expect(await textOf(client.exportText(exportSamples, csv))).toBe(`id,quantity\r\n${row}${row}`)
    expect(server.arrived[0]).toMatchObject({
      target: '/samples:export?format=csv',
      verified: true,
    })
    expect(server.arrived[0]?.headers.accept).toBe('text/csv, application/json')
  })

  it('sends nothing before it is read', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    client.exportText(exportSamples, csv)
    client.exportItems(exportSamples, {})
    expect(server.arrived).toEqual([])
  })

  it('joins characters that were split between two chunks', async () => {
    await using server = await scriptedServer()
    const bytes = Buffer.from('a,é€😀\n')
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
    server.answer(stream('text/csv', single))
    const { client } = patientClient(server)
    expect(await textOf(client.exportText(exportSamples, csv))).toBe('a,é€😀\n')
  })

  it('may be larger than replyBytesMax, and waits for a slow reader', async () => {
    await using server = await scriptedServer()
    const chunk = row.repeat(8_000)
    let written = 0
    server.answer((response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' })
      function* chunks() {
        for (; written < 300 * chunk.length; written += chunk.length) yield chunk
      }
      Readable.from(chunks()).pipe(response)
    })
    const { client } = patientClient(server, { replyBytesMax: 1_000 })
    let read = 0
    let aheadMax = 0
    const slow = new Writable({
      decodeStrings: false,
      write(text: string, _, done) {
        read += text.length
        aheadMax = Math.max(aheadMax, written - read)
        setImmediate(done)
      },
    })
    await pipeline(client.exportText(exportSamples, csv), slow)
    expect(read).toBe(300 * chunk.length)
    // Bytes on their way are in the buffers of the sockets, not in the memory of the client.
    expect(aheadMax).toBeLessThan(read / 2)
  })

  it('is refused and retried like any other call', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('OVERLOADED'), refusal('ROLE_NOT_PERMITTED'))
    const { client, waits } = patientClient(server)
    expect(await rejection(textOf(client.exportText(exportSamples, csv)))).toMatchObject({
      reason: 'ROLE_NOT_PERMITTED',
      status: 403,
      requestId: 'from-body',
    })
    expect(waits).toHaveLength(1)
  })

  it('is refused as an operation with a single answer', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    expect(await rejection(client.request(exportSamples, csv))).toBeInstanceOf(TypeError)
    expect(() => client.exportItems(exportSamples, csv)).toThrow(TypeError)
    expect(server.arrived).toEqual([])
  })
})

describe('an incomplete export', () => {
  const header = 'id,quantity\n'
  const part = ['{"samples":[{"id":"a","quantity":1}']

  for (const [name, transport] of [
    ['undici', undefined],
    ['fetch', fetchTransport()],
  ] as const) {
    it(`never ends without an error, with ${name}: CSV`, async () => {
      await using server = await scriptedServer()
      server.answer(stream('text/csv', [header, row.replace('\r', '')], false))
      const { client } = patientClient(server, { transport })
      const read: string[] = []
      const reading = (async () => {
        for await (const chunk of client.exportText(exportSamples, csv)) read.push(chunk)
      })()
      expect(await rejection(reading)).toMatchObject({ reason: 'CONNECTION_LOST' })
      // The text looks complete; only the error shows that it is not.
      expect(read.join('')).toBe('id,quantity\nb7,1.50\n')
      // An export is not retried once its text has begun.
      expect(server.arrived).toHaveLength(1)
    })

    it(`never ends without an error, with ${name}: JSON`, async () => {
      await using server = await scriptedServer()
      server.answer(stream('application/json', part, false))
      const { client } = patientClient(server, { transport })
      expect(await rejection(itemsOf(client.exportItems(exportSamples, {})))).toMatchObject({
        reason: 'CONNECTION_LOST',
      })
    })
  }

  it.each([
    ['a truncated row', 'text/csv', ['id,quantity\n', 'b7,1.'], csv],
    ['nothing', 'text/csv', [], csv],
    ['another type', 'text/html', ['<h1>Bad Gateway</h1>\n'], csv],
    ['JSON for CSV', 'application/json', ['{}\n'], csv],
    ['invalid UTF-8', 'text/csv', [Uint8Array.of(0x61, 0xff, 0x0a)], csv],
    ['truncated UTF-8', 'text/csv', [Uint8Array.of(0x0a, 0xe2, 0x82)], csv],
    ['truncated JSON', 'application/json', ['{"samples":[{"id":"a"'], {}],
  ])('is an error although its framing is complete: %s', async (_, type, chunks, input) => {
    await using server = await scriptedServer()
    server.answer(stream(type, chunks))
    const { client } = patientClient(server)
    expect(await rejection(textOf(client.exportText(exportSamples, input)))).toMatchObject({
      reason: 'REPLY_MALFORMED',
      requestId: undefined,
    })
  })

  it('is an error when only the end of the connection ends it', async () => {
    const unframed = createServer((socket) => {
      socket.once('data', () => {
        socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nConnection: close\r\n\r\nid\na\n')
      })
      socket.on('error', () => undefined)
    })
    unframed.listen(0, '127.0.0.1')
    await once(unframed, 'listening')
    const { port } = unframed.address() as AddressInfo
    const { client } = patientClient({ url: `http://127.0.0.1:${port}` })
    expect(await rejection(textOf(client.exportText(exportSamples, csv)))).toMatchObject({
      reason: 'REPLY_MALFORMED',
    })
    await client.close()
    unframed.close()
    await once(unframed, 'close')
  })
})

describe('the time-out and the signal of an export', () => {
  it('limit the time between two chunks, not the whole export', async () => {
    await using server = await scriptedServer()
    server.answer((response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' }).write('id\n')
    })
    const { client } = patientClient(server)
    const chunks = client.exportText(exportSamples, csv, { timeoutMs: 30 })
    expect((await chunks.next()).value).toBe('id\n')
    expect(await rejection(chunks.next())).toMatchObject({ reason: 'TIMED_OUT', timeoutMs: 30 })
    expect(await chunks.next()).toMatchObject({ done: true })
  })

  it.each([
    ['undici', undefined],
    ['fetch', fetchTransport()],
  ] as const)('end the exchange at once, with %s', async (_, transport) => {
    await using server = await scriptedServer()
    const closed = new Promise((resolve) => {
      server.answer((response) => {
        response.writeHead(200, { 'Content-Type': 'text/csv' }).write('id\n')
        response.once('close', resolve)
      })
    })
    const { client } = patientClient(server, { transport })
    const controller = new AbortController()
    const { signal } = controller
    const chunks = client.exportText(exportSamples, csv, { signal })
    await chunks.next()
    const rest = rejection(chunks.next())
    controller.abort()
    expect(await rest).toMatchObject({ reason: 'ABORTED_BY_CALLER' })
    await closed
  })

  it.each([
    ['undici', undefined],
    ['fetch', fetchTransport()],
  ] as const)(
    'do not keep the exchange open when the reader stops early, with %s',
    async (_, transport) => {
      await using server = await scriptedServer()
      const closed = new Promise((resolve) => {
        server.answer((response) => {
          response.writeHead(200, { 'Content-Type': 'application/json' })
          response.write('{"samples":[{"id":"a","quantity":1},')
          response.once('close', resolve)
        })
      })
      const { client } = patientClient(server, { transport })
      for await (const { id } of client.exportItems(exportSamples, {})) {
        expect(id).toBe('a')
        break
      }
      await closed
    },
  )
})

describe('the items of an export', () => {
  it('are read one by one, with every digit', async () => {
    await using server = await scriptedServer()
    const quantity = '123456789.123456789012345678'
    server.answer(
      stream('application/json', [
        `{"samples":[{"id":"a,]}\\"","quantity":${quantity}},{"id":"b","qua`,
        'ntity":2,"newer":[{"x":[1]}]}]}\n',
      ]),
    )
    const { client } = patientClient(server)
    expect(await itemsOf(client.exportItems(exportSamples, { query: { format: 'json' } }))).toEqual(
      [
        { id: 'a,]}"', quantity },
        { id: 'b', quantity: '2', newer: [{ x: [1] }] },
      ],
    )
  })

  it('may be an empty list', async () => {
    await using server = await scriptedServer()
    server.answer(json({ newer: [1], samples: [] }))
    const { client } = patientClient(server)
    expect(await itemsOf(client.exportItems(exportSamples, {}))).toEqual([])
  })

  it.each([
    ['no list', '{}'],
    ['another kind of list', '{"samples":{}}'],
    ['an array', '[{"id":"a"}]'],
    ['a hole', '{"samples":[{},,{}]}'],
    ['a comma too many', '{"samples":[{},]}'],
    ['unbalanced brackets', '{"samples":[{]}}'],
    ['two objects', '{"samples":[]}{}'],
    ['invalid JSON', 'samples}'],
  ])('are refused in %s', async (_, text) => {
    await using server = await scriptedServer()
    server.answer(json(text))
    const { client } = patientClient(server)
    const error = (await rejection(itemsOf(client.exportItems(exportSamples, {})))) as VadiumError
    expect(error.reason).toBe('REPLY_MALFORMED')
  })

  it('have a size limit each', async () => {
    await using server = await scriptedServer()
    server.answer(json({ samples: [{ id: 'x'.repeat(200) }] }))
    const { client } = patientClient(server, { replyBytesMax: 100 })
    expect(await rejection(itemsOf(client.exportItems(exportSamples, {})))).toMatchObject({
      reason: 'REPLY_TOO_LARGE',
    })
  })

  it('are the same wherever the text is split', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 })
    fc.assert(
      fc.property(
        fc.array(value),
        value,
        cuts,
        fc.integer({ max: 2, min: 0 }),
        (items, more, cut, indent) => {
          const text = JSON.stringify({ more, items, last: more }, undefined, indent)
          const splitter = new ItemSplitter('items', 1_000_000)
          const found: unknown[] = []
          for (let at = 0, turn = 0; at < text.length; turn += 1) {
            const length = cut[turn % cut.length] ?? 1
            for (const item of splitter.push(text.slice(at, at + length)))
              found.push(JSON.parse(item))
            at += length
          }
          splitter.end()
          expect(JSON.stringify(found)).toBe(JSON.stringify(items))
        },
      ),
    )
  })
})
