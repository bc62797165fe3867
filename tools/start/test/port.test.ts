import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { portToListenOn } from '../src/port.ts'

const host = '127.0.0.1'

async function listener(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

it('returns the requested port', async () => {
  const free = await portToListenOn(host, 0)
  expect(free).toBeGreaterThan(0)
  expect(await portToListenOn(host, free)).toBe(free)
})

it('refuses a port that another program uses, with a sentence', async () => {
  const port = await listener((_request, reply) => reply.end('hello'))
  await expect(portToListenOn(host, port, 0)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use by another program. Stop it, or use another port: PORT=${port + 1} npm start`,
  )
})

it('refuses a port that a Vadium service uses, by its name', async () => {
  const port = await listener((_request, reply) =>
    reply.setHeader('X-RateLimit-Limit', '60').end('{"status":"ok"}'),
  )
  await expect(portToListenOn(host, port, 0)).rejects.toThrow('another Vadium service')
})

it('waits for a port that a stopping service still uses', async () => {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const waiting = portToListenOn(host, port, 60_000)
  // By the next turn of the event loop it has been refused for the first time.
  setImmediate(() => server.close())
  expect(await waiting).toBe(port)
})

it('refuses an address of another machine', async () => {
  await expect(portToListenOn('192.0.2.1', 3000)).rejects.toThrow('not an address of this machine')
})
