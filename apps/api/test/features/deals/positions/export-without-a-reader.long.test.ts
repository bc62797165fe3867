import { connect } from 'node:net'
import { signRequest } from '@vadium/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Book } from '../../../harness/book.ts'
import { copyDeals } from '../../../harness/many-deals.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const now = '2026-03-02T12:00:00.000Z'
const book = new Book()
const lender = book.party('harbor')
const key = lender.credential('viewer')
book.price('BTC', '60000', now)
book.price('ETH', '2500', now)
const deal = book.deal(lender, book.party('quay'))

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  await copyDeals(service.database, [[deal, 7000]])
}, 60_000)
afterAll(() => service.close())

it('disconnects a reader that does not read beyond the buffers of the connection', async () => {
  const { exports } = service.services
  const { hostname, port } = new URL(service.url)
  const target = '/positions:export'
  const signed = signRequest({ method: 'GET', target }, key.privateKey, service.clock.now())
  const lines = Object.entries(signed).map(([name, value]) => `${name}: ${value}\r\n`)
  // Long enough for the first bytes on a busy machine.
  service.server.timeout = 2_000
  const socket = connect(Number(port), hostname)
  try {
    socket.pause()
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`)
    await expect.poll(() => exports.open).toBe(1)
    await expect.poll(() => exports.open).toBe(0)
    const received: Buffer[] = []
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    socket.resume()
    await closed
    const text = Buffer.concat(received).toString('latin1')
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/)
    // The chunk that marks the end.
    expect(text).not.toMatch(/0\r\n\r\n$/)
  } finally {
    socket.destroy()
  }
}, 40_000)
