import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { signRequest } from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { sendRaw } from '../../harness/raw.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const lender = book.party('harbor')
const key = lender.credential('viewer')
book.deal(lender, book.party('quay'))

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
}, 60_000)
afterAll(() => service.close())

let signedAt = Date.parse('2026-03-02T11:59:31.000Z')

function signed(target: string, more = ''): string {
  const headers = signRequest({ method: 'GET', target }, key.privateKey, (signedAt += 1))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}${lines.join('')}\r\n`
}

const unsigned = 'GET /transfers HTTP/1.1\r\nHost: x\r\n\r\n'

/** Sends requests at once and resolves when the first of them is being answered. */
async function begun(requests: string): Promise<Socket> {
  const { hostname, port } = new URL(service.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  socket.write(requests)
  await once(socket, 'data')
  // Another connection was answered, so the service has taken what was sent before.
  await sendRaw(service, 'GET /transfers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  return socket
}

/** The counters that are taken for callers and must be released. */
function taken() {
  const { load, openStreams, exports, snapshots } = service.services
  return {
    requests: load.count,
    streams: openStreams.count,
    exports: exports.open,
    reports: snapshots.open,
  }
}

const nothing = { requests: 0, streams: 0, exports: 0, reports: 0 }

describe('requests that are sent ahead of their answers', () => {
  it.each([
    ['without signatures', () => unsigned],
    ['list', () => signed('/positions')],
    ['stream', () => signed('/events:stream')],
    ['export', () => signed('/positions:export')],
    ['report', () => signed('/reports/positions')],
  ])('hold nothing when their connection ends: %s', async (_name, request) => {
    const stream = signed('/events:stream')
    const socket = await begun(stream + Array.from({ length: 3 }, request).join(''))
    // Nothing is taken before its turn.
    expect(taken()).toEqual({ ...nothing, streams: 1 })
    socket.destroy()
    await expect.poll(taken).toEqual(nothing)
  })

  it('are all answered, in their order', async () => {
    const last = signed('/notifications', 'Connection: close\r\n')
    const reply = await sendRaw(
      service,
      signed('/positions') + unsigned + signed('/transfers') + last,
    )
    expect(
      reply.text.match(/"(?:positions|transfers|notifications)":\[|"reason":"UNAUTHENTICATED"/g),
    ).toEqual(['"positions":[', '"reason":"UNAUTHENTICATED"', '"transfers":[', '"notifications":['])
  })

  it('close their connection when they are too many', async () => {
    const socket = await begun(signed('/events:stream') + unsigned.repeat(64))
    expect(taken().streams).toBe(1)
    const closed = once(socket, 'close')
    socket.write(unsigned)
    await closed
    await expect.poll(taken).toEqual(nothing)
  })
})
