import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { describe, expect, it } from 'vitest'
import {
  fetchTransport,
  VadiumClient,
  VadiumConnectionError,
  type TransportRequest,
} from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { json, keys, scriptedServer } from './scripted-server.ts'

/** An address at which no server listens any more. */
async function unusedAddress(): Promise<{ url: string }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return { url: `http://127.0.0.1:${port}` }
}

it.each([false, true])(
  'refuses every call of a client that was closed, whether it was used before: %s',
  async (wasUsed) => {
    await using server = await scriptedServer()
    const { client } = patientClient(server, { retries: false })
    server.answer(json({ transfers: [], next_page_token: null }))
    if (wasUsed) await client.transfers.list()
    await client.close()
    await client.close().catch(() => undefined)
    expect(await rejection(client.transfers.list())).toBeInstanceOf(VadiumConnectionError)
    expect(server.arrived).toHaveLength(wasUsed ? 1 : 0)
  },
)

describe('a connection', () => {
  for (const [name, transport] of [
    ['undici', undefined],
    ['fetch', fetchTransport()],
  ] as const) {
    it(`is a refusal when it cannot be made, with ${name}`, async () => {
      const { client, waits } = patientClient(await unusedAddress(), { transport })
      const error = await rejection(client.transfers.list())
      expect(error).toBeInstanceOf(VadiumConnectionError)
      expect(error).toMatchObject({
        reason: 'CONNECTION_NOT_MADE',
        outcome: 'refused',
        status: undefined,
      })
      expect(waits).toHaveLength(3)
    })

    it(`leaves the outcome unknown when it is lost, with ${name}`, async () => {
      await using server = await scriptedServer()
      const { client } = patientClient(server, { transport, retries: false })

      server.answer((response) => response.destroy())
      expect(await rejection(client.transfers.list())).toMatchObject({
        name: 'VadiumConnectionError',
        code: 'UNAVAILABLE',
        reason: 'CONNECTION_LOST',
        outcome: 'unknown',
      })

      server.answer((response) => {
        response.writeHead(200, { 'Content-Length': '100' }).write('{', () => response.destroy())
      })
      expect(await rejection(client.transfers.list())).toMatchObject({ reason: 'CONNECTION_LOST' })
    })
  }
})

describe('a transport', () => {
  it('keeps its connections open, and closes them with the client', async () => {
    await using server = await scriptedServer()
    const ports = new Set<unknown>()
    server.answer((response, arrived) => {
      ports.add(response.socket?.remotePort)
      json({ transfers: [] })(response, arrived)
    })
    const { client } = patientClient(server)
    for (let count = 0; count < 5; count += 1) await client.transfers.list()
    expect(ports.size).toBeLessThan(5)
    await client.close()
    expect(await rejection(client.transfers.list())).toBeInstanceOf(VadiumConnectionError)
  })

  it("sends through the caller's dispatcher, and leaves it open", async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const seen: string[] = []
    const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
      seen.push(`${options.method} ${options.path}`)
      return dispatch(options, handler)
    })
    const { client } = patientClient(server, { dispatcher })
    await client.transfers.list({ token: 'ETH' })
    await client.close()
    await client.transfers.list()
    expect(seen).toEqual(['GET /transfers?token=ETH', 'GET /transfers'])
    await dispatcher.close()
  })

  it("may be the caller's own", async () => {
    const requests: TransportRequest[] = []
    const client = new VadiumClient({
      baseUrl: 'https://vadium.example/v1',
      ...keys,
      transport: {
        send(request) {
          requests.push(request)
          return Promise.resolve({ status: 200, headers: new Headers(), body: bytes() })
        },
      },
    })
    async function* bytes() {
      yield await Promise.resolve(Buffer.from('{"trans'))
      yield Buffer.from('fers":[]}')
    }

    await client.transfers.list()
    await client.close()
    expect(requests[0]).toMatchObject({
      method: 'GET',
      origin: 'https://vadium.example',
      target: '/v1/transfers',
      body: undefined,
    })
  })

  it('is refused together with a dispatcher', () => {
    const both = { transport: fetchTransport(), dispatcher: new Agent() }
    expect(() => patientClient({ url: 'http://127.0.0.1:1' }, both)).toThrow(TypeError)
  })
})
